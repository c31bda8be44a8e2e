package rcheck

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// misuse is an error about a call that makes no sense, whatever the model is; it wraps
// [recipe.ErrMisuse].
func misuse(text string) error { return fmt.Errorf("rcheck: %w: %s", recipe.ErrMisuse, text) }
