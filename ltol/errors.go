package ltol

import (
	"errors"
	"fmt"
)

// ErrMisuse is wrapped by errors about invalid calls: without a formula, an automaton or a context,
// with negative limits, with a lasso that has no positions, or with a loop that begins outside of
// the lasso. Functions that return no error panic with such an error.
var ErrMisuse = errors.New("misuse")

// misuseError is an ErrMisuse with a text of its own.
type misuseError string

func (e misuseError) Error() string { return "ltol: " + string(e) }

func (e misuseError) Is(target error) bool { return target == ErrMisuse }

func misuse(format string, args ...any) error { return misuseError(fmt.Sprintf(format, args...)) }

var errNoFormula, errNoAutomaton = misuse("there is no formula"), misuse("there is no automaton")
