package mc_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// The number of reachable states with a proposition, and the length of a shortest run to one, are
// those of the explicit graph.
func TestWhereAgreesWithExploration(t *testing.T) {
	ctx := context.Background()
	somewhere, nowhere := 0, 0
	for seed := range recipetest.Number(t, "MC_SYSTEMS", 60) {
		sys := recipetest.System(recipetest.Seeded(uint64(seed)), recipetest.Shape{Propositions: 4})
		in := recipe.NewInterpreter(sys)
		graph, err := recipe.Explore(ctx, in, explicitLimit)
		if err != nil {
			continue
		}
		c, err := mc.NewChecker(ctx, sys, mc.Specification{})
		require.NoError(t, err)
		for p := range sys.Propositions {
			if sys.Propositions[p].Kind != recipe.StateProposition {
				continue
			}
			count, nearest := 0, -1
			for i := range graph.Len() {
				holds, err := in.StateHolds(p, graph.State(i))
				require.NoError(t, err)
				if holds && count == 0 {
					_, way := recipetest.Path(graph, i)
					nearest = len(way)
				}
				if holds {
					count++
				}
			}
			n, err := c.Inspect().Where(ctx, p)
			require.NoError(t, err)
			require.Equal(t, strconv.Itoa(count), n.String(), "seed %d, proposition %d", seed, p)
			run, err := c.Inspect().RunTo(ctx, p)
			require.NoError(t, err)
			if count == 0 {
				nowhere++
				require.Nil(t, run)
				continue
			}
			somewhere++
			require.Len(t, run.Steps, nearest+1, "seed %d, proposition %d", seed, p)
			last, err := in.StateHolds(p, run.Steps[nearest].State)
			require.NoError(t, err)
			require.True(t, last)
			require.NoError(t, run.Replay(in))
		}
		c.Close()
	}
	require.Greater(t, somewhere, 20)
	require.Greater(t, nowhere, 5)
}
