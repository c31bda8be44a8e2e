package faults_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/faults"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

type meeting struct{ initiator, partner int }

// told are seeds of systems that told something: a guard that reads the channel
// where that is undefined, and a zero divisor of an absent dividend.
var told = []uint64{721, 3493}

// In every reachable state of generated systems, the conditions hold exactly of
// the meetings that the interpreter finds at fault.
func TestConditionsAreTheInterpretersFaults(t *testing.T) {
	systems, states, found := 0, 0, map[recipe.Obstacle]int{}
	for n := range uint64(600) + uint64(len(told)) {
		seed := n
		if n >= 600 {
			seed = told[n-600]
		}
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		candidates, err := faults.Candidates(context.Background(), sys)
		require.NoError(t, err)
		extended := *sys
		for _, c := range candidates {
			extended.Propositions = append(extended.Propositions, recipe.Proposition{Kind: recipe.StateProposition, Expr: c.Condition})
		}
		require.NoError(t, extended.Check(), "seed %d", seed)
		in := recipe.NewInterpreter(&extended)
		g, err := recipe.Explore(context.Background(), in, 200)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		systems++
		for i := range g.Len() {
			states++
			s := g.State(i)
			want := map[meeting]bool{}
			for _, f := range in.RangeFaults(s) {
				found[f.Obstacle]++
				m := meeting{f.Message.Command, -1}
				switch {
				case len(f.Message.Participants) > 0:
					m.partner = f.Message.Participants[0].Command
				case f.Command != f.Message.Command:
					m.partner = f.Command
				}
				want[m] = true
			}
			got := map[meeting]bool{}
			for k, c := range candidates {
				holds, err := in.StateHolds(len(sys.Propositions)+k, s)
				require.NoError(t, err)
				if holds {
					got[meeting{c.Initiator, c.Partner}] = true
				}
			}
			require.Equal(t, want, got, "seed %d, state %s\n%s", seed, sys.StateString(s), sys)
		}
	}
	t.Logf("%d systems, %d states, faults %v", systems, states, found)
	for _, o := range []recipe.Obstacle{recipe.ZeroDivisor, recipe.DataOutOfRange, recipe.UpdateOutOfRange} {
		require.Greater(t, found[o], 20, "too few faults of kind %v", o)
	}
}

// A total shape has no candidates whose condition can hold, and a system
// without integers none at all.
func TestTypesExcludeFaults(t *testing.T) {
	b := recipe.NewBuilder()
	on := b.Data("ON", recipe.BoolType)
	a := b.Agent("a", "A")
	x := a.Local("x", recipe.BoolType)
	a.Send(0, 0, b.Broadcast()).With(on, x).Set(x, recipe.Not(x))
	c := b.Agent("c", "C")
	y := c.Local("y", recipe.IntType(0, 3))
	c.Receive(0, 0, b.Broadcast()).When(on).Set(y, recipe.Min(y, recipe.IntExpr(2)))
	sys, err := b.System()
	require.NoError(t, err)
	candidates, err := faults.Candidates(context.Background(), sys)
	require.NoError(t, err)
	require.Empty(t, candidates)
}
