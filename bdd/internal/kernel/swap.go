package kernel

import "github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"

// shuffle is the state of the diagram while its order changes. For that time a node's level field holds its variable, every variable has
// a unique table of its own, and nodes count their parents, so that what a swap makes useless is freed at once. Nodes are rewritten
// in place: references keep their meaning.
type shuffle struct {
	k      *Kernel
	refs   []uint32 // by node: its parents, and 1 for each time a root named it
	tables []subtable
	moving []Ref // scratch of swap
	swaps  int   // swaps of two levels so far
}

// subtable is the unique table of one variable, chained through the nodes.
type subtable struct {
	buckets []Ref // the length is a power of two
	keys    int
}

func hashChildren(lo, hi Ref) uint64 {
	return ((uint64(lo) | uint64(hi)<<32) * 0x9E3779B97F4A7C15) >> 32
}

func (t *subtable) bucket(lo, hi Ref) *Ref {
	return &t.buckets[hashChildren(lo, hi)&uint64(len(t.buckets)-1)]
}

// link puts n into its variable's table.
func (s *shuffle) link(n Ref) {
	x := &s.k.nodes[n]
	t := &s.tables[x.level]
	if t.keys >= len(t.buckets) {
		s.widen(t)
	}
	b := t.bucket(x.lo, x.hi)
	x.next = *b
	*b = n
	t.keys++
}

// widen doubles a table.
func (s *shuffle) widen(t *subtable) {
	old := t.buckets
	t.buckets = make([]Ref, max(2*len(old), 4))
	for _, n := range old {
		for n != 0 {
			x := &s.k.nodes[n]
			next := x.next
			b := t.bucket(x.lo, x.hi)
			x.next = *b
			*b = n
			n = next
		}
	}
}

// unlink takes n out of its variable's table.
func (s *shuffle) unlink(n Ref) {
	x := &s.k.nodes[n]
	t := &s.tables[x.level]
	p := t.bucket(x.lo, x.hi)
	for *p != n {
		p = &s.k.nodes[*p].next
	}
	*p = x.next
	t.keys--
}

// take is the node (v, lo, hi) with one more parent counted. There is room for it.
func (s *shuffle) take(v uint32, lo, hi Ref) Ref {
	if lo == hi {
		s.refs[lo]++
		return lo
	}
	k := s.k
	if t := &s.tables[v]; t.keys > 0 {
		for n := *t.bucket(lo, hi); n != 0; n = k.nodes[n].next {
			if x := &k.nodes[n]; x.lo == lo && x.hi == hi {
				s.refs[n]++
				return n
			}
		}
	}
	n := k.free
	if n != 0 {
		k.free = k.nodes[n].next
	} else {
		n = k.top
		k.top++
	}
	k.used++
	k.nodes[n] = node{level: v, lo: lo, hi: hi}
	s.refs[n] = 1
	s.refs[lo]++
	s.refs[hi]++
	s.link(n)
	return n
}

// drop counts one parent less and frees what has none left.
func (s *shuffle) drop(n Ref) {
	s.refs[n]--
	if s.refs[n] > 0 || n <= 1 {
		return
	}
	k := s.k
	s.unlink(n)
	x := &k.nodes[n]
	lo, hi := x.lo, x.hi
	*x = node{level: freeLevel, next: k.free}
	k.free = n
	k.used--
	s.drop(lo)
	s.drop(hi)
}

// swap exchanges the variables at level and level+1. It either does that completely or, for want of room within the limits, nothing; it
// returns whether it did. It leaves enough room for swapping back: that makes nodes of the lower variable only, and no more than there are now.
func (s *shuffle) swap(level int) bool {
	x, y := uint32(s.k.varAt[level]), uint32(s.k.varAt[level+1])
	s.detach(x, y)
	if !s.room(2*len(s.moving) + s.tables[y].keys) {
		for _, n := range s.moving {
			s.link(n)
		}
		return false
	}
	s.transpose(level)
	return true
}

// swapBack takes back the last swap of a level, for which there is room.
func (s *shuffle) swapBack(level int) {
	s.detach(uint32(s.k.varAt[level]), uint32(s.k.varAt[level+1]))
	s.transpose(level)
}

// transpose rewrites the nodes of the upper variable x which detach has listed, those with a child of the lower variable y: (x: f0, f1) becomes
// (y: (x: f00, f10), (x: f01, f11)) where fij is the cofactor for x = i and y = j. All others sink or rise as they are.
func (s *shuffle) transpose(level int) {
	k := s.k
	x, y := uint32(k.varAt[level]), uint32(k.varAt[level+1])
	s.swaps++
	k.varAt[level], k.varAt[level+1] = engine.Var(y), engine.Var(x)
	k.levelOf[x], k.levelOf[y] = int32(level+1), int32(level)
	for _, n := range s.moving {
		f0, f1 := k.nodes[n].lo, k.nodes[n].hi
		f00, f01 := k.cofactors(f0, y)
		f10, f11 := k.cofactors(f1, y)
		lo := s.take(x, f00, f10)
		hi := s.take(x, f01, f11)
		s.drop(f0)
		s.drop(f1)
		k.nodes[n] = node{level: y, lo: lo, hi: hi}
		s.link(n)
	}
}

// detach takes the nodes of x which have a child of y out of x's table and lists them in s.moving.
func (s *shuffle) detach(x, y uint32) {
	s.moving = s.moving[:0]
	t := &s.tables[x]
	if t.keys == 0 || s.tables[y].keys == 0 {
		return
	}
	nodes := s.k.nodes
	for i := range t.buckets {
		for p := &t.buckets[i]; *p != 0; {
			n := *p
			if c := &nodes[n]; nodes[c.lo].level == y || nodes[c.hi].level == y {
				*p = c.next
				s.moving = append(s.moving, n)
			} else {
				p = &c.next
			}
		}
	}
	t.keys -= len(s.moving)
}

// room makes sure that n nodes can be made, and says whether the limits allow that.
func (s *shuffle) room(n int) bool {
	k := s.k
	need := k.used + 2 + n
	if need <= len(k.nodes) {
		return true
	}
	size := max(need, len(k.nodes)/2*3)
	if k.maxNodes > 0 && size > k.maxNodes+2 {
		if size = k.maxNodes + 2; size < need {
			return false
		}
	}
	if size > maxRefs || k.maxBytes > 0 && k.bytes()+s.bytes()+tableBytes(size)+4*int64(size) > k.maxBytes {
		return false
	}
	nodes, refs := make([]node, size), make([]uint32, size)
	copy(nodes, k.nodes)
	copy(refs, s.refs)
	k.nodes, s.refs = nodes, refs
	k.marks = make([]uint64, (size+63)/64)
	k.stats.PeakBytes = max(k.stats.PeakBytes, k.bytes()+s.bytes())
	return true
}

// bytes is the memory that only a change of order needs.
func (s *shuffle) bytes() int64 {
	b := int64(len(s.refs)) * 4
	for i := range s.tables {
		b += int64(len(s.tables[i].buckets)) * 4
	}
	return b
}
