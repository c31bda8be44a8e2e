package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Between returns the first joint action, in lexical order, that leads from one state to another.
// The value ok is false if there is none. The joint action has -1 for an agent without a variable
// for its action. Between asks each part of the relation which actions it allows between the two
// states, so it does not try all joint actions.
func (m *Model) Between(sc *bdd.Scope, from, to interpreted.State) (
	j interpreted.Joint, ok bool, err error,
) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	for v, changes := range m.changes() {
		if !changes && from[v] != to[v] {
			return nil, false, nil
		}
	}
	left := bdd.True
	for i := range m.parts {
		left = c.And(left, m.restricted(c, &m.parts[i], from, to))
	}
	if left == bdd.False || c.Err() != nil {
		return nil, false, c.Err()
	}
	j = make(interpreted.Joint, len(m.Actions))
	for agent, v := range m.Actions {
		if j[agent] = -1; v < 0 {
			continue
		}
		for x := range m.System.Agents[agent].Actions {
			if with := c.Cofactor(left, v, bdd.Current, x); with != bdd.False {
				j[agent], left = x, with
				break
			}
		}
	}
	return j, true, c.Err()
}

// changes tells of each variable of the system whether a step may change it.
func (m *Model) changes() []bool {
	out := make([]bool, len(m.Vars))
	for _, v := range m.changed {
		out[m.of[v]] = true
	}
	return out
}

// restricted is what a part says of actions where a state leads to another.
func (m *Model) restricted(c *bdd.Calculator, p *part, from, to interpreted.State) bdd.Node {
	if p.states == nil {
		var vars [2][]bdd.VarID
		for _, col := range m.support(p.node) {
			if x := m.of[col.v]; x >= 0 {
				p.mentions = append(p.mentions, mention{x, col})
				vars[col.copy] = append(vars[col.copy], col.v)
			}
		}
		p.states = m.manager.VarSet(bdd.Current, vars[bdd.Current]...)
		p.states = p.states.Union(m.manager.VarSet(bdd.Next, vars[bdd.Next]...))
	}
	cube := bdd.True
	for _, x := range p.mentions {
		value := from[x.variable]
		if x.copy == bdd.Next {
			value = to[x.variable]
		}
		code, ok := m.System.Vars[x.variable].Type.Code(value)
		if !ok {
			return bdd.False
		}
		cube = c.And(cube, c.Eq(x.v, x.copy, code))
	}
	return p.states.AndExists(c, cube, p.node)
}
