package trace

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// check says what keeps the trace from being shown: there is none, or it is not one in the indices of its system. The error
// wraps [recipe.ErrMisuse] or [recipe.ErrState].
func (t *Trace) check() error {
	switch {
	case t == nil || t.System == nil:
		return fmt.Errorf("trace: %w: there is no trace, or no system of it", recipe.ErrMisuse)
	case len(t.Steps) == 0 || t.Loop >= len(t.Steps):
		return fmt.Errorf("trace: %w: the loop starts at step %d of %d", recipe.ErrMisuse, t.Loop, len(t.Steps))
	}
	for i, step := range t.Steps {
		if err := t.System.CheckState(step.State); err != nil {
			return fmt.Errorf("trace: step %d: %w", i, err)
		}
		if t.Next(i) < 0 {
			break
		}
		if err := t.System.CheckStep(step.Message); err != nil {
			return fmt.Errorf("trace: step %d: %w", i, err)
		}
	}
	return nil
}

// mustFit panics with an error about what is to be shown.
func mustFit(err error) {
	if err != nil {
		panic(err)
	}
}

// interprets says that there is no interpreter.
func interprets(in *recipe.Interpreter) error {
	if in.System() == nil {
		return fmt.Errorf("trace: %w: there is no interpreter", recipe.ErrMisuse)
	}
	return nil
}
