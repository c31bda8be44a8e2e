package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	conversationFlags
	property string
	simulate bool
	from     int
	quiet    bool
	sort     sortFlag
}

func replayCommand() *cli.Command {
	flags := &replayFlags{}
	return &cli.Command{
		Name:      "replay",
		Arguments: "TRACE [MODEL]",
		Short:     "Verify and show a trace, and continue from any of its steps",
		Long: "TRACE is a file that `check --json` or `simulate --save` wrote, or a single trace of such a file. It\n" +
			"names its model; give MODEL to use another file. Each step is verified with the explicit semantics.\n" +
			"If the file names the violated property, its violation and fairness are verified, too. If the file\n" +
			"has several traces, all are replayed.\n\n" +
			"Exit status: 2 a trace is not a run of the model; else 1 a trace does not violate its property, or\n" +
			"the model has another file name or another property than the trace says; else 0.",
		Flags: flags.declare,
		Run:   flags.limits.command(flags.replay),
	}
}

func (c *replayFlags) declare(f *cli.Flags) {
	f.Group("The trace")
	f.StringVar(&c.property, "property", "", "replay only the trace of the property with this `NAME` or number; NAME#2 is its second counterexample")
	f.BoolVar(&c.simulate, "simulate", false, "go through the trace interactively, as simulate does; the command 'next' takes the steps of the trace")
	f.IntVar(&c.from, "from", 0, "with --simulate: begin at this `STEP`, counted from 0")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "do not print the trace")
	c.sort.declare(f)
	c.conversationFlags.declare(f)
}

func (c *replayFlags) replay(ctx context.Context, env *cli.Env, args []string) error {
	if len(args) != 1 && len(args) != 2 {
		return cli.Usage("give a TRACE, and a MODEL if the trace does not name it")
	}
	switch name := args[0]; {
	case isISPL(name):
		return fmt.Errorf("%s is a model, not a trace; `simulate --save=TRACE` writes traces of it, and `check` explains its verdicts", terminal.Name(name))
	case strings.EqualFold(filepath.Ext(name), ".rcp"):
		return fmt.Errorf("%s is a model, not a trace; `check --json=TRACE` and `simulate --save=TRACE` write traces of it", terminal.Name(name))
	}
	text, err := readInput(ctx, env, args[0])
	if err != nil {
		return err
	}
	if c.simulate {
		r, err := c.model.readOneRun(ctx, env, args, text, c.property)
		if err != nil {
			return err
		}
		c.model = r.flags // which are saved with the run
		if r.joint != nil {
			return c.joint(ctx, env, r)
		}
		sh, err := c.newShell(ctx, env, r.model)
		if err != nil {
			return cli.Usage("%w", err)
		}
		if err := sh.Resume(ctx, r.run, c.from); err != nil {
			return err
		}
		return c.talk(ctx, env, sh, r.model)
	}
	runs, err := c.model.readRuns(ctx, env, args, text, c.property)
	if err != nil {
		return err
	}
	return c.show(ctx, env, runs)
}

// joint goes through a run of a model in ISPL interactively.
func (c *replayFlags) joint(ctx context.Context, env *cli.Env, r *savedRun) error {
	walk, err := simulate.NewJointWalk(interpreted.NewInterpreter(r.model.ispl.System), r.joint.States[0].(interpreted.State), c.seed)
	if err != nil {
		return err
	}
	sh, err := c.newJoint(ctx, env, r.model, walk)
	if err != nil {
		return cli.Usage("%w", err)
	}
	if err := sh.Resume(ctx, r.joint, c.from); err != nil {
		return err
	}
	return c.talk(ctx, env, sh, r.model)
}

