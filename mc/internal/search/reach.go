package search

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// exploreAll returns the reachable states as a region, and the number of layers if they were asked
// for.
func (s *System) exploreAll(ctx context.Context, layered bool) (*region, int, error) {
	if layered {
		return s.allLayers(ctx)
	}
	g := s.systemGraph()
	z := newRegion(s.space.Manager(), 1)
	z.set(0, s.space.Init())
	if err := g.closure(ctx, forward, z, nil); err != nil {
		z.release()
		return nil, 0, err
	}
	return z, 0, nil
}

// systemGraph is the graph of the system alone: one automaton state, and all interactions without
// restriction. Stutters add nothing to what is reachable. It is kept as long as the system is.
func (s *System) systemGraph() *graph {
	if s.alone == nil {
		s.alone = s.newSystemGraph()
	}
	return s.alone
}

// newSystemGraph makes a graph of the system alone that the caller releases.
func (s *System) newSystemGraph() *graph {
	moves := make([]move, len(s.space.Moves()))
	any := make(predicates, len(moves))
	for i, m := range s.space.Moves() {
		moves[i] = move{m, m.Enabled()}
		any[i] = bdd.True
	}
	g := newGraph(s.space.Manager(), 1, moves, []*arc{{any: any}}, &s.effort)
	g.ownsArcs = true
	return g
}

// layer is the set of states at distance n from the initial ones, False if there is none. Layers
// are kept as long as the system is.
func (s *System) layer(ctx context.Context, n int) (bdd.Node, error) {
	g := s.systemGraph()
	for len(s.layers) <= n {
		if err := s.nextLayer(ctx, g); err != nil {
			return bdd.False, err
		}
	}
	return s.layers[n], nil
}

// nextLayer adds a layer to those that are kept.
func (s *System) nextLayer(ctx context.Context, g *graph) error {
	man := s.space.Manager()
	if len(s.layers) == 0 {
		s.layers = []bdd.Node{man.Keep(s.space.Init())}
		s.layered = man.Keep(s.space.Init())
		return nil
	}
	last := newRegion(man, 1)
	defer last.release()
	last.set(0, s.layers[len(s.layers)-1])
	next, err := g.neighbours(ctx, forward, allEdges, last, nil)
	if err != nil {
		return err
	}
	defer next.release()
	c := man.Calculator(ctx)
	defer c.Close()
	fresh := c.Diff(next.part[0], s.layered)
	all, err := c.Result(c.Or(s.layered, fresh))
	if err != nil {
		return err
	}
	s.layers = append(s.layers, man.Keep(fresh))
	man.Release(s.layered)
	s.layered = man.Keep(all)
	return nil
}

// allLayers computes all layers and returns their number, with the states in them as a region.
func (s *System) allLayers(ctx context.Context) (*region, int, error) {
	n := 0
	for {
		layer, err := s.layer(ctx, n)
		if err != nil {
			return nil, 0, err
		}
		if layer == bdd.False {
			break
		}
		n++
	}
	z := newRegion(s.space.Manager(), 1)
	z.set(0, s.layered)
	return z, n, nil
}

// deadlocksIn is the part of a set in which no interaction is possible; kept.
func (s *System) deadlocksIn(ctx context.Context, set bdd.Node) (bdd.Node, error) {
	man := s.space.Manager()
	c := man.Calculator(ctx)
	defer c.Close()
	joined := bdd.False
	for _, m := range s.space.Moves() {
		more := c.Or(joined, m.Enabled())
		if man.NodeCount(more) > s.opts.Thresholds.MaxJoined {
			set = c.Diff(set, joined)
			more = m.Enabled()
		}
		joined = more
		c.Reset(set, joined)
	}
	return c.Result(c.Keep(c.Diff(set, joined)))
}

// stuttering is the set of states that loop by the empty step, as far as it matters: the reachable
// ones if those are known.
func (s *System) stuttering(ctx context.Context) (bdd.Node, error) {
	if s.haveReached {
		return s.dead, nil
	}
	return s.space.Deadlock(ctx)
}

// CertifyReached tests that the reachable states hold the initial ones and are closed under all
// interactions.
func (s *System) CertifyReached(ctx context.Context) error {
	all := newRegion(s.space.Manager(), 1)
	defer all.release()
	all.set(0, s.reached)
	g := s.newSystemGraph()
	defer g.release()
	next, err := g.neighbours(ctx, forward, allEdges, all, nil)
	if err != nil {
		return err
	}
	defer next.release()
	c := s.space.Manager().Calculator(ctx)
	defer c.Close()
	for _, set := range []bdd.Node{s.space.Init(), next.part[0]} {
		if inside, err := c.Leq(set, s.reached); err == nil && !inside {
			return errors.New("the reachable states are not closed")
		}
	}
	return c.Err()
}
