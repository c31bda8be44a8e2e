package kernel

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// node is one decision. Of a freed node, level is freeLevel and next is the chain of freed nodes.
type node struct {
	level  uint32 // the number of variables for constants
	lo, hi Ref
	next   Ref // in its chain of the unique table, 0 at the end
}

const freeLevel = ^uint32(0)

// Memory holds the nodes of the diagram, the unique table over them and the cache of results, and
// bounds all three. It knows levels, and not which variables they stand for.
type memory struct {
	nodes   []node // nodes[0] and nodes[1] are the constants
	buckets []Ref  // heads of the unique table's chains; the length is a power of two
	shift   uint   // 64 - log2(len(buckets))
	free    Ref    // first of the chain of freed nodes, 0 if there is none
	top     Ref    // nodes from top on have never been used since the last sweep
	used    int    // nodes in use, garbage included, constants excluded

	cache      []result
	cacheShift uint
	cacheFixed bool // the size was given and does not follow the nodes
	hits, miss uint64

	maxNodes  int // 0: none
	maxBytes  int64
	at        engine.Thresholds
	maps      *mappings
	marks     []uint64 // one bit per node; all zero outside collections and walks
	collectAt int      // value of used at which a collection is wanted
	stats     engine.Stats

	ctx     context.Context // of the running operation
	fuel    int             // recursion steps until the next look at ctx
	perLook int             // recursion steps between two looks
	poll    func() error    // asked at each look; may be nil
	growing bool            // the tables are being copied into larger ones

	sweepFrom     Ref      // nodes below are still to be swept; 0 if no sweep is under way
	shuffle       *shuffle // a reordering that was stopped and is still to be brought to an end
	reorderAt     int      // twice the number of live nodes at which a reordering is wanted
	stopToReorder bool     // stop operations when used reaches reorderAt
	stopped       bool     // that happened since the last reordering
}

// If nobody asks for more, tables are made for defaultNodes, so that the check of a small model
// touches few pages of memory; they grow, and are collected first as if there were defaultRoom.
const (
	defaultNodes = 1 << 11
	defaultRoom  = 1 << 14
)

const (
	nodeBytes = 16
	maxRefs   = 1<<31 - 1
)

// allocate makes the tables of a new kernel for an order of so many levels.
func (k *memory) allocate(levels, nodes, cacheSize int) error {
	room := nodes
	if nodes <= 0 {
		nodes, room = defaultNodes, defaultRoom
	}
	if k.maxNodes > 0 {
		nodes, room = min(nodes, k.maxNodes), min(room, k.maxNodes)
	}
	k.cacheFixed = cacheSize > 0
	if cacheSize <= 0 {
		cacheSize = k.cacheFor(nodes)
	}
	cacheSize = ceilPow2(cacheSize)
	if need := tableBytes(nodes+2) + int64(cacheSize)*resultBytes; k.maxBytes > 0 && need > k.maxBytes {
		return fmt.Errorf("kernel: %d initial nodes and %d cache entries: %w", nodes, cacheSize, engine.ErrMemoryLimit)
	}
	k.nodes = newTable[node](k, nodes+2)
	constant := uint32(levels)
	k.nodes[0] = node{level: constant, lo: 0, hi: 0}
	k.nodes[1] = node{level: constant, lo: 1, hi: 1}
	k.top = 2
	k.buckets = newTable[Ref](k, ceilPow2(nodes))
	k.shift = shiftFor(len(k.buckets))
	k.marks = make([]uint64, (len(k.nodes)+63)/64)
	k.collectAt = room * 3 / 4
	k.cache = newTable[result](k, cacheSize)
	k.cacheShift = shiftFor(cacheSize)
	return nil
}

func ceilPow2(n int) int { return 1 << bits.Len(uint(max(n, 2)-1)) }

func shiftFor(size int) uint { return uint(64 - bits.TrailingZeros(uint(size))) }

// tableBytes is the memory of the nodes and the unique table when there is room for n nodes.
func tableBytes(n int) int64 {
	return int64(n)*nodeBytes + int64(ceilPow2(n))*4 + int64(n)/8
}

// bytes is the memory of all tables.
func (k *memory) bytes() int64 {
	return int64(len(k.nodes))*nodeBytes + int64(len(k.buckets))*4 + int64(len(k.marks))*8 +
		int64(len(k.cache))*resultBytes
}

