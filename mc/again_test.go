package mc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// drawnStates draws a formula about states, of every operator, over two agents and a scheduler.
func drawnStates(f mctest.Formulas, depth int) *ltol.StateFormula {
	if depth == 0 {
		return ltol.StateProp(f.States[f.Intn(len(f.States))])
	}
	sub := func() *ltol.StateFormula { return drawnStates(f, depth-1) }
	p, q := ltol.Prop(ltol.Atom{Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})
	goal := []*ltol.Formula{
		ltol.Next(p), ltol.Finally(p), ltol.Globally(p), ltol.Until(p, q),
	}[f.Intn(4)]
	path := []*ltol.Formula{
		goal, ltol.Globally(ltol.Finally(p)), ltol.WeakUntil(p, q),
		ltol.And(ltol.Next(p), ltol.Finally(ltol.Globally(q))),
	}[f.Intn(4)]
	agent := f.Intn(2)
	switch f.Intn(14) {
	case 0:
		return ltol.NotState(sub())
	case 1:
		return ltol.OrState(sub(), sub())
	case 2:
		return ltol.ImpliesState(sub(), sub())
	case 3:
		return ltol.Knows(agent, sub())
	case 4:
		return ltol.EveryoneKnows([]int{0, 1}, sub())
	case 5:
		return ltol.DistributedKnows([]int{0, 1}, sub())
	case 6, 7:
		return ltol.CommonKnows([]int{0, 1}, sub())
	case 8:
		return ltol.Obliged(agent, sub())
	case 9:
		return ltol.AllPaths(path, sub(), sub())
	case 10:
		return ltol.ExistsPath(path, sub(), sub())
	}
	coalitions := [][]int{{0}, {1}, {0, 1}, {2}, {0, 2}, nil}
	return ltol.Can(coalitions[f.Intn(len(coalitions))], goal, sub(), sub())
}

// An enquiry is a question to a checker, with the answer as a text.
type enquiry struct {
	name string
	ask  func(ctx context.Context, c *mc.Checker) (string, error)
}

// enquiries are all that there are about a system.
func enquiries(sys *recipe.System, spec mc.Specification) (list []enquiry) {
	add := func(name string, ask func(ctx context.Context, c *mc.Checker) (string, error)) {
		list = append(list, enquiry{name, ask})
	}
	verdict := func(r mc.Result) (string, error) {
		if r.Verdict == mc.Unknown {
			return "", r.Err
		}
		return fmt.Sprint(r.Verdict, r.States), r.Err
	}
	for i, p := range spec.Properties {
		text := fmt.Sprint(p.Formula, p.State)
		add("check "+text, func(ctx context.Context, c *mc.Checker) (string, error) {
			return verdict(c.CheckProperty(ctx, p))
		})
		add("vacuity of "+text, func(ctx context.Context, c *mc.Checker) (string, error) {
			w, err := c.Vacuity(ctx, p)
			return fmt.Sprint(w), err
		})
		if p.State != nil {
			add("why "+text, func(ctx context.Context, c *mc.Checker) (string, error) {
				w, err := c.ExplainStates(ctx, p)
				return fmt.Sprint(w != nil), err
			})
			continue
		}
		add("witness of "+text, func(ctx context.Context, c *mc.Checker) (string, error) {
			t, _, err := c.Witness(ctx, spec.Properties[i].Formula)
			return fmt.Sprint(t != nil), err
		})
	}
	for id, p := range sys.Propositions {
		if p.Kind == recipe.StateProposition {
			add(fmt.Sprint("where ", id), func(ctx context.Context, c *mc.Checker) (string, error) {
				n, err := c.Inspect().Where(ctx, id)
				return fmt.Sprint(n), err
			})
			add(fmt.Sprint("run to ", id), func(ctx context.Context, c *mc.Checker) (string, error) {
				t, err := c.Inspect().RunTo(ctx, id)
				if t == nil {
					return "none", err
				}
				return fmt.Sprint(len(t.Steps)), err
			})
		}
	}
	deadlocks := func(name string, of func(*mc.Inspection, context.Context) (*mc.DeadlockReport, error)) {
		add(name, func(ctx context.Context, c *mc.Checker) (string, error) {
			r, err := of(c.Inspect(), ctx)
			if r == nil {
				return "none", err
			}
			return fmt.Sprint(r.States, len(r.Trace.Steps)), err
		})
	}
	deadlocks("deadlocks", (*mc.Inspection).Deadlocks)
	deadlocks("unfair deadlocks", (*mc.Inspection).UnfairDeadlocks)
	add("ranges", func(ctx context.Context, c *mc.Checker) (string, error) {
		list, err := c.Inspect().RangeFaults(ctx)
		return fmt.Sprint(len(list) > 0), err // of orbits there are fewer, and with more states
	})
	add("idle", func(ctx context.Context, c *mc.Checker) (string, error) {
		r, err := c.Inspect().Idle(ctx)
		return fmt.Sprint(r), err
	})
	add("contacts", func(ctx context.Context, c *mc.Checker) (string, error) {
		r, err := c.Inspect().Contacts(ctx)
		return fmt.Sprint(r), err
	})
	add("layers", func(ctx context.Context, c *mc.Checker) (string, error) {
		n, err := c.Layers(ctx)
		return fmt.Sprint(n), err
	})
	add("fair computation", func(ctx context.Context, c *mc.Checker) (string, error) {
		fair, err := c.FairComputation(ctx)
		return fmt.Sprint(fair), err
	})
	add("reach", func(ctx context.Context, c *mc.Checker) (string, error) {
		s, err := c.Reach(ctx)
		return fmt.Sprint(s.States, s.Deadlocks), err
	})
	add("comparison", func(ctx context.Context, c *mc.Checker) (string, error) {
		_, err := c.Compare(ctx)
		return "compared", err
	})
	add("warnings", func(ctx context.Context, c *mc.Checker) (string, error) {
		list, err := c.Warnings(ctx)
		var codes []string
		for _, w := range list {
			codes = append(codes, w.Code)
		}
		slices.Sort(codes)
		return fmt.Sprint(slices.Compact(codes)), err
	})
	add("saved", func(ctx context.Context, c *mc.Checker) (string, error) {
		var b bytes.Buffer
		return "saved", c.SaveReachable(ctx, &b)
	})
	add("all", func(ctx context.Context, c *mc.Checker) (text string, err error) {
		c.CheckProperties(ctx, spec.Properties, func(r mc.Result) {
			one, fault := verdict(r)
			text += one + ";"
			if err == nil || errors.Is(fault, mc.ErrInternal) {
				err = fault
			}
		})
		return text, err
	})
	return list
}

