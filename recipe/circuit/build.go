package circuit

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

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
		Step: newStep(o), System: sys, fires: o.Flow.Fires, free: True, receives: make([][]Lit, len(sys.Agents)),
		assigned: map[*Variable][]assignment{}, propositions: map[int]Lit{},
	}
	m.e = &evaluator{
		Algebra: literals{m}, System: sys, Channels: map[evaluate.OnChannel]Lit{},
		Choices: map[*recipe.Expr]term{}, Remember: func(term) {},
	}
	if err := m.declare(o.Flow); err != nil {
		return nil, err
	}
	m.Init = m.initial()
	m.interact(ctx)
	m.finish()
	return m, m.err
}

// initial is true of the initial states.
func (m *Model) initial() Lit {
	all := []Lit{m.inside()}
	for a := range m.System.Agents {
		all = append(all, m.e.At(a, 0), m.e.Holds(m.System.Agents[a].Init, &setting{}))
	}
	return m.All(all...)
}

// declare adds the inputs for the state, agent by agent, the control state first.
func (m *Model) declare(values *Flow) error {
	sys := m.System
	m.locals = make([]*Variable, len(sys.Vars))
	for a := range sys.Agents {
		m.controls = append(m.controls, m.add(a, -1, values.States(a)))
		for v := range sys.Agents[a].Vars.All() {
			held := slices.Sorted(slices.Values(values.Locals[v]))
			if len(held) == 0 {
				return &recipe.NoInitialStateError{Agent: a, Name: sys.Agents[a].Name}
			}
			m.locals[v] = m.add(a, v, held)
		}
	}
	return nil
}

// Proposition is the value of a proposition of the system, given by its index: for the state, or
// for the step that the choices name, if this step is possible. The error wraps [ErrTooLarge] if
// the literal would be too large.
func (m *Model) Proposition(id int) (Lit, error) {
	if m == nil || m.Step == nil {
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

// analyse is the flow of a system.
func analyse(ctx context.Context, sys *recipe.System) (*Flow, error) {
	r, err := flow.Analyse(ctx, sys, flow.Options{})
	if err != nil {
		return nil, fmt.Errorf("circuit: analysing the flow of values: %w", err)
	}
	return r.Domains(sys)
}
