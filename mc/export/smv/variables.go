package smv

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// declare makes the variables, in the given order of names as in symbolic.Options.Order: variables,
// or agents that stand for all of theirs. What it leaves out follows in the order of composition.
func (t *translation) declare(order []string) error {
	sys := t.sys
	t.locals = make([]*variable, len(sys.Vars))
	t.controls = make([]*variable, len(sys.Agents))
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		var states []recipe.Value
		for s, reached := range t.flow.Control[a] {
			if reached {
				states = append(states, recipe.Value(s))
			}
		}
		if len(states) > 1 {
			t.controls[a] = &variable{path: agent.Name + "-automaton-state", agent: a, local: -1, kind: recipe.Int, values: states}
			t.variables = append(t.variables, t.controls[a])
		}
		for v := agent.Vars.Start; v < agent.Vars.End; v++ {
			if values := t.flow.Locals[v]; len(values) > 1 {
				t.locals[v] = &variable{path: agent.Name + "-" + sys.Vars[v].Name, agent: a, local: v, kind: sys.Vars[v].Type.Kind, values: values}
				t.variables = append(t.variables, t.locals[v])
			}
		}
	}
	if err := t.arrange(order); err != nil {
		return err
	}
	for i, v := range t.variables {
		v.index, v.name = i, t.names.unique(v.path)
	}
	return nil
}

// arrange sorts the variables by an order of names.
func (t *translation) arrange(order []string) error {
	rank := map[*variable]int{}
	for i, name := range order {
		known := false
		for a := range t.sys.Agents {
			agent := &t.sys.Agents[a]
			if known = name == agent.Name || name == agent.Name+"-automaton-state"; known {
				break
			}
			for v := agent.Vars.Start; v < agent.Vars.End && !known; v++ {
				known = name == agent.Name+"-"+t.sys.Vars[v].Name
			}
			if known {
				break
			}
		}
		if !known {
			return &OrderError{Name: name}
		}
		for _, v := range t.variables {
			if _, ranked := rank[v]; !ranked && (name == v.path || name == t.sys.Agents[v.agent].Name) {
				rank[v] = i
			}
		}
	}
	slices.SortStableFunc(t.variables, func(x, y *variable) int {
		rx, okx := rank[x]
		ry, oky := rank[y]
		if !okx {
			rx = len(order)
		}
		if !oky {
			ry = len(order)
		}
		return rx - ry
	})
	return nil
}

// local is the current value of a local.
func (t *translation) local(i int) *node {
	if v := t.locals[i]; v != nil {
		return t.read(v)
	}
	return t.constant(t.sys.Vars[i].Type.Kind, t.flow.Locals[i][0])
}

// control is the current control state of an agent.
func (t *translation) control(agent int) *node {
	if v := t.controls[agent]; v != nil {
		return t.read(v)
	}
	return t.constant(recipe.Int, 0)
}

// at says that an agent is at a control state.
func (t *translation) at(agent, state int) *node {
	return t.equal(t.control(agent), t.constant(recipe.Int, recipe.Value(state)))
}
