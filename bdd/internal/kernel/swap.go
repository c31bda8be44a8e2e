package kernel

import "github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"

// shuffle is the state of the diagram while its order changes. For that time a node's level field
// holds its variable, every variable has a unique table of its own, and nodes count their parents,
// so that what a swap makes useless is freed at once. Nodes are rewritten in place: references keep
// their meaning.
//
// A swap of two large levels takes long, and half of one is no diagram. So that it can be stopped
// all the same, where it stands is kept here rather than on the stack, and the next operation of
// the engine lets it run to its end; see settle.
type shuffle struct {
	k      *upkeep
	refs   []uint32 // by node: its parents, and 1 for each time a root named it
	tables []subtable
	swaps  int // swaps of two levels so far

	phase        phase
	upper, lower uint32 // the variables that are being swapped, as they stood before
	bucket       int    // while detaching: the next bucket of upper's table
	moving       []Ref  // the nodes of upper that have a child of lower, out of their table
	done         int    // while rewriting: the next of moving

	exchange exchange // of units, which consists of swaps
}

// phase tells what a swap is doing.
type phase uint8

const (
	resting phase = iota
	detaching
	rewriting
)

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

// swap exchanges the variables at level and level+1. It either does that completely or, for want of
// room within the limits, nothing; it returns whether it did. It leaves enough room for swapping
// back: that makes again the nodes which it has freed, and no others. With back, room is not asked
// for again. Called again after it was stopped, it goes on.
func (s *shuffle) swap(level int, back bool) bool {
	k := s.k
	if s.phase == resting {
		s.phase = detaching
		s.upper, s.lower = uint32(k.varAt[level]), uint32(k.varAt[level+1])
		s.bucket, s.moving = 0, s.moving[:0]
	}
	if s.phase == detaching {
		s.detach()
		if !back && !s.room(2*len(s.moving)) {
			for _, n := range s.moving {
				s.link(n)
			}
			s.phase = resting
			return false
		}
		k.varAt[level], k.varAt[level+1] = engine.Var(s.lower), engine.Var(s.upper)
		k.levelOf[s.upper], k.levelOf[s.lower] = int32(level+1), int32(level)
		s.phase, s.done = rewriting, 0
	}
	s.rewrite()
	s.phase = resting
	s.swaps++
	return true
}

// detach takes the nodes of the upper variable which have a child of the lower out of their table
// and lists them in s.moving. All others sink or rise as they are.
func (s *shuffle) detach() {
	t := &s.tables[s.upper]
	if t.keys == 0 || s.tables[s.lower].keys == 0 {
		return
	}
	nodes := s.k.nodes
	for ; s.bucket < len(t.buckets); s.bucket++ {
		if s.bucket&0x3ff == 0 {
			s.k.burn(1 + s.k.perLook/4)
		}
		for p := &t.buckets[s.bucket]; *p != 0; {
			n := *p
			if c := &nodes[n]; nodes[c.lo].level == s.lower || nodes[c.hi].level == s.lower {
				*p = c.next
				t.keys--
				s.moving = append(s.moving, n)
			} else {
				p = &c.next
			}
		}
	}
}

// rewrite turns each of s.moving, (x: f0, f1) with x the upper variable, into (y: (x: f00, f10),
// (x: f01, f11)) where y is the lower and fij the cofactor for x = i and y = j.
func (s *shuffle) rewrite() {
	k := s.k
	x, y := s.upper, s.lower
	for ; s.done < len(s.moving); s.done++ {
		if s.done&0xff == 0 {
			k.burn(1 + k.perLook/8)
		}
		n := s.moving[s.done]
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
	nodes, refs := newTable[node](&k.memory, size), make([]uint32, size)
	copy(nodes, k.nodes)
	copy(refs, s.refs)
	k.nodes, s.refs = nodes, refs
	k.dropOutgrown()
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
