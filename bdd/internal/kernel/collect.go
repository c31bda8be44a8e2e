package kernel

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// WantsCollect implements engine.Engine.
func (k *Kernel) WantsCollect() bool { return k.used >= k.collectAt }

// Collect implements engine.Engine.
func (k *Kernel) Collect(ctx context.Context, roots engine.Marker) (err error) {
	if err := k.begin(ctx); err != nil {
		return err
	}
	defer k.end(&err)
	k.collect(roots)
	return nil
}

// collectInside collects within an operation that has put all it holds into k.guard, if that is wanted and better than growing.
func (k *Kernel) collectInside(steps []engine.Step) {
	if !k.WantsCollect() || k.mayGrow() {
		return
	}
	k.stats.Peak = max(k.stats.Peak, k.used)
	k.collect(func(visit func(Ref)) {
		k.guardRoots(visit)
		for _, n := range k.guard {
			visit(n)
		}
		for _, st := range steps {
			visit(st.Relation)
		}
	})
}

// collect marks, forgets results that mention dead nodes, and sweeps. Until the sweep starts nothing is lost by stopping; a sweep that is stopped is
// finished by the next operation before it does anything else.
func (k *Kernel) collect(roots engine.Marker) {
	marking := true
	defer func() {
		if marking {
			clear(k.marks)
		}
	}()
	k.setMark(0)
	k.setMark(1)
	roots(k.mark)
	k.forgetDead()
	marking = false
	k.startSweep()
	k.sweep()
	k.stats.Collections++
}

// startSweep forgets which nodes are in use; sweep finds that out from the marks.
func (k *Kernel) startSweep() {
	k.sweepFrom = k.top
	k.top, k.free, k.used = 2, 0, 0
	clear(k.buckets)
}

func (k *Kernel) marked(n Ref) bool { return k.marks[n>>6]>>(n&63)&1 != 0 }

func (k *Kernel) setMark(n Ref) { k.marks[n>>6] |= 1 << (n & 63) }

// mark marks n and everything below it.
func (k *Kernel) mark(n Ref) {
	if k.marked(n) {
		return
	}
	k.setMark(n)
	if k.fuel--; k.fuel < 0 {
		k.look()
	}
	x := &k.nodes[n]
	k.mark(x.lo)
	k.mark(x.hi)
}

// sweep rebuilds the unique table from the marked nodes below sweepFrom and chains the others as free, from the last node to the
// first so that low numbers are reused first. The nodes after the last marked one become unused again.
func (k *Kernel) sweep() {
	for k.sweepFrom > 2 {
		i := k.sweepFrom - 1
		if i&0x3ff == 0 {
			k.burn(1 + k.perLook/8)
		}
		k.sweepFrom = i
		n := &k.nodes[i]
		switch {
		case k.marked(i):
			if k.top == 2 {
				k.top = i + 1
			}
			b := hashNode(n.level, n.lo, n.hi) >> k.shift
			n.next = k.buckets[b]
			k.buckets[b] = i
			k.used++
		case k.top > 2:
			*n = node{level: freeLevel, next: k.free}
			k.free = i
		default:
			*n = node{level: freeLevel}
		}
	}
	k.sweepFrom = 0
	clear(k.marks)
	k.stats.Live = k.used
	k.collectAt = max(len(k.nodes)*3/4, 2*k.used)
}

// mayGrow reports whether the tables are still so small that growing is better than collecting while a saturation runs. Most of its intermediate
// results are dead as nodes but alive in the cache, where it comes back to them after a long time; a collection makes it compute them again.
func (k *Kernel) mayGrow() bool {
	size, most := 2*len(k.nodes), int64(k.at.RoomyBytes)
	if k.maxBytes > 0 {
		most = min(most, k.maxBytes/2)
	}
	return (k.maxNodes == 0 || size <= k.maxNodes) && tableBytes(size)+int64(k.cacheFor(size))*resultBytes <= most
}
