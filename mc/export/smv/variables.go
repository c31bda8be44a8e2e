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
		if states := t.flow.States(a); len(states) > 1 {
			t.controls[a] = &variable{path: sys.VariableName(a, -1), agent: a, local: -1, kind: recipe.Int, values: states}
			t.variables = append(t.variables, t.controls[a])
		}
		for v := agent.Vars.Start; v < agent.Vars.End; v++ {
			if values := t.flow.Locals[v]; len(values) > 1 {
				t.locals[v] = &variable{path: sys.VariableName(a, v), agent: a, local: v, kind: sys.Vars[v].Type.Kind, values: values}
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
	for _, name := range order {
		if !t.sys.HasVariable(name) {
			return &OrderError{Name: name}
		}
	}
	rank := func(v *variable) int { return t.sys.Rank(order, v.agent, v.local) }
	slices.SortStableFunc(t.variables, func(x, y *variable) int { return rank(x) - rank(y) })
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
