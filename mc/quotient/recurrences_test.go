package quotient_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/searchtest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// room is a system of n people, one of whom may take the floor. That person speaks, may leave the
// floor to anybody if it is shared, or else to somebody who waits for it, and may become silent for
// ever if there are ends. The others hum, if there are no ends. The lists have propositions about
// each person, and then one about all.
func room(t testing.TB, n int, shared, ends bool) (sys *recipe.System, states, steps []int) {
	b := recipe.NewBuilder()
	free, hall := b.Data("FREE", recipe.BoolType), b.Channel("hall")
	var has []*recipe.Expr
	var speaks []*recipe.CommandBuilder
	for i := range n {
		a := b.Agent(fmt.Sprint("p", i), "Person")
		floor, waits := a.Local("floor", recipe.BoolType), a.Local("waits", recipe.BoolType)
		a.Init(recipe.And(recipe.Not(floor), recipe.Not(waits))).ReceiveGuard(recipe.FalseExpr)
		a.Send(0, 0, b.Broadcast()).When(recipe.And(recipe.Not(floor), recipe.Not(waits))).
			With(free, recipe.FalseExpr).Set(floor, recipe.TrueExpr)
		a.Receive(0, 0, b.Broadcast()).Set(waits, recipe.And(recipe.Not(free), recipe.Not(floor)))
		speaks = append(speaks, a.Send(0, 0, b.Broadcast()).When(floor).With(free, recipe.FalseExpr))
		if shared {
			a.Send(0, 0, b.Broadcast()).When(floor).With(free, recipe.TrueExpr).Set(floor, recipe.FalseExpr)
		} else {
			a.Get(0, 0).When(waits).With(free, recipe.FalseExpr).
				Set(floor, recipe.TrueExpr).Set(waits, recipe.FalseExpr)
			a.Supply(0, 0).When(floor).With(free, recipe.FalseExpr).
				Set(floor, recipe.FalseExpr).Set(waits, recipe.TrueExpr)
		}
		if ends {
			a.Send(0, 1, b.Broadcast()).When(floor).With(free, recipe.TrueExpr).Set(floor, recipe.FalseExpr)
			a.Receive(1, 1, b.Broadcast())
		} else {
			speaks[i] = a.Send(0, 0, hall).When(recipe.Not(waits)).With(free, recipe.FalseExpr)
		}
		has = append(has, floor)
	}
	for i := range n {
		states = append(states, b.StateProposition(fmt.Sprint("has", i), has[i]))
		steps = append(steps, b.StepProposition(fmt.Sprint("speaks", i), recipe.Executed(speaks[i])))
	}
	states = append(states, b.StateProposition("taken", recipe.Or(has...)))
	steps = append(steps, b.StepProposition("anybody", recipe.Executed(speaks...)))
	sys, err := b.System()
	require.NoError(t, err)
	return sys, states, steps
}

// TestRecurrencesOfAllAgents compares the search for runs that satisfy a condition on each agent
// infinitely often with the symbolic engine. Such conditions tell no agents apart. What else a
// formula says may tell the last agent apart. Then the quotient is unfolded.
func TestRecurrencesOfAllAgents(t *testing.T) {
	ctx := context.Background()
	found, none, smaller, unfolded := 0, 0, 0, 0
	for k := range 12 {
		n := 2 + max(k%2, k/8)
		sys, states, steps := room(t, n, k/2%2 == 1, k/4 == 1 || k/8*k%2 == 1)
		in := recipe.NewInterpreter(sys)
		finder := quotient.NewFinder(in, quotient.Options{Repeat: true})
		checker := searchtest.New(t, sys, nil, nil)
		source := recipetest.Seeded(uint64(k))
		g := mctest.Formulas{Source: source, States: states[n-k/8:], Steps: steps[n-k/8:]}
		for range 30 {
			f := ltol.And(append(recurrences(source, states[:n], steps[:n]), g.Formula(source.Intn(3)))...)
			tr, stats, err := finder.Find(ctx, f)
			require.NoError(t, err, "formula %s", f)
			require.Equal(t, checker.Violated(ltol.Not(f)), tr != nil, "formula %s", f)
			if tr == nil {
				none++
				if len(stats.Classes) > 0 {
					smaller++
					if len(stats.Classes[0]) < n {
						unfolded++
					}
				}
				continue
			}
			found++
			require.NoError(t, tr.Replay(in), "formula %s", f)
			ok, err := trace.Read(ctx, in, tr).Satisfies(f)
			require.NoError(t, err)
			require.True(t, ok, "formula %s", f)
		}
	}
	t.Logf("%d formulas satisfied, %d not, %d of them on a proper quotient, %d unfolded", found, none, smaller, unfolded)
	require.Greater(t, min(found, none), 50)
	require.Greater(t, smaller, 25)
	require.Greater(t, unfolded, 5)
}

// recurrences draws a condition for each agent, or two, and sometimes one about the first two
// agents.
func recurrences(source recipetest.Source, states, steps []int) (out []*ltol.Formula) {
	recurs := func(f *ltol.Formula) {
		out = append(out, ltol.Globally(ltol.Finally(f)))
	}
	for range 1 + source.Intn(2) {
		kind, ids := ltol.State, states
		if source.Intn(2) == 0 {
			kind, ids = ltol.Step, steps
		}
		negated := source.Intn(3) == 0
		var list []*ltol.Formula
		for _, id := range ids {
			x := ltol.Prop(ltol.Atom{ID: id, Kind: kind})
			if negated {
				x = ltol.Not(x)
			}
			list = append(list, x)
			recurs(x)
		}
		if source.Intn(4) == 0 {
			recurs(ltol.Or(list[0], list[1]))
			recurs(ltol.And(list[0], ltol.Not(list[1])))
		}
	}
	return out
}
