package search

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Exists is the set of reachable states from which some fair path meets one of the goals, whose
// formula must read no step that enters the first state. The reachable states must be known. The
// caller releases the set.
//
// Where Find looks at the part of the product that initial states reach, this pairs every reachable
// state with every state of the automaton: the nodes from which a component with a fair cycle can
// be reached are those of a backward hull (see fairHull) of each component, closed backwards. With
// an automaton for F, G, X or U it comes down to the fixpoints of branching time (Clarke, Emerson,
// Sistla, "Automatic verification of finite-state concurrent systems using temporal logic
// specifications", 1986, doi:10.1145/5397.5399).
func (s *System) Exists(ctx context.Context, goals ...Goal) (bdd.Node, error) {
	c := s.space.Manager().Calculator(ctx)
	defer c.Close()
	all := bdd.False
	for _, goal := range goals {
		all = c.Or(all, c.Take(s.exists(ctx, c.Scope(), goal)))
		c.Reset(all)
	}
	return c.Keep(all), c.Err()
}

func (s *System) exists(ctx context.Context, sc *bdd.Scope, goal Goal) (bdd.Node, error) {
	aut := goal.Automaton
	e, err := s.newEmptiness(ctx, goal)
	if err != nil {
		return bdd.False, err
	}
	defer e.release()
	for q := range aut.States {
		e.reached.set(q, s.reached)
	}
	good := newRegion(s.space.Manager(), len(aut.States))
	defer good.release()
	s.enter(StageHull)
	for _, scc := range e.sccs {
		h, err := e.wayToFairness(ctx, scc)
		if err == nil && h != nil {
			err = good.absorb(ctx, h)
			h.release()
		}
		if err != nil {
			return bdd.False, err
		}
	}
	if err := e.product.graph.closure(ctx, backward, good, e.reached); err != nil {
		return bdd.False, err
	}
	var starts []bdd.Node
	for _, q := range aut.Initial {
		starts = append(starts, good.part[q])
	}
	c := sc.Calculator()
	return c.Result(c.OrAll(starts...))
}

// wayToFairness is the set of reached nodes of a component from which a fair cycle in it can be
// reached, nil if there are none. Nodes that reach it only by steps that lie on no cycle may be
// missing.
func (s *emptiness) wayToFairness(ctx context.Context, scc ltol.SCC) (*region, error) {
	member := s.members(scc)
	conditions := s.conditionsOf(scc)
	switch {
	case scc.Strength <= ltol.Rejecting:
		return nil, nil
	case scc.Strength == ltol.Terminal && len(conditions.sets)+len(conditions.compassion) == 0:
		return s.at(member).clone(), nil
	case scc.Strength == ltol.Terminal && s.sys.haveFair && len(s.sys.fair.rest) == 0 && !s.more:
		return s.at(member).within(ctx, s.sys.fairStates)
	}
	g, _, err := s.sys.cyclicPart(ctx, s.product.graph.within(member), s.at(member))
	if err != nil {
		return nil, err
	}
	h := &hull{region: s.at(member).clone(), graph: g, fair: conditions, base: g}
	if _, err := h.settle(ctx, g, 0); err != nil {
		h.release()
		return nil, err
	}
	out := h.region.clone()
	h.release()
	return out, nil
}
