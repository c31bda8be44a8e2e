package falsifier

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Under fairness only fair lassos are violations: where everything that goes wrong is unfair, walks
// find nothing, however much they may cost, and there is no fault. Without fairness they find the
// prefix that goes wrong, and close it.
func TestUnfairRunsAreNoViolations(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x := a.Local("x", recipe.IntType(0, 2))
	a.Init(recipe.Eq(x, recipe.IntExpr(0)))
	at := func(n int) *recipe.Expr { return recipe.Eq(x, recipe.IntExpr(n)) }
	for _, way := range [][2]int{{0, 0}, {0, 1}, {1, 2}, {2, 1}} {
		a.Send(0, 0, b.Broadcast()).When(at(way[0])).Set(x, recipe.IntExpr(way[1]))
	}
	var is []*ltol.Formula
	for n := range 3 {
		is = append(is, ltol.Prop(ltol.Atom{ID: b.StateProposition("is", at(n)), Kind: ltol.State}))
	}
	sys, err := b.System()
	require.NoError(t, err)
	for _, fair := range [][]*ltol.Formula{nil, {ltol.Globally(ltol.Finally(is[0]))}} {
		board := &engine.Board{System: sys, MaxLength: 100, Fair: fair}
		safety, live := &engine.Target{Formula: ltol.Globally(is[0])}, &engine.Target{Index: 1, Formula: ltol.Finally(is[1])}
		board.Add(safety)
		board.Add(live)
		f := New(board, 1000, 1, 1<<40)
		for range 40 {
			_, err := f.Advance(context.Background(), 1000)
			require.NoError(t, err)
		}
		require.Equal(t, fair == nil, safety.Trace != nil)
		require.NotNil(t, live.Trace, "staying where the runs begin is fair")
		in := recipe.NewInterpreter(sys)
		for _, target := range board.Targets {
			if target.Trace != nil {
				require.NoError(t, target.Trace.Replay(in))
			}
		}
		require.Equal(t, 0, live.Trace.Loop)
	}
}

// A formula whose evaluation costs more than any budget is evaluated as soon as all walks have cost
// as much.
func TestLargeFormulasAreTestedInTheEnd(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x := a.Local("x", recipe.IntType(0, 1))
	a.Send(0, 0, b.Broadcast()).Set(x, recipe.IntExpr(1))
	zero := ltol.Prop(ltol.Atom{ID: b.StateProposition("zero", recipe.Eq(x, recipe.IntExpr(0))), Kind: ltol.State})
	sys, err := b.System()
	require.NoError(t, err)
	large := zero
	for range 2000 {
		large = ltol.Next(large)
	}
	board := &engine.Board{System: sys, MaxLength: 100}
	board.Add(&engine.Target{Formula: large})
	const budget = 100
	f := New(board, 1, 1, 1<<40)
	for board.Targets[0].Trace == nil {
		require.Less(t, f.Spent(), 20*f.cost[0].nodes)
		_, err := f.Advance(context.Background(), budget)
		require.NoError(t, err)
	}
	require.Greater(t, f.cost[0].nodes, budget)
}

// The tests of one of n open targets cost at most 2/(n+1) of what walks have cost, or may cost at once.
// So dear ones leave the most for many walks on which cheap ones are tested.
func TestTargetsHaveTheirPartOfTests(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x := a.Local("x", recipe.IntType(0, 1))
	a.Send(0, 0, b.Broadcast()).Set(x, recipe.Sub(recipe.IntExpr(1), x))
	low := ltol.Prop(ltol.Atom{ID: b.StateProposition("low", recipe.Lt(x, recipe.IntExpr(2))), Kind: ltol.State})
	sys, err := b.System()
	require.NoError(t, err)
	board := &engine.Board{System: sys, MaxLength: 100}
	for i, depth := range []int{400, 0, 900, 1} {
		f := ltol.Globally(low)
		for range depth {
			f = ltol.Next(f)
		}
		board.Add(&engine.Target{Index: i, Formula: f})
	}
	const first, budget = 200, 100
	f := New(board, first, 1, 1<<40)
	for range 400 {
		_, err := f.Advance(t.Context(), budget)
		require.NoError(t, err)
		for i := range f.cost {
			require.LessOrEqual(t, f.cost[i].spent, 2*max(first, f.Spent())/5)
		}
	}
	require.Greater(t, f.cost[2].nodes, first)
	for i := range f.cost {
		require.Positive(t, f.cost[i].spent)
	}
	require.Greater(t, f.number, 100)
}
