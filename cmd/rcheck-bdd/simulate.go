package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/shell"
)

// simulateFlags are the flags of simulate.
type simulateFlags struct {
	conversationFlags
	start       string
	randomStart bool
	steps       int
}

func simulateCommand() *cli.Command {
	flags := &simulateFlags{}
	return &cli.Command{
		Name:      "simulate",
		Arguments: "MODEL",
		Short:     "Walk through the runs of a model, step by step or at random",
		Long: "On a terminal, it lists the possible steps and asks which one to take. Type `help` there to see all\n" +
			"commands. With --steps, it takes random steps and prints the run. With --script, it reads commands\n" +
			"from a file. If standard input is not a terminal, it reads commands from standard input.",
		Flags: flags.declare,
		Run:   flags.limits.command("simulate", flags.simulate),
	}
}

func (c *simulateFlags) declare(f *cli.Flags) {
	f.Group("The run")
	f.StringVar(&c.start, "start", "", "begin in the first initial state that satisfies this `CONDITION`")
	f.BoolVar(&c.randomStart, "random-start", false, "begin in a random initial state")
	f.Count(&c.steps, "steps", "take this `NUMBER` of random steps, print the run and end; a deadlock ends the run earlier")
	c.conversationFlags.declare(f)
}

func (c *simulateFlags) simulate(ctx context.Context, env *cli.Env, args []string) (int, error) {
	if len(args) != 1 {
		return cli.Failed, cli.Usage("give exactly one MODEL")
	}
	if c.steps > 0 && c.script != "" {
		return cli.Failed, cli.Usage("--steps and --script cannot be used together")
	}
	if isISPL(args[0]) {
		return c.ispl(ctx, env, args[0])
	}
	m, err := c.model.onlyModel(ctx, env, args[0])
	if err != nil {
		return cli.Failed, err
	}
	sh := c.newShell(env, m)
	_, err = awaited(ctx, "looking for initial states", func() (any, error) { return nil, sh.Start(ctx, c.start, c.randomStart) })
	if isLimit(err) {
		return cli.Failed, err
	}
	if err != nil {
		return cli.Failed, fmt.Errorf("--start: %w", err)
	}
	if c.steps == 0 {
		return c.talk(ctx, env, sh, m.name, func() error { return c.save(env, m, c.saveTo, sh.Trace()) })
	}
	return c.randomRun(ctx, env, sh, m)
}

// randomRun takes random steps and prints them as it goes, as many as a limit leaves time for.
func (c *simulateFlags) randomRun(ctx context.Context, env *cli.Env, sh *shell.Shell, m *model) (int, error) {
	if c.saveTo == "" {
		return 0, sh.Random(ctx, c.steps)
	}
	f, err := createFile(env, c.saveTo)
	if err != nil {
		return cli.Failed, err
	}
	saved, err := report.NewRunWriter(f, c.traceFile(m), m.program.System)
	if err != nil {
		return cli.Failed, output.CannotWrite(c.saveTo, err)
	}
	end := sh.Random(ctx, c.steps, saved)
	if end != nil && !isLimit(end) {
		return cli.Failed, end
	}
	return 0, errors.Join(end, f.Commit())
}
