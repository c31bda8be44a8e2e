package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// turns is a context that gives a hunt, and a race of orbits with diagrams, their turns: operations
// ask it now and then, after so many steps of theirs, whether it is done. It is not safe for
// concurrent use.
type turns struct {
	context.Context
	hunt *hunt // nil if there is none
	race *race // nil if there is none
	// work is what was done so far on diagrams; nil before there is a model. base is what it leaves
	// out.
	work func() int
	base int
	// encoding is the manager at work while a system is encoded, nil before, and counted what is
	// counted of its work.
	encoding *bdd.Manager
	counted  int
	// only is the property at work, nil if it is work for all of them.
	only *target
	busy bool
}

// stepsPerLook is about how many steps of diagrams take as long as what is done between two looks at
// a context beside work on diagrams, while a system is encoded; stepsPerOperation counts that work
// in, for the engine that does not count its steps.
const stepsPerLook, stepsPerOperation = 16, 128

// started has the work of a manager counted.
func (t *turns) started(m *bdd.Manager) { t.encoding, t.counted = m, 0 }

// sinceLook is the work since the last look while a system is encoded.
func (t *turns) sinceLook() int {
	if t.encoding == nil {
		return stepsPerLook
	}
	if t.encoding.Engine() == "rudd" {
		return stepsPerOperation
	}
	now := int(t.encoding.Work())
	done := max(now-t.counted, 0)
	t.counted = now
	return stepsPerLook + done
}

func (t *turns) Err() error {
	err := t.Context.Err()
	if t.busy || err != nil {
		return err
	}
	t.busy = true
	defer func() { t.busy = false }()
	since := 0
	if t.work == nil {
		since = t.sinceLook()
	}
	if t.hunt != nil {
		if t.work == nil {
			t.hunt.work += since
		} else {
			t.hunt.work = t.base + t.work()
		}
		t.hunt.turn(t.Context)
		t.hunt.climb(t.Context)
		t.hunt.induce(t.Context)
		t.hunt.announce()
		if t.hunt.fault != nil {
			return t.hunt.fault
		}
		if t.hunt.enough(t.only) {
			return t.hunt.over()
		}
	}
	if t.race != nil && !t.hunt.allSettled() {
		if t.work == nil {
			t.race.encoding += since
			return t.race.turn(t.Context, t.race.encoding)
		}
		return t.race.turn(t.Context, t.race.encoding+t.work())
	}
	return nil
}

// hunting gives the hunt, if there is one, turns in the work under a context: for all properties,
// or for one with the given formula.
func (c *Checker) hunting(ctx context.Context, only *ltol.Formula) context.Context {
	if t := c.turns(ctx, nil); t.hunt != nil {
		if only != nil {
			if t.only = t.hunt.target(only); t.only == nil {
				return ctx
			}
			t.only.since = t.hunt.effort()
		}
		return t
	}
	return ctx
}

// turns gives turns to the hunt, if there is one, and to a race, if there is one.
func (c *Checker) turns(ctx context.Context, r *race) *turns {
	t := &turns{Context: ctx, race: r}
	if h := c.hunt; h != nil && !h.still && len(h.targets) > 0 {
		t.hunt, t.base = h, h.work
	}
	if c.model != nil {
		t.work = c.work
		t.base -= c.work()
	}
	return t
}
