package quotient

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// misuse is an error about a call that makes no sense, which wraps [recipe.ErrMisuse].
func misuse(format string, args ...any) error {
	return fmt.Errorf("quotient: %w: %s", recipe.ErrMisuse, fmt.Sprintf(format, args...))
}

// speaksOf says why formulas are not about the system, or that there is no context.
func speaksOf(ctx context.Context, sys *recipe.System, formulas ...*ltol.Formula) error {
	if ctx == nil {
		return misuse("there is no context")
	}
	if sys == nil {
		return misuse("there is no system")
	}
	for _, f := range formulas {
		if f == nil {
			return misuse("there is no formula")
		}
		for _, a := range f.Atoms() {
			if a.ID < 0 || a.ID >= len(sys.Propositions) {
				return misuse("there is no proposition %d: the system has %d", a.ID, len(sys.Propositions))
			}
		}
	}
	return nil
}
