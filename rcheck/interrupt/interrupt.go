// Package interrupt ends recursive work when a context ends. The scanner, the parser, the type
// checker and the formatter recurse through functions that return trees and no errors. They count
// their steps with a [Watch]. When the context has ended, the watch leaves all of these functions
// by a panic. At the entry point, [Catch] converts this panic into an error. A nil watch never ends
// anything.
//
// Callers of package rcheck with a context see only [Error]. Direct callers of the parser, the
// formatter or the type checker make a watch with [New], pass it on, and defer [Catch].
package interrupt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
)

// Every is the number of steps between two tests of the context. Most steps take less than a
// microsecond. Few steps take longer: those that resolve a position or look for a similar name. So
// the end of a context is noticed within a millisecond. Tests that count these tests of the context
// know how much work is between them.
const Every = 256

// Watch tests a context from time to time. It is not safe for concurrent use.
type Watch struct {
	ctx   context.Context
	phase string
	steps uint
}

// New returns a watch over ctx for work that begins with the given phase, such as "parsing".
func New(ctx context.Context, phase string) *Watch { return &Watch{ctx: ctx, phase: phase} }

// Context returns the context, for parts of the work that take a context.
func (w *Watch) Context() context.Context {
	if w == nil {
		return context.Background()
	}
	return w.ctx
}

// Phase names the next phase of the work, and tests the context.
func (w *Watch) Phase(name string) {
	if w != nil {
		w.phase = name
		w.Look()
	}
}

// Step counts a step of work.
func (w *Watch) Step() {
	if w == nil {
		return
	}
	if w.steps++; w.steps%Every == 0 {
		w.Look()
	}
}

// Look tests the context. It is for a piece of work that takes longer than most steps. Other
// goroutines may run first: one that ends the context, such as at a limit on memory, would be late
// on a busy machine.
func (w *Watch) Look() {
	if w == nil {
		return
	}
	runtime.Gosched()
	if err := w.ctx.Err(); err != nil {
		w.End(err)
	}
}

// End ends the work because of err, which a part of the work with a context returned. End does not
// return.
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

// Catch is deferred by an entry point. If a watch ended the work, it stores the error in *err.
// Other panics continue.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		panic(r)
	}
}
