package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/shell"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// onlyISPL reads a model in ISPL for a command that runs it, and prints its errors.
func (m *modelFlags) onlyISPL(ctx context.Context, env *cli.Env, name string) (*model, error) {
	if err := m.fitsISPL(); err != nil {
		return nil, err
	}
	return m.readUsable(ctx, env, name)
}

// condition reads a condition on states of a model in ISPL, of a flag or a command; nil if there is no text.
func (m *model) condition(text string) (*interpreted.Expr, error) {
	if text == "" {
		return nil, nil
	}
	x, list := m.ispl.Condition("condition", text)
	if x == nil {
		var faults []error
		for _, d := range list.Errors() {
			faults = append(faults, fmt.Errorf("column %d: [%s] %s", d.Start.Column, d.Code, d.Message()))
		}
		return nil, errors.Join(faults...)
	}
	return x, nil
}

// initial is an initial state of a model in ISPL that satisfies a condition, if one is given, drawn by the seed or always the same.
func (m *model) initial(ctx context.Context, where *interpreted.Expr, random bool, seed uint64) (interpreted.State, error) {
	model, err := workbench.EncodeInitial(ctx, m.ispl.System)
	if err != nil {
		return nil, err
	}
	defer model.Close()
	k := model.Manager().Calculator(ctx)
	defer k.Close()
	set := model.Init
	if where != nil {
		set = k.And(set, k.Take(model.Condition(k.Scope(), where)))
	}
	if set, err = k.Result(set); err != nil {
		return nil, err
	}
	s, ok := model.Pick(set)
	if random {
		rng := rand.New(rand.NewPCG(seed, 1))
		s, ok = model.Sample(set, func() bool { return rng.Uint32()&1 == 0 })
	}
	if !ok {
		return nil, errors.New("no initial state satisfies it")
	}
	return s, nil
}

// ispl simulates a model in ISPL.
func (c *simulateFlags) ispl(ctx context.Context, env *cli.Env, name string) (int, error) {
	if err := unfit(map[string]bool{"--runs": c.runs > 0, "--save": c.saveTo != ""}); err != nil {
		return cli.Failed, err
	}
	m, err := c.model.onlyISPL(ctx, env, name)
	if err != nil {
		return cli.Failed, err
	}
	view, err := m.view(ctx, &c.view)
	if err != nil {
		return cli.Failed, cli.Usage("%w", err)
	}
	where, err := m.condition(c.start)
	if err != nil {
		return cli.Failed, fmt.Errorf("--start: %w", err)
	}
	start, err := m.initial(ctx, where, c.randomStart, c.seed)
	if isLimit(err) {
		return cli.Failed, err
	}
	if err != nil {
		return cli.Failed, fmt.Errorf("--start: %w", err)
	}
	walk, err := simulate.NewJointWalk(interpreted.NewInterpreter(m.ispl.System), start, c.seed)
	if err != nil {
		return cli.Failed, err
	}
	style := c.model.style(env, env.Stdout)
	sh := shell.NewJoint(walk, m.ispl.System, m.condition, shell.Options{Out: env.Stdout, Style: style, Text: view.Options(style)})
	if c.steps == 0 {
		return c.talk(ctx, env, sh, name, func() error { return nil })
	}
	return 0, sh.Random(ctx, c.steps)
}

