// Package space is what a checker needs to know of a system, whatever
// formalism it is written in: its states and steps as diagrams, and the same
// once more, explicitly, by an interpreter that shares nothing with the
// encoding.
//
// The checker of package mc is written over [Space] and [Game]. A formalism makes the spaces. Other
// programs meet the package in what a witness of mc/branch is made of: each [State] and [Step], and
// the [Decision] of a rule.
package space

import (
	"context"
	"iter"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A Space is a system encoded over the diagrams of one manager, with its
// explicit semantics. It is not safe for concurrent use.
type Space interface {
	Symbolic
	Explicit
	// Into are steps from a state, found one by one: to each successor in a set at least
	// one, and all of them where there are propositions about steps. A space may find them
	// in its diagrams, so that the steps that lead elsewhere need not be listed, and has each of
	// them confirmed by the explicit semantics. Steps that do not lead into the set may be among
	// them. An error, which may be the context's, is the last one.
	Into(ctx context.Context, s State, set bdd.Node) iter.Seq2[Transition, error]
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
	// Is reports whether two moves, perhaps of different refinements, are one, with
	// its diagrams.
	Is(other Move) bool
	// Has reports whether an explicit step from a state, not a stutter, is one of the
	// move's.
	Has(ctx context.Context, from State, step Step) (bool, error)
}

// An InsideMove finds predecessors inside of a set faster than others.
type InsideMove interface {
	Move
	// PreImageInside is the part of PreImage(c, set) in a set, which is the same in most calls.
	PreImageInside(c *bdd.Calculator, set, inside bdd.Node) bdd.Node
}

// A Game is a space whose agents choose, so that it can be asked what coalitions of
// them can bring about.
type Game interface {
	// Table prepares the game of a coalition, whose members are numbers below
	// Players: agents, and others that choose too. The game is played in states of a
	// set that no step leaves, of which the stuck ones have none; what is said of others
	// may be wrong. The caller keeps the sets until it closes the table.
	Table(ctx context.Context, coalition []int, within, stuck bdd.Node) (Table, error)
	Players() int
	// ConditionString says that a variable has one of the values with the given codes. Spelling
	// is the name of the variable and how the values are written.
	ConditionString(v bdd.VarID, codes []int) string
	Spelling(v bdd.VarID, codes []int) (name string, values []string)
}

// An EndingTable can be played where paths end, as the published tool MCMAS has it.
type EndingTable interface {
	Table
	// LetPathsEnd counts choices that have no successor as moves, which lead into every set.
	// It returns the states in which nobody has a choice. The calculator holds them.
	LetPathsEnd(c *bdd.Calculator) (stuck bdd.Node)
}

// A Table is the game of a coalition against everybody else. The coalition commits
// itself without seeing what the others do at the same time.
type Table interface {
	// Decisions are what members of the coalition choose, where there may be a choice.
	Decisions() []Decision
	// Possible is where an option of a decision can be chosen; Cells are sets of
	// states that the player can tell apart by what it can choose, disjoint, besides
	// what it sees. They belong to the table.
	Possible(c *bdd.Calculator, decision, option int) bdd.Node
	Cells(c *bdd.Calculator, decision int) []bdd.Node
	// Force is the set of states in which the coalition has choices that a plan
	// allows and with which every step leads into a set, whatever the others do. A
	// state without steps is in the result if it is in the set.
	// Choose is such choices, at most one for each decision, in the states of where.
	// Both count only what the closing keeps, if there is one.
	Force(c *bdd.Calculator, p Plan, set bdd.Node, closing Closing) bdd.Node
	Choose(c *bdd.Calculator, p Plan, set, where bdd.Node, closing Closing) Plan
	// Lead is the set of states in which the coalition has choices with which every
	// step leads into the set within, and some step into set. A state without steps
	// is in the result if it is in both.
	Lead(c *bdd.Calculator, within, set bdd.Node) bdd.Node
	// Image and PreImage are the states one step after, or before, those of a set, by
	// steps that a plan allows. Stutters are no steps.
	Image(c *bdd.Calculator, p Plan, set bdd.Node) bdd.Node
	PreImage(c *bdd.Calculator, p Plan, set bdd.Node) bdd.Node
	Close()
}

// A SwiftTable is one that knows which steps are up to one side alone, because
// the other never has more than one option on the way to them.
type SwiftTable interface {
	Table
	// Begins reports whether the coalition chooses who begins a step.
	Begins() bool
	// Attract adds to a set the states of within from which the side that chooses who begins
	// can lead to it. Decides reports whether all steps are up to one side alone.
	Attract(c *bdd.Calculator, set, within bdd.Node) bdd.Node
	Decides(c *bdd.Calculator, coalition bool) bool
}

// A Decision is what a player has to choose one of several options for, as far as
// they are possible.
type Decision struct {
	Player int
	Kind   Occasion
	// Of is the command of the message that is answered, -1 for the first of a step.
	Of int
	// Options are numbers of actions, commands or agents, as Kind has it.
	Options []int
}

// An Occasion is when something is chosen.
type Occasion int

// The occasions. A scheduler chooses agents, an agent its actions or commands.
const (
	Acting Occasion = iota
	Receiving
	Supplying
	ChoosingInitiator
	ChoosingSupplier
)

// A Plan is by decision and option a set of states in which the option is allowed. A
// plan that is nil allows everything.
type Plan [][]bdd.Node

// A Closing restricts choices to those that players can make by what they see. Of an
// option, good are the states in which it succeeds and bad those in which it could be
// chosen but fails; the result are those of good that no player confuses with one of
// bad. Sets may mention variables of choices besides those of states.
type Closing func(c *bdd.Calculator, players []int, good, bad bdd.Node) bdd.Node

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
	// stutter back to it. They are found one by one, as they are asked for. An error, which
	// may be the context's, is the last one.
	Successors(ctx context.Context, s State) iter.Seq2[Transition, error]
	// Leads reports whether a step from a state leads to another.
	Leads(ctx context.Context, s State, step Step, next State) (bool, error)
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

type pick struct{ decision, option int }
