package symbolic

import (
	"cmp"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A variable is a local or a control state that the flow leaves more than one
// value, encoded by the codes 0 to len(values)-1.
type variable struct {
	id    bdd.VarID
	agent int
	local int // index in System.Vars, or -1 for the control state
	// values lists the value of each code; sorted the values in ascending
	// order and codeOf the code of each of those.
	values []recipe.Value
	sorted []recipe.Value
	codeOf []int
	// contiguous says that code and value differ by a constant.
	contiguous bool
	// wide says that bits of others belong between this one's; see [Model.names].
	wide bool
	now  valuation // the current copy
}

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

// code returns the code of a value; ok is false if the flow excludes it.
func (v *variable) code(x recipe.Value) (int, bool) {
	i, ok := slices.BinarySearch(v.sorted, x)
	if !ok {
		return 0, false
	}
	return v.codeOf[i], true
}

func (v *variable) name(sys *recipe.System) string { return sys.VariableName(v.agent, v.local) }

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
		for v := sys.Agents[a].Vars.Start; v < sys.Agents[a].Vars.End; v++ {
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
		x.now = m.kept(vector(b.VecVar(x.id, bdd.Current, int(x.values[0]))))
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
