package mc

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// closure extends z to everything that the graph's arcs lead to from it, in
// the direction d, inside bound (no bound if nil).
//
// Moves are applied one after the other, each to what all the others have
// found so far ("chaining": Roig, Cortadella, Pastor, "Verification of
// asynchronous circuits by BDD-based model checking of Petri nets", 1995,
// doi:10.1007/3-540-60029-9_50), and each only to states it has not been
// applied to before: z less what it was when the move had its last turn.
func (g *graph) closure(ctx context.Context, d direction, z, bound *region) error {
	c := chaining{graph: g, direction: d, z: z, bound: bound}
	defer c.release()
	dirty := make([]bool, g.states())
	for q, n := range z.part {
		dirty[q] = n != bdd.False && len(g.leave[d][q]) > 0
	}
	for {
		q := slices.Index(dirty, true)
		if q < 0 {
			return nil
		}
		dirty[q] = false
		if err := c.pass(ctx, q, dirty); err != nil {
			return err
		}
	}
}

// chaining is the state of one computation of a closure.
type chaining struct {
	graph     *graph
	direction direction
	z, bound  *region
	// applied holds, by automaton state and move, the states that the move has
	// been applied to; nil until the automaton state is visited.
	applied [][]bdd.Node
}

// pass gives each move one turn on the states paired with q, and marks the
// automaton states that get new ones.
func (c *chaining) pass(ctx context.Context, q int, dirty []bool) error {
	g := c.graph
	if c.applied == nil {
		c.applied = make([][]bdd.Node, g.states())
	}
	if c.applied[q] == nil {
		c.applied[q] = make([]bdd.Node, len(g.moves))
	}
	g.effort.passes++
	sc := g.man.NewScope(ctx)
	defer sc.Close()
	for mv := range g.moves {
		have := c.z.part[q]
		if c.applied[q][mv] == have {
			continue
		}
		if err := c.turn(sc, q, mv, dirty); err != nil {
			return err
		}
		sc.Reset()
	}
	return nil
}

// turn applies one move to the states paired with q that it has not seen.
func (c *chaining) turn(sc *bdd.Scope, q, mv int, dirty []bool) error {
	g, have := c.graph, c.z.part[q]
	arcs := g.leave[c.direction][q]
	possible := slices.ContainsFunc(arcs, func(a *arc) bool { return a.any[mv] != bdd.False })
	var fresh bdd.Node
	if possible {
		var err error
		if fresh, err = sc.Diff(have, c.applied[q][mv]); err != nil {
			return err
		}
	}
	g.man.Keep(have)
	g.man.Release(c.applied[q][mv])
	c.applied[q][mv] = have
	if fresh == bdd.False {
		return nil
	}
	for _, a := range arcs {
		_, far := c.direction.ends(a)
		found, err := g.step(sc, c.direction, mv, a.any[mv], fresh)
		if err == nil && c.bound != nil {
			found, err = sc.And(found, c.bound.part[far])
		}
		if err != nil {
			return err
		}
		added, err := c.z.add(sc, far, found)
		if err != nil {
			return err
		}
		if added != bdd.False && len(g.leave[c.direction][far]) > 0 {
			dirty[far] = true
		}
	}
	return nil
}

func (c *chaining) release() {
	for _, by := range c.applied {
		for _, n := range by {
			c.graph.man.Release(n)
		}
	}
}
