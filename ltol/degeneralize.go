package ltol

import "math"

// Degeneralize returns a plain Büchi automaton for the language of a. It has one acceptance set,
// which is still a set of edges. If a has one set, the result is a. If a has none, the result is a
// with one set that has every edge.
//
// There is a copy of a state for every level k. Level k says: since the last accepting edge, the
// sets before the k-th one were met. An edge can meet several sets that follow one another. It is
// accepting if all sets are met then (Gastin, Oddoux, CAV 2001, §6). If an edge leaves a component,
// the level restarts, because nothing in the new component depends on it (Babiak, Badie,
// Duret-Lutz, Křetínský, Strejček, "Compositional approach to suspension and other improvements to
// LTL translation", SPIN 2013, doi:10.1007/978-3-642-39176-7_6).
func (a *Automaton) Degeneralize() *Automaton {
	b := a.onTable(newGuardTable(a.table.atoms, math.MaxInt))
	if a.Acceptance == 0 {
		b.Acceptance = 1
		for _, edges := range b.States {
			for i := range edges {
				edges[i].Acc = 1
			}
		}
	}
	if a.Acceptance <= 1 {
		return b.compact()
	}
	d := &degeneralizer{copies: newCopies(b, 1)}
	_, d.component = b.components()
	for _, q := range b.Initial {
		d.to.Initial = append(d.to.Initial, d.state(q, 0))
	}
	for i := 0; i < len(d.order); i++ {
		d.connect(i)
	}
	return d.to.mergeBisimilar().compact()
}

// degeneralizer makes a copy of a state for each number of acceptance sets met.
type degeneralizer struct {
	copies
	component []int
}

// connect makes the edges of state i.
func (d *degeneralizer) connect(i int) {
	from := d.order[i]
	var edges []Edge
	for _, e := range d.from.States[from.q] {
		level, acc := 0, uint64(0)
		if d.component[e.To] == d.component[from.q] {
			if level = d.advance(from.copy, e.Acc); level == d.from.Acceptance {
				level, acc = d.advance(0, e.Acc), 1
				level %= d.from.Acceptance
			}
		}
		edges = append(edges, Edge{d.state(e.To, level), e.Guard, acc})
	}
	d.to.States[i] = d.to.table.joinEdges(edges)
}

// copies is an automaton in the making whose states are copies of those of another one, made when
// edges lead to them.
type copies struct {
	from, to *Automaton
	number   map[copyOf]int
	order    []copyOf // by state of to
}

// copyOf is a numbered copy of state q.
type copyOf struct{ q, copy int }

func newCopies(from *Automaton, acceptance int) copies {
	return copies{from: from, to: &Automaton{Acceptance: acceptance, table: from.table}, number: map[copyOf]int{}}
}

// state is the number of the given copy of q.
func (c *copies) state(q, copy int) int {
	key := copyOf{q, copy}
	if i, ok := c.number[key]; ok {
		return i
	}
	i := len(c.order)
	c.number[key] = i
	c.order = append(c.order, key)
	c.to.States = append(c.to.States, nil)
	c.to.Obligations = append(c.to.Obligations, c.from.Obligations[q])
	return i
}

// advance is the level reached from the given one by an edge in the sets acc.
func (d *degeneralizer) advance(level int, acc uint64) int {
	for level < d.from.Acceptance && acc&(1<<level) != 0 {
		level++
	}
	return level
}
