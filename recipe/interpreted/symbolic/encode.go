package symbolic

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Encode builds the diagrams of a system that passes [interpreted.System.Check]. Errors are those
// of bdd: limits, and the error of the context.
func Encode(ctx context.Context, s *interpreted.System, o Options) (*Model, error) {
	t := o.Thresholds.withDefaults()
	m := &Model{States: States{System: s, thresholds: t}, games: map[string]*game{}}
	var layout bdd.Layout
	m.declare(&layout, o.Order)
	var err error
	if m.manager, err = bdd.New(&layout, o.BDD); err != nil {
		return nil, fmt.Errorf("interpreted/symbolic: %w", err)
	}
	c := m.manager.Calculator(ctx)
	defer c.Close()
	m.states(c)
	for i := range s.Agents {
		m.protocol(c, i)
		c.Reset()
	}
	for i := range s.Agents {
		m.evolution(c, i)
		c.Reset()
	}
	m.releaseTotals()
	if err := c.Err(); err != nil {
		m.manager.Close()
		return nil, fmt.Errorf("interpreted/symbolic: encoding %d agents: %w", len(s.Agents), err)
	}
	for _, p := range m.parts {
		m.changed = append(m.changed, p.changes...)
	}
	slices.Sort(m.changed)
	m.toNext = m.manager.Renaming(bdd.Current, bdd.Next, m.changed...)
	m.toNow = m.manager.Renaming(bdd.Next, bdd.Current, m.changed...)
	actions := m.chosen()
	m.forward, err = m.plan(c, m.changed, bdd.Current, t, actions, m.conjuncts())
	if err == nil {
		m.backward, err = m.plan(c, m.changed, bdd.Next, Thresholds{ClusterNodes: -1}, actions, m.joint())
	}
	if err != nil {
		m.manager.Close()
		return nil, fmt.Errorf("interpreted/symbolic: planning images: %w", err)
	}
	return m, nil
}

// conjuncts are the nodes of the parts.
func (m *Model) conjuncts() []bdd.Node {
	out := make([]bdd.Node, len(m.parts))
	for i, p := range m.parts {
		out[i] = p.node
	}
	return out
}

// joint are the parts as images join them. They are as large as they should be: joining them once
// more takes time for nothing.
func (m *Model) joint() []bdd.Node {
	out := make([]bdd.Node, len(m.forward.clusters))
	for i, p := range m.forward.clusters {
		out[i] = p.node
	}
	return out
}

// states encodes valid and initial states.
func (m *Model) states(c *bdd.Calculator) {
	valid := bdd.True
	for _, v := range m.upwards {
		valid = c.And(m.Vars[v].Valid(c, bdd.Current), valid)
	}
	m.Valid = c.Keep(valid)
	m.Init = c.Keep(c.And(valid, m.condition(c, m.System.Init)))
}

// protocol encodes what an agent may do, before evolutions mention it.
func (m *Model) protocol(c *bdd.Calculator, agent int) {
	a := &m.System.Agents[agent]
	allowed := make([]bdd.Node, len(a.Actions)) // by lines
	lines := make([]bdd.Node, len(a.Protocol))
	for n, l := range a.Protocol {
		lines[n] = c.Keep(m.condition(c, l.When))
		for _, x := range l.Actions {
			allowed[x] = c.Or(allowed[x], lines[n])
		}
	}
	m.ProtocolWhen = append(m.ProtocolWhen, lines)
	applies, choice := bdd.False, m.thresholds.Deterministic < len(allowed) || len(a.Other) > 1
	for _, states := range allowed {
		if !choice {
			once, _ := c.Disjoint(applies, states)
			if !once {
				once, _ = c.Disjoint(applies, c.And(states, m.Valid))
			}
			choice = !once
		}
		applies = c.Or(applies, states)
	}
	may := applies
	for n, l := range a.Protocol {
		if len(l.Actions) == 0 {
			applies = c.Or(applies, lines[n])
		}
	}
	other := otherwise{-1, c.Keep(applies)}
	for _, x := range a.Other {
		if other.action = x; choice {
			allowed[x] = c.Or(allowed[x], c.Not(applies))
		}
	}
	m.others = append(m.others, other)
	for _, states := range allowed {
		c.Keep(states)
	}
	m.allowed = append(m.allowed, allowed)
	switch {
	case len(allowed) == 0:
		return
	case !choice:
		m.Actions[agent] = -1
		switch {
		case len(a.Other) > 0 && may == applies:
			may = bdd.True
		case len(a.Other) > 0:
			may = c.Or(may, c.Not(applies))
		}
		m.add(c, may, nil, true)
		return
	}
	may = bdd.False
	for x, states := range allowed {
		may = c.Or(may, c.And(states, c.Eq(m.Actions[agent], bdd.Current, x)))
	}
	m.add(c, may, nil, true)
}

