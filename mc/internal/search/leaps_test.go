package search

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Searches that leap find a run where those find one that do not, before and after the reachable
// states are known, on generated systems and formulas. The run is the interpreter's, satisfies the
// formula, and is sometimes longer.
func TestLeapsFindRuns(t *testing.T) {
	runs, longer := findRuns(t, Thresholds{NodesBeforeLeaps: -1})
	require.Greater(t, min(runs, 40*longer), 80)
}

// So do searches that go backwards as well, from one end.
func TestEndingsFindRuns(t *testing.T) {
	for _, leaps := range []int{-1, math.MaxInt} {
		runs, longer := findRuns(t, Thresholds{NodesBeforeEnding: -1, NodesBeforeLeaps: leaps})
		require.Greater(t, min(runs, 100*longer), 80)
	}
}

// findRuns counts the runs that are found, and those longer than without leaps and endings.
func findRuns(t *testing.T, thresholds Thresholds) (runs, longer int) {
	ctx := context.Background()
	for seed := range recipetest.Number(t, "MC_LEAPS", 60) {
		source := recipetest.Seeded(uint64(seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
		draw := mctest.NewFormulas(source, sys)
		model, err := symbolic.Encode(ctx, sys, symbolic.Options{})
		require.NoError(t, err)
		sp := space.OfRecipe(model, recipe.NewInterpreter(sys))
		leaping := NewSystem(sp, Fairness{}, Options{Thresholds: thresholds})
		walking := NewSystem(sp, Fairness{}, Options{Thresholds: Thresholds{NodesBeforeLeaps: math.MaxInt, NodesBeforeEnding: math.MaxInt}})
		for i := range 6 {
			if i == 3 {
				require.NoError(t, leaping.Explore(ctx))
				require.NoError(t, walking.Explore(ctx))
			}
			f := draw.Property()
			goals, err := leaping.Goals(ctx, f, ltol.Options{})
			require.NoError(t, err)
			for _, goal := range goals {
				out, err := leaping.Find(ctx, goal, true, false)
				require.NoError(t, err, "seed %d, %s", seed, f)
				want, err := walking.Find(ctx, goal, true, false)
				require.NoError(t, err)
				if require.Equal(t, want.Found, out.Found); out.Run == nil {
					continue
				}
				requireRun(t, leaping, out.Run)
				holds, err := ltol.Eval(f, lassoOf(leaping, out.Run))
				require.NoError(t, err)
				require.True(t, holds, "seed %d: a run does not satisfy %s", seed, f)
				if runs++; len(out.Run.Steps) > len(want.Run.Steps) {
					longer++
				}
			}
		}
		model.Close()
	}
	t.Logf("%d runs, %d longer", runs, longer)
	return runs, longer
}

// A counter that one move raises is one leap away from its end, and so is another that is raised
// only after it. The run has all the steps.
func TestLeapsOfCounters(t *testing.T) {
	const most = 300
	b := recipe.NewBuilder()
	a := b.Agent("counter", "Counter")
	x, y := a.Local("x", recipe.IntType(0, most)), a.Local("y", recipe.IntType(0, most))
	a.Init(recipe.And(recipe.Eq(x, recipe.IntExpr(0)), recipe.Eq(y, recipe.IntExpr(0))))
	one := recipe.IntExpr(1)
	a.Send(0, 0, b.Broadcast()).When(recipe.Lt(x, recipe.IntExpr(most))).Set(x, recipe.Add(x, one))
	a.Send(0, 0, b.Broadcast()).When(recipe.And(recipe.Eq(x, recipe.IntExpr(most)), recipe.Lt(y, x))).Set(y, recipe.Add(y, one))
	id := b.StateProposition("end", recipe.Eq(y, recipe.IntExpr(most)))
	sys, err := b.System()
	require.NoError(t, err)
	s := encoded(t, sys)
	defer closeSpace(s)
	s.opts.Thresholds.NodesBeforeLeaps = -1
	require.NoError(t, s.Explore(context.Background()))
	rings := 0
	p := ltol.Finally(ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
	work := s.begin(context.Background())
	goals, err := s.Goals(context.Background(), p, ltol.Options{})
	require.NoError(t, err)
	e := s.newEmptiness(work, goals[0])
	far := newLeaps(e.product.graph, s.space.Variables())
	require.True(t, far.possible(most))
	require.False(t, far.possible(most+1), "each value had a ring")
	ring, seen := e.product.init.clone(), e.product.init.clone()
	for ; !ring.empty() && rings < most; rings++ {
		next := far.advance(work, ring, 0)
		seen.absorb(work, next)
		ring.release()
		ring = next
	}
	require.NoError(t, work.err)
	require.Less(t, rings, 8)
	far.release()
	ring.release()
	seen.release()
	e.release()
	out := find(t, s, p)
	requireRun(t, s, out.Run)
	require.GreaterOrEqual(t, len(out.Run.Steps), 2*most)
}

// Runs that are to be shortest are, whatever leaps would find: a counter that one move raises can
// also jump from 3 to 7, so that 9 is six steps away.
func TestRunsToStatesDoNotLeap(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("counter", "Counter")
	x := a.Local("x", recipe.IntType(0, 20))
	a.Init(recipe.Eq(x, recipe.IntExpr(0)))
	a.Send(0, 0, b.Broadcast()).When(recipe.Lt(x, recipe.IntExpr(20))).Set(x, recipe.Add(x, recipe.IntExpr(1)))
	a.Send(0, 0, b.Broadcast()).When(recipe.Eq(x, recipe.IntExpr(3))).Set(x, recipe.IntExpr(7))
	id := b.StateProposition("nine", recipe.Eq(x, recipe.IntExpr(9)))
	sys, err := b.System()
	require.NoError(t, err)
	s := encoded(t, sys)
	defer closeSpace(s)
	s.opts.Thresholds.NodesBeforeLeaps = -1
	ctx := context.Background()
	require.NoError(t, s.Explore(ctx))
	c := s.space.Manager().Calculator(ctx)
	defer c.Close()
	nine := ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})
	run, err := s.RunTo(ctx, s.StatesOf(c, nine))
	require.NoError(t, err)
	require.Len(t, run.Steps, 6)
	require.Greater(t, len(find(t, s, ltol.Finally(nine)).Run.Steps), 9)
	goals, err := s.Goals(ctx, ltol.Finally(nine), ltol.Options{})
	require.NoError(t, err)
	for at := 1; ; at++ { // a limit anywhere is told as such
		stumble := mctest.NewLimit(at, 2)
		if _, err := s.Find(stumble, goals[0], true, false); err != nil {
			require.ErrorIs(t, err, bdd.ErrNodeLimit, "limit at look %d", at)
		}
		if stumble.Looks() < at {
			require.Greater(t, at, 50)
			break
		}
	}
}
