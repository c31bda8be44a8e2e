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
	err := c.reach(ctx)
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
	g := c.systemGraph()
	z := newRegion(c.model.Manager, 1)
	defer z.release()
	z.set(0, c.model.Init)
	layers := 0
	if c.set.layers {
		n, err := g.layers(ctx, z)
		if err != nil {
			return err
		}
		layers = n
	} else if err := g.closure(ctx, forward, z, nil); err != nil {
		return err
	}
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

// systemGraph is the graph of the system alone: one automaton state, and all
// interactions without restriction. Stutters add nothing to what is reachable.
func (c *Checker) systemGraph() *graph {
	moves := make([]move, len(c.model.Interactions))
	any := make(predicates, len(moves))
	for i, it := range c.model.Interactions {
		moves[i] = move{it, it.Enabled}
		any[i] = bdd.True
	}
	return newGraph(c.model.Manager, 1, moves, []*arc{{any: any}}, &c.effort)
}

// layers extends z forwards to all that is reachable, breadth first, and
// returns the number of layers.
func (g *graph) layers(ctx context.Context, z *region) (int, error) {
	ring := z.clone()
	defer func() { ring.release() }()
	for n := 0; ; n++ {
		if ring.empty() {
			return n, nil
		}
		next, err := g.neighbours(ctx, forward, allEdges, ring, nil)
		if err != nil {
			return n, err
		}
		ring.release()
		ring = next
		if err := z.absorb(ctx, ring); err != nil {
			return n, err
		}
	}
}

// deadlocksIn is the part of a set in which no interaction is possible; kept.
func (c *Checker) deadlocksIn(ctx context.Context, set bdd.Node) (bdd.Node, error) {
	sc := c.model.Manager.NewScope(ctx)
	defer sc.Close()
	for _, it := range c.model.Interactions {
		var err error
		if set, err = sc.Diff(set, it.Enabled); err != nil {
			return bdd.False, err
		}
	}
	return c.model.Manager.Keep(set), nil
}

// stuttering is the set of states that loop by the empty step, as far as it
// matters: the reachable ones if those are known.
func (c *Checker) stuttering(ctx context.Context) (bdd.Node, error) {
	if c.haveReached {
		return c.dead, nil
	}
	return c.model.Deadlock(ctx)
}
