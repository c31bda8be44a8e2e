package circuit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

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

// analyse is the flow of a system.
func analyse(ctx context.Context, sys *recipe.System) (*Flow, error) {
	r, err := flow.Analyse(ctx, sys, flow.Options{})
	if err != nil {
		return nil, fmt.Errorf("circuit: analysing the flow of values: %w", err)
	}
	return r.Domains(sys)
}

func (o *Options) setDefaults() {
	o.MaxNodes = cmp.Or(o.MaxNodes, 20_000_000)
	o.MaxWork = cmp.Or(o.MaxWork, math.MaxInt)
	o.MaxAssignments = cmp.Or(o.MaxAssignments, 4096)
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
	deadlock     Lit
	propositions map[int]Lit
	err          error
}

// Build makes the circuit of a system that passes its Check. An error wraps [ErrTooLarge], is a
// [recipe.NoInitialStateError], or is the error of the context.
func Build(ctx context.Context, sys *recipe.System, o Options) (*Model, error) {
	switch {
	case ctx == nil:
		return nil, misuse("there is no context")
	case sys == nil || sys.Channel == nil || sys.Location == nil:
		return nil, misuse("there is no system, or one that has not passed its checks")
	}
	o.setDefaults()
	if o.Flow == nil {
		values, err := analyse(ctx, sys)
		if err != nil {
			return nil, err
		}
		o.Flow = values
	}
	m := &Model{
		Graph: NewGraph(), System: sys, limits: o, fires: o.Flow.Fires, free: True, receives: make([][]Lit, len(sys.Agents)),
		assigned: map[*Variable][]assignment{}, propositions: map[int]Lit{},
	}
	m.e = &evaluator{Algebra: literals{m}, System: sys}
	if err := m.declare(o.Flow); err != nil {
		return nil, err
	}
	m.Init = m.initial()
	m.interact(ctx)
	m.finish()
	return m, m.err
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

// declare adds the inputs for the state, agent by agent, the control state first.
func (m *Model) declare(values *Flow) error {
	sys := m.System
	m.locals = make([]*Variable, len(sys.Vars))
	for a := range sys.Agents {
		m.controls = append(m.controls, m.add(a, -1, values.States(a)))
		for v := sys.Agents[a].Vars.Start; v < sys.Agents[a].Vars.End; v++ {
			held := slices.Sorted(slices.Values(values.Locals[v]))
			if len(held) == 0 {
				return &recipe.NoInitialStateError{Agent: a, Name: sys.Agents[a].Name}
			}
			m.locals[v] = m.add(a, v, held)
		}
	}
	return nil
}

func (m *Model) add(agent, local int, values []recipe.Value) *Variable {
	v := m.newVariable(agent, local, values)
	m.Variables = append(m.Variables, v)
	m.State = append(m.State, v.Bits...)
	return v
}

// initial is true of the initial states.
func (m *Model) initial() Lit {
	var all []Lit
	for _, v := range m.Variables {
		all = append(all, m.among(number{digits: v.number.digits}, v.number.values))
	}
	for a := range m.System.Agents {
		all = append(all, m.e.At(a, 0), m.e.Holds(m.System.Agents[a].Init, &setting{}))
	}
	return m.All(all...)
}

// Proposition is the value of a proposition of the system, given by its index: for the state, or
// for the step that the choices name, if this step is possible. The error wraps [ErrTooLarge] if
// the literal would be too large.
func (m *Model) Proposition(id int) (Lit, error) {
	if m == nil || m.Graph == nil {
		return False, misuse("the model is nil, or was not made by Build")
	}
	if id < 0 || id >= len(m.System.Propositions) {
		return False, misuse("there is no proposition %d: the system has %d", id, len(m.System.Propositions))
	}
	if l, ok := m.propositions[id]; ok {
		return l, m.err
	}
	p := &m.System.Propositions[id]
	out := False
	if p.Kind == recipe.StateProposition {
		out = m.e.Holds(p.Expr, &setting{Proposition: true})
	} else {
		var steps []Lit
		for _, it := range m.Interactions {
			steps = append(steps, m.And(it.Taken, m.e.Holds(p.Expr, it.setting)))
		}
		out = m.Any(steps...)
	}
	m.propositions[id] = out
	return out, m.err
}

// misuse is an error about a call that makes no sense, which wraps [recipe.ErrMisuse].
func misuse(format string, args ...any) error {
	return fmt.Errorf("circuit: %w: %s", recipe.ErrMisuse, fmt.Sprintf(format, args...))
}
