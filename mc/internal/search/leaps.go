package search

import (
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// Leaps make the next ring of a breadth-first search larger. The ring also has what one repeated
// move leads to from a node of the last ring, while the automaton stays in its state. So a counter
// that one move raises from 0 to 10 000 is one ring away, not 10 000. Runs found so need not be
// shortest.
type leaps struct {
	graph *graph
	// first is the first ring whose successors are found by leaps.
	first int
	// widest is the largest number of values of a variable.
	widest int
	// loops are arcs from an automaton state to itself, each with one move; nil until they are needed.
	loops []*arc
}

// newLeaps is the leaps of a search in g, before the first one.
func newLeaps(g *graph, variables []bdd.VarID) *leaps {
	l := &leaps{graph: g, first: math.MaxInt}
	for _, v := range variables {
		l.widest = max(l.widest, g.man.Layout().Size(v))
	}
	return l
}

// possible reports whether repeated moves may save rings after so many: saturation repeats moves,
// and a variable has more values than there are rings. Otherwise the run is long since many moves
// follow each other, such as those of a number through 16 stages. A leap costs more than a step then.
func (l *leaps) possible(rings int) bool {
	return l.widest > rings && l.graph.whole && l.graph.saturates()
}

func (l *leaps) release() { l.graph.only(l.loops).releaseJoined() }

// prepare divides the loops of the graph by moves.
func (l *leaps) prepare() {
	if l.loops != nil {
		return
	}
	l.loops = []*arc{}
	for _, a := range l.graph.arcs {
		for mv, n := range a.any {
			if m := &l.graph.moves[mv]; a.from != a.to || n == bdd.False || m.class == nil || m.redundant || m.stays {
				continue
			}
			one := &arc{from: a.from, to: a.to, any: make(predicates, len(a.any))}
			one.any[mv] = n
			l.loops = append(l.loops, one)
		}
	}
}

// advance leads from a ring to the next one.
func (l *leaps) advance(t *task, ring *region, _ int) *region {
	l.prepare()
	next := l.graph.neighbours(t, forward, allEdges, ring, nil)
	c := t.open()
	defer t.close(c)
	for _, loop := range l.loops {
		if n := ring.part[loop.from]; n != bdd.False {
			z := l.repeat(t, loop, forward, n)
			next.include(c, loop.from, z.part[loop.from])
			c.Reset()
			z.release()
		}
	}
	return next
}

// repeat is the set of states that a loop leads to from a set, or that lead there, together with
// it.
func (l *leaps) repeat(t *task, loop *arc, d direction, set bdd.Node) *region {
	z := newRegion(l.graph.man, l.graph.states())
	z.set(loop.from, set)
	l.graph.only([]*arc{loop}).closure(t, d, z, nil)
	return z
}
