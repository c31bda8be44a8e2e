package search

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A localAgent is what all searches of a system share of an agent.
type localAgent struct {
	vars   []bdd.VarID
	forget *bdd.VarSet         // both copies of all other agents' variables
	stay   map[string]bdd.Node // by names of variables: these keep their values; kept
}

// A System is what the searches of one system share: its space, the fairness, its reachable states
// once they are known, and what was found out about them on the way. It is not safe for concurrent
// use.
type System struct {
	exploration
	fair Fairness
	// ends tells that no reachable step lies on a cycle, endless that this is not known after a
	// look at local states.
	ends, endless bool
	locals        []*localAgent // nil until they are needed

	// fairStates are the reachable states on fair paths, once haveFair; kept.
	fairStates bdd.Node
	haveFair   bool

	// recurrent, if it is not nil, is a letter that holds infinitely often in every fair
	// computation; see Learn.
	recurrent *ltol.Formula

	translator ltol.Translator

	// staying are steps that the moves of the space have as well, for saturation.
	staying []space.Move
	// derived are the sets of states that derived atoms stand for; kept.
	derived []bdd.Node
}

// An exploration knows the reachable states of a space, and what it cost to find them.
type exploration struct {
	space space.Space
	opts  Options

	// reached and dead are the reachable states and those among them without a step, once
	// haveReached; kept.
	reached, dead bdd.Node
	haveReached   bool
	alone         *graph // see systemGraph
	// layers are the first breadth-first layers of the reachable states, as far as they were
	// needed, and layered their union; kept.
	layers  []bdd.Node
	layered bdd.Node
	effort  effort
}

// Options are how a system is searched.
type Options struct {
	Thresholds Thresholds
	// Enter, if it is not nil, is called with the stage of a search that begins.
	Enter func(Stage)
	// Tick, if it is not nil, is called now and then while a search works.
	Tick func()
}

// A Stage is a part of a search.
type Stage uint8

const (
	StageProduct Stage = iota // building the product
	StageExplore              // exploring the product
	StageHull                 // searching for fair cycles
	StageTrace                // building the trace
	StageCertify              // testing that there is no fair cycle
)

// NewSystem begins with a system of which nothing is known yet.
func NewSystem(sp space.Space, fair Fairness, opts Options) *System {
	s := &System{exploration: exploration{space: sp, opts: opts}, fair: fair}
	s.opts.Thresholds.setDefaults()
	s.Restart()
	return s
}

// Assume sets the fairness of all later searches, which may speak of derived atoms.
func (s *System) Assume(fair Fairness) {
	s.fair = fair
	s.space.Manager().Release(s.fairStates)
	s.fairStates, s.haveFair = bdd.False, false
}

// AdoptFair tells the system the reachable states on fair paths, and keeps them: where an automaton
// accepts whatever follows, nothing need be searched then.
func (s *System) AdoptFair(set bdd.Node) {
	s.space.Manager().Keep(set)
	s.space.Manager().Release(s.fairStates)
	s.fairStates, s.haveFair = set, true
}

func (s *exploration) enter(stage Stage) {
	if s.opts.Enter != nil {
		s.opts.Enter(stage)
	}
}

// Restart forgets the effort of earlier work.
func (s *exploration) Restart() {
	s.effort = effort{tick: s.opts.Tick, stepsBeforePreparing: s.opts.Thresholds.StepsBeforePreparing}
}

// Learn tells the system that every fair computation satisfies a formula. Where that is G F x, of a
// letter x, each cycle that a later search is after has a step with x. A hull without conditions
// shrinks by what is one step away, one with a condition by all from where no such step can be
// reached: of N formulas G F x, of which each needs the same long way round to be seen, the others
// cost little once the first is known to hold. Nil makes it forget.
func (s *System) Learn(f *ltol.Formula) {
	if f == nil {
		s.recurrent = nil
		return
	}
	if f.Op() != ltol.OpGlobally || f.Args()[0].Op() != ltol.OpFinally {
		return
	}
	if letter, ok := f.Args()[0].Args()[0].Letter(); ok {
		s.recurrent = letter
	}
}

// Effort is what was done since the last [System.Restart]: images and preimages, rounds of fair
// hulls, and passes over a set by a closure.
func (s *exploration) Effort() (images, rounds, passes int) {
	return s.effort.images, s.effort.rounds, s.effort.passes
}

// Reached are the reachable states and those among them that have no step; ok is false if they are
// not known. They are kept by the system.
func (s *exploration) Reached() (reached, dead bdd.Node, ok bool) {
	return s.reached, s.dead, s.haveReached
}

// Adopt tells the system its reachable states and those without a step, and keeps them.
func (s *exploration) Adopt(reached, dead bdd.Node) {
	man := s.space.Manager()
	if s.alone != nil && !s.alone.whole { // the next one has the reachable states
		s.alone.release()
		s.alone = nil
	}
	s.reached, s.dead, s.haveReached = man.Keep(reached), man.Keep(dead), true
}

func (s *exploration) begin(ctx context.Context) *task {
	return &task{ctx: ctx, man: s.space.Manager()}
}

// FirstDerived is the ID of the first derived atom. Propositions of systems have smaller ones.
const FirstDerived = 1 << 30

// Derive gives a set of states an atom, so that formulas can speak of it. The set is kept.
func (s *System) Derive(set bdd.Node) ltol.Atom {
	s.derived = append(s.derived, s.space.Manager().Keep(set))
	return ltol.Atom{ID: FirstDerived + len(s.derived) - 1, Kind: ltol.State}
}

// StatesOf is the set of states, reachable or not, in which a formula about one state alone holds.
// The reachable states must be known.
func (s *System) StatesOf(c *bdd.Calculator, f *ltol.Formula) bdd.Node {
	return Sets(c).Value(f, func(f *ltol.Formula) bdd.Node {
		return c.Take(s.stateSet(c.Scope(), f.Atom().ID, s.dead))
	})
}

// Sets is the algebra of sets of states.
func Sets(c *bdd.Calculator) *ltol.Algebra[bdd.Node] {
	return &ltol.Algebra[bdd.Node]{Not: c.Not, And: c.AndAll, Or: c.OrAll, Implies: c.Implies, Iff: c.Equiv}
}

// stateSet is the set of states in which a state atom, given by its ID, holds. dead are the states
// that stutter.
func (s *System) stateSet(sc *bdd.Scope, atom int, dead bdd.Node) (bdd.Node, error) {
	switch {
	case atom >= FirstDerived:
		return s.derived[atom-FirstDerived], nil
	case s.space.AsksForDeadlock(atom):
		return dead, nil
	}
	return s.space.StateProposition(sc, atom)
}

// stateHolds is the same of an explicit state, by the explicit semantics where that knows the atom.
func (s *System) stateHolds(t *task, atom int, at space.State) bool {
	if atom < FirstDerived {
		holds, err := s.space.StateHolds(atom, at)
		t.fail(err)
		return holds
	}
	c := t.open()
	defer t.close(c)
	n := c.Take(s.space.StateSet(c.Scope(), at))
	if n == bdd.False {
		c.Fail(fmt.Errorf("the encoding has no state %s", s.space.StateString(at)))
	}
	holds, _ := c.Leq(n, s.derived[atom-FirstDerived])
	return holds
}
