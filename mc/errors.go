package mc

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
)

// ErrInternal is wrapped by errors that are the checker's own fault: a trace that does not replay,
// a certificate that does not hold. Such an error is never turned into a verdict.
var ErrInternal = fault.ErrInternal

// Why work is given up: every property is violated, or decided; the engines of [WithEngines] have
// nothing left to do; it took more than its share, see [Checker.Within]; or integers that the model
// gives no range have no range that is known to be large enough.
var (
	ErrAllViolated = fault.ErrAllViolated
	ErrAllDecided  = fault.ErrAllDecided
	ErrUndecided   = fault.ErrUndecided
	ErrShare       = fault.ErrShare
	ErrGrows       = fault.ErrGrows
)

// A LimitError says that a limit ended a phase: of nodes, memory or time, or an interrupt. It
// unwraps to the cause: bdd.ErrNodeLimit, bdd.ErrMemoryLimit, ltol.ErrTooLarge, that of the
// context, [ErrAllViolated], [ErrAllDecided], [ErrShare], [ErrUndecided] or [ErrGrows].
type LimitError struct {
	Phase string // what was done, in words
	// Images and Rounds tell how far the phase had come, Nodes how many diagram nodes there were.
	Images, Rounds, Nodes int
	// Found tells that a fair cycle had been found when the limit was hit: the property is violated
	// as far as the search can be trusted, but there is no trace that confirms it.
	Found bool
	Err   error

	board   *engine.Board    // what engines have answered all the same; nil if there is none
	subject *subject.Subject // of which runs can be shortened, if it was not encoded; else nil
	more    map[int]string   // what else is known of a property, by its index
}

// Error names the limit and the phase that it ended.
func (e *LimitError) Error() string {
	if e == nil || e.Err == nil {
		return "a limit is reached"
	}
	what := e.Err.Error()
	if errors.Is(e.Err, ErrUndecided) || errors.Is(e.Err, ErrGrows) {
		return what
	}
	for _, ended := range []struct {
		by   error
		what string
	}{
		{context.DeadlineExceeded, "time is up"}, {context.Canceled, "interrupted"},
		{ErrAllViolated, "stopped, because every property is violated,"},
		{ErrAllDecided, "stopped, because every property is decided,"}, {ErrShare, "the work allowed for this is used up"},
		{bdd.ErrNodeLimit, "the limit on BDD nodes is reached"}, {bdd.ErrMemoryLimit, "the memory limit is reached"},
	} {
		if errors.Is(e.Err, ended.by) {
			what = ended.what
			break
		}
	}
	text := fmt.Sprintf("%s while %s", what, e.Phase)
	if e.Images > 0 || e.Rounds > 0 || e.Nodes > 0 { // the phase had begun
		text += fmt.Sprintf(" (%d images, %d rounds, %d nodes)", e.Images, e.Rounds, e.Nodes)
	}
	if e.Found {
		text += "; a violation was found, but there is no trace to confirm it"
	}
	return text
}

// Unwrap gives Err, the cause.
func (e *LimitError) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// IsLimit reports whether err comes from a limit rather than a fault.
func IsLimit(err error) bool { return fault.IsLimit(err) }
