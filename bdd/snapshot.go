package bdd

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// snapshot is a copy of a few diagrams in a small table of its own, for questions about the
// valuations of a set. Work on it touches no engine, so that it can neither reach a limit nor
// disturb anything.
type snapshot struct {
	nodes  []snapNode         // the constants first, children before parents
	unique map[snapNode]int32 // of those that are not copies
	ands   map[[2]int32]int32
	fixed  map[[3]int32]int32 // by node, level and value
}

type snapNode = engine.Exported

func (p *snapshot) mk(x snapNode) int32 {
	if x.Low == x.High {
		return x.Low
	}
	n, ok := p.unique[x]
	if !ok {
		n = int32(len(p.nodes))
		p.nodes = append(p.nodes, x)
		p.unique[x] = n
	}
	return n
}

// add copies one more diagram. A node of the first one may be there twice then, which changes no
// answer.
func (p *snapshot) add(m *store, n Node) int32 {
	nodes, places := m.eng.Export(engine.Ref(n))
	place := make([]int32, len(nodes))
	place[1] = 1
	for i, x := range nodes[2:] {
		x.Low, x.High = place[x.Low], place[x.High]
		place[i+2] = p.mk(x)
	}
	return place[places[0]]
}

func (p *snapshot) and(a, b int32) int32 {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == 0 || a == b:
		return a
	case a == 1:
		return b
	}
	if r, ok := p.ands[[2]int32{a, b}]; ok {
		return r
	}
	level := min(p.nodes[a].Level, p.nodes[b].Level)
	a0, a1 := p.cofactors(a, level)
	b0, b1 := p.cofactors(b, level)
	x := snapNode{Level: level, Low: p.and(a0, b0), High: p.and(a1, b1)}
	r := a
	if x != p.nodes[a] {
		r = p.mk(x)
	}
	p.ands[[2]int32{a, b}] = r
	return r
}

func (p *snapshot) cofactors(n, level int32) (lo, hi int32) {
	if x := p.nodes[n]; x.Level == level {
		return x.Low, x.High
	}
	return n, n
}

// fix is n where the variable at level has the value given.
func (p *snapshot) fix(n, level, value int32) int32 {
	x := p.nodes[n]
	if x.Level >= level {
		lo, hi := p.cofactors(n, level)
		return [2]int32{lo, hi}[value]
	}
	asked := [3]int32{n, level, value}
	r, known := p.fixed[asked]
	if !known {
		x.Low, x.High = p.fix(x.Low, level, value), p.fix(x.High, level, value)
		r = p.mk(x)
		p.fixed[asked] = r
	}
	return r
}

// snapshotOf copies n, conjoined with the valid codes of copies of over.
func (m *store) snapshotOf(n Node, over []VarID, copies ...Copy) (*snapshot, int32) {
	nodes, places := m.eng.Export(engine.Ref(n))
	p := &snapshot{nodes, map[snapNode]int32{}, map[[2]int32]int32{}, map[[3]int32]int32{}}
	// From the bottom up each conjunction passes over one variable's bits only; n, which may be
	// large, is passed over once.
	var some []Node
	for _, v := range over {
		for _, c := range copies {
			if valid := m.valid[v][c]; valid != True {
				some = append(some, valid)
			}
		}
	}
	slices.SortStableFunc(some, func(a, b Node) int { return cmp.Compare(m.topLevel(b), m.topLevel(a)) })
	all := int32(1)
	for _, valid := range some {
		all = p.and(p.add(m, valid), all)
	}
	return p, p.and(places[0], all)
}

// Count is the number of valuations of the current copies of over, by valid codes, in which n
// holds. The support of n must lie within them.
func (m *Manager) Count(n Node, over []VarID) *big.Int {
	m.must("Count", n)
	m.mustHave("Count", Current, over)
	p, root := m.snapshotOf(n, over, Current)
	rank := make([]int, m.eng.NumVars()+1) // by Level: the number of bits of over above it
	for _, b := range m.bitsOf(Current, over) {
		rank[m.eng.Level(b)+1] = 1
	}
	for _, x := range p.nodes[2:] {
		if rank[x.Level+1] == 0 {
			panic(fail("Count", errUnlisted))
		}
	}
	for i := 1; i < len(rank); i++ {
		rank[i] += rank[i-1]
	}
	counts := make([]*big.Int, len(p.nodes)) // of valuations of the bits from the node's level down
	counts[0], counts[1] = new(big.Int), big.NewInt(1)
	var lo, hi big.Int
	for i := 2; i < len(p.nodes); i++ { // children come before parents
		x := p.nodes[i]
		below := func(shifted *big.Int, child int32) *big.Int {
			if by := rank[p.nodes[child].Level] - rank[x.Level] - 1; by > 0 {
				return shifted.Lsh(counts[child], uint(by))
			}
			return counts[child]
		}
		counts[i] = new(big.Int).Add(below(&lo, x.Low), below(&hi, x.High))
	}
	return new(big.Int).Lsh(counts[root], uint(rank[p.nodes[root].Level]))
}

// Each calls f for every valuation of copies of over, by valid codes, in which n holds, until f
// returns false. The slice is f's only until it returns. The support of n must lie within the bits.
//
// If no copy is named, it is the current one: codes[i] belongs to over[i], and valuations come in
// lexicographic order. Else they come as the order of bits has them: the codes of the first copy
// named, then those of the second. Pairs of a relation are Each(n, over, f, Current, Next).
func (m *Manager) Each(n Node, over []VarID, f func(codes []int) bool, copies ...Copy) {
	m.must("Each", n)
	if f == nil {
		panic(fail("Each", misuse("there is no function to call")))
	}
	sorted := len(copies) == 0
	if sorted {
		copies = []Copy{Current}
	}
	for _, c := range copies {
		m.mustHave("Each", c, over)
	}
	p, root := m.snapshotOf(n, over, copies...)
	type place struct {
		level int32
		code  int // the index in codes
		bit   int
	}
	var places []place
	for i, c := range copies {
		for j, v := range over {
			bits := m.layout.vars[v].copies[c]
			for k, b := range bits {
				level, bit := int32(m.eng.Level(b)), 1<<(len(bits)-1-k)
				places = append(places, place{level, i*len(over) + j, bit})
			}
		}
	}
	if !sorted {
		slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.level, b.level) })
	}
	codes := make([]int, len(copies)*len(over))
	var visit func(n int32, i int) bool
	visit = func(n int32, i int) bool {
		if n == 0 {
			return true
		}
		if i == len(places) {
			if n != 1 {
				panic(fail("Each", errUnlisted))
			}
			m.listed++
			return f(codes)
		}
		at := places[i]
		if !visit(p.fix(n, at.level, 0), i+1) {
			return false
		}
		codes[at.code] |= at.bit
		more := visit(p.fix(n, at.level, 1), i+1)
		codes[at.code] &^= at.bit
		return more
	}
	visit(root, 0)
}
