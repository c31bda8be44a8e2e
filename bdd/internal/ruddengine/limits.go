package ruddengine

import (
	"context"
	"fmt"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

const (
	defaultNodes    = 1 << 14
	defaultIncrease = 1 << 20
	smallestGrowth  = 1 << 10
	cacheRatio      = 50 // entries of each cache per hundred nodes of the table
	minFree         = 50 // of a hundred nodes: rudd enlarges the table when after a collection of its own fewer are free

	// rudd has four caches with entries of four words, and one with entries of three.
	cacheEntryBytes = 4*32 + 24
	// A rough figure for what the Go map next to rudd's default table needs for each node, over the
	// loads that a growing map goes through.
	mapEntryBytes = 50
	// counted, visited and held.
	ownBytes = 3 * 4
)

// plan chooses rudd's sizes.
func plan(c engine.Config, varnum int) (limits, error) {
	l := limits{
		initial: c.InitialNodes, increase: defaultIncrease,
		cacheSize: c.CacheSize, maxNodes: c.MaxNodes, maxBytes: c.MaxBytes,
	}
	smallest := 2*varnum + 2
	if l.initial <= 0 {
		l.initial = defaultNodes
	}
	if l.maxNodes > 0 {
		if l.maxNodes < smallest-2 {
			return l, fmt.Errorf("%w: rudd stores %d nodes for its variables, the limit is %d", engine.ErrNodeLimit, smallest-2, l.maxNodes)
		}
		l.initial = min(l.initial, l.maxNodes)
		l.increase = min(l.increase, max(l.maxNodes/8, smallestGrowth))
	}
	if l.cacheSize <= 0 {
		l.cacheRatio = cacheRatio
	}
	if l.maxBytes > 0 {
		perNode := int64(32 + mapEntryBytes + ownBytes + cacheEntryBytes*l.cacheRatio/100)
		room := l.maxBytes - int64(l.cacheSize)*cacheEntryBytes
		l.initial = min(l.initial, int(max(room, 0)/perNode/2))
		l.increase = min(l.increase, max(int(l.maxBytes/perNode/8), smallestGrowth))
	}
	l.initial = max(l.initial, smallest)
	if l.cacheSize <= 0 {
		l.cacheSize = l.initial * l.cacheRatio / 100
	}
	return l, nil
}

// bytesAt estimates the memory of the engine with a table of the given size.
func (e *nodes) bytesAt(size int) int64 {
	caches := e.limits.cacheSize
	if e.limits.cacheRatio > 0 {
		caches = size / 100 * e.limits.cacheRatio
	}
	perNode := e.table.nodeBytes() + ownBytes
	if e.table.unique {
		perNode += mapEntryBytes
	}
	return int64(size)*int64(perNode) + int64(caches)*cacheEntryBytes
}

// observe keeps the largest figures.
func (e *nodes) observe() {
	e.stats.Peak = max(e.stats.Peak, e.table.used())
	e.stats.PeakBytes = max(e.stats.PeakBytes, e.bytesAt(e.table.size()))
}

// countLive counts what the results held by the engine reach.
func (e *nodes) countLive() int {
	l := &e.limits
	l.live = len(e.below(e.held...))
	l.liveKnown = true
	l.producedAtCount = e.table.produced()
	return l.live
}

// foresee refuses an operation which would enlarge the table beyond the limit in bytes.
func (e *nodes) foresee() error {
	l := &e.limits
	size := e.table.size()
	if l.maxBytes == 0 || e.table.used() < size/16*15 {
		return nil
	}
	if e.bytesAt(size+min(size, l.increase)) <= l.maxBytes {
		return nil
	}
	if !l.liveKnown || e.table.produced()-l.producedAtCount >= size/32 {
		e.countLive()
	}
	// rudd grows when a hundredth of the table times minFree, rounded up, is not free.
	if inUse := l.live + 2*len(e.lits[0]); inUse < size/100*(99-minFree) {
		return nil
	}
	return fmt.Errorf("ruddengine: %w: %d of %d nodes are in use and more do not fit into %d bytes", engine.ErrMemoryLimit, l.live, size, l.maxBytes)
}

// between is the look at the context and at the limits between two calls of rudd in one operation.
func (e *nodes) between(ctx context.Context) error {
	if err := e.asked(ctx); err != nil {
		return err
	}
	return e.withinNodes()
}

// asked is the error that ends an operation: that of the context, or of the poll.
func (e *nodes) asked(ctx context.Context) error {
	err := ctx.Err()
	if err == nil && e.poll != nil {
		err = e.poll()
	}
	if err != nil {
		return fmt.Errorf("ruddengine: %w", err)
	}
	return nil
}

// SetPoll implements engine.Engine.
func (e *nodes) SetPoll(poll func() error) { e.poll = poll }

// fit is how many nodes may be in use in a table that takes no more than maxBytes.
func (e *nodes) fit() int {
	size := sort.Search(int(min(e.limits.maxBytes, 1<<31-1)), func(size int) bool { return e.bytesAt(size) > e.limits.maxBytes }) - 1
	return size / 100 * (100 - minFree)
}

// withinNodes compares the nodes in use with the limit on them, and with the limit in bytes where
// the table has outgrown that. They are counted again only where they can be more by a sixteenth of
// the limit than was known, so that the counting costs a bounded share of the time that making
// nodes takes.
func (e *nodes) withinNodes() error {
	l := &e.limits
	most, cause := l.maxNodes, engine.ErrNodeLimit
	if l.maxBytes > 0 && e.bytesAt(e.table.size()) > l.maxBytes && (most == 0 || l.fitting < most) {
		most, cause = l.fitting, engine.ErrMemoryLimit
	}
	if most == 0 || e.table.used() <= most {
		return nil
	}
	if made := e.table.produced() - l.producedAtCount; l.liveKnown && l.live <= most && made <= max(most-l.live, most/16) {
		return nil
	}
	if e.countLive() <= most {
		return nil
	}
	return fmt.Errorf("ruddengine: %w: %d nodes in use", cause, l.live)
}

// account is the look at the limits after an operation; size is that of the table before it.
func (e *nodes) account(sizeBefore int) error {
	e.observe()
	l := &e.limits
	if size := e.table.size(); size > sizeBefore {
		if b := e.bytesAt(size); l.maxBytes > 0 && b > l.maxBytes {
			return fmt.Errorf("ruddengine: %w: the table grew to %d bytes", engine.ErrMemoryLimit, b)
		}
		grownFrom := max(sizeBefore, size/2, size-l.increase)
		if needed := grownFrom / 100 * (100 - minFree); l.maxNodes > 0 && needed > l.maxNodes {
			return fmt.Errorf("ruddengine: %w: at least %d nodes in use at once", engine.ErrNodeLimit, needed)
		}
	}
	return e.withinNodes()
}

// Work implements engine.Engine. What operations find in rudd's caches is not counted, but the most
// nodes that there were at once.
func (e *nodes) Work() uint64 { return uint64(e.stats.Peak) }

// Stats implements engine.Engine. rudd does not count the look-ups in its caches.
func (e *nodes) Stats() engine.Stats {
	if e.failure != nil && e.b == nil {
		return engine.Stats{}
	}
	s := e.stats
	s.Nodes = e.table.used()
	s.Bytes = e.bytesAt(e.table.size())
	s.CacheSize = e.limits.cacheSize
	if e.limits.cacheRatio > 0 {
		s.CacheSize = e.table.size() / 100 * e.limits.cacheRatio
	}
	if e.reached < 0 {
		e.reached = len(e.below(e.held[:e.survivors]...))
	}
	s.Live = e.reached
	return s
}
