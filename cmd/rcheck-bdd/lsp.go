package main

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/page"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

func lspCommand() *cli.Command {
	return &cli.Command{
		Name:  "lsp",
		Short: "Serve editors: diagnostics, completion, renaming and more, by the Language Server Protocol",
		Long: "Talks the Language Server Protocol on standard input and output; editors start it themselves.\n" +
			"The exit status is 0 if the editor asked to shut down, and 2 if it left otherwise.",
		Run: func(ctx context.Context, env *cli.Env, args []string) (int, error) {
			if len(args) > 0 {
				return cli.Failed, cli.Usage("lsp takes no arguments: editors name files in their messages")
			}
			server := lsp.New(tool().Version, workbench.DefaultThresholds())
			server.Typing = true
			server.WriteRuns = page.WriteRuns
			server.Memory, server.Limited = defaultMemory(), new(limitFlags).limited
			return 0, server.Serve(ctx, lsp.Stdio(env.Stdin, env.Files.Stdout))
		},
	}
}
