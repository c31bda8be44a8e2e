package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// reachFlags are the flags of reach.
type reachFlags struct {
	model  modelFlags
	engine engineFlags
	where  string
	values bool
	view   viewFlags
}

func reachCommand() *cli.Command {
	flags := &reachFlags{}
	return &cli.Command{
		Name:      "reach",
		Arguments: "MODEL",
		Short:     "Explore the reachable states of a model",
		Long: "Prints the number of reachable states and of deadlocks, and the commands that are never executed.\n" +
			"For a deadlock, it prints a shortest run to it and what each agent waits for. If there are few\n" +
			"states, it also prints the number of breadth-first layers; `check --stats` always prints it.\n" +
			"With --where, it prints in how many states the condition is true, and a shortest run to one.\n\n" +
			"Exit status: 0 success, 1 --where is true in no reachable state, 2 wrong usage or input,\n" +
			"3 a limit was reached.",
		Flags: flags.declare,
		Run:   flags.engine.command(flags.run),
	}
}

func (c *reachFlags) declare(f *cli.Flags) {
	f.Group("The question")
	f.StringVar(&c.where, "where", "", "a `CONDITION` on states, such as 'client1-cLink = c & deadlock'")
	f.BoolVar(&c.values, "values", false, "show the values that each variable takes")
	c.view.declare(f)
	c.engine.declare(f, "How to explore")
	c.model.declare(f)
}

func (c *reachFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	if len(args) != 1 {
		return cli.Usage("give exactly one MODEL")
	}
	if isISPL(args[0]) {
		return c.ispl(ctx, env, args[0])
	}
	m, err := c.model.onlyModel(ctx, env, args[0])
	if err != nil {
		return err
	}
	view, err := m.view(ctx, &c.view)
	if err = cmp.Or(c.engine.order.check(m.program.System, true), err); err != nil {
		return cli.Usage("%w", err)
	}
	where, err := c.condition(ctx, env, m)
	if err != nil {
		return err
	}
	r := &reachReport{flags: c, w: env.Stdout, text: view.Options(c.model.style(env, env.Stdout))}
	return r.write(ctx, m.program.System, where)
}

// condition reads --where; the expression is nil without it.
func (c *reachFlags) condition(ctx context.Context, env *cli.Env, m *model) (*recipe.Expr, error) {
	if c.where == "" {
		return nil, nil
	}
	spec, err := m.mustAdd(ctx, env, &c.model, c.where, "--where")
	if err != nil {
		return nil, err
	}
	f, err := spec.Path()
	if err != nil {
		return nil, fmt.Errorf("--where: %w", err)
	}
	e := stateCondition(m.program.System, f)
	if e == nil {
		return nil, errors.New("--where: the condition must be about a state alone, without X, U, F, G, observations or labels")
	}
	return e, nil
}

// stateCondition is the expression of a formula about states only, or nil.
func stateCondition(sys *recipe.System, f *ltol.Formula) *recipe.Expr {
	about := true
	exprs := &ltol.Algebra[*recipe.Expr]{Not: recipe.Not, And: recipe.And, Or: recipe.Or, Implies: recipe.Implies, Iff: recipe.Iff}
	e := exprs.Value(f, func(f *ltol.Formula) *recipe.Expr {
		if f.Op() != ltol.OpAtom || f.Atom().Kind != ltol.State {
			about = false
			return recipe.TrueExpr
		}
		return sys.Propositions[f.Atom().ID].Expr
	})
	if !about {
		return nil
	}
	return e
}

// reachReport writes what there is to say about the reachable states.
type reachReport struct {
	flags *reachFlags
	w     io.Writer
	text  trace.TextOptions
}

func (r *reachReport) write(ctx context.Context, given *recipe.System, where *recipe.Expr) error {
	extended := *given
	extended.Propositions = slices.Clone(given.Propositions)
	add := func(e *recipe.Expr) int {
		extended.Propositions = append(extended.Propositions, recipe.Proposition{Kind: recipe.StateProposition, Expr: e})
		return len(extended.Propositions) - 1
	}
	condition := -1
	if where != nil {
		condition = add(where)
	}
	encoding := mc.WithEncoding(r.flags.engine.encoding())
	sys, err := mc.Bounded(ctx, &extended, encoding)
	if err != nil {
		return err
	}
	extended = *sys
	firstValue := len(extended.Propositions)
	if r.flags.values {
		for v, value := range eachValue(sys) {
			t := sys.Vars[v].Type
			add(recipe.Eq(&recipe.Expr{Op: recipe.OpLocal, Type: t, Index: v}, recipe.Const(t, value)))
		}
	}
	checker, err := mc.NewChecker(ctx, &extended, mc.Specification{}, encoding)
	if err != nil {
		return err
	}
	defer checker.Close()
	stats, err := checker.Reach(ctx)
	if err != nil {
		return err
	}
	layers := ""
	if n := checker.FewLayers(ctx); n > 0 {
		layers = " in " + counted(n, "layer")
	}
	fmt.Fprintf(r.w, "%s%s, %s\n", counted(stats.States, "reachable state"), layers, counted(stats.Deadlocks, "deadlock"))
	if r.flags.values {
		if err := r.values(ctx, checker, given, sys, firstValue); err != nil {
			return err
		}
	}
	if condition >= 0 {
		return r.where(ctx, checker, condition)
	}
	if err := r.deadlocks(ctx, checker); err != nil {
		return err
	}
	return r.idle(ctx, checker)
}

// counted is a number, of whatever type, with its noun.
func counted(n any, noun string) string {
	switch text := fmt.Sprint(n); {
	case text == "1":
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		return text + " " + strings.TrimSuffix(noun, "y") + "ies"
	default:
		return text + " " + noun + "s"
	}
}

