package shortest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/shortest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// matters is how many states of a run show the violation; 0 if there is none.
func matters(a shortest.Answer) int {
	switch {
	case a.Run == nil:
		return 0
	case a.Lost > 0:
		return a.Lost
	}
	return len(a.Run.Steps)
}

// A search that stops after little work, again and again, ends with a run as short as one that does
// not stop. What it has found until then is never shorter. Less than a shortest run is not found.
// To list small lassos as well, for which there is a part of the budget, seldom makes runs shorter.
func TestSearchesGoOn(t *testing.T) {
	ctx := context.Background()
	stopped, found, smaller := 0, 0, 0
	for seed := range uint64(60) {
		source := recipetest.Seeded(3000 + seed)
		sys := recipetest.System(source, recipetest.Shape{Agents: 2, Locals: 2, Propositions: 3})
		draw := mctest.NewFormulas(source, sys)
		q := shortest.Question{
			Interpreter: recipe.NewQuickInterpreter(sys).Trusting(), Prices: runs.NewPrices(sys),
		}
		if seed%3 == 0 {
			q.Fair = append(q.Fair, ltol.Globally(ltol.Finally(draw.Condition())))
		}
		for range 3 {
			f := draw.Property()
			q.Conjuncts = f.Conjuncts()
			explore := func(q shortest.Question, below int) int {
				s, err := shortest.Begin(ctx, q)
				require.NoError(t, err)
				a, err := s.Explore(ctx, -1, below)
				require.NoError(t, err)
				require.True(t, a.Ended)
				return matters(a)
			}
			at := fmt.Sprintf("seed %d: %s", seed, f)
			least := explore(q, 0)
			for _, piece := range []int{0, 40, 1000} {
				search, err := shortest.Begin(ctx, q)
				require.NoError(t, err)
				for n := 0; ; n++ {
					part, err := search.Explore(ctx, piece+4*n*n, 0)
					require.NoError(t, err)
					if part.Ended {
						require.Equal(t, least, matters(part), at)
						break
					}
					if stopped++; part.Run != nil {
						require.GreaterOrEqual(t, matters(part), least, at)
					}
				}
			}
			if least == 0 {
				continue
			}
			found++
			require.Zero(t, explore(q, least), at)
			listing := q
			listing.Budget = 1 << 20
			listed := explore(listing, 0)
			require.Equal(t, listed, explore(listing, listed+1), at)
			if listed < least {
				smaller++
			}
		}
	}
	t.Log(stopped, found, smaller)
	require.Greater(t, stopped, 500)
	require.Greater(t, found, 20)
	require.Less(t, smaller, found/10)
}