// show prints traces with what they are worth. The exit status is that of the worst.
func (c *replayFlags) show(ctx context.Context, env *cli.Env, runs []*savedRun) error {
	style := c.model.style(env, env.Stdout)
	worst := 0
	for i, r := range runs {
		view, err := r.model.view(ctx, &c.view)
		if err != nil {
			return cli.Usage("%w", err)
		}
		if r.joint != nil && c.sort == "agents" {
			return unfit(map[string]bool{"--sort": true})
		}
		spec, err := r.formula(ctx, env, &c.model)
		if err == nil {
			err = r.order(ctx, env, c.sort, spec)
		}
		if err != nil {
			return err
		}
		if spec != nil {
			mark(ctx, r.run, spec.Claim())
		}
		if !c.quiet {
			if i > 0 {
				fmt.Fprintln(env.Stdout)
			}
			if len(runs) > 1 {
				fmt.Fprintln(env.Stdout, style.Strong(r.heading()))
			}
			if err := r.write(ctx, env, view.Options(style)); err != nil {
				return err
			}
		}
		status, err := c.verdict(ctx, env, r, spec)
		if err != nil {
			return err
		}
		worst = max(worst, status)
	}
	return exit(worst)
}

// verdict says that the trace replays, tests the property that it is said to violate, which may be
// nil, and says what was tested and what was not.
func (c *replayFlags) verdict(ctx context.Context, env *cli.Env, r *savedRun, spec *rcheck.Spec) (int, error) {
	length := r.length()
	head := fmt.Sprintf("The trace is a run of %s", terminal.Name(r.model.name))
	steps := counted(length, "step")
	status := 0
	if spec == nil {
		fmt.Fprintf(env.Stdout, "%s: %s.\n", head, steps)
		fmt.Fprintln(env.Stdout, "No property was verified, because the file does not name one.")
	} else {
		text, err := "", error(nil)
		if status, text, err = c.test(ctx, r, spec); err != nil {
			return 0, err
		}
		fmt.Fprintf(env.Stdout, "%s (%s)%s.\n", head, steps, text)
	}
	if r.elsewhere() {
		fmt.Fprintf(env.Stdout, "The file says that the trace belongs to %s.\n", terminal.Name(r.saved.File))
		status = violated
	}
	return status, nil
}

// test tests the formula that the trace is there for, and says how that ended. The status is not 0
// unless the trace violates it.
func (c *replayFlags) test(ctx context.Context, r *savedRun, spec *rcheck.Spec) (status int, text string, err error) {
	m := r.model
	property := terminal.Name(r.saved.Property)
	formula := "property " + property
	switch stated := r.stated(); {
	case stated == nil:
		formula += ", which the model does not state"
	case strings.Join(strings.Fields(stated.Text), " ") != strings.Join(strings.Fields(spec.Text), " "):
		return violated, fmt.Sprintf("; no property was verified, because property %s of the model is not the formula of the file", property), nil
	}
	if why := r.misquoted(); why != "" {
		return violated, "; no property was verified, because " + why, nil
	}
	fairness := rcp.Fairness(m.program)
	if !r.run.Lasso() {
		truth, _, err := trace.Read(ctx, r.in, r.run).Standing(spec.Claim())
		switch {
		case err != nil:
			return 0, "", err
		case truth != ltol.No:
			return violated, ", but it has no loop, so it does not show a violation of " + formula, nil
		case len(fairness.Justice)+len(fairness.Compassion) > 0:
			return violated, ", but it has no loop, so fairness was not verified; every run that begins with it violates " + formula, nil
		}
		return 0, ", and every continuation of it violates " + formula, nil
	}
	holds, err := trace.Read(ctx, r.in, r.run).Satisfies(spec.Claim())
	if err != nil {
		return 0, "", err
	}
	if holds {
		return violated, ", but it satisfies " + formula, nil
	}
	fair, err := trace.Read(ctx, r.in, r.run).SatisfiesAll(fairness.Conditions())
	if err != nil {
		return 0, "", err
	}
	if !fair {
		return violated, " that violates " + formula + ", but it is not fair", nil
	}
	return 0, " and violates " + formula, nil
}
