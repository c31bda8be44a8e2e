package search

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A move is a class of steps that the product treats alike: those of one move of the system, or the
// stutters of deadlocked states.
type move struct {
	class   space.Move // nil for the stutter
	enabled bdd.Node   // kept by the space
	// redundant says that its steps are all among those of other moves, so that only labels ask for
	// it.
	redundant bool
	// stays says that its steps are all among those of moves whose relations are in parts, and keep
	// the bits of obligations, so that saturation can take them. Nobody else asks for it.
	stays bool
}

func (m move) inParts() bool { return m.class != nil && m.class.Relation() == nil }

// predicates gives for each move of a graph a set of states from which it may be taken; False where
// there is none.
type predicates []bdd.Node

// joined holds the moves of an arc, for saturation and for steps by all moves at once.
type joined struct {
	closure   *bdd.Closure
	relations []*bdd.Relation // those made for it
}

// An arc joins all edges of the automaton between two of its states.
type arc struct {
	from, to int
	any      predicates
	// acc are the predicates of the edges in each acceptance set; nil where there are none.
	acc []predicates
	// all joins the moves, the stutter excepted; nil until that is needed. stepped counts steps
	// along all edges until then.
	all     *joined
	stepped int
}

// A direction is the way in which a search follows the arcs.
type direction uint8

const (
	forward direction = iota
	backward
)

// ends returns where a search in this direction enters and leaves the arc.
func (d direction) ends(a *arc) (near, far int) {
	if d == forward {
		return a.from, a.to
	}
	return a.to, a.from
}

// A graph is the part of a product that a search works on: arcs between automaton states, each
// labelled with moves. Sets of its nodes are regions. Subgraphs share the arcs of the graph they
// are made from, which must outlive them.
type graph struct {
	man    *bdd.Manager
	moves  []move
	arcs   []*arc
	leave  [2][][]*arc // by direction and near end
	effort *effort
	// whole tells that every move has its relation in one piece, stays that some move stays.
	whole, stays bool
	// closed are the reachable states where relations are in parts and these are known: no
	// predicate goes beyond them. False elsewhere.
	closed bdd.Node

	ownsArcs bool       // what arcs were prepared with goes when the graph goes
	owned    []bdd.Node // predicates of arcs
}

// effort counts what searches do. tick, if it is not nil, is called now and then.
type effort struct {
	images, rounds, passes int
	tick                   func()
	stepsBeforePreparing   int // see Thresholds
}

// imagesPerTick is the number of images between two ticks.
const imagesPerTick = 64

func (e *effort) image() {
	e.images++
	if e.images%imagesPerTick == 0 && e.tick != nil {
		e.tick()
	}
}

func (e *effort) add(more *effort) {
	e.images, e.rounds, e.passes = e.images+more.images, e.rounds+more.rounds, e.passes+more.passes
}

func newGraph(man *bdd.Manager, states int, moves []move, arcs []*arc, e *effort) *graph {
	g := &graph{man: man, moves: moves, effort: e, whole: !slices.ContainsFunc(moves, move.inParts)}
	g.stays = slices.ContainsFunc(moves, func(m move) bool { return m.stays })
	for d := range g.leave {
		g.leave[d] = make([][]*arc, states)
	}
	for _, a := range arcs {
		g.add(a)
	}
	return g
}

func (g *graph) add(a *arc) {
	g.arcs = append(g.arcs, a)
	g.leave[forward][a.from] = append(g.leave[forward][a.from], a)
	g.leave[backward][a.to] = append(g.leave[backward][a.to], a)
}

func (g *graph) states() int { return len(g.leave[forward]) }

// only is the subgraph of the given arcs.
func (g *graph) only(arcs []*arc) *graph {
	out := newGraph(g.man, g.states(), g.moves, arcs, g.effort)
	out.closed = g.closed
	return out
}

// within is the subgraph of the arcs between the given automaton states.
func (g *graph) within(member []bool) *graph {
	var arcs []*arc
	for _, a := range g.arcs {
		if member[a.from] && member[a.to] {
			arcs = append(arcs, a)
		}
	}
	return g.only(arcs)
}

// onlyStutters reports whether no arc has a move but the stutter.
func (g *graph) onlyStutters() bool {
	for _, a := range g.arcs {
		for mv, n := range a.any {
			if n != bdd.False && g.moves[mv].class != nil {
				return false
			}
		}
	}
	return true
}

// step returns the system states one step away from set: by the move, taken from states that
// satisfy the predicate.
func (g *graph) step(c *bdd.Calculator, d direction, mv int, from, set bdd.Node) bdd.Node {
	m := &g.moves[mv]
	if from == bdd.False || set == bdd.False || m.stays {
		return bdd.False
	}
	if d == forward {
		start := c.And(set, from)
		if start == bdd.False {
			return bdd.False
		}
		g.effort.image()
		if m.class == nil {
			return c.And(start, m.enabled)
		}
		return m.class.Image(c, start)
	}
	if m.class != nil && set == g.closed { // no step leads elsewhere
		return c.And(m.enabled, from)
	}
	g.effort.image()
	if m.class == nil {
		return c.And(c.And(set, m.enabled), from)
	}
	if x, ok := m.class.(space.InsideMove); ok && g.closed != bdd.False {
		return c.And(x.PreImageInside(c, set, g.closed), from)
	}
	return c.And(m.class.PreImage(c, set), from)
}

// labels selects among the predicates of arcs: all edges, or those of one acceptance set.
type labels int

const allEdges labels = -1

func (a *arc) labelled(l labels) predicates {
	if l == allEdges {
		return a.any
	}
	return a.acc[l]
}

// leaving is the part of z in which the predicate of some edge holds, be its move possible there or
// not.
func (g *graph) leaving(t *task, z *region) *region {
	c := t.open()
	defer t.close(c)
	out := newRegion(g.man, g.states())
	for _, a := range g.arcs {
		seen := map[bdd.Node]bool{bdd.False: true}
		for _, n := range a.any {
			if !seen[n] {
				seen[n] = true
				out.include(c, a.from, c.And(z.part[a.from], n))
				c.Reset()
			}
		}
	}
	return out
}
