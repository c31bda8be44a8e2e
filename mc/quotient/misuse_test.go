package quotient_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/misusetest"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// misused makes what calls can be made with: a finder and a renaming of a system of one agent that
// toggles a local.
func misused(t *testing.T) misusetest.Fixture {
	return func() []any {
		sys := recipetest.Blinking()
		in := recipe.NewInterpreter(sys)
		f := quotient.NewFinder(in, quotient.Options{})
		_, _, _, err := f.Count(context.Background())
		require.NoError(t, err)
		r, err := quotient.NewRenaming(context.Background(), sys, nil)
		require.NoError(t, err)
		survey, err := f.Survey(context.Background())
		require.NoError(t, err)
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		return []any{
			true, r.Shift(),
			context.Background(), sys, in, f, r, survey, r.Representatives(false), ltol.Prop(ltol.Atom{}), quotient.Options{},
			recipe.State{Locals: []recipe.Value{0}, Control: []int{0}}, func(sides int) int { return sides - 1 },
			ended, ltol.Prop(ltol.Atom{ID: 9}), recipe.State{Control: []int{9}}, quotient.Options{MaxOrbits: -1}, quotient.NewFinder(in, quotient.Options{}),
		}
	}
}

// TestMisuseIsRefused calls everything that the package exports with arguments that make no sense.
func TestMisuseIsRefused(t *testing.T) {
	misusetest.Methods(t, misused(t), new(quotient.Finder), new(quotient.Survey), new(quotient.Renaming), new(quotient.Representatives))
	misusetest.Functions(t, ".", misused(t), map[string]any{
		"AtFirst": quotient.AtFirst, "NewFinder": quotient.NewFinder, "NewRenaming": quotient.NewRenaming})
	_, _, err := new(quotient.Finder).Find(context.Background(), ltol.True())
	require.EqualError(t, err, "quotient: misuse: the finder is nil, or was not made by NewFinder")
	require.ErrorIs(t, err, recipe.ErrMisuse)
}
