package mc

import (
	"context"
	"errors"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// Reach computes the reachable states, unless that is done, and returns the
// figures of the system. A [*LimitError] says that it was interrupted; the
// time-out or interrupt of one call does not spoil later ones.
func (c *Checker) Reach(ctx context.Context) (SystemStats, error) {
	var err error
	if c.finder != nil {
		err = c.countOrbits(ctx)
	} else {
		err = c.reach(ctx)
	}
	c.stats.Engine = c.model.Manager.Stats()
	return c.stats, err
}

func (c *Checker) reach(ctx context.Context) error {
	if c.haveReached || c.reachErr != nil {
		return c.reachErr
	}
	start := time.Now()
	c.restart()
	c.enter(PhaseReach)
	err := c.fault(c.computeReach(ctx))
	c.stats.Seconds += time.Since(start).Seconds()
	if err != nil && (errors.Is(err, bdd.ErrNodeLimit) || errors.Is(err, bdd.ErrMemoryLimit)) {
		c.reachErr = err
	}
	return err
}

func (c *Checker) computeReach(ctx context.Context) error {
	z, layers, err := c.exploreAll(ctx)
	if err != nil {
		return err
	}
	defer z.release()
	dead, err := c.deadlocksIn(ctx, z.part[0])
	if err != nil {
		return err
	}
	c.reached, c.dead, c.haveReached = c.model.Manager.Keep(z.part[0]), dead, true
	c.stats.Reached, c.stats.Layers = true, layers
	c.stats.States, c.stats.Deadlocks = c.model.Count(c.reached), c.model.Count(dead)
	c.stats.ReachableNodes = c.model.Manager.NodeCount(c.reached)
	c.stats.Images, c.stats.Passes = c.effort.images, c.effort.passes
	return nil
}

// exploreAll returns the reachable states as a region, and the number of
// layers if they were asked for.
func (c *Checker) exploreAll(ctx context.Context) (*region, int, error) {
	if c.set.layers {
		return c.allLayers(ctx)
	}
	g := c.systemGraph()
	z := newRegion(c.model.Manager, 1)
	z.set(0, c.model.Init)
	if err := g.closure(ctx, forward, z, nil); err != nil {
		z.release()
		return nil, 0, err
	}
	return z, 0, nil
}

// systemGraph is the graph of the system alone: one automaton state, and all
// interactions without restriction. Stutters add nothing to what is reachable.
// It is kept until the checker is closed.
func (c *Checker) systemGraph() *graph {
	if c.system == nil {
		c.system = c.newSystemGraph()
	}
	return c.system
}

// newSystemGraph makes a graph of the system alone that the caller releases.
func (c *Checker) newSystemGraph() *graph {
	moves := make([]move, len(c.model.Interactions))
	any := make(predicates, len(moves))
	for i, it := range c.model.Interactions {
		moves[i] = move{it, it.Enabled}
		any[i] = bdd.True
	}
	g := newGraph(c.model.Manager, 1, moves, []*arc{{any: any}}, &c.effort)
	g.ownsArcs = true
	return g
}

// layer is the set of states at distance n from the initial ones, False if
// there is none. Layers are kept until the checker is closed.
func (c *Checker) layer(ctx context.Context, n int) (bdd.Node, error) {
	g := c.systemGraph()
	for len(c.layers) <= n {
		if err := c.nextLayer(ctx, g); err != nil {
			return bdd.False, err
		}
	}
	return c.layers[n], nil
}

// nextLayer adds a layer to those that are kept.
func (c *Checker) nextLayer(ctx context.Context, g *graph) error {
	man := c.model.Manager
	if len(c.layers) == 0 {
		c.layers = []bdd.Node{man.Keep(c.model.Init)}
		c.layered = man.Keep(c.model.Init)
		return nil
	}
	last := newRegion(man, 1)
	defer last.release()
	last.set(0, c.layers[len(c.layers)-1])
	next, err := g.neighbours(ctx, forward, allEdges, last, nil)
	if err != nil {
		return err
	}
	defer next.release()
	sc := man.NewScope(ctx)
	defer sc.Close()
	fresh, err := sc.Diff(next.part[0], c.layered)
	if err != nil {
		return err
	}
	all, err := sc.Or(c.layered, fresh)
	if err != nil {
		return err
	}
	c.layers = append(c.layers, man.Keep(fresh))
	man.Release(c.layered)
	c.layered = man.Keep(all)
	return nil
}

// allLayers computes all layers and returns their number, with the states in
// them as a region.
func (c *Checker) allLayers(ctx context.Context) (*region, int, error) {
	n := 0
	for {
		layer, err := c.layer(ctx, n)
		if err != nil {
			return nil, 0, err
		}
		if layer == bdd.False {
			break
		}
		n++
	}
	z := newRegion(c.model.Manager, 1)
	z.set(0, c.layered)
	return z, n, nil
}

// maxJoined is the size in diagram nodes up to which conditions are joined
// before they are taken away from a set. Each taking away costs a pass over
// the set, while the union of all conditions at once may be large.
const maxJoined = 500

// deadlocksIn is the part of a set in which no interaction is possible; kept.
func (c *Checker) deadlocksIn(ctx context.Context, set bdd.Node) (bdd.Node, error) {
	man := c.model.Manager
	sc := man.NewScope(ctx)
	defer sc.Close()
	joined := bdd.False
	for _, it := range c.model.Interactions {
		more, err := sc.Or(joined, it.Enabled)
		if err != nil {
			return bdd.False, err
		}
		if man.NodeCount(more) > maxJoined {
			if set, err = sc.Diff(set, joined); err != nil {
				return bdd.False, err
			}
			more = it.Enabled
		}
		joined = more
		sc.Reset(set, joined)
	}
	set, err := sc.Diff(set, joined)
	if err != nil {
		return bdd.False, err
	}
	return man.Keep(set), nil
}

// stuttering is the set of states that loop by the empty step, as far as it
// matters: the reachable ones if those are known.
func (c *Checker) stuttering(ctx context.Context) (bdd.Node, error) {
	if c.haveReached {
		return c.dead, nil
	}
	return c.model.Deadlock(ctx)
}
