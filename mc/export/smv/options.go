package smv

import (
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// A Dialect is the input language of a tool.
type Dialect uint8

const (
	// NuSMV is the language of NuSMV 2.5 and later, which nuXmv reads as well.
	NuSMV Dialect = iota
	// NuXmv uses what only nuXmv reads: next in the atoms of formulas, which spares a variable of
	// the formula's tableau.
	NuXmv
)

// String is the name of the tool, "NuSMV" or "nuXmv".
func (d Dialect) String() string {
	if d == NuXmv {
		return "nuXmv"
	}
	return "NuSMV"
}

// A Relation is the way in which the transition relation is written.
type Relation uint8

const (
	// Disjunctive is one constraint, with a disjunct for each interaction: one diagram for tools
	// that work with them. Formulas are usually checked fastest on it.
	Disjunctive Relation = iota
	// Partitioned is a constraint for each agent, which says what the agent does in the interaction
	// that an input variable chooses. It is the better one where agents pass on values of
	// variables, so that one diagram for all would be large. The input also names the steps of the
	// tool's traces.
	Partitioned
)

// String is "disjunctive" or "partitioned".
func (r Relation) String() string {
	if r == Partitioned {
		return "partitioned"
	}
	return "disjunctive"
}

// Options say how a system is translated. The zero value is good for most.
type Options struct {
	Dialect  Dialect
	Relation Relation
	// Order lists variables (as "agent-local" and "agent-automaton-state") or whole agents in the
	// order of declaration. That is the order of the diagrams, unless an option of the tool changes
	// it. What Order leaves out follows in the order of composition.
	Order      []string
	Thresholds Thresholds
	// Flow says how precise the analysis of values is; nil for the default.
	Flow *flow.Thresholds
}

// An OrderError says that an order names something unknown.
type OrderError struct{ Name string }

// Error says which name is neither an agent nor a variable.
func (e *OrderError) Error() string {
	return fmt.Sprintf("smv: the order names %q, which is neither an agent nor a variable", e.Name)
}

var (
	// ErrTooLarge is wrapped by errors about properties that the language of the target tools can
	// only express by a text out of proportion.
	ErrTooLarge = errors.New("smv: too large")
	// ErrNoInitialState is wrapped by errors about systems without one.
	ErrNoInitialState = errors.New("smv: no initial state")
	// ErrSpawns is the error about systems whose commands spawn agents.
	ErrSpawns = errors.New("smv: some command spawns an agent, which a module cannot say; remove `spawn`, or check the model here")
	// ErrNoRange is the error about systems whose integers have no range, which only nuXmv has.
	ErrNoRange = errors.New("smv: some integers have no range, which only nuXmv has; choose its dialect, or give them ranges")
	// ErrNotCTL is wrapped where a property is about states in a way that CTL cannot say: by can, by
	// what agents know or must, or by paths that are more than X, F, G, U, W, R or M of states.
	// It is also wrapped under fairness, which the tools would apply to all other properties as well.
	ErrNotCTL = errors.New("CTL cannot say this")
)