// answer asks a question; panics are errors.
func (q enquiry) answer(ctx context.Context, c *mc.Checker) (text string, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%w: panic: %v\n%s", mc.ErrInternal, fault, debug.Stack())
		}
	}()
	return q.ask(ctx, c)
}

// again is a system whose questions were answered by checkers that nothing has interrupted.
type again struct {
	t         *testing.T
	sys       *recipe.System
	spec      mc.Specification
	options   []mc.Option
	enquiries []enquiry
	want      []string // "" if limits of the way of checking keep it from answering
	looks     []int    // that operations on diagrams take for each
	answers   int
	limits    int
}

// newAgain generates a system, with properties of both kinds, or, as schedules of orbits need it, about runs
// alone. Every other one is a model in the language, some agents of which may be interchangeable.
// It is nil if that is none, or has one agent, or if everything is found to be violated before
// there is a checker.
func newAgain(t *testing.T, seed int, options ...mc.Option) *again {
	source := recipetest.Seeded(uint64(77_000 + seed))
	shape := recipetest.Shape{Propositions: 3, Agents: 2, Commands: 4 + seed%4, States: 1 + seed%3}
	sys := recipetest.System(source, shape)
	a := &again{t: t, options: append(options, mc.WithAbility(branch.Ability(seed/2%3), 60))}
	if seed%2 == 1 {
		m := rchecktest.New(source)
		p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
		if list.HasErrors() || len(p.System.Agents) < 2 {
			return nil
		}
		sys, a.spec = p.System, rcp.Specification(p)
	} else if seed%3 == 1 {
		a.spec.Justice = []*ltol.Formula{ltol.Not(ltol.Prop(ltol.Atom{Kind: ltol.State}))}
	}
	formulas := mctest.NewFormulas(source, sys)
	for range 3 {
		if seed%2 == 0 {
			a.spec.Properties = append(a.spec.Properties, mc.Property{Formula: formulas.Property()})
		}
		if seed%8 < 6 && len(formulas.States) > 0 {
			a.spec.Properties = append(a.spec.Properties, mc.Property{State: drawnStates(formulas, 2)})
		}
	}
	for i := range a.spec.Properties {
		a.spec.Properties[i].Index = i + 1
	}
	a.sys = sys
	a.enquiries = enquiries(sys, a.spec)
	fresh, err := a.open()
	if errors.Is(err, mc.ErrAllViolated) || errors.Is(err, mc.ErrAllDecided) {
		return nil
	}
	require.NoError(t, err)
	defer fresh.Close()
	for _, q := range a.enquiries {
		want, err := q.answer(context.Background(), fresh)
		if err != nil {
			open := errors.Is(err, branch.ErrStrategy) || mc.IsLimit(err)
			require.True(t, open, "seed %d: %s: %v", seed, q.name, err)
			want = ""
		}
		alone, err := a.open()
		require.NoError(t, err)
		never := mctest.NewLimit(1<<40, 1)
		_, _ = q.answer(never, alone)
		alone.Close()
		a.want, a.looks = append(a.want, want), append(a.looks, max(1, never.Looks()))
	}
	return a
}

