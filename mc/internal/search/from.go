package search

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// RunFrom returns a computation from a state of the set that meets one of the
// goals, which are as for [System.Exists]; nil if there is none. The reachable states
// must be known, and the set be a part of them.
func (s *System) RunFrom(ctx context.Context, starts bdd.Node, goals ...Goal) (*Run, error) {
	for _, goal := range goals {
		if run, err := s.runFrom(ctx, goal, starts); run != nil || err != nil {
			return run, err
		}
	}
	return nil, nil
}

func (s *System) runFrom(ctx context.Context, goal Goal, starts bdd.Node) (*Run, error) {
	e, err := s.newEmptiness(ctx, goal)
	if err != nil {
		return nil, err
	}
	defer e.release()
	e.elsewhere = true
	clear(e.waits)
	for _, q := range goal.Automaton.Initial {
		e.product.init.set(q, starts)
	}
	e.reached.release()
	e.reached = e.product.init.clone()
	h, err := e.fairRegion(ctx)
	if h == nil || err != nil {
		return nil, err
	}
	defer h.release()
	return e.extract(ctx, h)
}
