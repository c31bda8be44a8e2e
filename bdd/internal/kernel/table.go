package kernel

import (
	"fmt"
	"math/bits"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

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

// allocate makes the tables of a new kernel.
func (k *Kernel) allocate(nodes, cacheSize int) error {
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
	constant := uint32(len(k.varAt))
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
func (k *Kernel) bytes() int64 {
	return int64(len(k.nodes))*nodeBytes + int64(len(k.buckets))*4 + int64(len(k.marks))*8 +
		int64(len(k.cache))*resultBytes + int64(len(k.triples))*tripleBytes
}

// hashNode spreads a node's contents over 64 bits; the table uses the highest.
func hashNode(level uint32, lo, hi Ref) uint64 {
	return (uint64(lo)|uint64(hi)<<32)*0x9E3779B97F4A7C15 ^ uint64(level)*0xD6E8FEB86659FD93
}

// mk is the node (level, lo, hi), made if it does not exist, reduced if it decides nothing. Both children are below level.
func (k *Kernel) mk(level uint32, lo, hi Ref) Ref {
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

// grow makes room for more nodes, or stops the operation. The new tables replace the old ones only when they are complete.
func (k *Kernel) grow() {
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

// grownSize is the next length of nodes within the limits; it stops the operation if there is none. While tables grow both
// the old and the new ones exist, and the byte limit counts both.
func (k *Kernel) grownSize() int {
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
