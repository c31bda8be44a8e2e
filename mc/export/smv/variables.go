package smv

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// analyse computes the values of locals. It also returns them as sets, and does not list those of
// integers without a range, whose sets may have no bounds.
func analyse(ctx context.Context, sys *recipe.System, o *flow.Thresholds) (*flow.Domains, []flow.Set, error) {
	open := map[*recipe.Type]bool{}
	for _, v := range sys.Vars {
		open[v.Type] = v.Type.Unbounded
	}
	for _, d := range sys.Data {
		open[d.Type] = d.Type.Unbounded
	}
	for _, p := range sys.Properties {
		open[p.Type] = p.Type.Unbounded
	}
	r, err := flow.Analyse(ctx, sys, flow.Options{Thresholds: o, Open: open})
	if err != nil {
		return nil, nil, err
	}
	sets := slices.Clone(r.Vars)
	for v := range sets {
		if open[sys.Vars[v].Type] && !sets[v].IsEmpty() {
			r.Vars[v] = flow.Of(0)
		}
	}
	values, err := r.Domains(sys)
	return values, sets, err
}

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
		for v := range agent.Vars.All() {
			x := &variable{path: sys.VariableName(a, v), agent: a, local: v, kind: sys.Vars[v].Type.Kind, values: t.flow.Locals[v]}
			if sys.Vars[v].Type.Unbounded {
				x.domain, x.values = t.sets[v], nil
				if _, _, bounded := x.domain.Bounds(); bounded && x.domain.Size() <= t.thresholds.MaxDecided {
					x.values = x.domain.List()
				}
				t.flow.Locals[v] = x.values
			}
			if x.size() > 1 {
				t.locals[v] = x
				t.variables = append(t.variables, x)
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
