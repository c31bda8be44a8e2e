package bdd

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Pick is the lexicographically least valuation of the current copies of over, by valid codes, in
// which n holds: codes[i] belongs to over[i]. It does not depend on the order of bits in the
// diagram. ok is false if there is none. The support of n must lie within the bits of over.
func (m *Manager) Pick(n Node, over []VarID) (codes []int, ok bool) {
	m.must("Pick", n)
	m.mustHave("Pick", Current, over)
	if n == False {
		return nil, false
	}
	levels := m.eng.NumVars()
	p := picker{eng: m.eng, fixed: make([]bool, levels), value: make([]byte, levels), last: -1, deadly: map[engine.Ref]bool{}}
	p.find(engine.Ref(n))
	codes = make([]int, len(over))
	valid := true
	for i, v := range over {
		for _, b := range m.layout.vars[v].copies[Current] {
			codes[i] = codes[i]<<1 | int(p.least(engine.Ref(n), m.eng.Level(b)))
		}
		valid = valid && codes[i] < m.layout.vars[v].size
	}
	if valid {
		return codes, true
	}
	codes = nil // bits alone have led to a code that is not valid
	m.Each(n, over, func(c []int) bool {
		codes, ok = slices.Clone(c), true
		return false
	})
	return codes, ok
}

// picker fixes one bit after the other at the least value that leaves a way to True, and always
// knows such a way.
type picker struct {
	eng    engine.Engine
	fixed  []bool              // by level
	value  []byte              // by level: where fixed or on the way, 0 or 1; else 0
	last   int                 // greatest level that is fixed
	deadly map[engine.Ref]bool // nodes without a way that keeps to what is fixed
}

// least fixes the bit at a level and returns its value.
func (p *picker) least(n engine.Ref, level int) byte {
	p.fixed[level] = true
	p.last = max(p.last, level)
	if p.value[level] == 1 {
		p.value[level] = 0
		if !p.find(n) {
			p.value[level] = 1 // the way that is known stands
			clear(p.deadly)    // as some may live again
		}
	}
	return p.value[level]
}

// find looks for a way from n to True that keeps to what is fixed, and notes it.
func (p *picker) find(n engine.Ref) bool {
	if n <= engine.True {
		return n == engine.True
	}
	level := p.eng.Level(p.eng.Top(n))
	if p.deadly[n] {
		return false
	}
	for value := range byte(2) {
		if p.fixed[level] && p.value[level] != value {
			continue
		}
		child := p.eng.Low(n)
		if value == 1 {
			child = p.eng.High(n)
		}
		if p.find(child) {
			p.value[level] = value
			return true
		}
	}
	if level <= p.last { // below, every node has a way
		p.deadly[n] = true
	}
	return false
}

// Sample is a valuation of the current copies of over in which n holds: codes[i] belongs to
// over[i]. From the top of the diagram on, coin decides each bit that n leaves open, so that every
// valuation can be had, though not all with the same probability. The support of n must lie within
// the bits of over, and n must hold of valid codes only. ok is false if n is False.
func (m *Manager) Sample(n Node, over []VarID, coin func() bool) (codes []int, ok bool) {
	m.must("Sample", n)
	m.mustHave("Sample", Current, over)
	if coin == nil {
		panic(fail("Sample", misuse("there is no coin to throw")))
	}
	if n == False {
		return nil, false
	}
	value := make([]bool, m.eng.NumVars())
	for i := range value {
		value[i] = coin()
	}
	for r := engine.Ref(n); r > engine.True; {
		v := m.eng.Top(r)
		low, high := m.eng.Low(r), m.eng.High(r)
		value[v] = low == engine.False || high != engine.False && value[v]
		if r = low; value[v] {
			r = high
		}
	}
	codes = make([]int, len(over))
	for i, v := range over {
		for _, b := range m.layout.vars[v].copies[Current] {
			codes[i] <<= 1
			if value[b] {
				codes[i]++
			}
		}
	}
	return codes, true
}