// ispl explores a model in ISPL.
func (c *reachFlags) ispl(ctx context.Context, env *cli.Env, name string) (int, error) {
	m, err := c.model.onlyISPL(ctx, env, name)
	if err != nil {
		return cli.Failed, err
	}
	view, err := m.view(ctx, &c.view)
	if err != nil {
		return cli.Failed, cli.Usage("%w", err)
	}
	where, err := m.condition(c.where)
	if err != nil {
		return cli.Failed, fmt.Errorf("--where: %w", err)
	}
	checker, err := mc.NewJointChecker(ctx, m.ispl.System, mc.JointSpecification{}, mc.WithEncoding(c.engine.encoding()))
	if err != nil {
		return cli.Failed, err
	}
	defer checker.Close()
	system := checker.InspectJoint()
	dead, err := system.Deadlocks(ctx)
	if err != nil {
		return cli.Failed, err
	}
	stats, err := checker.Reach(ctx)
	if err != nil {
		return cli.Failed, err
	}
	overflows, err := system.Overflows(ctx)
	if err != nil {
		return cli.Failed, err
	}
	fmt.Fprintf(env.Stdout, "%s, %s, %s\n", counted(stats.States, "reachable state"), counted(dead.States, "deadlock"),
		counted(overflows.States, "state")+" with an overflow")
	if c.values {
		if err := isplValues(ctx, env, system, m.ispl.System); err != nil {
			return cli.Failed, err
		}
	}
	names, text := witness.OfInterpreted(m.ispl.System), view.Options(c.model.style(env, env.Stdout))
	run := func(what string, found *mc.JointReport) error {
		if found.Run == nil {
			return nil
		}
		fmt.Fprintf(env.Stdout, "\na shortest run to %s:\n", what)
		return writeRun(ctx, env, names, found.Run, text)
	}
	if where == nil {
		return 0, cmp.Or(run("a deadlock", dead),
			run("a state in which a joint action leaves the range of a variable", overflows))
	}
	found, err := system.Where(ctx, where)
	if err != nil {
		return cli.Failed, err
	}
	if found.Run == nil {
		fmt.Fprintf(env.Stdout, "no reachable state satisfies %s\n", c.where)
		return 1, nil
	}
	writeSatisfying(env.Stdout, found.States, c.where)
	return 0, writeRun(ctx, env, names, found.Run, text)
}

// writeRun writes a run with the names of its model.
func writeRun(ctx context.Context, env *cli.Env, names witness.Names, r *branch.Run, o trace.TextOptions) error {
	run, err := witness.RunOf(ctx, names, r)
	if err != nil {
		return err
	}
	return run.WriteText(ctx, env.Stdout, o)
}

// isplValues writes the values that each variable takes.
func isplValues(ctx context.Context, env *cli.Env, system *mc.JointInspection, sys *interpreted.System) error {
	taken, err := system.Taken(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(env.Stdout, "\nvalues:")
	for v, values := range taken {
		t := sys.Vars[v].Type
		var texts []string
		for _, value := range values {
			texts = append(texts, sys.Format(t, value))
		}
		writeTaken(env.Stdout, sys.VarName(v), texts, t.Size())
	}
	return nil
}

// ispl draws a model in ISPL.
func (c *drawFlags) ispl(ctx context.Context, env *cli.Env, name string) (int, error) {
	if len(c.agents) > 0 && c.what != "states" {
		return cli.Failed, cli.Usage("--agents works only for runs and with --what=states")
	}
	if err := unfit(map[string]bool{"--sort": c.sort == "agents"}); err != nil {
		return cli.Failed, err
	}
	if c.what == "talk" || c.what == "dependencies" || c.picture.kind() == "html" || c.property != "" {
		return cli.Failed, cli.Usage("a model in ISPL can be drawn as text, svg or dot only; --what=states draws its reachable states")
	}
	m, err := c.model.onlyISPL(ctx, env, name)
	if err != nil {
		return cli.Failed, err
	}
	view, err := report.View{Agents: c.agents}.Of(m.agents())
	if err != nil {
		return cli.Failed, cli.Usage("%w", err)
	}
	in := interpreted.NewInterpreter(m.ispl.System)
	g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: drawnStates, Steps: drawnSteps})
	if err != nil {
		return cli.Failed, tooMany(err, name)
	}
	return c.picture.write(ctx, env, func(w io.Writer) error {
		var diagrams []draw.Diagram
		if c.what == "states" {
			diagrams, err = draw.Reachable(ctx, in, g, trace.TextOptions{Agents: view.Selects()})
		} else {
			diagrams, err = draw.Locals(ctx, in, g)
		}
		if err != nil {
			return err
		}
		return c.picture.drawn(ctx, w, diagrams, nil)
	})
}
