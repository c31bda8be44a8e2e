package engine

import (
	"context"
	"errors"
	"iter"
)

// A Coroutine is work that pauses where its budget ends, in the midst of a search if need be. What
// works calls [Coroutine.Poll] often.
type Coroutine struct {
	spent func() int

	resume func() (struct{}, bool)
	stop   func()
	pause  func(struct{}) bool // false when the coroutine is closed
	ctx    context.Context     // of the present budget
	end    int                 // what may have been spent when the present budget ends
	over   bool
	err    error
}

// NewCoroutine makes a coroutine of a function, which has not begun yet. An error of it is a fault.
// spent is what it has cost so far. The caller closes the coroutine.
func NewCoroutine(spent func() int, run func() error) *Coroutine {
	c := &Coroutine{spent: spent}
	c.resume, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.pause = yield
		c.err = run()
		c.over = true
	})
	return c
}

// Close ends the work.
func (c *Coroutine) Close() { c.stop() }

// Over reports whether nothing is left to do.
func (c *Coroutine) Over() bool { return c.over }

// Advance works for about budget steps of diagrams.
func (c *Coroutine) Advance(ctx context.Context, budget int) (bool, error) {
	if c.over || budget <= 0 {
		return false, c.err
	}
	c.ctx, c.end = ctx, c.spent()+budget
	c.resume()
	return true, c.err
}

// Poll pauses the work while its budget is used up or the context of the budget has ended. The
// error says that the coroutine is closed.
func (c *Coroutine) Poll() error {
	for !c.over && (c.spent() >= c.end || c.ctx.Err() != nil) {
		c.over = !c.pause(struct{}{})
	}
	if c.over {
		return context.Canceled
	}
	return nil
}

// present is the context of the present budget.
type present struct {
	context.Context
	c *Coroutine
}

func (p present) Err() error            { return p.c.ctx.Err() }
func (p present) Done() <-chan struct{} { return p.c.ctx.Done() }

// Whole does something under the context of the present budget, and does it again under that of the
// next budget if the context ended it.
func (c *Coroutine) Whole(do func(context.Context) error) error {
	for {
		err := do(present{context.Background(), c})
		ended := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
		if !ended {
			return err
		}
		if err := c.Poll(); err != nil {
			return err
		}
	}
}
