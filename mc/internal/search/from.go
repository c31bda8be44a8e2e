package search

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// RunFrom returns a fair computation from a state of the set that the automaton,
// one as for [System.Exists], accepts; nil if there is none. The reachable states
// must be known, and the set be a part of them.
func (s *System) RunFrom(ctx context.Context, aut *ltol.Automaton, starts bdd.Node) (*Run, error) {
	e, err := s.newEmptiness(ctx, aut)
	if err != nil {
		return nil, err
	}
	defer e.release()
	e.elsewhere = true
	clear(e.waits)
	for _, q := range aut.Initial {
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
