package sizes

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// A disjunction over some of the agents is not taken for one over all of them.
func TestSomeOfSeveral(t *testing.T) {
	m, _ := modelOf(t, replaced(rivals, "COND", "true", "SAYS", "G (exists j : Worker . j-seen)"), "N")
	at := func(n int) *recipe.System {
		sys, _, err := m.At(context.Background(), []int{n})
		require.NoError(t, err)
		return withOwnPropositions(sys)
	}
	_, f, err := family.Of(context.Background(), at(7), at(8))
	require.NoError(t, err)
	over := func(agents ...int) *ltol.Formula {
		out := ltol.False()
		for _, a := range agents {
			v := f.System.Agents[a].Vars.Start + 2
			id := len(f.System.Propositions)
			f.System.Propositions = append(f.System.Propositions, recipe.Proposition{Kind: recipe.StateProposition,
				Expr: &recipe.Expr{Op: recipe.OpLocal, Type: recipe.BoolType, Index: v}})
			out = ltol.Or(out, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
		}
		return out
	}
	some := gathered(f, ltol.Globally(over(0, 1, 2, 3, 4, 5, 6, 7)))
	require.NotNil(t, some)
	require.Empty(t, some.members)
	require.Len(t, some.some, 1)
	some = gathered(f, ltol.Globally(over(0, 1, 2, 3, 4, 5, 6)))
	require.NotNil(t, some) // of all but one
	require.Empty(t, gathered(f, ltol.Globally(over(0, 1, 2, 3))), "half of them")
	require.Empty(t, gathered(f, ltol.And(ltol.Finally(over(0, 1, 2, 3, 4, 5, 6, 7)), ltol.Globally(over(0, 1, 2, 3)))))
	require.Empty(t, gathered(f, ltol.And(ltol.Globally(over(0, 1, 2, 3)), ltol.Globally(over(4, 5, 6, 7)))))
}
