package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// turns is a context that gives a hunt its turns: operations ask it now and then, after so many
// steps of theirs, whether it is done. It is not safe for concurrent use.
type turns struct {
	context.Context
	hunt *hunt
	// work is what was done since base; nil where nobody counts.
	work func() int
	base int
	// only is the property at work, nil if it is work for all of them.
	only *target
	busy bool
}

// stepsPerLook is about how many steps of diagrams are done between two looks at a context where
// nobody counts them: while a system is encoded.
const stepsPerLook = 128

func (t *turns) Err() error {
	err := t.Context.Err()
	if t.busy || err != nil {
		return err
	}
	t.busy = true
	defer func() { t.busy = false }()
	if t.work == nil {
		t.hunt.work += stepsPerLook
	} else {
		t.hunt.work = t.base + t.work()
	}
	t.hunt.turn(t.Context)
	t.hunt.climb(t.Context)
	if t.hunt.enough(t.only) {
		return ErrAllViolated
	}
	return t.hunt.fault
}

// hunting gives the hunt, if there is one, turns in the work under a context: for all properties,
// or for one with the given formula.
func (c *Checker) hunting(ctx context.Context, only *ltol.Formula) context.Context {
	h := c.hunt
	if h == nil || h.still || len(h.targets) == 0 {
		return ctx
	}
	t := &turns{Context: ctx, hunt: h, base: h.work}
	if c.model != nil {
		start := c.work()
		t.work = func() int { return c.work() - start }
	}
	if only != nil {
		if t.only = h.target(only); t.only == nil {
			return ctx
		}
		t.only.since = h.work
	}
	return t
}
