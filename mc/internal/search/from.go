package search

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// runFrom is RunFrom of one goal, where an automaton follows the formula.
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