// eachValue goes through the values of all locals.
func eachValue(sys *recipe.System) iter.Seq2[int, recipe.Value] {
	return func(yield func(v int, value recipe.Value) bool) {
		for v := range sys.Vars {
			for code := range sys.Vars[v].Type.Size() {
				if !yield(v, sys.Vars[v].Type.Value(code)) {
					return
				}
			}
		}
	}
}

// values writes the values that each local takes; first is the proposition of the first value of
// the first local. The given system may have integers without a range.
func (r *reachReport) values(ctx context.Context, checker *mc.Checker, given, sys *recipe.System, first int) error {
	taken := make([][]string, len(sys.Vars))
	next := first
	for v, value := range eachValue(sys) {
		n, err := checker.Inspect().Where(ctx, next)
		if err != nil {
			return err
		}
		if n.Sign() > 0 {
			taken[v] = append(taken[v], sys.ValueString(sys.Vars[v].Type, value))
		}
		next++
	}
	fmt.Fprintln(r.w, "\nvalues:")
	for v := range sys.Vars {
		size := sys.Vars[v].Type.Size()
		if given.Vars[v].Type.Unbounded {
			size = len(taken[v])
		}
		writeTaken(r.w, sys.VariableName(sys.Vars[v].Agent, v), taken[v], size)
	}
	return nil
}

// writeTaken writes the values that a variable takes, of so many that it could have.
func writeTaken(w io.Writer, name string, values []string, size int) {
	note := ""
	if len(values) < size {
		note = fmt.Sprintf("  (%d of %d)", len(values), size)
	}
	fmt.Fprintf(w, "  %s: %s%s\n", name, strings.Join(values, ", "), note)
}

// where answers --where.
func (r *reachReport) where(ctx context.Context, checker *mc.Checker, condition int) error {
	n, err := checker.Inspect().Where(ctx, condition)
	if err != nil {
		return err
	}
	if n.Sign() == 0 {
		fmt.Fprintf(r.w, "no reachable state satisfies %s\n", r.flags.where)
		return cli.Exit(1)
	}
	run, err := checker.Inspect().RunTo(ctx, condition)
	if err != nil {
		return err
	}
	writeSatisfying(r.w, n, r.flags.where)
	return run.WriteText(ctx, r.w, r.text)
}

// writeSatisfying writes how many states satisfy a condition. A run to one of them follows.
func writeSatisfying(w io.Writer, states *big.Int, condition string) {
	verb := "satisfy"
	if states.Cmp(big.NewInt(1)) == 0 {
		verb = "satisfies"
	}
	fmt.Fprintf(w, "%s of them %s %s; a shortest run to one:\n", states, verb, condition)
}

// deadlocks explains a nearest deadlock.
func (r *reachReport) deadlocks(ctx context.Context, checker *mc.Checker) error {
	d, err := checker.Inspect().Deadlocks(ctx)
	if d == nil || err != nil {
		return err
	}
	last := d.Trace.Steps[len(d.Trace.Steps)-1].State
	finite := *d.Trace
	finite.Loop = -1
	fmt.Fprintln(r.w, "\na shortest run to a deadlock:")
	if err := finite.WriteText(ctx, r.w, r.text); err != nil {
		return err
	}
	text, err := trace.BlockedText(ctx, checker.Interpreter(), last, r.text)
	if err == nil {
		fmt.Fprintf(r.w, "where\n%s", text)
	}
	return err
}

// idle lists what never happens.
func (r *reachReport) idle(ctx context.Context, checker *mc.Checker) error {
	idle, err := checker.Inspect().Idle(ctx)
	if err != nil {
		return err
	}
	sys := checker.Interpreter().System()
	if len(idle.Commands)+len(idle.States) > 0 {
		fmt.Fprintln(r.w, "\nwhat never happens:")
	}
	for _, id := range idle.Commands {
		fmt.Fprintf(r.w, "  %s is never executed\n", sys.CommandString(id))
	}
	for _, s := range idle.States {
		fmt.Fprintf(r.w, "  %s never reaches control state %d\n", sys.Agents[s.Agent].Name, s.State)
	}
	return nil
}

// ispl explores a model in ISPL.
func (c *reachFlags) ispl(ctx context.Context, env *cli.Env, name string) error {
	m, err := c.model.onlyISPL(ctx, env, name)
	if err != nil {
		return err
	}
	view, err := m.view(ctx, &c.view)
	if err != nil {
		return cli.Usage("%w", err)
	}
	where, err := m.condition(c.where)
	if err != nil {
		return fmt.Errorf("--where: %w", err)
	}
	checker, err := mc.NewJointChecker(ctx, m.ispl.System, mc.JointSpecification{}, mc.WithEncoding(c.engine.encoding()))
	if err != nil {
		return err
	}
	defer checker.Close()
	system := checker.InspectJoint()
	dead, err := system.Deadlocks(ctx)
	if err != nil {
		return err
	}
	stats, err := checker.Reach(ctx)
	if err != nil {
		return err
	}
	overflows, err := system.Overflows(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%s, %s, %s\n", counted(stats.States, "reachable state"), counted(dead.States, "deadlock"),
		counted(overflows.States, "state")+" with an overflow")
	if c.values {
		if err := isplValues(ctx, env, system, m.ispl.System); err != nil {
			return err
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
		return cmp.Or(run("a deadlock", dead),
			run("a state in which a joint action leaves the range of a variable", overflows))
	}
	found, err := system.Where(ctx, where)
	if err != nil {
		return err
	}
	if found.Run == nil {
		fmt.Fprintf(env.Stdout, "no reachable state satisfies %s\n", c.where)
		return cli.Exit(1)
	}
	writeSatisfying(env.Stdout, found.States, c.where)
	return writeRun(ctx, env, names, found.Run, text)
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
