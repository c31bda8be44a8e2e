package circuits_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/circuits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/falsifier"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// onCircuit is what the engines share on the ReCiPe system of a board.
func onCircuit(board *engine.Board, first, states int) *circuits.Shared {
	return circuits.NewShared(board, circuits.OfRecipe(board, falsifier.New(board, 20_000, 20, 1<<40)), first, states)
}

// Bounded checking is alone while some property that no finite run violates is open: one that is
// neither decided nor known to be violated.
func TestAloneWithLassos(t *testing.T) {
	p := ltol.Prop(ltol.Atom{Kind: ltol.State})
	safe, live := ltol.Globally(p), ltol.Globally(ltol.Finally(p))
	for _, c := range []struct {
		formulas []*ltol.Formula
		want     bool
	}{{nil, false}, {[]*ltol.Formula{safe}, false}, {[]*ltol.Formula{live, safe}, true}, {[]*ltol.Formula{safe, live}, true}} {
		board := &engine.Board{System: recipetest.Blinking(), MaxLength: 10}
		for _, f := range c.formulas {
			board.Add(&engine.Target{Formula: f})
		}
		shared := onCircuit(board, 1, 1)
		alone := func() bool { return circuits.NewBounded(shared, 10).Alone() }
		same := circuits.NewBounded(shared, 10)
		for range 2 {
			require.Equal(t, c.want, same.Alone(), "asking twice changes nothing")
		}
		for _, target := range board.Targets {
			target.Decided = true
		}
		require.False(t, alone(), "all are decided")
		require.False(t, same.Alone(), "all are decided")
		for _, target := range board.Targets {
			target.Decided, target.Trace = false, &trace.Trace{}
		}
		require.False(t, alone(), "all are violated")
	}
}

// Automata that are too large for a budget cost that budget. A larger budget makes them, and the
// violation is found. Automata that are too large for the bound on states are given up.
func TestAutomataWithinTheBudget(t *testing.T) {
	ctx := context.Background()
	sys := recipetest.Blinking()
	values, err := symbolic.Analyse(ctx, sys, nil)
	require.NoError(t, err)
	on := ltol.Prop(ltol.Atom{Kind: ltol.State})
	for _, states := range []int{1, 200} {
		board := &engine.Board{System: sys, MaxLength: 100}
		board.Add(&engine.Target{Formula: ltol.Or(
			ltol.Finally(ltol.Globally(on)), ltol.Finally(ltol.Globally(ltol.Not(on))), ltol.And(on, ltol.Not(on)),
			ltol.Finally(ltol.And(on, ltol.Next(on))),
		)})
		shared := onCircuit(board, -1, states)
		shared.Know((*circuit.Flow)(values))
		b := circuits.NewBounded(shared, 10)
		const small = 50
		worked, err := b.Advance(ctx, small)
		require.NoError(t, err)
		require.True(t, worked)
		require.GreaterOrEqual(t, b.Spent(), small)
		require.False(t, b.Over())
		worked, err = b.Advance(ctx, small)
		require.NoError(t, err)
		require.False(t, worked, "the same budget is not enough")
		for budget := small; !b.Over() && budget < 1<<20; budget *= 2 {
			_, err = b.Advance(ctx, budget)
			require.NoError(t, err)
		}
		require.True(t, b.Over())
		require.Equal(t, states > 1, board.Targets[0].Trace != nil)
	}
}

// A number that grows is 5 after five steps, and stays so: no violation has fewer than seven steps.
// Bounded checking says that no run is shorter only if that is so, and says so of one that it has found.
func TestNoneIsShorterAfterAllLengths(t *testing.T) {
	ctx := context.Background()
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x := a.Local("x", recipe.IntType(0, 5))
	a.Init(recipe.Eq(x, recipe.IntExpr(0))).Send(0, 0, b.Broadcast()).
		Set(x, recipe.Min(recipe.IntExpr(5), recipe.Add(x, recipe.IntExpr(1))))
	small := b.StateProposition("small", recipe.Lt(x, recipe.IntExpr(5)))
	sys, err := b.System()
	require.NoError(t, err)
	values, err := symbolic.Analyse(ctx, sys, nil)
	require.NoError(t, err)
	for _, known := range []int{7, 8, 20} {
		for steps := 1; steps <= 9; steps++ {
			board := &engine.Board{System: sys, MaxLength: 100}
			target := &engine.Target{
				Formula: ltol.Globally(ltol.Prop(ltol.Atom{ID: small, Kind: ltol.State})),
				Trace:   &trace.Trace{Steps: make([]trace.Step, known)},
			}
			board.Add(target)
			shared := onCircuit(board, -1, 200)
			shared.Know((*circuit.Flow)(values))
			bounded := circuits.NewBounded(shared, steps)
			for !bounded.Over() {
				_, err := bounded.Advance(ctx, 1<<20)
				require.NoError(t, err)
			}
			what := fmt.Sprintf("a run of %d steps is known, and runs of up to %d are looked at", known, steps)
			require.False(t, target.Shortest && len(target.Trace.Steps) > 7, what)
			require.True(t, target.Shortest || steps < 6 || known < 20, what)
		}
	}
}

// The shortest run without a flag stays where it is, and is not fair. Bounded checking finds the fair
// one, on which a number grows first.
func TestBoundedFindsFairRuns(t *testing.T) {
	ctx := context.Background()
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x := a.Local("x", recipe.IntType(0, 3))
	a.Init(recipe.Eq(x, recipe.IntExpr(0))).Send(0, 0, b.Broadcast()).
		Set(x, recipe.Min(recipe.IntExpr(3), recipe.Add(x, recipe.IntExpr(1))))
	a.Send(0, 0, b.Broadcast())
	large := b.StateProposition("large", recipe.Eq(x, recipe.IntExpr(3)))
	flag := b.StateProposition("flag", recipe.Gt(x, recipe.IntExpr(3)))
	sys, err := b.System()
	require.NoError(t, err)
	values, err := symbolic.Analyse(ctx, sys, nil)
	require.NoError(t, err)
	justice := []*ltol.Formula{ltol.Prop(ltol.Atom{ID: large, Kind: ltol.State})}
	f := ltol.Finally(ltol.Prop(ltol.Atom{ID: flag, Kind: ltol.State}))
	board := &engine.Board{System: sys, MaxLength: 100, Justice: justice, Fair: []*ltol.Formula{ltol.Globally(ltol.Finally(justice[0]))}}
	board.Add(&engine.Target{Formula: f})
	shared := onCircuit(board, -1, 200)
	shared.Know((*circuit.Flow)(values))
	bounded := circuits.NewBounded(shared, 10)
	for !bounded.Over() {
		_, err := bounded.Advance(ctx, 1<<20)
		require.NoError(t, err)
	}
	require.NotNil(t, board.Trace(f))
	require.Len(t, board.Trace(f).Steps, 4)
}
