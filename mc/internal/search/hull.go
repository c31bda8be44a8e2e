package search

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// conditions say which cycles are fair: those with an edge of each of the given acceptance sets
// and, for each compassion, with an edge that satisfies its second part or none that satisfies its
// first.
type conditions struct {
	sets       []labels
	compassion []compassion
}

// A compassion is a pair of conditions on steps: the first given by the states from which it holds
// of each move, the second as a label.
type compassion struct {
	first  predicates
	second labels
}

// A hull is the result of a search for fair cycles: a region that holds all of them, if there is
// any, and is empty otherwise, with the subgraph that is left of the arcs.
type hull struct {
	region *region
	graph  *graph

	fair     conditions // those it was computed for
	terminal bool       // every run in it is accepting; it need not be complete

	pruned bool   // the last round took edges away
	own    *graph // the graph, if it is one of the hull's own
	base   *graph // the graph it was made from, if that is the hull's to release
}

// release gives up what the hull owns. Releasing a nil hull does nothing.
func (h *hull) release() {
	if h != nil {
		h.region.release()
		h.own.release()
		h.base.release()
	}
}

// fairHull removes from z, again and again, nodes that cannot lie on a fair cycle. What remains are
// the nodes from which (d is backward) or to which (d is forward) a fair cycle can be reached
// inside z; it is empty if and only if z holds no fair cycle.
//
// Backward this is the algorithm of Emerson and Lei ("Efficient model checking in fragments of the
// propositional mu-calculus", LICS 1986),
//
//	νZ. z ∧ ⋀ over the sets F: pre*(within Z)(pre_F(Z)),
//
// forward it is one-way-catch-them-young (Fisler, Fraer, Kamhi, Vardi, Yang, "Is there a best
// symbolic cycle-detection algorithm?", TACAS 2001, doi:10.1007/3-540-45319-9_29) without its
// trimming steps: the same with images. Compassion is treated as by Kesten, Pnueli, Raviv
// ("Algorithmic verification of linear temporal logic specifications", ICALP 1998,
// doi:10.1007/BFb0055036): an edge that satisfies the first part of a pair is dropped where no edge
// that satisfies the second can be reached. A fair cycle loses neither nodes nor edges; and at the
// end, the last (backward) or first (forward) component of what is left has an edge of every set,
// and of the second part of each pair whose first part it has.
func (g *graph) fairHull(t *task, d direction, z *region, fair conditions) *hull {
	h := &hull{region: z.clone(), graph: g, fair: fair}
	h.shrink(t, d, g, 0)
	return h
}

// shrink goes on with the computation of a hull of whole for a number of rounds, or to the end if
// that is 0, and reports whether it has come to it, or the task has failed.
func (h *hull) shrink(t *task, d direction, whole *graph, rounds int) (done bool) {
	for n := 1; !t.failed(); n++ {
		whole.effort.rounds++
		before := h.region.clone()
		h.pruned = false
		h.round(t, d, whole)
		same := !h.pruned && h.region.equal(before)
		before.release()
		switch {
		case same || h.region.empty():
			return true
		case n == rounds:
			return false
		}
	}
	return true
}

// round removes from the hull what cannot lie on a fair cycle, once for each condition.
func (h *hull) round(t *task, d direction, whole *graph) {
	become := func(r *region) {
		h.region.release()
		h.region = r
	}
	for _, set := range h.fair.sets {
		if become(h.graph.reach(t, d, set, h.region)); h.region.empty() {
			return
		}
	}
	if len(h.fair.compassion) > 0 {
		h.prune(t, d, whole)
	} else if len(h.fair.sets) > 0 {
		return // every node that is left has a neighbour
	}
	become(h.graph.neighbours(t, d, allEdges, h.region, h.region))
}

// reach is the part of z that can reach (backward) or be reached from (forward) an edge with the
// label inside z.
func (g *graph) reach(t *task, d direction, set labels, z *region) *region {
	out := g.neighbours(t, d, set, z, z)
	g.closure(t, d, out, z)
	return out
}

// neighbours is the region one step away from z along the labelled arcs, cut down to bound if that
// is not nil.
func (g *graph) neighbours(t *task, d direction, l labels, z, bound *region) *region {
	c := t.open()
	defer t.close(c)
	out := newRegion(g.man, g.states())
	for _, a := range g.arcs {
		near, far := d.ends(a)
		if a.labelled(l) == nil || z.part[near] == bdd.False || bound != nil && bound.part[far] == bdd.False {
			continue
		}
		within := bdd.True
		if bound != nil {
			within = bound.part[far]
		}
		g.eachStep(c, d, a, l, z.part[near], func(n bdd.Node) {
			out.include(c, far, c.And(n, within))
			c.Reset()
		})
		if c.Err() != nil {
			break
		}
	}
	return out
}

// prune replaces the hull's graph by whole without the edges that satisfy the first part of a
// compassion from nodes away from the second part.
func (h *hull) prune(t *task, d direction, whole *graph) {
	near := make([]*region, len(h.fair.compassion))
	for i, pair := range h.fair.compassion {
		near[i] = h.graph.reach(t, d, pair.second, h.region)
		defer near[i].release()
	}
	pruned := whole.restricted(t, func(c *bdd.Calculator, a *arc, mv int) bdd.Node {
		on := a.any[mv]
		for i, pair := range h.fair.compassion {
			on = c.And(on, c.Implies(pair.first[mv], near[i].part[a.from]))
		}
		return on
	})
	h.pruned = !sameArcs(h.graph, pruned) // before its nodes are released
	h.own.release()
	h.graph, h.own = pruned, pruned
}

// release gives up what the graph owns. Releasing a nil graph does nothing.
func (g *graph) release() {
	if g == nil {
		return
	}
	if g.ownsArcs {
		g.releaseJoined()
	}
	releaseAll(g.man, g.owned)
	g.owned = nil
}

// restricted is the graph with each arc's predicates replaced by what keep returns, which must
// imply them. Acceptance sets shrink along. The caller releases it.
func (g *graph) restricted(t *task, keep func(*bdd.Calculator, *arc, int) bdd.Node) *graph {
	c := t.open()
	defer t.close(c)
	out := newGraph(g.man, g.states(), g.moves, nil, g.effort)
	out.ownsArcs, out.closed = true, g.closed
	own := func(n bdd.Node) bdd.Node {
		out.owned = append(out.owned, c.Keep(n))
		return n
	}
	for _, a := range g.arcs {
		b := &arc{from: a.from, to: a.to, any: make(predicates, len(g.moves)), acc: make([]predicates, len(a.acc))}
		for i, acc := range a.acc {
			if acc != nil {
				b.acc[i] = make(predicates, len(g.moves))
			}
		}
		for mv := range g.moves {
			on := own(keep(c, a, mv))
			b.any[mv] = on
			for i := range b.acc {
				if b.acc[i] != nil {
					b.acc[i][mv] = own(c.And(a.acc[i][mv], on))
				}
			}
			c.Reset()
		}
		out.add(b)
	}
	return out
}

func releaseAll(man *bdd.Manager, nodes []bdd.Node) {
	for _, n := range nodes {
		man.Release(n)
	}
}

// sameArcs compares the edges of two restrictions of one graph.
func sameArcs(g, h *graph) bool {
	for i, a := range g.arcs {
		for mv, n := range a.any {
			if n != h.arcs[i].any[mv] {
				return false
			}
		}
	}
	return true
}
