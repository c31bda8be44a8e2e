package circuit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// ErrTooLarge is wrapped by errors that say that the circuit of a system would exceed the options.
var ErrTooLarge = errors.New("circuit: too large")

// Options bound circuits. A field that is zero has its default.
type Options struct {
	// MaxNodes bounds the nodes of the graph: 20 000 000. MaxAssignments bounds the assignments of
	// property identifiers that are enumerated for a quantifier: 4096.
	MaxNodes, MaxAssignments int
	// MaxWork bounds the conjunctions that are requested to build the circuit. By default there is
	// no bound.
	MaxWork int
	// Flow is the result of the flow analysis, if it is already known.
	Flow *Flow
}

// A Flow says which values each local can have, which control states can be reached, and which
// commands can be executed. An encoding by decision diagrams has it already.
type Flow = flow.Domains

func (o *Options) setDefaults() {
	o.MaxNodes = cmp.Or(o.MaxNodes, 20_000_000)
	o.MaxWork = cmp.Or(o.MaxWork, math.MaxInt)
	o.MaxAssignments = cmp.Or(o.MaxAssignments, 4096)
}

type update struct {
	variable *Variable
	to       number
}

// A Take is a receive that may take part in an interaction.
type Take struct {
	Command *recipe.Command
	// Executed is true if the receive is executed, provided that the interaction is taken.
	Executed Lit
	when     Lit // it can be executed, if the interaction is possible
	updates  []update
}

// An Interaction is a set of steps that agree on the initiator's command and on its channel or
// partner.
type Interaction struct {
	Kind recipe.StepKind
	// Command is the ID of the command of the initiator. Supply is that of the supplier, or -1 if
	// there is none. Channel is the channel of a broadcast or multicast.
	Command, Supply int
	Channel         recipe.Value
	// Enabled is true in the states in which such a step is possible. Taken is true if the choices
	// name such a step.
	Enabled, Taken Lit
	// Takes are the receives that may be executed.
	Takes []*Take

	decided Lit // receivers with several receives have chosen one that they can execute
	setting *setting
}

// An assignment is an update with where it is done.
type assignment struct {
	when Lit
	to   number
}

// A Model is a system as a circuit. It is not safe for concurrent use.
type Model struct {
	*Graph
	System *recipe.System
	// Variables are all locals and control states. State are their bits, in this order. Choices are
	// the other inputs.
	Variables []*Variable
	State     []Lit
	Choices   []Lit
	// Init is true of the bits of initial states.
	Init Lit
	// Possible is true if the choices name a step from the state, or if the state has no step. Next
	// are then the bits of the state after it, in the order of State.
	Possible Lit
	Next     []Lit
	// Interactions are all steps except the stutter.
	Interactions []*Interaction

	e            *evaluator
	limits       Options
	fires        []bool
	locals       []*Variable // by System.Vars
	controls     []*Variable // by agent
	free         Lit         // no interaction so far is selected
	receives     [][]Lit     // by agent, the choices between its receives
	assigned     map[*Variable][]assignment
	chosen       []*Variable // inputs for the values of free locals after the step
	deadlock     Lit
	propositions map[int]Lit
	err          error
}

// fail notes the first error.
func (m *Model) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// within reports whether work may go on.
func (m *Model) within(ctx context.Context) bool {
	if err := ctx.Err(); err != nil {
		m.fail(err)
	}
	if m.Len() > m.limits.MaxNodes {
		m.fail(fmt.Errorf("%w: more than %d nodes", ErrTooLarge, m.limits.MaxNodes))
	}
	if m.work > m.limits.MaxWork {
		m.fail(fmt.Errorf("%w: more than %d conjunctions", ErrTooLarge, m.limits.MaxWork))
	}
	return m.err == nil
}

func (m *Model) add(agent, local int, values []recipe.Value) *Variable {
	v := m.newVariable(agent, local, values)
	m.Variables = append(m.Variables, v)
	m.State = append(m.State, v.Bits...)
	return v
}

// misuse is an error about a call that makes no sense, which wraps [recipe.ErrMisuse].
func misuse(format string, args ...any) error {
	return fmt.Errorf("circuit: %w: %s", recipe.ErrMisuse, fmt.Sprintf(format, args...))
}
