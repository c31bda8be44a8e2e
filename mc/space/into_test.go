package space_test

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// TestStepsIntoASet compares the steps into sets of states with all joint actions: one step leads
// to each successor in the set, by the first joint action, and a state without a successor repeats.
func TestStepsIntoASet(t *testing.T) {
	ctx := context.Background()
	steps, stutters := 0, 0
	for seed := range 60 {
		random := rand.New(rand.NewSource(int64(seed)))
		p, list := ispl.Parse(
			"generated.ispl",
			ispl.PrintFile(ispltest.Generate(random, ispltest.Options{NoFairness: true})),
			ispl.Options{},
		)
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: 25})
		if err != nil {
			continue
		}
		m, err := symbolic.Encode(ctx, p.System, symbolic.Options{})
		require.NoError(t, err)
		sp, err := space.OfInterpreted(ctx, m, in)
		require.NoError(t, err)
		c := m.Manager().Calculator(ctx)
		for s, edges := range g.Moves {
			first := ispltest.FirstJoints(edges)
			stuck := len(first) == 0
			if stuck {
				first[s] = nil
			}
			for _, share := range []int{1, 2, len(g.States)} { // all states, half of them, about one
				set, chosen := bdd.False, map[int]interpreted.Joint{}
				for to := range g.States {
					if random.Intn(share) > 0 {
						continue
					}
					set = c.Or(set, c.Take(m.StateSet(c.Scope(), g.States[to])))
					if j, leads := first[to]; leads {
						chosen[to] = j
					}
				}
				got := map[int]interpreted.Joint{}
				for step, err := range sp.Into(ctx, g.States[s], set) {
					require.NoError(t, err)
					got[g.Index(step.Next.(interpreted.State))] = step.Step.(interpreted.Joint)
				}
				require.Equal(t, chosen, got, "seed %d, state %d", seed, s)
				if steps += len(got); stuck {
					stutters += len(got)
				}
			}
		}
		require.NoError(t, c.Err())
		c.Close()
		m.Close()
	}
	require.Greater(t, steps, 1000)
	require.Greater(t, stutters, 10)
}
