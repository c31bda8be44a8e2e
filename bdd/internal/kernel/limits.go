package kernel

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// fuelPerLook is the number of recursion steps between two looks at the context: well under a millisecond of work.
const fuelPerLook = 2048

// stop is what a recursion panics with when it cannot go on.
type stop struct{ err error }

// begin opens an operation: it looks at the context and finishes what was stopped before. Every begin without an error is followed by
// a deferred end.
func (k *Kernel) begin(ctx context.Context) error {
	if err := k.asked(ctx); err != nil {
		return fmt.Errorf("kernel: not started: %w", err)
	}
	k.ctx = ctx
	k.fuel = k.perLook
	k.growing = false
	if k.shuffle != nil || k.sweepFrom > 0 {
		return k.finish()
	}
	return nil
}

// finish completes what an earlier call has left, on behalf of the operation which begins.
func (k *Kernel) finish() (err error) {
	defer func() {
		if p := recover(); p != nil {
			s, ok := p.(*stop)
			if !ok {
				panic(p)
			}
			k.ctx = nil
			err = fmt.Errorf("kernel: finishing what was stopped before: %w", s.err)
		}
	}()
	k.completeTables()
	return nil
}

// completeTables completes a reordering or a sweep that was stopped.
func (k *Kernel) completeTables() {
	if k.shuffle != nil {
		k.settle()
	}
	if k.sweepFrom > 0 {
		k.sweep()
	}
}

// end closes an operation and turns a stop into its error.
func (k *Kernel) end(err *error) {
	k.ctx, k.guardRoots = nil, nil
	if k.used > k.stats.Peak {
		k.stats.Peak = k.used
	}
	if p := recover(); p != nil {
		s, ok := p.(*stop)
		if !ok {
			panic(p)
		}
		*err = s.err
	}
}

// look is called when the fuel is burnt.
func (k *Kernel) look() {
	k.fuel = k.perLook
	if k.ctx == nil { // outside operations nothing limits the work
		return
	}
	if err := k.asked(k.ctx); err != nil {
		panic(&stop{fmt.Errorf("kernel: interrupted while %s at %d nodes: %w", k.Doing(), k.used, err)})
	}
}

// asked is the error that ends an operation: that of the context, or of the poll.
func (k *Kernel) asked(ctx context.Context) error {
	if err := ctx.Err(); err != nil || k.poll == nil {
		return err
	}
	return k.poll()
}

// SetPoll implements engine.Engine.
func (k *Kernel) SetPoll(poll func() error) { k.poll = poll }

// Doing says in a word or two what the running operation is at.
func (k *Kernel) Doing() string {
	switch {
	case k.shuffle != nil:
		return "reordering"
	case k.sweepFrom > 0:
		return "sweeping"
	case k.growing:
		return "growing the tables"
	}
	return "computing"
}

// burn takes n units of fuel at once, for loops that are not recursions.
func (k *Kernel) burn(n int) {
	if k.fuel -= n; k.fuel < 0 {
		k.look()
	}
}

// stopFull ends the operation because no node is left.
func (k *Kernel) stopFull(limit error) {
	panic(&stop{fmt.Errorf("kernel: %w at %d nodes, %d MB of tables", limit, k.used, k.bytes()>>20)})
}

var (
	_ engine.Engine    = (*Kernel)(nil)
	_ engine.Comparer  = (*Kernel)(nil)
	_ engine.Reorderer = (*Kernel)(nil)
	_ engine.Saturator = (*Kernel)(nil)
)
