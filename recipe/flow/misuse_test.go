package flow_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// TestMisuseIsRefused: without a context, a system or the agent asked for there is an error.
func TestMisuseIsRefused(t *testing.T) {
	ctx := context.Background()
	for _, s := range []*recipe.System{nil, {}} {
		_, err := flow.Analyse(ctx, s, flow.Options{})
		require.ErrorIs(t, err, recipe.ErrMisuse)
		_, _, err = flow.Satisfiable(ctx, s, 0, 1)
		require.ErrorIs(t, err, recipe.ErrMisuse)
	}
	_, err := flow.Analyse(nil, &recipe.System{Channel: recipe.BoolType}, flow.Options{})
	require.ErrorIs(t, err, recipe.ErrMisuse)
}
