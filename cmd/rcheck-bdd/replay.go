package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
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
			"trace violates, that is tested too. The exit status is 2 if the trace is not a run of the model, and\n" +
			"1 if it is but does not violate the property.",
		Flags: flags.declare,
		Run:   flags.replay,
	}
}

func (c *replayFlags) declare(f *cli.Flags) {
	f.Group("The trace")
	f.StringVar(&c.property, "property", "", "the trace of the property with this `NAME` or number; needed if there are several")
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
	text, err := readInput(env, args[0])
	if err != nil {
		return cli.Failed, err
	}
	saved, err := c.choose(text)
	if err != nil {
		return cli.Failed, fmt.Errorf("%s: %w", args[0], err)
	}
	file := modelOf(saved, args)
	if file == "" {
		return cli.Failed, cli.Usage("%s does not say which model it is about; give it as the second argument", args[0])
	}
	if err := c.model.adopt(saved.Settings); err != nil {
		return cli.Failed, err
	}
	m, err := c.model.onlyModel(env, file)
	if m == nil {
		return cli.Failed, err
	}
	in := recipe.NewInterpreter(m.program.System)
	run, err := trace.Decode(in, saved.JSON)
	if err != nil {
		return cli.Failed, fmt.Errorf("%s: %w", args[0], err)
	}
	if c.simulate {
		sh := c.newShell(env, m)
		if err := sh.Resume(run, c.from); err != nil {
			return cli.Failed, err
		}
		return c.talk(ctx, env, sh, m)
	}
	if !c.quiet {
		style := c.model.style(env, env.Stdout)
		fmt.Fprint(env.Stdout, run.Text(report.TraceOptions(style, c.fullStates)))
	}
	return c.verdict(env, m, in, saved, run)
}

// choose picks the trace that is meant.
func (c *replayFlags) choose(text []byte) (*report.SavedTrace, error) {
	all, err := report.ReadTraces(text)
	if err != nil {
		return nil, err
	}
	if c.property == "" && len(all) == 1 {
		return &all[0], nil
	}
	var names []string
	for i := range all {
		if c.property != "" && all[i].Property == c.property {
			return &all[i], nil
		}
		names = append(names, all[i].Property)
	}
	if c.property == "" {
		return nil, cli.Usage("it holds traces for several properties; --property chooses one of %s", strings.Join(names, ", "))
	}
	what := fmt.Sprintf("it holds no trace for property %s", c.property)
	if hint := diag.DidYouMean(c.property, names); hint != "" {
		what += "; " + hint
	}
	return nil, errors.New(what)
}

// modelOf is the model that a trace is about: the one that is given, the one the trace names, or one of that name beside the
// trace.
func modelOf(saved *report.SavedTrace, args []string) string {
	if len(args) == 2 {
		return args[1]
	}
	if saved.File == "" || filepath.IsAbs(saved.File) {
		return saved.File
	}
	if _, err := os.Stat(saved.File); err != nil {
		beside := filepath.Join(filepath.Dir(args[0]), filepath.Base(saved.File))
		if _, err := os.Stat(beside); err == nil {
			return beside
		}
	}
	return saved.File
}

// verdict says that the trace replays, and tests the property that it is said to violate.
func (c *replayFlags) verdict(env *cli.Env, m *model, in *recipe.Interpreter, saved *report.SavedTrace, run *trace.Trace) (int, error) {
	steps := fmt.Sprintf("%d steps", len(run.Steps))
	if !run.Lasso() {
		steps = fmt.Sprintf("%d steps", len(run.Steps)-1)
	}
	if saved.Formula == "" || !run.Lasso() {
		fmt.Fprintf(env.Stdout, "The trace is a run of %s: %s.\n", m.name, steps)
		return 0, nil
	}
	spec, list := m.addFormula("", saved.Formula, "the property")
	if spec == nil {
		report.Diagnostics(env.Stderr, list, &m.sources, c.model.style(env, env.Stderr))
		return cli.Failed, fmt.Errorf("the property %s is not one of %s", saved.Property, m.name)
	}
	holds, err := mc.Satisfies(in, run, spec.Formula)
	if err != nil {
		return cli.Failed, err
	}
	if holds {
		fmt.Fprintf(env.Stdout, "The trace is a run of %s (%s), but it satisfies property %s.\n", m.name, steps, saved.Property)
		return violated, nil
	}
	fmt.Fprintf(env.Stdout, "The trace is a run of %s (%s) and violates property %s.\n", m.name, steps, saved.Property)
	return 0, nil
}
