package ltol

import (
	"errors"
	"fmt"
)

// ErrMisuse is wrapped by errors about invalid calls: without a formula, an automaton or a context,
// with negative limits, with a lasso that has no positions, or with a loop that begins outside of
// the lasso. Functions that return no error panic with such an error.
var ErrMisuse = errors.New("misuse")

func misuse(format string, args ...any) error {
	return fmt.Errorf("ltol: %w: %s", ErrMisuse, fmt.Sprintf(format, args...))
}

var errNoFormula, errNoAutomaton = misuse("there is no formula"), misuse("there is no automaton")
