package symbolic

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// A Flow says which values each local can have, which control states can be reached, and which
// commands can be executed. It only makes the encoding smaller. What it excludes never happens in a
// reachable state. Counts, traces and the ranges of quantifiers are those of the declared types.
type Flow = flow.Domains

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
