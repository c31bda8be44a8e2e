package ltol

import (
	"context"
	"slices"
)

// ref names a Boolean function over the atoms of one guardTable. Equal functions have equal refs.
type ref int32

const (
	never  ref = 0 // false
	always ref = 1 // true
)

// decision is one node of a decision diagram: if the atom at this level holds then high, else low.
type decision struct {
	level     int32
	low, high ref
}

// guardTable holds Boolean functions over a fixed list of atoms as reduced ordered decision
// diagrams with a level per atom (Bryant, "Graph-based algorithms for Boolean function
// manipulation", IEEE Trans. Computers 35(8), 1986, doi:10.1109/TC.1986.1676819). Guards of
// formulas people write are small; a limit on nodes keeps the others from growing without end.
// Nothing is ever freed: the table lives as long as its automaton.
//
// Once the limit is hit every operation returns never; overflow says so, and callers look at it
// before they use guards.
type guardTable struct {
	atoms    []Atom // by level, from the top
	levels   map[Atom]int32
	nodes    []decision
	unique   map[decision]ref
	ite      map[[3]ref]ref
	limit    int
	overflow bool
	work     int             // steps of choose so far: heuristics count them to know when to give up
	ctx      context.Context // that stops choose, as if the limit were hit; nil if nothing does

	thresholds Thresholds // of the automaton whose guards these are
}

// newGuardTable makes a table over the given atoms, past atoms on top and otherwise in the order
// given.
func newGuardTable(atoms []Atom, limit int) *guardTable {
	t := &guardTable{
		atoms:  slices.Clone(atoms),
		levels: map[Atom]int32{},
		unique: map[decision]ref{},
		ite:    map[[3]ref]ref{},
		limit:  limit,

		thresholds: Thresholds{}.withDefaults(),
	}
	slices.SortStableFunc(t.atoms, func(a, b Atom) int { return falseFirst(a.Kind != PastStep, b.Kind != PastStep) })
	for i, a := range t.atoms {
		t.levels[a] = int32(i)
	}
	leaf := int32(len(t.atoms))
	t.nodes = []decision{{level: leaf, low: never, high: never}, {level: leaf, low: always, high: always}}
	return t
}

// pastLevels is the number of levels of past atoms; they are 0,…,pastLevels-1.
func (t *guardTable) pastLevels() int32 {
	n := int32(0)
	for _, a := range t.atoms {
		if a.Kind == PastStep {
			n++
		}
	}
	return n
}

func (t *guardTable) level(f ref) int32 { return t.nodes[f].level }

func (t *guardTable) node(level int32, low, high ref) ref {
	if low == high {
		return low
	}
	d := decision{level, low, high}
	if f, ok := t.unique[d]; ok {
		return f
	}
	if len(t.nodes) >= t.limit {
		t.overflow = true
		return never
	}
	f := ref(len(t.nodes))
	t.nodes = append(t.nodes, d)
	t.unique[d] = f
	return f
}

// literal is the function that is true where the literal is. Its atom must be one of the table's.
func (t *guardTable) literal(l Literal) ref {
	level := t.levels[l.Atom]
	if l.Negated {
		return t.node(level, always, never)
	}
	return t.node(level, never, always)
}

// stepsBetweenLooks is the number of steps of choose between two looks at the context.
const stepsBetweenLooks = 1 << 12

// choose is "if f then g else h".
func (t *guardTable) choose(f, g, h ref) ref {
	switch {
	case f == always || g == h:
		return g
	case f == never:
		return h
	case g == always && h == never:
		return f
	}
	key := [3]ref{f, g, h}
	if r, ok := t.ite[key]; ok {
		return r
	}
	if t.work++; t.work%stepsBetweenLooks == 0 && t.ctx != nil && t.ctx.Err() != nil {
		t.overflow = true
	}
	if t.overflow {
		return never
	}
	level := min(t.level(f), t.level(g), t.level(h))
	low := t.choose(t.cofactor(f, level, false), t.cofactor(g, level, false), t.cofactor(h, level, false))
	high := t.choose(t.cofactor(f, level, true), t.cofactor(g, level, true), t.cofactor(h, level, true))
	if t.overflow {
		return never
	}
	r := t.node(level, low, high)
	t.ite[key] = r
	return r
}

// cofactor is f where the atom at the given level, which is no deeper than f's top, has the given
// value.
func (t *guardTable) cofactor(f ref, level int32, value bool) ref {
	d := t.nodes[f]
	switch {
	case d.level != level:
		return f
	case value:
		return d.high
	}
	return d.low
}

func (t *guardTable) and(f, g ref) ref   { return t.choose(f, g, never) }
func (t *guardTable) or(f, g ref) ref    { return t.choose(f, always, g) }
func (t *guardTable) not(f ref) ref      { return t.choose(f, never, always) }
func (t *guardTable) minus(f, g ref) ref { return t.choose(g, never, f) }

// eval is the value of f under a valuation of the atoms.
func (t *guardTable) eval(f ref, holds func(Atom) bool) bool {
	for f > always {
		d := t.nodes[f]
		if holds(t.atoms[d.level]) {
			f = d.high
		} else {
			f = d.low
		}
	}
	return f == always
}
