package main

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
)

func vetCommand() *cli.Command {
	var flags modelFlags
	var limits limitFlags
	return &cli.Command{
		Name:      "vet",
		Arguments: "FILE...",
		Short:     "Say everything there is to say about models without checking them",
		Long: "Prints the errors and warnings of each file, properties included. The exit status is 2 if there\n" +
			"is an error in any of them, and 0 otherwise: warnings do not count.\n" +
			"`rcheck-bdd explain CODE` tells more about a diagnostic.",
		Flags: func(f *cli.Flags) {
			limits.declare(f)
			flags.declare(f)
		},
		Run: limits.command("vet", func(ctx context.Context, env *cli.Env, args []string) (int, error) {
			if len(args) == 0 {
				return cli.Failed, cli.Usage("which file? (`-` is standard input)")
			}
			status := 0
			for _, name := range args {
				if isISPL(name) {
					ok, err := vetISPL(ctx, env, &flags, name)
					if err != nil {
						return cli.Failed, err
					}
					if !ok {
						status = cli.Failed
					}
					continue
				}
				m, err := flags.readModel(ctx, env, name)
				if err != nil {
					return cli.Failed, err
				}
				if m.fault != nil {
					fmt.Fprintf(env.Stderr, "%s: error[%s]: %s\n", wholeFile(name), unreadableCode, terminal.Message(m.fault))
				}
				report.Diagnostics(env.Stderr, m.list, &m.sources, flags.style(env, env.Stderr))
				if m.program == nil {
					status = cli.Failed
				}
			}
			return status, nil
		}),
	}
}
