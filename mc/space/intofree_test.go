package space_test

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// TestStepsOfFreeLocalsIntoASet compares the steps into sets of states, where locals are free, with
// those of all transitions that lead there. Each transition leads where it does, and not elsewhere.
func TestStepsOfFreeLocalsIntoASet(t *testing.T) {
	ctx := context.Background()
	steps, left := 0, 0
	for seed := range uint64(120) {
		shape := recipetest.Shape{Agents: 2, Locals: 2, Commands: 4, States: 2, Free: true}
		sys := recipetest.System(recipetest.Seeded(seed), shape)
		in := recipe.NewInterpreter(sys)
		m, err := symbolic.Encode(ctx, sys, symbolic.Options{})
		require.NoError(t, err)
		sp := space.OfRecipe(m, in)
		random := rand.New(rand.NewSource(int64(seed)))
		g, err := recipe.Explore(ctx, in, 30)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		c := m.Manager.Calculator(ctx)
		for s := range min(g.Len(), 6) {
			all, err := in.Successors(g.State(s))
			require.NoError(t, err)
			set, want := bdd.False, map[string]bool{}
			inside := map[string]bool{}
			for _, tr := range all {
				if random.Intn(3) == 0 {
					set, inside[in.Key(tr.Next)] = c.Or(set, c.Take(m.StateSet(c.Scope(), tr.Next))), true
				}
			}
			for _, tr := range all {
				if inside[in.Key(tr.Next)] {
					want[fmt.Sprint(tr.Step, tr.Next)] = true
				}
			}
			if s%2 == 1 { // all but the others, with codes that free locals do not have
				set = bdd.True
				for _, tr := range all {
					if !inside[in.Key(tr.Next)] {
						set = c.Diff(set, c.Take(m.StateSet(c.Scope(), tr.Next)))
					}
				}
			}
			got := map[string]bool{}
			for tr, err := range sp.Into(ctx, g.State(s), set) {
				require.NoError(t, err)
				if next := tr.Next.(recipe.State); inside[in.Key(next)] {
					got[fmt.Sprint(tr.Step, next)] = true
				}
			}
			require.Equal(t, want, got, "seed %d, state %d", seed, s)
			steps, left = steps+len(got), left+len(all)-len(got)
			for _, tr := range all[:min(len(all), 3)] {
				leads, err := sp.Leads(ctx, g.State(s), tr.Step, tr.Next)
				require.NoError(t, err)
				require.True(t, leads)
				leads, err = sp.Leads(ctx, g.State(s), tr.Step, g.State(0))
				require.NoError(t, err)
				require.Equal(t, has(all, tr.Step, g.State(0)), leads)
			}
		}
		require.NoError(t, c.Err())
		c.Close()
		m.Close()
	}
	require.Greater(t, min(steps, left), 300)
}

func has(all []recipe.Transition, step recipe.Step, next recipe.State) bool {
	for _, tr := range all {
		if tr.Step.Equal(step) && tr.Next.Equal(next) {
			return true
		}
	}
	return false
}
