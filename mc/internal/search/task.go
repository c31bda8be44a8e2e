package search

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A task is one search with its context and its first error. After an error calculators do nothing,
// and results mean nothing. So loops ask whether the task has failed, nobody looks at positions
// then, and the function that began the task returns its error first.
type task struct {
	ctx context.Context
	man *bdd.Manager
	err error
}

func (t *task) failed() bool { return t.err != nil }

// fail makes err the task's error unless it has one or err is nil.
func (t *task) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// clear forgets that the task has failed with an error, if it has.
func (t *task) clear(err error) bool {
	if t.err != err {
		return false
	}
	t.err = nil
	return true
}

// open opens a calculator, whose first error is the task's once it is closed.
func (t *task) open() *bdd.Calculator {
	c := t.man.Calculator(t.ctx)
	c.Fail(t.err)
	return c
}

func (t *task) close(c *bdd.Calculator) {
	t.fail(c.Err())
	c.Close()
}
