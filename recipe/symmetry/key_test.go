package symmetry_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// Keys tell all expressions apart that have different meanings, and are equal where operands change
// places that may: nothing else is compared when agents are taken for interchangeable.
func TestKeysOfExpressions(t *testing.T) {
	recipetest.RequireKey(t, func(sys *recipe.System, e *recipe.Expr) string {
		return symmetry.Identity(sys).Key(e)
	})
	b := recipe.NewBuilder()
	agent := b.Agent("a", "A")
	x, y, z := agent.Local("x", recipe.BoolType), agent.Local("y", recipe.BoolType), agent.Local("z", recipe.BoolType)
	agent.Send(0, 0, b.Broadcast())
	sys, err := b.System()
	require.NoError(t, err)
	p := symmetry.Identity(sys)
	for _, same := range [][2]*recipe.Expr{
		{recipe.And(x, y, z), recipe.And(recipe.And(z, x), y)},
		{recipe.Or(x, recipe.Or(y, x)), recipe.Or(y, x)},
		{recipe.Iff(x, y), recipe.Iff(y, x)},
		{recipe.Eq(x, y), recipe.Eq(y, x)},
	} {
		require.Equal(t, p.Key(same[0]), p.Key(same[1]))
	}
	for _, other := range [][2]*recipe.Expr{
		{recipe.And(x, y), recipe.And(x, y, z)},
		{recipe.Implies(x, y), recipe.Implies(y, x)},
		{recipe.Iff(x, recipe.Iff(x, y)), recipe.Iff(x, y)},
		{recipe.And(x, recipe.Or(y, z)), recipe.And(recipe.Or(x, y), z)},
		{nil, x},
	} {
		require.NotEqual(t, p.Key(other[0]), p.Key(other[1]))
	}
}
