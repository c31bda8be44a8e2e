// Package interrupt ends deep work when a context ends. Scanner, parser, checker and formatter recurse through functions that
// return trees, not errors; they count their steps with a [Watch], which leaves all of them at once by a panic that [Catch] turns
// into an error at the entry point. A nil watch never ends anything.
//
// Who calls package rcheck with a context only meets [Error]. Who calls parser, formatter or
// checker directly makes a watch with [New], passes it on, and defers [Catch].
package interrupt

import (
	"context"
	"errors"
	"fmt"
)

// Every is how many steps lie between two looks at the context. A step takes less than a microsecond, up to the few that resolve a
// position or look for a similar name, so that the end of a context is seen within a millisecond; and tests that count looks know how
// much work lay between them.
const Every = 256

// Watch looks at a context now and then. It is not safe for concurrent use.
type Watch struct {
	ctx   context.Context
	phase string
	steps uint
}

// New returns a watch over ctx for work that begins with the given phase, such as "parsing".
func New(ctx context.Context, phase string) *Watch { return &Watch{ctx: ctx, phase: phase} }

// Context returns the context, for work that takes one itself.
func (w *Watch) Context() context.Context {
	if w == nil {
		return context.Background()
	}
	return w.ctx
}

// Phase names what begins now, and looks at the context.
func (w *Watch) Phase(name string) {
	if w != nil {
		w.phase = name
		w.look()
	}
}

// Step counts a step of work.
func (w *Watch) Step() {
	if w == nil {
		return
	}
	if w.steps++; w.steps%Every == 0 {
		w.look()
	}
}

func (w *Watch) look() {
	if err := w.ctx.Err(); err != nil {
		w.End(err)
	}
}

// End ends the work because of err, which a part of it that takes a context returned. It does not return.
func (w *Watch) End(err error) { panic(&Error{Phase: w.phase, Err: err}) }

// Error says in which phase a context ended the work. It unwraps to the context's error.
type Error struct {
	Phase string
	Err   error
}

// Error names the phase and says how the context ended.
func (e *Error) Error() string {
	what := e.Err.Error()
	switch {
	case errors.Is(e.Err, context.DeadlineExceeded):
		what = "time is up"
	case errors.Is(e.Err, context.Canceled):
		what = "interrupted"
	}
	return fmt.Sprintf("%s while %s", what, e.Phase)
}

// Unwrap gives Err, the context's error.
func (e *Error) Unwrap() error { return e.Err }

// Catch, deferred by an entry point, stores in *err that a watch ended the work. Other panics go on.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		panic(r)
	}
}
