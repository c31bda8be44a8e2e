package search

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// systemGraph is the graph of the system alone: one automaton state, and all interactions without
// restriction. Stutters add nothing to what is reachable. It is kept as long as the system is.
func (s *exploration) systemGraph() *graph {
	if s.alone == nil {
		s.alone = s.newSystemGraph()
	}
	return s.alone
}

// newSystemGraph makes a graph of the system alone that the caller releases. Where relations are in
// parts, its steps begin in reachable states, if these are known.
func (s *exploration) newSystemGraph() *graph {
	moves := make([]move, len(s.space.Moves()))
	any := make(predicates, len(moves))
	for i, m := range s.space.Moves() {
		moves[i] = move{class: m, enabled: m.Enabled()}
		any[i] = bdd.True
	}
	g := newGraph(s.space.Manager(), 1, moves, []*arc{{any: any}}, &s.effort)
	g.ownsArcs = true
	if s.haveReached && !g.whole {
		g.closed = s.reached
		for i := range any {
			any[i] = s.reached
		}
	}
	return g
}

// layer is the set of states at distance n from the initial ones, False if there is none. Layers
// are kept as long as the system is.
func (s *exploration) layer(t *task, n int) bdd.Node {
	for len(s.layers) <= n && !t.failed() {
		s.nextLayer(t)
	}
	if t.failed() {
		return bdd.False
	}
	return s.layers[n]
}

// nextLayer adds a layer to those that are kept.
func (s *exploration) nextLayer(t *task) {
	if len(s.layers) == 0 {
		s.layers = []bdd.Node{t.man.Keep(s.space.Init())}
		s.layered = t.man.Keep(s.space.Init())
		return
	}
	last := newRegion(t.man, 1)
	defer last.release()
	last.set(0, s.layers[len(s.layers)-1])
	next := s.systemGraph().neighbours(t, forward, allEdges, last, nil)
	defer next.release()
	c := t.open()
	defer t.close(c)
	fresh := c.Diff(next.part[0], s.layered)
	if all, err := c.Result(c.Or(s.layered, fresh)); err == nil {
		s.layers = append(s.layers, t.man.Keep(fresh))
		t.man.Release(s.layered)
		s.layered = t.man.Keep(all)
	}
}

// Layers is the number of breadth-first layers of the reachable states, which must be known.
func (s *exploration) Layers(ctx context.Context) (int, error) {
	t := s.begin(ctx)
	n := 0
	for s.layer(t, n) != bdd.False {
		n++
	}
	if !t.failed() && s.layered != s.reached {
		t.fail(errors.New("the layers are not the reachable states"))
	}
	if t.failed() {
		return 0, t.err
	}
	return n, nil
}

// deadlocksIn is the part of a set in which no interaction is possible; kept.
func (s *exploration) deadlocksIn(t *task, set bdd.Node) bdd.Node {
	c := t.open()
	defer t.close(c)
	joined := bdd.False
	for _, m := range s.space.Moves() {
		more := c.Or(joined, m.Enabled())
		if t.man.NodeCount(more) > s.opts.Thresholds.MaxJoined {
			set = c.Diff(set, joined)
			more = m.Enabled()
		}
		joined = more
		c.Reset(set, joined)
	}
	return c.Keep(c.Diff(set, joined))
}

// stuttering is the set of states that loop by the empty step, as far as it matters: the reachable
// ones if those are known.
func (s *exploration) stuttering(t *task) bdd.Node {
	if s.haveReached {
		return s.dead
	}
	dead, err := s.space.Deadlock(t.ctx)
	t.fail(err)
	return dead
}

// CertifyReached tests that the reachable states hold the initial ones and are closed under all
// interactions.
func (s *exploration) CertifyReached(ctx context.Context) error {
	t := s.begin(ctx)
	all := newRegion(t.man, 1)
	defer all.release()
	all.set(0, s.reached)
	g := s.newSystemGraph()
	defer g.release()
	next := g.neighbours(t, forward, allEdges, all, nil)
	defer next.release()
	c := t.open()
	defer c.Close()
	for _, set := range []bdd.Node{s.space.Init(), next.part[0]} {
		if inside, err := c.Leq(set, s.reached); err == nil && !inside {
			return errors.New("the reachable states are not closed")
		}
	}
	return c.Err()
}

// AdoptReached is [System.Adopt] where the states without a step are not known.
func (s *exploration) AdoptReached(ctx context.Context, reached bdd.Node) error {
	t := s.begin(ctx)
	dead := s.deadlocksIn(t, reached)
	if !t.failed() {
		s.Adopt(reached, dead)
	}
	t.man.Release(dead)
	return t.err
}

// Explore computes the reachable states, unless they are known.
func (s *exploration) Explore(ctx context.Context) error {
	if s.haveReached {
		return nil
	}
	t := s.begin(ctx)
	z := newRegion(t.man, 1)
	defer z.release()
	z.set(0, s.space.Init())
	s.systemGraph().closure(t, forward, z, nil)
	if t.failed() {
		return t.err
	}
	return s.AdoptReached(ctx, z.part[0])
}
