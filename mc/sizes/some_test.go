package sizes

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
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
	some, _ := gathered(f, ltol.Globally(over(0, 1, 2, 3, 4, 5, 6, 7)))
	require.NotNil(t, some)
	require.Empty(t, some.members)
	require.Len(t, some.some, 1)
	some, _ = gathered(f, ltol.Globally(over(0, 1, 2, 3, 4, 5, 6)))
	require.NotNil(t, some) // of all but one
	require.Empty(t, first(gathered(f, ltol.Globally(over(0, 1, 2, 3)))))
	require.Empty(t, first(gathered(f, ltol.And(ltol.Finally(over(0, 1, 2, 3, 4, 5, 6, 7)), ltol.Globally(over(0, 1, 2, 3))))))
	require.Empty(t, first(gathered(f, ltol.And(ltol.Globally(over(0, 1, 2, 3)), ltol.Globally(over(4, 5, 6, 7))))))
}

func first(c *conjunct, _ string) *conjunct { return c }

// What cannot be decided is named, with the type and the place.
func TestReasonsOfProperties(t *testing.T) {
	const pair, later = "compares two agents of Worker", "some agent of Worker is about more than one state"
	for says, want := range map[string]string{
		"exists j : Worker . F G j-first":                                                     later + ", as `exists k : Worker . G …` is; the checker tried to prove it of all these agents: ",
		"F (exists j : Worker . G j-first)":                                                   later,
		"exists j : Worker . G F j-first":                                                     later,
		"F G !(forall j : Worker . j-late)":                                                   "they take part in one step",
		"F !(exists j : Worker . exists k : Worker . j != k & j-first & k-first)":             pair,
		"G (exists j : Worker . forall k : Worker . j != k -> !k-first)":                      pair,
		"F (forall j : Worker . exists k : Worker . (j-first & k-first) | (j-over & k-over))": pair,
		"(G F (exists j : Worker . j-lose)) -> (G !(exists k : Worker . k-first))":            "it asks whether some agent receives a message",
		"AG (forall j : Worker . EF j-over)":                                                  "this is a formula about states",
		"forall k : Worker . G (k-over -> enabled(k-late) | k-over)":                          "it asks whether a command is enabled",
	} {
		a := decide(t, "true", says)
		require.Equal(t, mc.Unknown, a.Verdict, says)
		require.Contains(t, a.Reason, want, says)
	}
}
