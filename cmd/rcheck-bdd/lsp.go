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
		Short: "Run a language server for editors: diagnostics, completion, renaming and more",
		Long: `Editors start this command themselves. It uses the Language Server Protocol on standard input and
output.

Exit status: 0 if the editor asked the server to shut down, 2 otherwise.`,
		Run: func(ctx context.Context, env *cli.Env, args []string) error {
			if len(args) > 0 {
				return cli.Usage("lsp takes no arguments")
			}
			server := lsp.New(tool().Version, workbench.DefaultThresholds())
			server.Typing = true
			server.WriteRuns = page.WriteRuns
			server.Late = late
			server.Memory, server.Limited = defaultMemory(), new(limitFlags).limited
			return server.Serve(ctx, lsp.Stdio(env.Stdin, env.Files.Stdout))
		},
	}
}
