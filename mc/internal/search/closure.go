package search

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// closure extends z to everything that the graph's arcs lead to from it, in the direction d, inside
// bound (no bound if nil).
//
// Arcs from an automaton state to itself, along which systems do most of what they do, are left to
// the engine of the diagrams where it can saturate (Ciardo, Lüttgen, Siminiceanu, "Saturation: an
// efficient iteration strategy for symbolic state-space generation", TACAS 2001,
// doi:10.1007/3-540-45319-9_23). Otherwise, and along all other arcs, moves are applied one after
// the other, each to what all the others have found so far ("chaining": Roig, Cortadella, Pastor,
// "Verification of asynchronous circuits by BDD-based model checking of Petri nets", 1995,
// doi:10.1007/3-540-60029-9_50), and only to states it has not been applied to before: z less what
// it was when the move had its last turn.
func (g *graph) closure(t *task, d direction, z, bound *region) {
	c := chaining{graph: g, direction: d, z: z, bound: bound}
	defer c.release()
	dirty := make([]bool, g.states())
	for q, n := range z.part {
		dirty[q] = n != bdd.False && len(g.leave[d][q]) > 0
	}
	for !t.failed() {
		q := slices.Index(dirty, true)
		if q < 0 {
			return
		}
		dirty[q] = false
		c.pass(t, q, dirty)
	}
}

// chaining is the state of one computation of a closure.
type chaining struct {
	graph     *graph
	direction direction
	z, bound  *region
	// applied holds, by automaton state and move, the states that the move has been applied to; nil
	// until the automaton state is visited.
	applied [][]bdd.Node
}

func (c *chaining) release() {
	for _, by := range c.applied {
		for _, n := range by {
			c.graph.man.Release(n)
		}
	}
}

// pass gives each move one turn on the states paired with q, and marks the automaton states that
// get new ones.
func (c *chaining) pass(t *task, q int, dirty []bool) {
	g := c.graph
	if c.applied == nil {
		c.applied = make([][]bdd.Node, g.states())
	}
	if c.applied[q] == nil {
		c.applied[q] = make([]bdd.Node, len(g.moves))
	}
	g.effort.passes++
	k := t.open()
	defer t.close(k)
	arcs := g.leave[c.direction][q]
	if g.saturates() {
		loop := slices.IndexFunc(arcs, func(a *arc) bool { return a.from == a.to })
		if loop >= 0 {
			c.saturate(k, arcs[loop])
		}
		if loop >= 0 && g.whole {
			arcs = slices.Delete(slices.Clone(arcs), loop, loop+1)
		}
	}
	for mv := range g.moves {
		if len(arcs) == 0 || k.Err() != nil {
			break
		}
		if m := &g.moves[mv]; !m.redundant && !m.stays && c.applied[q][mv] != c.z.part[q] {
			c.turn(k, q, mv, arcs, dirty)
			k.Reset()
		}
	}
}

// saturate closes the states paired with an automaton state under the arc from it to itself.
func (c *chaining) saturate(k *bdd.Calculator, a *arc) {
	c.graph.prepare(k, a)
	if k.Err() != nil {
		return
	}
	within := bdd.True
	if c.bound != nil {
		within = c.bound.part[a.to]
	}
	c.graph.effort.image()
	close := a.all.closure.Forward
	if c.direction == backward {
		close = a.all.closure.Backward
	}
	if all, err := k.Result(close(k, c.z.part[a.to], within)); err == nil {
		c.z.set(a.to, all)
	}
	k.Reset()
}

// turn applies one move, along the given arcs, to the states paired with q that it has not been
// applied to.
func (c *chaining) turn(k *bdd.Calculator, q, mv int, arcs []*arc, dirty []bool) {
	g, have := c.graph, c.z.part[q]
	possible := slices.ContainsFunc(arcs, func(a *arc) bool { return a.any[mv] != bdd.False })
	var fresh bdd.Node
	if possible {
		fresh = k.Diff(have, c.applied[q][mv])
	}
	g.man.Keep(have)
	g.man.Release(c.applied[q][mv])
	c.applied[q][mv] = have
	if fresh == bdd.False {
		return
	}
	for _, a := range arcs {
		_, far := c.direction.ends(a)
		found := g.step(k, c.direction, mv, a.any[mv], fresh)
		if c.bound != nil {
			found = k.And(found, c.bound.part[far])
		}
		if c.z.add(k, far, found) != bdd.False && len(g.leave[c.direction][far]) > 0 {
			dirty[far] = true
		}
	}
}

// saturates reports whether the manager's engine computes closures, faster than chaining does.
func (g *graph) saturates() bool { return (g.whole || g.stays) && g.man.Engine() == "native" }

// prepare joins the moves of an arc, unless that is done. Stutters, which lead nowhere new, are
// left out.
func (g *graph) prepare(c *bdd.Calculator, a *arc) {
	if a.all != nil || c.Err() != nil {
		return
	}
	j := &joined{}
	var all []*bdd.Relation
	for mv, m := range g.moves {
		if m.class == nil || m.redundant || m.inParts() || a.any[mv] == bdd.False {
			continue
		}
		relation := m.class.Relation()
		if a.any[mv] != bdd.True {
			steps, err := c.Result(c.And(relation.Trans(), a.any[mv]))
			if err == nil && steps != relation.Trans() {
				relation, err = c.NewRelation(steps, relation.Changed())
				j.relations = append(j.relations, relation)
			}
			if err != nil {
				j.release()
				return
			}
		}
		all = append(all, relation)
	}
	j.closure = g.man.NewClosure(all...)
	a.all = j
}

func (j *joined) release() {
	for _, r := range j.relations {
		r.Release()
	}
	j.closure.Release()
}

// releaseJoined gives up what was prepared of the graph's arcs.
func (g *graph) releaseJoined() {
	for _, a := range g.arcs {
		if a.all != nil {
			a.all.release()
			a.all = nil
		}
	}
}

// eachStep gives sets whose union is what lies one step away from set along the labelled edges of
// an arc.
func (g *graph) eachStep(c *bdd.Calculator, d direction, a *arc, l labels, set bdd.Node, found func(bdd.Node)) {
	together := false
	if l == allEdges && g.whole && g.saturates() {
		a.stepped++
		together = a.all != nil || a.stepped > g.effort.stepsBeforePreparing
	}
	if together {
		g.prepare(c, a)
		if c.Err() != nil {
			return
		}
		g.effort.image()
		if d == backward {
			found(a.all.closure.PreImage(c, set))
		} else {
			found(a.all.closure.Image(c, set))
		}
	}
	for mv := range g.moves {
		if c.Err() != nil {
			return
		}
		if together && g.moves[mv].class != nil || l == allEdges && g.moves[mv].redundant {
			continue
		}
		found(g.step(c, d, mv, a.labelled(l)[mv], set))
	}
}
