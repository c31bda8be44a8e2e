package search

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// RunFrom returns a computation from a state of the set that meets one of the
// goals, which are as for [System.Exists]; nil if there is none. The reachable states
// must be known, and the set be a part of them.
func (s *System) RunFrom(ctx context.Context, starts bdd.Node, goals ...Goal) (*Run, error) {
	t := s.begin(ctx)
	for _, goal := range goals {
		if run := s.runFrom(t, goal, starts); run != nil || t.failed() {
			return run, t.err
		}
	}
	return nil, nil
}

func (s *System) runFrom(t *task, goal Goal, starts bdd.Node) *Run {
	e := s.newEmptiness(t, goal)
	defer e.release()
	if e == nil {
		return nil
	}
	e.elsewhere = true
	clear(e.waits)
	clear(e.anywhere)
	for _, q := range goal.Automaton.Initial {
		e.product.init.set(q, starts)
	}
	e.reached.release()
	e.reached = e.product.init.clone()
	h := e.fairRegion(t)
	defer h.release()
	if h == nil {
		return nil
	}
	return e.extract(t, h)
}
