package search

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// An emptiness check looks for fair runs in a product, component by component of its automaton.
type emptiness struct {
	sys     *System
	product *product
	// sccs are the components in topological order, the initial ones first.
	sccs []ltol.SCC
	// reached are the reachable nodes. An automaton state that waits marks is an initial one which
	// the automaton can stay in until a run is accepted, whatever the system does: every reachable
	// state of the system counts as reached there.
	reached *region
	waits   []bool
	// anywhere marks the automaton states of components in which a cycle can be entered wherever it
	// is; see findEntries. All reachable states of the system count as reached there, more than
	// are.
	anywhere []bool
	// elsewhere tells that runs do not begin in the initial states, or lead to a part of a component
	// that accepts.
	elsewhere bool
	// more tells that the goal has conditions of fairness besides the system's.
	more bool
}

// newEmptiness is nil if the task fails.
func (s *System) newEmptiness(t *task, goal Goal) *emptiness {
	s.enter(StageProduct)
	aut := goal.Automaton
	p := newProduct(t, s, s.stuttering(t), aut, s.fair.and(goal.also))
	if p == nil {
		return nil
	}
	e := &emptiness{sys: s, product: p, sccs: aut.SCCs(), more: !goal.also.Trivial()}
	e.waits, e.anywhere = make([]bool, len(aut.States)), make([]bool, len(aut.States))
	slices.Reverse(e.sccs)
	e.reached = p.init.clone()
	if s.haveReached {
		e.findWaiting(t)
		e.findEntries(t)
	}
	if t.failed() {
		e.release()
		return nil
	}
	return e
}

func (s *emptiness) release() {
	if s != nil {
		s.reached.release()
		s.product.release()
	}
}

// findWaiting finds the initial automaton states with edges to themselves, or to the first terminal
// component, on all letters of reachable steps. A run that takes one of the latter is what the
// search looks for, whether or not the automaton could also have stayed.
func (s *emptiness) findWaiting(t *task) {
	c := t.open()
	defer t.close(c)
	var ends []int
	if i := slices.IndexFunc(s.sccs, s.decides); i >= 0 {
		ends = s.sccs[i].States
	}
	for _, q := range s.product.aut.Initial {
		on, loops := make(predicates, len(s.product.graph.moves)), false
		for _, a := range s.product.graph.leave[forward][q] {
			if loops = loops || a.to == q; a.to == q || slices.Contains(ends, a.to) {
				for mv, n := range a.any {
					on[mv] = c.Or(on[mv], n)
				}
			}
		}
		if loops && s.covers(t, on) {
			s.waits[q] = true
			s.reached.set(q, s.sys.reached)
		}
	}
}

// decides reports whether every run that enters a component is fair and accepted.
func (s *emptiness) decides(scc ltol.SCC) bool {
	return scc.Strength == ltol.Terminal && len(s.product.fair.justice)+len(s.product.fair.compassion) == 0
}

// findEntries finds the components that no edge leaves and each of whose edges has another to the
// same automaton state, on all its letters, from one that waits: as `F G p` is looked for, by edges
// on `p` into a component and inside of it. A run can take that edge instead, from the same
// reachable state of the system, so that every cycle of these components is reachable, without a
// search for what else is.
func (s *emptiness) findEntries(t *task) {
	if !slices.Contains(s.waits, true) {
		return
	}
	c := t.open()
	defer t.close(c)
	for _, scc := range s.sccs {
		member := s.members(scc)
		waits := func(q int) bool { return s.waits[q] } // and all that is reachable is reached there
		if scc.Strength <= ltol.Rejecting || s.decides(scc) ||
			slices.ContainsFunc(scc.States, waits) || !s.entered(c, member) {
			continue
		}
		for _, q := range scc.States {
			s.anywhere[q] = true
			s.reached.set(q, s.sys.reached)
		}
	}
}

// entered reports whether all edges from states of a component lead into it, each to where one from
// a state that waits does.
func (s *emptiness) entered(c *bdd.Calculator, member []bool) bool {
	for _, a := range s.product.graph.arcs {
		if !member[a.from] {
			continue
		}
		waiting := func(b *arc) bool { return s.waits[b.from] && below(c, a.any, b.any) }
		if !member[a.to] || !slices.ContainsFunc(s.product.graph.leave[backward][a.to], waiting) {
			return false
		}
	}
	return c.Err() == nil
}

// isAnywhere reports whether a region, which is not empty, is of a component that can be entered
// anywhere.
func (s *emptiness) isAnywhere(z *region) bool {
	return s.anywhere[slices.IndexFunc(z.part, func(n bdd.Node) bool { return n != bdd.False })]
}

// below reports whether predicates imply others, move by move; false if there is an error.
func below(c *bdd.Calculator, some, others predicates) bool {
	for mv, n := range some {
		if inside, err := c.Leq(n, others[mv]); err != nil || !inside {
			return false
		}
	}
	return true
}

// covers reports whether all steps from reachable states start where the predicates say.
func (s *emptiness) covers(t *task, from predicates) bool {
	c := t.open()
	defer t.close(c)
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
			return false
		}
	}
	return c.Err() == nil
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
func (s *emptiness) explore(t *task, member []bool) {
	var inside, leaving []*arc
	for _, a := range s.product.graph.arcs {
		switch {
		case !member[a.from] || s.anywhere[a.to]:
		case !member[a.to]:
			leaving = append(leaving, a)
		case a.from != a.to || !s.waits[a.from]:
			inside = append(inside, a)
		}
	}
	s.product.graph.only(inside).closure(t, forward, s.reached, nil)
	if len(leaving) == 0 {
		return
	}
	next := s.product.graph.only(leaving).neighbours(t, forward, allEdges, s.reached, nil)
	defer next.release()
	s.reached.absorb(t, next)
}

// terminalHull is the hull of a component in which every run is accepting and can go on forever:
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

func (s *emptiness) paths() *pathFinder {
	f := &pathFinder{product: s.product, layers: s.sys.layer, waits: s.waits, Thresholds: s.sys.opts.Thresholds}
	if s.elsewhere || !s.sys.haveReached { // nothing waits then
		f.layers = nil
	}
	return f
}

// certifyEmpty searches the reached nodes for fair cycles once more, in the other direction and in
// each component as a whole.
func (s *emptiness) certifyEmpty(t *task) {
	if t.failed() {
		return
	}
	s.sys.enter(StageCertify)
	for _, scc := range s.sccs {
		if scc.Strength <= ltol.Rejecting {
			continue
		}
		member := s.members(scc)
		h := s.product.graph.within(member).fairHull(t, backward, s.at(member), s.conditionsOf(scc))
		if !h.region.empty() {
			t.fail(errors.New("searching for fair cycles backwards finds some, forwards none"))
		}
		h.release()
	}
	s.certifyClosed(t)
}

// certifyClosed tests that no step leaves the reached nodes. It takes one image of all of them, not
// one relation after the other.
func (s *emptiness) certifyClosed(t *task) {
	next := s.product.graph.neighbours(t, forward, allEdges, s.reached, nil)
	defer next.release()
	c := t.open()
	defer t.close(c)
	for _, pair := range []*region{next, s.product.init} {
		for q, n := range pair.part {
			if inside, err := c.Leq(n, s.reached.part[q]); err == nil && !inside {
				c.Fail(errors.New("the reached nodes of the product are not closed under its steps"))
			}
		}
	}
}
