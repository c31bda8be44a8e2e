package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// vetFlags are the flags of vet.
type vetFlags struct {
	model     modelFlags
	limits    limitFlags
	deny      denyFlag
	documents documentFlags
}

func vetCommand() *cli.Command {
	flags := &vetFlags{}
	return &cli.Command{
		Name:      "vet",
		Arguments: "FILE...",
		Short:     "Print all errors and warnings that models have before they are checked",
		Long: "Prints the errors and warnings of each file and its properties.\n" +
			"`rcheck-bdd explain CODE` explains a diagnostic.\n\n" +
			"Exit status, for all files together: 2 there is an error; else 1 there is a warning that --deny\n" +
			"names; else 0. Other warnings do not count.",
		Flags: flags.declare,
		Run:   flags.limits.command(flags.run),
	}
}

func (c *vetFlags) declare(f *cli.Flags) {
	f.Group("What is expected")
	c.deny.declare(f)
	f.Group("What to print")
	c.documents.declare(f)
	c.limits.declare(f)
	c.model.declare(f)
}

func (c *vetFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	if len(args) == 0 {
		return cli.Usage("a FILE is missing; `-` is standard input")
	}
	for _, name := range args {
		env.Files.Declare(name)
	}
	files, _, err := c.documents.open(env)
	if err != nil {
		return err
	}
	document := report.Document{Schema: report.Schema, Tool: tool()}
	for _, name := range args {
		run, err := c.file(ctx, env, name)
		if err != nil {
			return err
		}
		document.Runs = append(document.Runs, *run)
	}
	return cmp.Or(files.write(ctx, &document), exit(report.Status(document.Runs)))
}

// file prints what there is to say about a file, and returns it. The error is one of usage, or a
// limit.
func (c *vetFlags) file(ctx context.Context, env *cli.Env, name string) (*report.Run, error) {
	style := c.model.style(env, env.Stderr)
	run := &report.Run{File: name, Settings: c.model.settings(), Results: []report.Result{}, Warnings: []report.Notice{}}
	if isISPL(name) {
		if err := c.model.fitsISPL(); err != nil {
			return nil, cli.Usage("%w", err)
		}
	}
	m, err := c.model.readModel(ctx, env, name)
	if err != nil {
		return nil, err
	}
	if m.fault != nil {
		at := wholeFile(name)
		fmt.Fprintf(env.Stderr, "%s: error[%s]: %s\n", at, workbench.UnreadableCode, terminal.Message(m.fault))
		run.Errors = []report.Notice{{Code: workbench.UnreadableCode, Position: at, Message: m.fault.Error()}}
		return run, nil
	}
	list := m.remarks.Filter(m.list)
	run.Warnings, run.Errors = c.deny.mark(report.Notices(list.Warnings())), report.Notices(list.Errors())
	report.Diagnostics(env.Stderr, c.deny.shown(list, false), &m.sources, style)
	return run, nil
}
