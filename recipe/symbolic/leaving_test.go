package symbolic_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// unbounded is the system in which some integers have no range; their initial values stay the same.
// It also returns the ranges that they had, by local, and which locals have none.
func unbounded(sys *recipe.System, random *rand.Rand) (out *recipe.System, ranges []recipe.Interval, unlimited []bool) {
	wide := *sys
	wide.Vars, wide.Agents, wide.Data = slices.Clone(sys.Vars), slices.Clone(sys.Agents), slices.Clone(sys.Data)
	ranges, unlimited = make([]recipe.Interval, len(sys.Vars)), make([]bool, len(sys.Vars))
	for i := range wide.Vars {
		v := &wide.Vars[i]
		if v.Type.Kind != recipe.Int || random.IntN(3) == 0 {
			continue
		}
		unlimited[i], ranges[i] = true, recipe.Interval{Lo: v.Type.Lo, Hi: v.Type.Hi}
		x := &recipe.Expr{Op: recipe.OpLocal, Type: v.Type, Index: i}
		a := &wide.Agents[v.Agent]
		a.Init = recipe.And(a.Init, recipe.Ge(x, recipe.IntExpr(v.Type.Lo)), recipe.Le(x, recipe.IntExpr(v.Type.Hi)))
		v.Start, v.Type = ranges[i], recipe.UnboundedType()
	}
	for i := range wide.Data {
		if wide.Data[i].Type.Kind == recipe.Int && random.IntN(2) == 0 {
			wide.Data[i].Type = recipe.UnboundedType()
		}
	}
	return &wide, ranges, unlimited
}

// In every reachable state of generated systems, just those commands initiate steps that leave the
// ranges for which the interpreter over all integers has such a step. Where there is none, the
// steps are those over all integers.
func TestLeavingIsTheInterpreters(t *testing.T) {
	ctx := context.Background()
	left, stayed := 0, 0
	for seed := range uint64(recipetest.Number(t, "RCHECK_TRIALS", 200)) {
		wide, ranges, unlimited := unbounded(recipetest.System(recipetest.Seeded(seed), recipetest.Shape{}), rand.New(rand.NewPCG(seed, 4)))
		sys, err := wide.Narrowed(ranges)
		require.NoError(t, err)
		require.NoError(t, sys.Check())
		o := symbolic.Options{NoTrials: true}
		recipetest.Extremes(recipetest.Seeded(seed), &o.Thresholds)
		m, err := symbolic.Encode(ctx, sys, o)
		require.NoError(t, err)
		k := m.Manager.Calculator(ctx)
		g, err := recipe.Explore(ctx, recipe.NewInterpreter(sys), 100)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		over, in := recipe.NewInterpreter(wide), recipe.NewInterpreter(sys)
		sets := map[int][]bool{}
		for id := range sys.Commands {
			if kind := sys.Commands[id].Kind; kind == recipe.Send || kind == recipe.Get {
				set, err := m.Leaving(k.Scope(), id, unlimited, m.Valid)
				require.NoError(t, err)
				for i := range g.Len() {
					sets[id] = append(sets[id], m.Contains(set, g.State(i)))
				}
			}
		}
		for i := range g.Len() {
			want, any := map[int]bool{}, false
			next, err := over.Successors(g.State(i))
			require.NoError(t, err)
			for _, tr := range next {
				for v, r := range ranges {
					if value := int(tr.Next.Locals[v]); unlimited[v] && (value < r.Lo || value > r.Hi) {
						want[tr.Step.Command], any = true, true
					}
				}
			}
			for id, set := range sets {
				require.Equal(t, want[id], set[i], "seed %d: %s in %s", seed, sys.CommandString(id), sys.StateString(g.State(i)))
			}
			if any {
				left++
				continue
			}
			stayed++
			same, err := in.Successors(g.State(i))
			require.NoError(t, err)
			require.Equal(t, next, same)
		}
		k.Close()
		m.Close()
	}
	require.Greater(t, left, 50)
	require.Greater(t, stayed, 500)
}

// Systems whose integers have no range are not encoded.
func TestIntegersWithoutRangeAreNotEncoded(t *testing.T) {
	sys, _, _ := unbounded(recipetest.System(recipetest.Seeded(3), recipetest.Shape{}), rand.New(rand.NewPCG(3, 4)))
	_, any := sys.Unbounded()
	require.True(t, any)
	_, err := symbolic.Encode(context.Background(), sys, symbolic.Options{})
	require.ErrorIs(t, err, symbolic.ErrNoRange)
}
