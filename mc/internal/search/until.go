package search

import (
	"context"
	"errors"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Until is the set of reachable states from which some path stays in one set until it is in
// another: the fixpoint of E (f U g), by one closure of the system alone. The reachable states must
// be known. The caller releases the set.
func (s *System) Until(ctx context.Context, stay, goal bdd.Node) (bdd.Node, error) {
	t := s.begin(ctx)
	c := t.open()
	defer c.Close()
	z, bound := newRegion(t.man, 1), newRegion(t.man, 1)
	defer z.release()
	defer bound.release()
	z.set(0, c.And(s.reached, goal))
	bound.set(0, c.And(s.reached, c.Or(stay, goal)))
	t.fail(c.Err())
	if s.inevitable(t, z.part[0], bound.part[0]) {
		z.set(0, s.reached)
	} else if z.part[0] != bound.part[0] && !t.failed() {
		s.enter(StageHull)
		s.systemGraph().closure(t, backward, z, bound)
	}
	return c.Keep(c.Take(z.part[0], t.err)), c.Err()
}

// inevitable reports whether it is known without a search that all reachable states lead to a goal,
// through any others: it has all states without a step, and no step lies on a cycle, so that every
// path ends in one of these.
func (s *System) inevitable(t *task, goal, bound bdd.Node) bool {
	c := t.open()
	defer t.close(c)
	ends, _ := c.Leq(s.dead, goal) // the error sticks
	return ends && bound == s.reached && s.finite(t)
}

// Finite reports whether the local states of agents show that no step from a reachable state lies on
// a cycle. If false, nothing is known. The reachable states must be known.
func (s *System) Finite(ctx context.Context) (bool, error) {
	t := s.begin(ctx)
	finite := s.finite(t)
	return finite, t.err
}

func (s *System) finite(t *task) bool {
	if s.dead == bdd.False || s.endless || !s.systemGraph().whole {
		return false
	}
	if s.ends {
		return true
	}
	l := s.localGraphs(t, s.reached)
	defer l.release()
	cycles, _ := l.analyse(t, s.space.Moves(), nil)
	defer releaseAll(t.man, cycles)
	c := t.open()
	defer t.close(c)
	for i, n := range cycles {
		s.endless = s.endless || n != bdd.False && c.AndAll(n, s.reached, s.space.Moves()[i].Enabled()) != bdd.False
	}
	s.ends = !s.endless && c.Err() == nil
	return s.ends
}

// Before is the set of reachable states with a step into a set, or without any step and in it: EX.
// The caller releases it.
func (s *System) Before(ctx context.Context, set bdd.Node) (bdd.Node, error) {
	t := s.begin(ctx)
	z := newRegion(t.man, 1)
	defer z.release()
	z.set(0, set)
	prior := s.systemGraph().neighbours(t, backward, allEdges, z, nil)
	defer prior.release()
	c := t.open()
	defer c.Close()
	return c.Keep(c.Or(c.And(s.reached, prior.part[0]), c.And(s.dead, set))), c.Err()
}

// RunTo is [System.RunUntil] from an initial state, through any others. The target must hold a
// reachable state.
func (s *System) RunTo(ctx context.Context, target bdd.Node) (*Run, error) {
	run, err := s.RunUntil(ctx, s.space.Init(), s.reached, target, false)
	if run == nil && err == nil {
		err = errors.New("no run leads to a reachable state")
	}
	return run, err
}

// RunUntil returns a shortest run, of a step at least if moving is set, from a state of starts
// through states of stay to one of the goal, which is its last; nil if there is none. The sets are
// of reachable states.
func (s *System) RunUntil(ctx context.Context, starts, stay, goals bdd.Node, moving bool) (*Run, error) {
	anything, err := s.translator.Translate(ctx, ltol.True(), ltol.Options{})
	if err != nil {
		return nil, err
	}
	t := s.begin(ctx)
	p := newProduct(t, s, s.dead, anything, Fairness{})
	if p == nil {
		return nil, t.err
	}
	defer p.release()
	into, bound := newRegion(t.man, 1), newRegion(t.man, 1)
	defer into.release()
	defer bound.release()
	into.set(0, goals)
	never := Thresholds{MaxRing: math.MaxInt, MaxRings: math.MaxInt, NodesBeforeLeaps: math.MaxInt, NodesBeforeEnding: math.MaxInt}
	f := &pathFinder{product: p, layers: s.layer, waits: []bool{true}, Thresholds: never}
	c := t.open()
	defer c.Close()
	bound.set(0, c.Or(stay, goals))
	within := bound
	if stay == s.reached {
		within = nil
	}
	if moving || starts != s.space.Init() {
		f.layers = nil // a layer leaves out what is nearer, as the start itself
	}
	p.init.set(0, starts)
	var run []hop
	var at position
	if now := c.And(starts, goals); now != bdd.False && !moving {
		at = f.pick(t, 0, now)
	} else {
		t.fail(c.Err())
		run, at = f.shortest(t, p.graph, p.init, within, []goal{{allEdges, into}})
	}
	if t.failed() || at.state == nil {
		return nil, t.err
	}
	r := newRun(run, nil)
	r.States, r.Loop = append(r.States, at.state), -1
	return r, nil
}
