package search

import (
	"context"
	"fmt"
	"slices"

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

// Find searches for a computation that meets the goal. If certify is set and there is none, another
// search confirms that. If there is an error, the outcome tells how far the search has come.
func (s *System) Find(ctx context.Context, goal Goal, certify bool) (Outcome, error) {
	var out Outcome
	e, err := s.newEmptiness(ctx, goal)
	if err != nil {
		return out, err
	}
	defer e.release()
	out.Interactions = len(e.product.moves)
	h, err := e.fairRegion(ctx)
	out.Nodes = e.reached.nodes()
	if err != nil {
		return out, err
	}
	if h == nil {
		if certify {
			return out, e.certifyEmpty(ctx)
		}
		return out, nil
	}
	defer h.release()
	out.Found = true
	out.Run, err = e.extract(ctx, h)
	return out, err
}

// Occurs reports whether there is a computation that meets the goal, without a trace to show it.
func (s *System) Occurs(ctx context.Context, goal Goal) (bool, error) {
	e, err := s.newEmptiness(ctx, goal)
	if err != nil {
		return false, err
	}
	defer e.release()
	h, err := e.fairRegion(ctx)
	if h == nil || err != nil {
		return false, err
	}
	h.release()
	return true, nil
}

// An emptiness check looks for fair runs in a product, component by component of its automaton.
type emptiness struct {
	sys     *System
	product *product
	// sccs are the components in topological order, the initial ones first.
	sccs []ltol.SCC
	// reached are the reachable nodes. An automaton state that waits marks is an initial one which
	// the automaton can stay in for ever, whatever the system does: every reachable state of the
	// system is reached there.
	reached *region
	waits   []bool
	// elsewhere tells that runs do not begin in the initial states.
	elsewhere bool
	// more tells that the goal has conditions of fairness beside the system's.
	more bool
}

func (s *System) newEmptiness(ctx context.Context, goal Goal) (*emptiness, error) {
	s.enter(StageProduct)
	dead, err := s.stuttering(ctx)
	if err != nil {
		return nil, err
	}
	aut := goal.Automaton
	p, err := newProduct(ctx, s, dead, aut, s.fair.and(goal.also))
	if err != nil {
		return nil, err
	}
	e := &emptiness{sys: s, product: p, sccs: aut.SCCs(), waits: make([]bool, len(aut.States)), more: !goal.also.Trivial()}
	slices.Reverse(e.sccs)
	e.reached = p.init.clone()
	if s.haveReached {
		if err := e.findWaiting(ctx); err != nil {
			e.release()
			return nil, err
		}
	}
	return e, nil
}

func (s *emptiness) release() {
	s.reached.release()
	s.product.release()
}

// findWaiting finds the initial automaton states with edges to themselves on all letters of
// reachable steps.
func (s *emptiness) findWaiting(ctx context.Context) error {
	g := s.product.graph
	for _, q := range s.product.aut.Initial {
		for _, a := range g.leave[forward][q] {
			if a.to != q {
				continue
			}
			all, err := s.covers(ctx, a.any)
			if err != nil {
				return err
			}
			if all {
				s.waits[q] = true
				s.reached.set(q, s.sys.reached)
			}
		}
	}
	return nil
}

// covers reports whether all steps from reachable states start where the predicates say.
func (s *emptiness) covers(ctx context.Context, from predicates) (bool, error) {
	c := s.sys.space.Manager().Calculator(ctx)
	defer c.Close()
	always := map[bdd.Node]bool{bdd.True: true} // by predicate: it holds of all reachable states
	for mv, n := range from {
		if _, asked := always[n]; !asked {
			always[n], _ = c.Leq(s.sys.reached, n) // the error sticks
		}
		if always[n] {
			continue
		}
		possible := c.And(s.sys.reached, s.product.graph.moves[mv].enabled)
		if inside, err := c.Leq(possible, n); err != nil || !inside {
			return false, err
		}
	}
	return c.Err() == nil, c.Err()
}

// fairRegion computes the reachable nodes until it finds a component with a fair cycle. It returns
// the component's hull by a backward search, or nil if the product has no fair cycle. It looks at a
// component that accepts whatever follows as soon as it reaches it, and at the others after that,
// simple ones first.
func (s *emptiness) fairRegion(ctx context.Context) (*hull, error) {
	s.sys.enter(StageExplore)
	unconditional := len(s.product.fair.justice)+len(s.product.fair.compassion) == 0
	for _, scc := range s.sccs {
		member := s.members(scc)
		if s.at(member).empty() {
			continue
		}
		if scc.Strength == ltol.Terminal && unconditional {
			return s.terminalHull(member), nil
		}
		if err := s.explore(ctx, member); err != nil {
			return nil, err
		}
	}
	s.sys.enter(StageHull)
	for _, strength := range []ltol.Strength{ltol.Terminal, ltol.Weak, ltol.Strong} {
		for _, scc := range s.sccs {
			if scc.Strength != strength {
				continue
			}
			h, err := s.componentHull(ctx, scc)
			if h != nil || err != nil {
				return h, err
			}
		}
	}
	return nil, nil
}

func (s *emptiness) members(scc ltol.SCC) []bool {
	member := make([]bool, len(s.product.aut.States))
	for _, q := range scc.States {
		member[q] = true
	}
	return member
}

// at is a borrowed view of what is reached of some automaton states: it must not be released or
// changed.
func (s *emptiness) at(member []bool) *region {
	r := newRegion(s.sys.space.Manager(), len(member))
	for q, in := range member {
		if in {
			r.part[q] = s.reached.part[q]
		}
	}
	return r
}

// explore completes the reachable nodes of a component and takes one step beyond it.
func (s *emptiness) explore(ctx context.Context, member []bool) error {
	var inside, leaving []*arc
	for _, a := range s.product.graph.arcs {
		switch {
		case !member[a.from]:
		case !member[a.to]:
			leaving = append(leaving, a)
		case a.from != a.to || !s.waits[a.from]:
			inside = append(inside, a)
		}
	}
	if err := s.product.graph.only(inside).closure(ctx, forward, s.reached, nil); err != nil {
		return err
	}
	if len(leaving) == 0 {
		return nil
	}
	next, err := s.product.graph.only(leaving).neighbours(ctx, forward, allEdges, s.reached, nil)
	if err != nil {
		return err
	}
	defer next.release()
	return s.reached.absorb(ctx, next)
}

// terminalHull is the hull of a component in which every run is accepting and can go on for ever:
// all of it that is reached so far.
func (s *emptiness) terminalHull(member []bool) *hull {
	return &hull{region: s.at(member).clone(), graph: s.product.graph.within(member), terminal: true}
}

// conditionsOf are the conditions under which a cycle of a component is fair.
func (s *emptiness) conditionsOf(scc ltol.SCC) conditions {
	fair := conditions{compassion: s.product.compassion}
	if scc.Strength == ltol.Strong {
		for i := range s.product.aut.Acceptance {
			fair.sets = append(fair.sets, labels(i))
		}
	}
	for i := range s.product.fair.justice {
		fair.sets = append(fair.sets, labels(s.product.aut.Acceptance+i))
	}
	return fair
}

// componentHull searches the reached nodes of a component for fair cycles; nil if there are none.
func (s *emptiness) componentHull(ctx context.Context, scc ltol.SCC) (*hull, error) {
	member := s.members(scc)
	z := s.at(member)
	if z.empty() {
		return nil, nil
	}
	return s.fairCycles(ctx, s.product.graph.within(member), z, s.conditionsOf(scc))
}

func (s *emptiness) paths() *pathFinder {
	f := &pathFinder{product: s.product, layers: s.sys.layer, waits: s.waits, Thresholds: s.sys.opts.Thresholds}
	if s.elsewhere {
		f.layers = nil
	}
	return f
}

// extract builds a run from an initial state to a fair cycle in the hull.
func (s *emptiness) extract(ctx context.Context, h *hull) (*Run, error) {
	s.sys.enter(StageTrace)
	f := s.paths()
	var prefix, loop []hop
	var err error
	if h.terminal {
		prefix, loop, err = f.terminalLasso(ctx, s, h)
	} else {
		prefix, loop, err = f.lasso(ctx, s.product.graph, s.product.init, h)
	}
	if err != nil {
		return nil, err
	}
	return newRun(prefix, loop), nil
}

// certifyEmpty searches the reached nodes for fair cycles once more, in the other direction and in
// each component as a whole.
func (s *emptiness) certifyEmpty(ctx context.Context) error {
	s.sys.enter(StageCertify)
	for _, scc := range s.sccs {
		if scc.Strength <= ltol.Rejecting {
			continue
		}
		member := s.members(scc)
		h, err := s.product.graph.within(member).fairHull(ctx, backward, s.at(member), s.conditionsOf(scc))
		if err != nil {
			return err
		}
		empty := h.region.empty()
		h.release()
		if !empty {
			return fmt.Errorf("searching for fair cycles backwards finds some, forwards none")
		}
	}
	return s.certifyClosed(ctx)
}

// certifyClosed tests that no step leaves the reached nodes. It takes one image of all of them, not
// one relation after the other.
func (s *emptiness) certifyClosed(ctx context.Context) error {
	next, err := s.product.graph.neighbours(ctx, forward, allEdges, s.reached, nil)
	if err != nil {
		return err
	}
	defer next.release()
	c := s.sys.space.Manager().Calculator(ctx)
	defer c.Close()
	for _, pair := range []*region{next, s.product.init} {
		for q, n := range pair.part {
			inside, err := c.Leq(n, s.reached.part[q])
			if err != nil {
				return err
			}
			if !inside {
				return fmt.Errorf("the reached nodes of the product are not closed under its steps")
			}
		}
	}
	return nil
}
