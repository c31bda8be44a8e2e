package mc_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// What is drawn has every operator and every kind of atom, and the atoms are propositions of their
// kind.
func TestEverythingIsDrawn(t *testing.T) {
	sys := &recipe.System{Propositions: []recipe.Proposition{
		{Kind: recipe.StepProposition}, {Kind: recipe.StateProposition}, {Kind: recipe.StateProposition}, {Kind: recipe.StepProposition},
	}}
	f := mctest.NewFormulas(recipetest.Seeded(1), sys)
	require.Equal(t, []int{1, 2}, f.States)
	require.Equal(t, []int{0, 3}, f.Steps)
	operators, atoms := map[ltol.Op]bool{}, map[ltol.Atom]bool{}
	var visit func(x *ltol.Formula)
	visit = func(x *ltol.Formula) {
		operators[x.Op()] = true
		if x.Op() == ltol.OpAtom {
			atoms[x.Atom()] = true
		}
		for _, a := range x.Args() {
			visit(a)
		}
	}
	for range 300 {
		visit(f.Property())
		visit(f.Condition())
	}
	for _, op := range []ltol.Op{
		ltol.OpAtom, ltol.OpNot, ltol.OpAnd, ltol.OpOr, ltol.OpImplies, ltol.OpIff, ltol.OpNext, ltol.OpFinally, ltol.OpGlobally,
		ltol.OpUntil, ltol.OpWeakUntil, ltol.OpRelease, ltol.OpStrongRelease, ltol.OpPossible, ltol.OpNecessary,
	} {
		require.True(t, operators[op], op)
	}
	for atom := range atoms {
		require.Equal(t, atom.Kind == ltol.State, sys.Propositions[atom.ID].Kind == recipe.StateProposition)
	}
	require.Len(t, atoms, 6)
}
