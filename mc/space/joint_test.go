package space_test

import (
	"context"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// What a coalition of agents who act at once chooses is one action for each of them in a state, and
// all steps with it lead into the set that it can force; a plan allows to force just that.
func TestChoicesOfJointSteps(t *testing.T) {
	ctx := context.Background()
	states, options := 0, 0
	for seed := range 160 {
		random := rand.New(rand.NewSource(int64(seed)))
		p, list := ispl.Parse(
			"generated.ispl", ispl.PrintFile(ispltest.Generate(random, ispltest.Options{NoFairness: true})), ispl.Options{},
		)
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: 30})
		if err != nil {
			continue
		}
		m, err := symbolic.Encode(ctx, p.System, symbolic.Options{})
		require.NoError(t, err)
		sp, err := space.OfInterpreted(ctx, m, in)
		require.NoError(t, err)
		c := m.Manager().Calculator(ctx)
		reached, set, stuck := bdd.False, bdd.False, bdd.False
		for s, at := range g.States {
			one := c.Take(m.StateSet(c.Scope(), at))
			if reached = c.Or(reached, one); random.Intn(4) > 0 {
				set = c.Or(set, one)
			}
			if slices.Contains(ispltest.Deadlocks(g), s) {
				stuck = c.Or(stuck, one)
			}
		}
		var coalition []int
		for a := range p.System.Agents {
			if random.Intn(2) == 0 {
				coalition = append(coalition, a)
			}
		}
		table, err := sp.Table(ctx, coalition, reached, stuck)
		require.NoError(t, err)
		force := c.And(reached, table.Force(c, nil, set, nil))
		where := c.Diff(force, stuck)
		plan := table.Choose(c, nil, set, where, nil)
		require.Len(t, plan, len(table.Decisions()))
		for d, sets := range plan {
			taken := bdd.False
			for o, n := range sets {
				require.Equal(t, bdd.False, c.And(taken, n), "seed %d: two actions at once", seed)
				require.Equal(t, bdd.False, c.Diff(n, table.Possible(c, d, o)), "seed %d: an action that is not possible", seed)
				if taken = c.Or(taken, n); n != bdd.False {
					options++
				}
			}
			require.Equal(t, where, taken, "seed %d: an action in every state", seed)
		}
		require.Equal(t, bdd.False, c.Diff(table.Image(c, plan, where), set), "seed %d", seed)
		require.Equal(t, bdd.False, c.Diff(where, table.PreImage(c, plan, set)), "seed %d", seed)
		require.Equal(t, force, c.And(force, table.Force(c, plan, set, nil)), "seed %d", seed)
		if where != bdd.False {
			states++
		}
		require.NoError(t, c.Err())
		c.Close()
		m.Close()
	}
	require.Greater(t, min(states, options), 20)
}
