package kernel

import "fmt"

// LookEvery is for tests. It makes operations look at their context every so many steps.
func (k *memory) LookEvery(steps int) { k.perLook = steps }

// CheckInvariants is for tests. It reports the first violation of what the operations rely on
// between them: nodes are reduced, ordered and each in the unique table once, free nodes are
// chained, and the cache mentions no free node.
func (k *upkeep) CheckInvariants() error {
	k.completeTables()
	free := map[Ref]bool{}
	for n := k.free; n != 0; n = k.nodes[n].next {
		if free[n] || k.nodes[n].level != freeLevel || n >= k.top {
			return fmt.Errorf("node %d does not belong in the chain of free nodes", n)
		}
		free[n] = true
	}
	linked := 0
	for b, n := range k.buckets {
		for ; n != 0; n = k.nodes[n].next {
			x := k.nodes[n]
			if linked++; linked > k.used {
				return fmt.Errorf("more nodes in the table than the %d in use", k.used)
			}
			switch {
			case free[n] || n < 2 || n >= k.top:
				return fmt.Errorf("node %d is in the table but not in use", n)
			case hashNode(x.level, x.lo, x.hi)>>k.shift != uint64(b):
				return fmt.Errorf("node %d is in the wrong chain", n)
			case x.lo == x.hi:
				return fmt.Errorf("node %d is redundant", n)
			case free[x.lo] || free[x.hi] || x.lo >= k.top || x.hi >= k.top:
				return fmt.Errorf("node %d has a free child", n)
			case k.nodes[x.lo].level <= x.level || k.nodes[x.hi].level <= x.level:
				return fmt.Errorf("node %d is not above its children", n)
			}
		}
	}
	if linked != k.used || linked+len(free)+2 != int(k.top) {
		return fmt.Errorf("%d nodes in the table, %d free, %d in use, %d below the top", linked, len(free), k.used, k.top)
	}
	for _, e := range k.cache {
		for _, n := range [...]Ref{e.first(), e.a, e.b, e.r} {
			if e.key != 0 && (free[n] || n >= k.top) {
				return fmt.Errorf("the cache mentions a free node: operation %d", e.key>>24)
			}
		}
	}
	for i, m := range k.marks {
		if m != 0 {
			return fmt.Errorf("a mark is left near node %d", i*64)
		}
	}
	return nil
}
