package symbolic

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// Analyse computes the flow of a system that passes its Check. The error is that of the context, or
// a [recipe.NoInitialStateError].
func Analyse(ctx context.Context, sys *recipe.System, thresholds *flow.Thresholds) (*Flow, error) {
	if err := encodable(ctx, sys); err != nil {
		return nil, err
	}
	r, err := flow.Analyse(ctx, sys, flow.Options{Thresholds: thresholds})
	if err != nil {
		return nil, fmt.Errorf("symbolic: analysing the flow of values: %w", err)
	}
	return r.Domains(sys)
}
