package search

import (
	"context"

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

func (h *hull) release() {
	h.region.release()
	h.own.release()
	h.base.release()
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
func (g *graph) fairHull(ctx context.Context, d direction, z *region, fair conditions) (*hull, error) {
	h := &hull{region: z.clone(), graph: g, fair: fair}
	if _, err := h.shrink(ctx, d, g, 0); err != nil {
		h.release()
		return nil, err
	}
	return h, nil
}

// shrink goes on with the computation of a hull of whole for a number of rounds, or to the end if
// that is 0, and reports whether it has come to it.
func (h *hull) shrink(ctx context.Context, d direction, whole *graph, rounds int) (done bool, err error) {
	for n := 1; ; n++ {
		whole.effort.rounds++
		before := h.region.clone()
		h.pruned = false
		err := h.round(ctx, d, whole, h.fair)
		same := err == nil && !h.pruned && h.region.equal(before)
		before.release()
		switch {
		case err != nil:
			return false, err
		case same || h.region.empty():
			return true, nil
		case n == rounds:
			return false, nil
		}
	}
}

// round removes from the hull what cannot lie on a fair cycle, once for each condition.
func (h *hull) round(ctx context.Context, d direction, whole *graph, fair conditions) error {
	for _, set := range fair.sets {
		reach, err := h.graph.reach(ctx, d, set, h.region)
		if err != nil {
			return err
		}
		h.region.release()
		if h.region = reach; reach.empty() {
			return nil
		}
	}
	if len(fair.compassion) > 0 {
		if err := h.prune(ctx, d, whole, fair.compassion); err != nil {
			return err
		}
	}
	if len(fair.sets) > 0 && len(fair.compassion) == 0 {
		return nil // every node that is left has a neighbour
	}
	trimmed, err := h.graph.neighbours(ctx, d, allEdges, h.region, h.region)
	if err != nil {
		return err
	}
	h.region.release()
	h.region = trimmed
	return nil
}

// reach is the part of z that can reach (backward) or be reached from (forward) an edge with the
// label inside z.
func (g *graph) reach(ctx context.Context, d direction, set labels, z *region) (*region, error) {
	out, err := g.neighbours(ctx, d, set, z, z)
	if err != nil {
		return nil, err
	}
	if err := g.closure(ctx, d, out, z); err != nil {
		out.release()
		return nil, err
	}
	return out, nil
}

// prune replaces the hull's graph by whole without the edges that satisfy the first part of a
// compassion from nodes away from the second part.
func (h *hull) prune(ctx context.Context, d direction, whole *graph, pairs []compassion) error {
	near := make([]*region, len(pairs))
	defer func() {
		for _, r := range near {
			r.release()
		}
	}()
	for i, pair := range pairs {
		var err error
		if near[i], err = h.graph.reach(ctx, d, pair.second, h.region); err != nil {
			return err
		}
	}
	pruned, err := whole.restricted(ctx, func(c *bdd.Calculator, a *arc, mv int) bdd.Node {
		on := a.any[mv]
		for i, pair := range pairs {
			on = c.And(on, c.Implies(pair.first[mv], near[i].part[a.from]))
		}
		return on
	})
	if err != nil {
		return err
	}
	h.pruned = !sameArcs(h.graph, pruned) // before its nodes are released
	h.own.release()
	h.graph, h.own = pruned, pruned
	return nil
}

// restricted is the graph with each arc's predicates replaced by what keep returns, which must
// imply them. Acceptance sets shrink along. The caller releases it.
func (g *graph) restricted(ctx context.Context, keep func(*bdd.Calculator, *arc, int) bdd.Node) (*graph, error) {
	c := g.man.Calculator(ctx)
	defer c.Close()
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
	if err := c.Err(); err != nil {
		out.release()
		return nil, err
	}
	return out, nil
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
