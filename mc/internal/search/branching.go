package search

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// exists is Exists where an automaton follows the formula.
//
// Where find looks at the part of the product that initial states reach, this pairs every reachable
// state with every state of the automaton: the nodes from which a component with a fair cycle can
// be reached are those of a backward hull (see fairHull) of each component, closed backwards. With
// an automaton for F, G, X or U it comes down to the fixpoints of branching time (Clarke, Emerson,
// Sistla, "Automatic verification of finite-state concurrent systems using temporal logic
// specifications", 1986, doi:10.1145/5397.5399).
func (s *System) exists(t *task, c *bdd.Calculator, goal Goal) bdd.Node {
	aut := goal.Automaton
	e := s.newEmptiness(t, goal)
	defer e.release()
	if e == nil {
		return c.Take(bdd.False, t.err)
	}
	for q := range aut.States {
		e.reached.set(q, s.reached)
	}
	good := newRegion(t.man, len(aut.States))
	defer good.release()
	s.enter(StageHull)
	for _, scc := range e.sccs {
		if h := e.wayToFairness(t, scc); h != nil {
			good.absorb(t, h)
			h.release()
		}
	}
	e.product.graph.closure(t, backward, good, e.reached)
	c.Fail(t.err)
	var starts []bdd.Node
	for _, q := range aut.Initial {
		starts = append(starts, good.part[q])
	}
	return c.OrAll(starts...)
}

// wayToFairness is the set of reached nodes of a component from which a fair cycle in it can be
// reached, nil if there are none. Nodes that reach it only by steps that lie on no cycle may be
// missing.
func (s *emptiness) wayToFairness(t *task, scc ltol.SCC) *region {
	member := s.members(scc)
	switch {
	case scc.Strength <= ltol.Rejecting:
		return nil
	case s.decides(scc):
		return s.at(member).clone()
	case scc.Strength == ltol.Terminal && s.sys.haveFair && len(s.sys.fair.rest) == 0 && !s.more:
		return s.at(member).within(t, s.sys.fairStates)
	}
	g, _ := s.sys.cyclicPart(t, s.product.graph.within(member), s.at(member))
	h := &hull{region: s.at(member).clone(), graph: g, fair: s.conditionsOf(scc), base: g}
	defer h.release()
	h.settle(t, g, 0)
	return h.region.clone()
}