// hashNode spreads a node's contents over 64 bits; the table uses the highest.
func hashNode(level uint32, lo, hi Ref) uint64 {
	return (uint64(lo)|uint64(hi)<<32)*0x9E3779B97F4A7C15 ^ uint64(level)*0xD6E8FEB86659FD93
}

// mk is the node (level, lo, hi), made if it does not exist, reduced if it decides nothing. Both
// children are below level.
func (k *memory) mk(level uint32, lo, hi Ref) Ref {
	if lo == hi {
		return lo
	}
	b := hashNode(level, lo, hi) >> k.shift
	for i := k.buckets[b]; i != 0; {
		n := &k.nodes[i]
		if n.lo == lo && n.hi == hi && n.level == level {
			return i
		}
		i = n.next
	}
	r := k.free
	if r != 0 {
		k.free = k.nodes[r].next
	} else {
		if int(k.top) == len(k.nodes) {
			k.grow()
			b = hashNode(level, lo, hi) >> k.shift
		}
		r = k.top
		k.top++
	}
	k.nodes[r] = node{level, lo, hi, k.buckets[b]}
	k.buckets[b] = r
	k.used++
	return r
}

// grow makes room for more nodes, or stops the operation. The new tables replace the old ones only
// when they are complete.
func (k *memory) grow() {
	k.stopDue()
	size := k.grownSize()
	defer k.dropOutgrown()
	nodes := newTable[node](k, size)
	buckets := k.buckets
	shift := k.shift
	if want := ceilPow2(size); want > len(buckets) {
		buckets = newTable[Ref](k, want)
		shift = shiftFor(want)
	}
	if len(buckets) == len(k.buckets) {
		copy(nodes, k.nodes)
	} else {
		k.growing = true
		nodes[0], nodes[1] = k.nodes[0], k.nodes[1]
		for i := 2; i < len(k.nodes); i++ {
			n := k.nodes[i]
			b := hashNode(n.level, n.lo, n.hi) >> shift
			n.next = buckets[b]
			buckets[b] = Ref(i)
			nodes[i] = n
			if i&0x3ff == 0 {
				k.burn(1 + k.perLook/8)
			}
		}
	}
	k.stats.PeakBytes = max(k.stats.PeakBytes, k.bytes()+int64(size)*nodeBytes)
	k.growing = false
	k.nodes, k.buckets, k.shift = nodes, buckets, shift
	k.marks = make([]uint64, (size+63)/64)
	k.dropOutgrown()
	k.growCache()
}

// grownSize is the next length of nodes within the limits; it stops the operation if there is none.
// While tables grow both the old and the new ones exist, and the byte limit counts both.
func (k *memory) grownSize() int {
	old := len(k.nodes)
	most := maxRefs
	if k.maxNodes > 0 {
		most = min(most, k.maxNodes+2)
	}
	if old >= most {
		k.stopFull(engine.ErrNodeLimit)
	}
	for _, eighths := range [...]int{16, 12, 10, 9} {
		size := min(old/8*eighths+8, most)
		if k.maxBytes == 0 || k.bytes()+tableBytes(size) <= k.maxBytes {
			return size
		}
	}
	k.stopFull(engine.ErrMemoryLimit)
	return 0
}

// split gives the level of the first of two nodes and their cofactors by it.
func (k *memory) split(a, b Ref) (level uint32, a0, a1, b0, b1 Ref) {
	x, y := &k.nodes[a], &k.nodes[b]
	switch {
	case x.level == y.level:
		return x.level, x.lo, x.hi, y.lo, y.hi
	case x.level < y.level:
		return x.level, x.lo, x.hi, b, b
	default:
		return y.level, a, a, y.lo, y.hi
	}
}

func (k *memory) marked(n Ref) bool { return k.bit(n) != 0 }

// bit is 1 for a marked node, and 0 for another.
func (k *memory) bit(n Ref) uint32 { return uint32(k.marks[n>>6]>>(n&63)) & 1 }

func (k *memory) setMark(n Ref) { k.marks[n>>6] |= 1 << (n & 63) }

// cofactors are those of n by the variable at level; n's own level is not above it.
func (k *memory) cofactors(n Ref, level uint32) (lo, hi Ref) {
	return cofactors(&k.nodes[n], n, level)
}

// cofactors are those of n, whose contents are x, by the variable at level; n's own level is not
// above it.
func cofactors(x *node, n Ref, level uint32) (lo, hi Ref) {
	if x.level == level {
		return x.lo, x.hi
	}
	return n, n
}

// Ref is engine.Ref.
type Ref = engine.Ref