// add adds a part unless it is true in all states. Of the variables it changes those that it always
// leaves as they are become ones that do not change.
func (m *Model) add(c *bdd.Calculator, node bdd.Node, changes []bdd.VarID, rule bool) {
	var changed []bdd.VarID
	for _, v := range changes {
		constant, _ := c.Leq(node, c.Implies(m.Valid, bdd.Same(c, v)))
		if !constant {
			changed = append(changed, v)
			continue
		}
		node = m.manager.VarSet(bdd.Next, v).Exists(c, c.And(node, bdd.Same(c, v)))
	}
	always, _ := c.Leq(m.Valid, node)
	if always && len(changed) == 0 || c.Err() != nil {
		return
	}
	m.parts = append(m.parts, part{node: c.Keep(node), changes: changed, rule: rule})
}

// evolution encodes how an agent's variables change (see [interpreted.Interpreter.Next]): as one
// part for each variable if its lines assign one variable each, or if no two of them apply at the
// same time, and otherwise as one part for all variables.
func (m *Model) evolution(c *bdd.Calculator, agent int) {
	lines := m.System.Agents[agent].Evolution
	conditions := make([]bdd.Node, len(lines))
	m.EvolutionWhen = append(m.EvolutionWhen, conditions)
	apart, before := m.System.Single, bdd.False
	for n, l := range lines {
		conditions[n] = c.Keep(m.condition(c, l.When))
	}
	if !apart {
		apart = true
		for _, when := range conditions {
			alone, _ := c.Disjoint(before, when)
			apart = apart && alone
			before = c.Or(before, when)
		}
	}
	vars := slices.DeleteFunc(m.System.Owns(agent), func(v int) bool {
		return !slices.ContainsFunc(lines, func(l interpreted.EvolutionLine) bool { return len(assignments(l, []int{v})) > 0 })
	})
	if len(vars) > 0 && !apart {
		m.change(c, lines, conditions, vars)
		return
	}
	for _, v := range vars {
		m.change(c, lines, conditions, []int{v})
	}
}

// assignments are those of a line that assign some of the variables.
func assignments(l interpreted.EvolutionLine, vars []int) []interpreted.Assignment {
	return slices.DeleteFunc(slices.Clone(l.Assign), func(a interpreted.Assignment) bool { return !slices.Contains(vars, a.Var) })
}

// change adds the part that says how some variables change by an agent's lines, which apply under
// these conditions.
func (m *Model) change(c *bdd.Calculator, lines []interpreted.EvolutionLine, conditions []bdd.Node, vars []int) {
	var changes []bdd.VarID
	for _, v := range vars {
		changes = append(changes, m.Vars[v])
	}
	var steps, applies []bdd.Node
	for n, l := range lines {
		assign := assignments(l, vars)
		if len(assign) == 0 {
			continue
		}
		applies = append(applies, conditions[n])
		rest, step := slices.Clone(changes), conditions[n]
		for _, a := range assign {
			step = c.And(step, m.assign(c, a))
			rest = slices.DeleteFunc(rest, func(v bdd.VarID) bool { return v == m.Vars[a.Var] })
		}
		steps = append(steps, c.And(step, bdd.Same(c, rest...)))
	}
	// As the first half of the lines and the second mostly do not apply together, the two need not
	// be joined before they are chosen from.
	half, node := (len(steps)+1)/2, bdd.Same(c, changes...)
	first, second := c.OrAll(applies[:half]...), c.OrAll(applies[half:]...)
	if apart, _ := c.Disjoint(first, second); apart {
		node = c.Ite(first, c.OrAll(steps[:half]...), c.Ite(second, c.OrAll(steps[half:]...), node))
	} else {
		node = c.Ite(c.Or(first, second), c.OrAll(steps...), node)
	}
	m.add(c, node, changes, false)
}

// assign says that the next value of a variable is the one that an assignment gives it.
func (m *Model) assign(c *bdd.Calculator, a interpreted.Assignment) bdd.Node {
	t, v := m.System.Vars[a.Var].Type, m.Vars[a.Var]
	switch t.Kind {
	case recipe.Bool:
		return c.Equiv(c.Eq(v, bdd.Next, 1), m.condition(c, a.Value))
	case recipe.Int:
		n := m.number(c, a.Value)
		return c.And(n.defined, v.Store(c, bdd.Next, t.Lo, n.value))
	}
	out := bdd.False
	for code, value := range t.Values {
		out = c.Or(out, c.And(m.isConstant(c, a.Value, value), c.Eq(v, bdd.Next, code)))
	}
	return out
}
