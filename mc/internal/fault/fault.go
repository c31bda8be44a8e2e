// Package fault holds the errors that the parts of a check share: its own faults, which never
// become a verdict, and the limits that end work.
package fault

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// ErrInternal is wrapped by errors that are the checker's own fault: a trace that does not replay,
// a certificate that does not hold. Such an error is never turned into a verdict.
var ErrInternal = errors.New("internal error")

// Internal is an error that wraps [ErrInternal].
func Internal(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrInternal, fmt.Errorf(format, args...))
}

// ErrAllViolated is wrapped by the error of work that was given up because no verdict depends on it
// any more.
var ErrAllViolated = errors.New("every property was found to be violated")

// ErrAllDecided is like [ErrAllViolated] where some properties hold by inductive invariants.
var ErrAllDecided = errors.New("every property was decided")

// ErrShare is wrapped by the error of work that used up its budget.
var ErrShare = errors.New("the share of the work is used up")

// ErrUndecided is wrapped by the error of work that ended because the chosen engines can do no
// more.
var ErrUndecided = errors.New("the chosen engines do not decide it")

// ErrGrows is wrapped by the error about integers for which no range is known that is large enough.
var ErrGrows = errors.New("integers grow without a bound")

// IsLimit reports whether err comes from a limit rather than a fault.
func IsLimit(err error) bool {
	limits := []error{
		context.DeadlineExceeded, context.Canceled, bdd.ErrNodeLimit, bdd.ErrMemoryLimit,
		ltol.ErrTooLarge, circuit.ErrTooLarge,
		ErrAllViolated, ErrAllDecided, ErrShare, ErrUndecided, ErrGrows,
	}
	return slices.ContainsFunc(limits, func(limit error) bool { return errors.Is(err, limit) })
}
