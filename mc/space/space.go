// Package space is what a checker needs to know of a system, whatever
// formalism it is written in: its states and steps as diagrams, and the same
// once more, explicitly, by an interpreter that shares nothing with the
// encoding.
package space

import (
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A Space is a system encoded over the diagrams of one manager, with its
// explicit semantics. It is not safe for concurrent use.
type Space interface {
	Symbolic
	Explicit
}

// Symbolic is the encoding. States are valuations of finite-domain variables;
// every step belongs to exactly one of a list of moves. States without any step
// stutter for ever; stutters belong to no move.
type Symbolic interface {
	Manager() *bdd.Manager
	// Init is the set of initial states. It belongs to the space.
	Init() bdd.Node
	// Variables are those that sets of states range over; VariablesOf those
	// among them that make up the local state of one agent, counted from 0:
	// what it sees. Local states may overlap where Relation is nil (see [Move]).
	Variables() []bdd.VarID
	VariablesOf(agent int) []bdd.VarID
	// Agents is their number.
	Agents() int

	// Moves are the classes of steps that the space tells apart by itself.
	Moves() []Move
	// Refine divides them until the given step propositions are constant or a
	// function of the current state on each. The caller gives the list back to
	// Discard.
	Refine(ctx context.Context, propositions []int) ([]Move, error)
	Discard(refined []Move)

	// StateProposition is the set of states in which a proposition holds.
	StateProposition(sc *bdd.Scope, proposition int) (bdd.Node, error)
	// AsksForDeadlock reports whether a state proposition is true just of the
	// states without a step.
	AsksForDeadlock(proposition int) bool
	// StepProposition is the set of states in which the steps of a move satisfy
	// a proposition that the move's refinement was made for.
	StepProposition(sc *bdd.Scope, proposition int, m Move) (bdd.Node, error)
	// Deadlock is the set of states, reachable or not, without a step. It
	// belongs to the space.
	Deadlock(ctx context.Context) (bdd.Node, error)

	// Count is the number of states in a set, Pick one of them, always the
	// same; ok is false if there is none. StateSet is the set of one state,
	// empty if the encoding knows that it is not reachable.
	Count(set bdd.Node) *big.Int
	Pick(set bdd.Node) (s State, ok bool)
	StateSet(sc *bdd.Scope, s State) (bdd.Node, error)
}

// A Move is a class of steps.
type Move interface {
	// Enabled is the set of states from which there is a step of the move,
	// Relation the set of its steps; nil if the space keeps that in parts.
	Enabled() bdd.Node
	Relation() *bdd.Relation
	// Image and PreImage are the states one step of the move after, or before,
	// those of a set.
	Image(c *bdd.Calculator, set bdd.Node) bdd.Node
	PreImage(c *bdd.Calculator, set bdd.Node) bdd.Node
	// Changed lists the agents whose states the move can change.
	Changed() []int
	// Refines reports whether the move may be a part of one of
	// [Symbolic.Moves], or is it.
	Refines(base Move) bool
	// Has reports whether an explicit step, not a stutter, is one of the move's.
	Has(step Step) bool
}

// A Game is a space whose agents choose actions, so that it can be asked what
// coalitions of them can bring about.
type Game interface {
	// Force is the set of states, reachable or not, in which a coalition has
	// actions with which every step leads into a set, whatever the others do. It
	// commits itself without seeing what they do. A state without steps is in the
	// result if it is in the set.
	Force(sc *bdd.Scope, coalition []int, set bdd.Node) (bdd.Node, error)
}

// An Arena is a game in which strategies can be looked at: sets may mention the
// actions that agents choose, beside the variables of states.
type Arena interface {
	Game
	// Lead is the set of states in which a coalition has actions with which every
	// step leads within a set, and some step to another one. A state without steps
	// is in the result if it is in both.
	Lead(sc *bdd.Scope, coalition []int, within, set bdd.Node) (bdd.Node, error)
	// Action is the variable of an agent's choices, whose codes are numbers of its
	// actions; ok is false if the agent never has a choice.
	Action(agent int) (v bdd.VarID, ok bool)
	ActionName(agent, action int) string
	// Choose is the set of states, with actions of a coalition that are part of a
	// step, with which every step leads into a set.
	Choose(sc *bdd.Scope, coalition []int, set bdd.Node) (bdd.Node, error)
	// After and Before are the states one step after, or before, those of a set,
	// by steps in states, and with actions, that a strategy allows. Stutters are no steps.
	After(sc *bdd.Scope, strategy, set bdd.Node) (bdd.Node, error)
	Before(sc *bdd.Scope, strategy, set bdd.Node) (bdd.Node, error)
	// ConditionString says that a variable has one of the values with the given codes.
	ConditionString(v bdd.VarID, codes []int) string
}

// A State is an explicit state of a space, a Step an explicit step. What they
// are only the space knows.
type (
	State any
	Step  any
)

// A Transition is a step with the state it leads to.
type Transition struct {
	Step Step
	Next State
}

// Explicit is the semantics of single states and steps.
type Explicit interface {
	// Key tells states apart.
	Key(s State) string
	// Successors are all steps from a state; in a state without any, the
	// stutter back to it.
	Successors(s State) ([]Transition, error)
	IsStutter(step Step) bool
	StateHolds(proposition int, s State) (bool, error)
	// StepHolds is about a step that leaves s. It honours the context.
	StepHolds(ctx context.Context, proposition int, s State, step Step) (bool, error)
	// Initial reports whether a state is initial. Local tells states apart that an
	// agent can tell apart, by what it sees.
	Initial(s State) bool
	Local(agent int, s State) string
	// StateString is the state in words.
	StateString(s State) string
}
