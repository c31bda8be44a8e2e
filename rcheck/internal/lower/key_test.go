package lower

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Propositions with one key are one proposition: the key tells all expressions apart, and what is
// said of a state from what is said of a step.
func TestPropositionsAreToldApart(t *testing.T) {
	for _, kind := range []recipe.PropositionKind{recipe.StateProposition, recipe.StepProposition} {
		recipetest.RequireKey(t, func(_ *recipe.System, e *recipe.Expr) string { return exprKey(kind, e) })
	}
	require.NotEqual(t, exprKey(recipe.StateProposition, recipe.TrueExpr), exprKey(recipe.StepProposition, recipe.TrueExpr))

	// So do the keys of atoms about the step before and the step after a position.
	for _, kind := range []ltol.AtomKind{ltol.Step, ltol.PastStep} {
		recipetest.RequireKey(t, func(_ *recipe.System, e *recipe.Expr) string { return key(&types.Formula{Kind: kind, Expr: e}) })
	}
	executed := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: []int{1}}
	after, before := &types.Formula{Kind: ltol.Step, Expr: executed}, &types.Formula{Kind: ltol.PastStep, Expr: executed}
	require.NotEqual(t, key(after), key(before))
	require.NotEqual(t, labels(after), labels(before))
	require.NotEqual(t, labels(after), labels(&types.Formula{Kind: ltol.Step, Expr: &recipe.Expr{Op: recipe.OpExecuted, Commands: []int{2}}}))
}
