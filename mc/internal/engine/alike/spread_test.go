package alike

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// The propositions into which a state proposition is spread say together what it says.
func TestSpreadAgainstTheInterpreter(t *testing.T) {
	compared, parts := 0, 0
	for seed := range uint64(60) {
		sys := WithOwnPropositions(recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 3, Locals: 2, Propositions: 4}))
		spreads := map[int]*ltol.Formula{}
		for id, p := range sys.Propositions {
			if p.Kind == recipe.StateProposition {
				spreads[id] = spread(sys, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
				parts += len(spreads[id].Atoms()) - 1
			}
		}
		require.NoError(t, sys.Check())
		in := recipe.NewInterpreter(sys)
		at := recipe.NewInstant(in)
		g, err := recipe.Explore(t.Context(), in, 30)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		for i := range g.Len() {
			require.NoError(t, at.Enter(g.State(i)))
			for id, f := range spreads {
				want, err := at.StateHolds(id)
				require.NoError(t, err)
				require.Equal(t, want, holdsAt(t, at, f), "seed %d: %v", seed, sys.Propositions[id].Expr)
				compared++
			}
		}
	}
	require.Greater(t, min(compared, parts), 100)
}

// holdsAt is the value of a formula without temporal connectives.
func holdsAt(t *testing.T, at *recipe.Instant, f *ltol.Formula) bool {
	return ltol.Fold(f, func(f *ltol.Formula, args []bool) bool {
		switch f.Op() {
		case ltol.OpAtom:
			holds, err := at.StateHolds(f.Atom().ID)
			require.NoError(t, err)
			return holds
		case ltol.OpNot:
			return !args[0]
		case ltol.OpAnd:
			return args[0] && args[1]
		case ltol.OpOr:
			return args[0] || args[1]
		case ltol.OpImplies:
			return !args[0] || args[1]
		case ltol.OpIff:
			return args[0] == args[1]
		}
		panic(fmt.Sprint("not expected: ", f))
	})
}
