package circuit

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A Joint is an interpreted system as a circuit. Its choices are the digits of each agent's action,
// and, where several lines of an evolution may apply together, those of the line that is followed.
// A state without a successor repeats.
type Joint struct {
	*Step
	System *interpreted.System

	e       *jointly
	actions [][]Lit // by agent, the inputs that are the digits of its action
	allowed [][]Lit // by agent and action, where the protocol allows it
	named   []string
	stuck   Lit
}

var _ System = (*Joint)(nil)

// BuildJoint makes the circuit of an interpreted system that passes its Check. An error wraps
// [ErrTooLarge], or is the error of the context.
func BuildJoint(ctx context.Context, sys *interpreted.System, o Options) (*Joint, error) {
	if ctx == nil || sys == nil {
		return nil, misuse("there is no context, or no system")
	}
	o.setDefaults()
	m := &Joint{Step: newStep(o), System: sys, actions: make([][]Lit, len(sys.Agents))}
	m.e = &jointly{
		Values: digits{literals{&Model{Step: m.Step}}}, System: sys, Performs: m.performs, MaxCases: o.MaxAssignments,
		GoesOn: func() bool { return m.goesOn(ctx) },
	}
	for i, v := range sys.Vars {
		if v.Type.Size() > o.MaxNodes {
			m.tooLarge("%s has %d values", sys.VarName(i), v.Type.Size())
			return m, m.err
		}
		m.add(v.Agent, i, valuesOf(v.Type))
	}
	m.Init = m.And(m.inside(), m.e.Holds(sys.Init))
	var steps []Lit
	for agent := range sys.Agents {
		steps = append(steps, m.protocol(agent))
	}
	m.evolve(ctx, steps)
	return m, m.err
}

// digits are the numbers of an interpreted system.
type digits struct{ literals }

type jointly = evaluate.Joint[Lit, number]

func (d digits) Local(i int) number { return d.Variables[i].number }

func (d digits) Arithmetic(op recipe.Op, x, y number) number {
	out := d.literals.Arithmetic(op, x, y)
	if len(out.digits) > 64 { // the interpreter may say that there is no value
		d.tooLarge("an expression has numbers of %d bits", len(out.digits))
	}
	return out
}

// protocol adds the choice of an agent's action, and returns where the protocol allows it.
func (m *Joint) protocol(agent int) Lit {
	allowed := m.e.Allowed(agent)
	m.allowed = append(m.allowed, allowed)
	if len(allowed) == 0 {
		return True
	}
	m.choice(&m.actions[agent], len(allowed), m.System.Agents[agent].Name+" acts")
	var may []Lit
	for x, states := range allowed {
		may = append(may, m.And(m.performs(agent, x), states))
	}
	return m.Any(may...)
}

// choice adds choices between n things, with their name.
func (m *Joint) choice(inputs *[]Lit, n int, name string) {
	for k, x := range m.turn(inputs, n) {
		m.Choices, m.named = append(m.Choices, x), append(m.named, fmt.Sprintf("%s[%d]", name, k))
	}
}

// performs is true where an agent performs an action.
func (m *Joint) performs(agent, action int) Lit { return m.numbered(m.actions[agent], action) }

// evolve adds what variables become. A step has some conditions already.
func (m *Joint) evolve(ctx context.Context, steps []Lit) {
	assigned := map[int][]assignment{}
	var rules []*evaluate.Rule[Lit]
	for _, p := range m.System.Parts() {
		if !m.goesOn(ctx) {
			return
		}
		r := m.e.Rule(p)
		rules = append(rules, r)
		chosen := r.When
		if !m.exclusive(r.When) {
			var line []Lit
			m.choice(&line, len(r.When), m.System.Agents[p.Agent].Name+" follows")
			chosen = nil
			for i, when := range r.When {
				chosen = append(chosen, m.And(when, m.numbered(line, i)))
			}
		}
		fits := []Lit{r.Idle}
		for i, l := range p.Lines {
			fits = append(fits, m.And(chosen[i], r.Fits[i]))
			for _, a := range l.Assign {
				value, _ := m.e.Value(a.Value, m.System.Vars[a.Var].Type.Kind)
				assigned[a.Var] = append(assigned[a.Var], assignment{chosen[i], value})
			}
		}
		steps = append(steps, m.Any(fits...))
	}
	moves, err := m.e.Moves(m.allowed, rules)
	if err != nil {
		m.tooLarge("%w", err)
	}
	m.stuck = moves.Not()
	m.Possible = m.Or(m.stuck, m.All(steps...))
	for i, v := range m.Variables {
		for k, next := range m.after(v, assigned[i]) {
			m.Next = append(m.Next, m.If(m.stuck, v.Bits[k], next))
		}
	}
}

// Proposition implements [System].
func (m *Joint) Proposition(id int) (Lit, error) {
	if m == nil || m.Step == nil {
		return False, misuse("the circuit is nil, or was not made by BuildJoint")
	}
	if id < 0 || id >= len(m.System.Propositions) {
		return False, misuse("there is no proposition %d: the system has %d", id, len(m.System.Propositions))
	}
	if m.System.Propositions[id].Deadlock {
		return m.stuck, m.err
	}
	out := m.e.Holds(m.System.Propositions[id].When)
	return out, m.err
}

// Names implements [System].
func (m *Joint) Names() []string {
	return m.names(func(v *Variable) string { return m.System.VarName(v.Local) })
}

// ChoiceName implements [System].
func (m *Joint) ChoiceName(i int) string { return m.named[i] }

// Telling implements [System]: these are the digits of actions.
func (m *Joint) Telling() []Lit { return slices.Concat(append(m.actions, []Lit{m.stuck})...) }

// StateOf is the state with the given bits, in the order of State. The value ok is false if there
// is no such state.
func (m *Joint) StateOf(bit func(i int) bool) (s interpreted.State, ok bool) {
	s = make(interpreted.State, len(m.System.Vars))
	ok = m.values(bit, func(v *Variable, x recipe.Value) { s[v.Local] = x })
	return s, ok
}

// Read is the joint action of a step, given by the values of literals; nil if the state repeats
// because it has no successor.
func (m *Joint) Read(is func(Lit) bool) interpreted.Joint {
	if is(m.stuck) {
		return nil
	}
	out := make(interpreted.Joint, len(m.actions))
	for agent, digits := range m.actions {
		if out[agent] = -1; len(m.allowed[agent]) > 0 {
			out[agent] = 0
			for k, l := range digits {
				if is(l) {
					out[agent] |= 1 << k
				}
			}
		}
	}
	return out
}
