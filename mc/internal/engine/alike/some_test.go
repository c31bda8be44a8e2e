package alike

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// rivals are workers of which one can be first.
func rivals(t *testing.T, n int) *family.Family {
	p, list := rcheck.Parse("rivals.rcp", []byte(`
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: first : bool, over : bool, seen : bool
    init: !first & !over & !seen
    receive-guard: chan = *
    repeat: ( win: {!over} *! (true)(ON := true)[first := true, over := true]
            + lose: {ON & !over} *? [over := true, seen := seen]
            + late: {ON & over} *? [] )
system = Worker(worker[i : 1..N], true)
`), rcheck.Options{Set: map[string]int{"N": n}})
	require.NoError(t, list.Err())
	f, err := family.Alone(t.Context(), WithOwnPropositions(p.System), n)
	require.NoError(t, err)
	require.Len(t, f.Classes, 1)
	return f
}

// A disjunction over some of the agents is not taken for one over all of them.
func TestSomeOfSeveral(t *testing.T) {
	f := rivals(t, 8)
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

func first(c *Conjunct, _ string) *Conjunct { return c }
