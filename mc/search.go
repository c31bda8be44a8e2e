package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// find searches for a fair computation that satisfies f. It returns nil if
// there is none; one that it returns is still to be confirmed.
func (c *Checker) find(ctx context.Context, f *ltol.Formula, stats *PropertyStats) (*trace.Trace, error) {
	s, err := c.prepare(ctx, f, stats)
	if s == nil || err != nil {
		return nil, c.fault(err)
	}
	defer s.release()
	stats.Interactions = max(stats.Interactions, len(s.product.interactions))
	h, err := s.fairRegion(ctx)
	stats.ProductNodes = max(stats.ProductNodes, s.reached.nodes())
	if err != nil {
		return nil, c.fault(err)
	}
	if h == nil {
		if c.set.certify > 0 {
			return nil, c.fault(s.certifyEmpty(ctx))
		}
		return nil, nil
	}
	defer h.release()
	t, err := s.extract(ctx, h)
	if limit, ok := c.fault(err).(*LimitError); ok {
		limit.Found = true
		return nil, limit
	}
	return t, c.fault(err)
}

// prepare translates a formula and builds the product to search; nil if no
// word whatever satisfies the formula and the fairness.
func (c *Checker) prepare(ctx context.Context, f *ltol.Formula, stats *PropertyStats) (*search, error) {
	c.enter(PhaseTranslate)
	aut, err := ltol.Translate(ctx, ltol.And(append([]*ltol.Formula{f}, c.fair.rest...)...), c.set.translation)
	if err != nil {
		return nil, err
	}
	stats.automaton(aut)
	if aut.Strength() <= ltol.Rejecting {
		return nil, nil
	}
	return c.newSearch(ctx, aut)
}

func (s *PropertyStats) automaton(aut *ltol.Automaton) {
	s.AutomatonStates += len(aut.States)
	s.AutomatonEdges += aut.Edges()
	s.AcceptanceSets = max(s.AcceptanceSets, aut.Acceptance)
	s.Strength = max(s.Strength, aut.Strength())
}

// A search looks for fair runs in a product, component by component of its
// automaton.
type search struct {
	*Checker
	product *product
	// sccs are the components in topological order, the initial ones first.
	sccs []ltol.SCC
	// reached are the reachable nodes. Where the automaton can wait for ever
	// from the start, whatever happens in the system, they are its reachable
	// states: waits marks these automaton states.
	reached *region
	waits   []bool
}

func (c *Checker) newSearch(ctx context.Context, aut *ltol.Automaton) (*search, error) {
	c.enter(PhaseProduct)
	dead, err := c.stuttering(ctx)
	if err != nil {
		return nil, err
	}
	p, err := newProduct(ctx, c.model, dead, aut, c.fair, &c.effort)
	if err != nil {
		return nil, err
	}
	s := &search{Checker: c, product: p, sccs: aut.SCCs(), waits: make([]bool, len(aut.States))}
	for i, j := 0, len(s.sccs)-1; i < j; i, j = i+1, j-1 {
		s.sccs[i], s.sccs[j] = s.sccs[j], s.sccs[i]
	}
	s.reached = p.init.clone()
	if c.haveReached {
		if err := s.findWaiting(ctx); err != nil {
			s.release()
			return nil, err
		}
	}
	return s, nil
}

func (s *search) release() {
	s.reached.release()
	s.product.release()
}

// findWaiting finds the initial automaton states with edges to themselves on
// all letters of reachable steps.
func (s *search) findWaiting(ctx context.Context) error {
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
				s.reached.set(q, s.Checker.reached)
			}
		}
	}
	return nil
}

// covers reports whether all steps from reachable states start where the
// predicates say.
func (s *search) covers(ctx context.Context, from predicates) (bool, error) {
	sc := s.model.Manager.NewScope(ctx)
	defer sc.Close()
	always := map[bdd.Node]bool{bdd.True: true} // by predicate: it holds of all reachable states
	for mv, n := range from {
		known, asked := always[n]
		if !asked {
			var err error
			if known, err = sc.Leq(s.Checker.reached, n); err != nil {
				return false, err
			}
			always[n] = known
		}
		if known {
			continue
		}
		possible, err := sc.And(s.Checker.reached, s.product.graph.moves[mv].enabled)
		if err != nil {
			return false, err
		}
		inside, err := sc.Leq(possible, n)
		if err != nil || !inside {
			return false, err
		}
	}
	return true, nil
}

