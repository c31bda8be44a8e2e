package simulate

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// misuse is an error about a call that makes no sense, which wraps [recipe.ErrMisuse].
func misuse(format string, args ...any) error {
	return fmt.Errorf("simulate: %w: %s", recipe.ErrMisuse, fmt.Sprintf(format, args...))
}