func (a *again) open(more ...mc.Option) (*mc.Checker, error) {
	options := append(a.options[:len(a.options):len(a.options)], more...)
	return mc.NewChecker(context.Background(), a.sys, a.spec, options...)
}

// ask demands that a checker's answer to a question is right, or that a limit keeps it from
// answering.
func (a *again) ask(ctx context.Context, c *mc.Checker, i int, how string) (answered bool) {
	got, err := a.enquiries[i].answer(ctx, c)
	if mc.IsLimit(err) {
		a.limits++
		return a.want[i] == ""
	}
	how += "; " + a.enquiries[i].name
	require.True(a.t, err == nil || errors.Is(err, branch.ErrStrategy), "%s: %v", how, err)
	if a.want[i] != "" {
		require.NoError(a.t, err, how)
		require.Equal(a.t, a.want[i], got, how)
		a.answers++
	}
	return true
}

// drawnOptions are those of a way to check.
func drawnOptions(seed int) []mc.Option {
	source := recipetest.Seeded(uint64(seed))
	out := drawnWay(source).options
	if source.Intn(3) > 0 {
		out = append(out, mc.WithEngines("diagrams", "orbits"))
	}
	if source.Intn(3) == 0 {
		out = append(out, mc.WithVacuity())
	}
	return out
}

// Whatever an interrupt, or a limit that strikes single operations, has left of questions, the same
// checker answers them and all others as one does that was never interrupted. While states are
// explored a limit on nodes is for good: it strikes once the reachable ones are known.
func TestQuestionsAreAskedAgain(t *testing.T) {
	answers, limits := 0, 0
	for seed := range recipetest.Number(t, "MC_AGAIN", 6) {
		a, source := newAgain(t, seed, drawnOptions(seed)...), recipetest.Seeded(uint64(seed))
		for round := range recipetest.Number(t, "MC_ROUNDS", 6) {
			if a == nil {
				break
			}
			c, err := a.open()
			require.NoError(t, err)
			how := fmt.Sprintf("seed %d", seed)
			struck := false
			if round%2 == 1 {
				_, err := c.Reach(context.Background())
				require.True(t, err == nil || mc.IsLimit(err), "%v", err)
			}
			for range 1 + source.Intn(8) {
				i, number := source.Intn(len(a.enquiries)), 1+source.Intn(4)
				first := 1 + source.Intn(1+source.Intn(a.looks[i]))
				ctx := mctest.NewLimit(first, number)
				if round%2 == 0 || source.Intn(2) == 0 {
					ctx, number = mctest.NewInterrupt(first), 0
				}
				how += fmt.Sprintf("; %q from look %d, %d", a.enquiries[i].name, first, number)
				before := a.limits
				a.ask(ctx, c, i, how)
				struck = struck || number > 0 && a.limits > before
			}
			for i, q := range a.enquiries {
				require.True(t, a.ask(context.Background(), c, i, how) || struck, "%s: %s", how, q.name)
			}
			c.Close()
		}
		if a != nil {
			answers, limits = answers+a.answers, limits+a.limits
		}
	}
	t.Log(answers, limits)
	require.Greater(t, limits, 25)
}

// However few nodes there are, or bytes, the answers that there are to all questions, one after the
// other, are right.
func TestQuestionsUnderLimits(t *testing.T) {
	answers, limits := 0, 0
	for seed := range recipetest.Number(t, "MC_LIMITS", 3) {
		engine := []string{"native", "native", "rudd"}[seed%3]
		symmetry := []mc.Symmetry{
			mc.SymmetryOff, mc.SymmetryOrbits, mc.SymmetryConjuncts, mc.SymmetryAuto,
		}[seed/3%4]
		a := newAgain(t, seed, mc.WithSymmetry(symmetry), mc.WithJobs(1+seed%2))
		source := recipetest.Seeded(uint64(seed))
		for size := 20; a != nil && size < 5000; size += 1 + source.Intn(size) {
			o := symbolic.Options{BDD: bdd.Options{Engine: engine, MaxNodes: size}, NoTrials: true}
			if source.Intn(3) == 0 {
				o.BDD.MaxNodes, o.BDD.MaxBytes = 0, int64(4000+100*size)
				o.BDD.InitialNodes, o.BDD.CacheSize = 16, 16
			}
			c, err := a.open(mc.WithEncoding(o))
			if err != nil {
				require.True(t, mc.IsLimit(err), "%v", err)
				continue
			}
			for range 2 {
				for i := range a.enquiries {
					a.ask(context.Background(), c, i, fmt.Sprintf("seed %d, size %d", seed, size))
				}
			}
			c.Close()
		}
		if a != nil {
			answers, limits = answers+a.answers, limits+a.limits
		}
	}
	t.Log(answers, limits)
	require.Greater(t, min(answers, limits), 50)
}
