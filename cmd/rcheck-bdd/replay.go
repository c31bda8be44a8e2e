package main

import (
	"context"
	"fmt"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	conversationFlags
	property string
	simulate bool
	from     int
	quiet    bool
}

func replayCommand() *cli.Command {
	flags := &replayFlags{}
	return &cli.Command{
		Name:      "replay",
		Arguments: "TRACE [MODEL]",
		Short:     "Verify a trace that check or simulate wrote, show it, and go on from any of its steps",
		Long: "TRACE is what `check --json` or `simulate --save` wrote, or a trace itself. It names its model, unless\n" +
			"MODEL does. Every step is taken in the explicit semantics, and where the file says which property the\n" +
			"trace violates, that is tested too. Several traces are replayed in their order. The exit status is 2\n" +
			"if a trace is not a run of the model, else 1 if one does not violate the property it is there for.",
		Flags: flags.declare,
		Run:   flags.limits.command("replay", flags.replay),
	}
}

func (c *replayFlags) declare(f *cli.Flags) {
	f.Group("The trace")
	f.StringVar(&c.property, "property", "", "only the trace of the property with this `NAME` or number")
	f.BoolVar(&c.simulate, "simulate", false, "go through the trace in a conversation, as simulate does; `next` takes its steps")
	f.IntVar(&c.from, "from", 0, "with --simulate: begin at this `STEP`, counted from 0")
	f.BoolVar(&c.quiet, "quiet", false, "do not print the trace")
	f.Alias("q", "quiet")
	c.conversationFlags.declare(f)
}

func (c *replayFlags) replay(ctx context.Context, env *cli.Env, args []string) (int, error) {
	if len(args) != 1 && len(args) != 2 {
		return cli.Failed, cli.Usage("a trace, and a model if the trace does not name it")
	}
	text, err := readInput(ctx, env, args[0])
	if err != nil {
		return cli.Failed, err
	}
	file := ""
	if len(args) == 2 {
		file = args[1]
	}
	if c.simulate {
		r, err := c.model.readOneRun(ctx, env, args[0], text, c.property, file)
		if r == nil {
			return cli.Failed, err
		}
		c.model = r.flags // which are saved with the run
		sh := c.newShell(env, r.model)
		if err := sh.Resume(ctx, r.run, c.from); err != nil {
			return cli.Failed, err
		}
		return c.talk(ctx, env, sh, r.model)
	}
	runs, err := c.model.readRuns(ctx, env, args[0], text, c.property, file)
	if runs == nil {
		return cli.Failed, err
	}
	return c.show(ctx, env, runs)
}

// show prints traces with what they are worth. The exit status is that of the worst.
func (c *replayFlags) show(ctx context.Context, env *cli.Env, runs []*savedRun) (int, error) {
	style := c.model.style(env, env.Stdout)
	worst := 0
	for i, r := range runs {
		if !c.quiet {
			if i > 0 {
				fmt.Fprintln(env.Stdout)
			}
			if len(runs) > 1 {
				fmt.Fprintln(env.Stdout, style.Strong(r.heading()))
			}
			fmt.Fprint(env.Stdout, r.run.Text(report.TraceOptions(style, c.fullStates)))
		}
		status, err := c.verdict(ctx, env, r)
		if err != nil {
			return status, err
		}
		worst = max(worst, status)
	}
	return worst, nil
}

// verdict says that the trace replays, and tests the property that it is said to violate.
func (c *replayFlags) verdict(ctx context.Context, env *cli.Env, r *savedRun) (int, error) {
	m, saved, run := r.model, r.saved, r.run
	name := terminal.Name(m.name)
	length := len(run.Steps)
	if !run.Lasso() {
		length--
	}
	steps := counted(big.NewInt(int64(length)), "step")
	if saved.Formula == "" || !run.Lasso() {
		fmt.Fprintf(env.Stdout, "The trace is a run of %s: %s.\n", name, steps)
		return 0, nil
	}
	spec, list, err := m.addFormula(ctx, "", saved.Formula, "the property")
	if err != nil {
		return cli.Failed, err
	}
	if spec == nil {
		report.Diagnostics(env.Stderr, list, &m.sources, c.model.style(env, env.Stderr))
		return cli.Failed, fmt.Errorf("the property %s is not one of %s", terminal.Name(saved.Property), name)
	}
	holds, err := mc.Satisfies(r.in, run, spec.Formula)
	if err != nil {
		return cli.Failed, err
	}
	if holds {
		fmt.Fprintf(env.Stdout, "The trace is a run of %s (%s), but it satisfies property %s.\n", name, steps, terminal.Name(saved.Property))
		return violated, nil
	}
	fmt.Fprintf(env.Stdout, "The trace is a run of %s (%s) and violates property %s.\n", name, steps, terminal.Name(saved.Property))
	return 0, nil
}
