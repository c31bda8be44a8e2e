package search

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// An Outcome is what an emptiness check found, and figures about the product.
type Outcome struct {
	// Run is a fair computation that the automaton accepts; nil if there is none. It is still to be
	// confirmed.
	Run *Run
	// Found tells that there is a fair cycle, with or without a trace.
	Found bool
	// Interactions is the number of classes of steps that the product tells apart, Nodes the size
	// of its reachable part in diagram nodes.
	Interactions, Nodes int
}

// find is Find where an automaton follows the formula, from some states on, or from the initial
// ones if starts is empty. It calls use with the hull of fair cycles, if there is one.
func (s *System) find(t *task, goal Goal, starts bdd.Node, certify bool, use func(*emptiness, *hull)) (out Outcome) {
	e := s.newEmptiness(t, goal)
	defer e.release()
	if e == nil {
		return out
	}
	if starts != bdd.False {
		e.beginIn(starts)
	}
	out.Interactions = len(e.product.moves)
	h := e.fairRegion(t)
	defer h.release()
	out.Nodes = e.reached.nodes()
	switch out.Found = h != nil; {
	case out.Found:
		use(e, h)
	case certify:
		e.certifyEmpty(t)
	}
	return out
}

// extract builds a run from an initial state to a fair cycle in the hull.
func (s *emptiness) extract(t *task, h *hull) *Run {
	s.sys.enter(StageTrace)
	f := s.paths()
	var prefix, loop []hop
	if h.terminal {
		prefix, loop = f.terminalLasso(t, s, h)
	} else {
		prefix, loop = f.lasso(t, s.product.graph, s.product.init, h)
	}
	if t.failed() {
		return nil
	}
	return newRun(prefix, loop)
}

// fairRegion computes the reachable nodes until it finds a component with a fair cycle. It returns
// the component's hull by a backward search, or nil if the product has no fair cycle. It looks at a
// component that accepts whatever follows as soon as it reaches it, and at the others after that,
// simple ones first.
func (s *emptiness) fairRegion(t *task) *hull {
	s.sys.enter(StageExplore)
	for _, scc := range s.sccs {
		member := s.members(scc)
		if s.at(member).empty() {
			continue
		}
		if s.decides(scc) {
			return s.terminalHull(member)
		}
		if s.explore(t, member); t.failed() {
			return nil
		}
	}
	s.sys.enter(StageHull)
	for _, strength := range []ltol.Strength{ltol.Terminal, ltol.Weak, ltol.Strong} {
		for _, scc := range s.sccs {
			if scc.Strength != strength {
				continue
			}
			if h := s.componentHull(t, scc); h != nil || t.failed() {
				return h
			}
		}
	}
	return nil
}

// componentHull searches the reached nodes of a component for fair cycles; nil if there are none.
func (s *emptiness) componentHull(t *task, scc ltol.SCC) *hull {
	member := s.members(scc)
	z := s.at(member)
	if z.empty() {
		return nil
	}
	g := s.product.graph.within(member)
	if s.isAnywhere(z) {
		z = g.leaving(t, z)
		defer z.release()
	}
	return s.fairCycles(t, g, z, s.conditionsOf(scc))
}
