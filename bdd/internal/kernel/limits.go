package kernel

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// fuelPerLook is the number of recursion steps between two looks at the context: well under a
// millisecond of work.
const fuelPerLook = 2048

// stop is what a recursion panics with when it cannot go on.
type stop struct{ err error }

// look is called when the fuel is burnt.
func (k *memory) look() {
	k.fuel = k.perLook
	if k.ctx == nil { // outside operations nothing limits the work
		return
	}
	if err := k.asked(k.ctx); err != nil {
		panic(&stop{fmt.Errorf("kernel: interrupted while %s at %d nodes: %w", k.Doing(), k.used, err)})
	}
}

// asked is the error that ends an operation: that of the context, or of the poll.
func (k *memory) asked(ctx context.Context) error {
	if err := ctx.Err(); err != nil || k.poll == nil {
		return err
	}
	return k.poll()
}

// SetPoll implements engine.Engine.
func (k *memory) SetPoll(poll func() error) { k.poll = poll }

// Doing says in a word or two what the running operation is at.
func (k *memory) Doing() string {
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
func (k *memory) burn(n int) {
	if k.fuel -= n; k.fuel < 0 {
		k.look()
	}
}

// stopFull ends the operation because no node is left.
func (k *memory) stopFull(limit error) {
	panic(&stop{fmt.Errorf("kernel: %w at %d nodes, %d MB of tables", limit, k.used, k.bytes()>>20)})
}

// mayGrow reports whether the tables are still so small that growing is better than collecting
// while a saturation runs. Most of its intermediate results are dead as nodes but alive in the
// cache, where it comes back to them after a long time; a collection makes it compute them again.
func (k *memory) mayGrow() bool {
	size, most := 2*len(k.nodes), int64(k.at.RoomyBytes)
	if k.maxBytes > 0 {
		most = min(most, k.maxBytes/2)
	}
	return (k.maxNodes == 0 || size <= k.maxNodes) && tableBytes(size)+int64(k.cacheFor(size))*resultBytes <= most
}

// stopDue ends an operation in favour of a reordering if that is wanted.
func (k *memory) stopDue() {
	if k.stopToReorder && k.used >= max(k.reorderAt, 2*k.at.FirstReorder) {
		k.stopped = true
		panic(&stop{fmt.Errorf("kernel: at %d nodes: %w", k.used, engine.ErrReorder)})
	}
}
