package symbolic

import (
	"cmp"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func newVariable(agent, local int, values []recipe.Value) *variable {
	v := &variable{agent: agent, local: local, values: values, codeOf: make([]int, len(values))}
	for code := range values {
		v.codeOf[code] = code
	}
	slices.SortFunc(v.codeOf, func(c, d int) int { return cmp.Compare(values[c], values[d]) })
	for _, code := range v.codeOf {
		v.sorted = append(v.sorted, values[code])
	}
	v.contiguous = slices.IsSorted(values) && int(values[len(values)-1])-int(values[0]) == len(values)-1
	return v
}

// declare creates the variables that the flow leaves open, in the default
// order: agent by agent, its control state first, then its locals.
func (m *Coding) declare() {
	sys := m.System
	m.locals = make([]*variable, len(sys.Vars))
	m.controls = make([]*variable, len(sys.Agents))
	for a := range sys.Agents {
		if states := m.hull(recipe.Int, m.Flow.States(a)); len(states) > 1 {
			m.controls[a] = newVariable(a, -1, states)
			m.vars = append(m.vars, m.controls[a])
		}
		for v := range sys.Agents[a].Vars.All() {
			if values := m.hull(sys.Vars[v].Type.Kind, m.Flow.Locals[v]); len(values) > 1 {
				m.locals[v] = newVariable(a, v, values)
				m.vars = append(m.vars, m.locals[v])
			}
		}
	}
}

// hull fills the gaps of large integer domains, so that codes and values differ
// by a constant and the variable can be a bit vector.
func (m *Coding) hull(kind recipe.Kind, values []recipe.Value) []recipe.Value {
	if kind != recipe.Int || len(values) <= m.thresholds.TableValues {
		return values
	}
	lo, hi := values[0], values[len(values)-1]
	out := make([]recipe.Value, 0, hi-lo+1)
	for v := lo; v <= hi; v++ {
		out = append(out, v)
	}
	return out
}

// current is the value of a local in the current state.
func (m *Coding) current(local int) valuation {
	if x := m.locals[local]; x != nil {
		return x.now
	}
	return constant(m.Flow.Locals[local][0])
}

// control is the value of an agent's control state.
func (m *Coding) control(agent int) valuation {
	if x := m.controls[agent]; x != nil {
		return x.now
	}
	return constant(0)
}

// prepare builds the kept valuation of a variable's current copy.
func (b *builder) prepare(x *variable) {
	m := b.m
	integer := x.local < 0 || m.System.Vars[x.local].Type.Kind == recipe.Int
	if integer && len(x.values) > m.thresholds.TableValues && x.contiguous {
		x.now = m.kept(vector(x.id.Number(b.Calculator, bdd.Current, int(x.values[0]))))
		return
	}
	var t table
	for i, v := range x.sorted {
		t = append(t, entry{v, b.Eq(x.id, bdd.Current, x.codeOf[i])})
	}
	x.now = m.kept(t)
}

// kept keeps the diagrams of a valuation.
func (m *Model) kept(v valuation) valuation {
	for _, n := range v.diagrams() {
		m.Manager.Keep(n)
	}
	return v
}

func (b *algebra) Local(i int) valuation { return b.m.current(i) }

func (b *algebra) Control(agent int) valuation { return b.m.control(agent) }

// variablesOf lists the variables of agents, agent by agent.
func (m *Coding) variablesOf(agents []int) []*variable {
	var out []*variable
	for _, a := range agents {
		for _, x := range m.vars {
			if x.agent == a {
				out = append(out, x)
			}
		}
	}
	return out
}