// fairRegion computes the reachable nodes until it finds a component with a
// fair cycle, and returns a hull of it, of a backward search; nil if the
// product has no fair cycle. Components that accept whatever follows are
// looked at as soon as they are reached, the others after that, simple ones
// first.
func (s *search) fairRegion(ctx context.Context) (*hull, error) {
	s.enter(PhaseExplore)
	unconditional := len(s.fair.justice)+len(s.fair.compassion) == 0
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
	s.enter(PhaseHull)
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

func (s *search) members(scc ltol.SCC) []bool {
	member := make([]bool, len(s.product.aut.States))
	for _, q := range scc.States {
		member[q] = true
	}
	return member
}

// at is a borrowed view of what is reached of some automaton states: it must
// not be released or changed.
func (s *search) at(member []bool) *region {
	r := newRegion(s.model.Manager, len(member))
	for q, in := range member {
		if in {
			r.part[q] = s.reached.part[q]
		}
	}
	return r
}

// explore completes the reachable nodes of a component and takes one step
// beyond it.
func (s *search) explore(ctx context.Context, member []bool) error {
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

// terminalHull is the hull of a component in which every run is accepting and
// can go on for ever: all of it that is reached so far.
func (s *search) terminalHull(member []bool) *hull {
	return &hull{region: s.at(member).clone(), graph: s.product.graph.within(member), terminal: true}
}

// conditionsOf are the conditions for a cycle of a component to be fair.
func (s *search) conditionsOf(scc ltol.SCC) conditions {
	fair := conditions{compassion: s.product.compassion}
	if scc.Strength == ltol.Strong {
		for i := range s.product.aut.Acceptance {
			fair.sets = append(fair.sets, labels(i))
		}
	}
	for i := range s.fair.justice {
		fair.sets = append(fair.sets, labels(s.product.aut.Acceptance+i))
	}
	return fair
}

// componentHull searches the reached nodes of a component for fair cycles; nil
// if there are none.
func (s *search) componentHull(ctx context.Context, scc ltol.SCC) (*hull, error) {
	member := s.members(scc)
	z := s.at(member)
	if z.empty() {
		return nil, nil
	}
	return s.fairCycles(ctx, s.product.graph.within(member), z, s.conditionsOf(scc))
}

func (s *search) paths() *pathFinder {
	return &pathFinder{product: s.product, in: s.in, layers: s.layer, waits: s.waits, maxRing: s.set.maxRing}
}

// extract makes a trace of a fair run into the hull.
func (s *search) extract(ctx context.Context, h *hull) (*trace.Trace, error) {
	s.enter(PhaseTrace)
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
	return f.lassoTrace(prefix, loop), nil
}

// certifyEmpty repeats the search for fair cycles in the reached nodes in the
// other direction, in the whole of each component at once.
func (s *search) certifyEmpty(ctx context.Context) error {
	s.enter(PhaseCertify)
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
			return internal("searching for fair cycles backwards finds some, forwards none")
		}
	}
	return s.certifyClosed(ctx)
}

// certifyClosed tests that no step leaves the reached nodes, by one image of
// all of them, unchained.
func (s *search) certifyClosed(ctx context.Context) error {
	next, err := s.product.graph.neighbours(ctx, forward, allEdges, s.reached, nil)
	if err != nil {
		return err
	}
	defer next.release()
	sc := s.model.Manager.NewScope(ctx)
	defer sc.Close()
	for _, pair := range []*region{next, s.product.init} {
		for q, n := range pair.part {
			inside, err := sc.Leq(n, s.reached.part[q])
			if err != nil {
				return err
			}
			if !inside && n != bdd.False {
				return internal("the reached nodes of the product are not closed under its steps")
			}
		}
	}
	return nil
}
