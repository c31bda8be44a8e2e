// Package circuits holds the two engines that work on the system as a circuit, with a SAT solver:
// [Bounded] looks for shortest violations, [Induction] for inductive invariants. Both share the
// circuit, which [Shared] builds when the first of them can pay for it.
package circuits

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// gatesPerStep is the number of gates and clauses that take these engines as long as a step of
// diagrams takes: bounded checking looks at some 60 million in a second, and diagrams take some 10
// million steps. excessOfBuild is how many times the budget a circuit may cost.
const gatesPerStep, excessOfBuild = 4, 4

// inducedPerStep is the same for induction, whose solver leaves most gates alone.
const inducedPerStep = 8

// Shared is what the engines on circuits share.
type Shared struct {
	board  *engine.Board
	system System
	// states is the most states of automata before they are reduced, and the most conjuncts of a
	// property that are looked at.
	states int

	flow  *circuit.Flow  // of a ReCiPe system
	known bool           // flow is what it will be
	model circuit.System // nil until it is built
	// translator remembers automata for both engines.
	translator ltol.Translator
	// next is the budget at which building is tried, again and with more room.
	next int
	// built is what building has cost.
	built int
	off   bool
}

// NewShared prepares a circuit for the system that a board is about. first is the budget at which
// building is tried first; states bounds the automata of properties and the conjuncts that are looked
// at.
func NewShared(board *engine.Board, system System, first, states int) *Shared {
	return &Shared{board: board, system: system, next: first, states: max(states, 1)}
}

// Know gives the values that variables of a ReCiPe system can have, nil for another one. There is no
// circuit before.
func (s *Shared) Know(values *circuit.Flow) { s.flow, s.known = values, true }

// ready builds the circuit if there is none and the budget is enough. It returns false if there is
// no circuit yet.
func (s *Shared) ready(ctx context.Context, budget int) bool {
	if s.model != nil {
		return true
	}
	if s.over() || budget < s.next {
		return false
	}
	gates := gatesPerStep * budget
	work := excessOfBuild * gates // later budgets pay for it
	if s.board.AllSettled() {
		work = gates // there are no later budgets
	}
	m, err := s.system.Build(ctx, circuit.Options{MaxNodes: gates, MaxWork: work, Flow: s.flow})
	switch {
	case errors.Is(err, circuit.ErrTooLarge):
		s.built += budget
		s.next = 4 * budget
		return false
	case err != nil:
		s.off = true // the search with diagrams meets the same error, or a limit
		return false
	}
	s.built += m.Circuit().Work() / gatesPerStep
	s.model = m
	return true
}

// over reports whether there will be no circuit.
func (s *Shared) over() bool { return s.off || !s.known }

// bounds are the limits of the automata of properties.
func (s *Shared) bounds() ltol.Options {
	return ltol.Options{MaxStates: s.states, MaxEdges: 16 * s.states}
}

// A refuter adds to a machine what there is to look for in order to refute a property.
type refuter func(m *bounded.Machine, ctx context.Context, name string, conjuncts []*ltol.Formula, fair bounded.Fairness, o ltol.Options) (bounded.Goal, error)

// goal makes a machine on the circuit that looks for violations of a target, by fair runs or by any.
func (s *Shared) goal(ctx context.Context, t *engine.Target, fairly bool, add refuter, o ltol.Options) (*bounded.Machine, bounded.Goal, error) {
	m := bounded.NewMachine(s.model, &s.translator)
	var justice []*ltol.Formula
	var compassion [][2]*ltol.Formula
	if fairly {
		justice, compassion = s.board.Justice, s.board.Compassion
	}
	fair, err := m.Fair(justice, compassion)
	if err != nil {
		return m, bounded.Goal{}, err
	}
	all := engine.Parts(t.Formula, s.board.System)
	goal, err := add(m, ctx, "", all[:min(len(all), s.states)], fair, o)
	return m, goal, err
}

// A slice is the budget with which a search on a target goes on. Where the last budget brought no
// progress, the next one is twice what it cost, since each begins with what is known already. It is
// never more than mostSlice, because only a new slice notices that the context has ended.
type slice int

const mostSlice = 2_000_000

// after sets the slice after a piece of work.
func (s *slice) after(cost int, progress bool) {
	if *s = slice(min(2*max(int(*s), cost), mostSlice)); progress {
		*s = 0
	}
}
