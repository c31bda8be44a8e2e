package types

import (
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// analyse finds the values that flow through the complete system, gives every variable declared int
// its range, and checks what depends on values.
func (c *ranges) analyse() {
	if len(c.open) == 0 {
		c.closeTypes()
		if c.relabelsInside() && c.exercised() {
			return
		}
	}
	c.watch.Phase("analysing the flow of values")
	open := map[*recipe.Type]bool{}
	for _, o := range c.open {
		open[o.typ] = true
	}
	thresholds := flow.DefaultThresholds()
	thresholds.Effort = c.limits.Flow / 2
	r, err := flow.Analyse(c.watch.Context(), c.System, flow.Options{Open: open, Work: c.limits.Flow, Thresholds: &thresholds})
	if err != nil {
		c.watch.End(err)
	}
	if len(c.open) > 0 {
		for _, o := range c.open {
			*o.typ = *c.rangeOf(o, r)
		}
		c.closeTypes()
		if c.checkUnbounded(); c.broken() {
			return
		}
	}
	c.checkRelabelling(r)
	c.checkCounterparts(r)
}

// rangeOf is the type of the values that reach a variable declared int. It is unbounded if no range
// of values that can be encoded follows from the model, and for property identifiers: quantifiers
// are about all integers.
func (c *ranges) rangeOf(o *openType, r *flow.Result) *recipe.Type {
	lo, hi, some := 0, 0, false
	bounded := r.Complete
	add := func(s flow.Set) {
		if s.IsEmpty() {
			return
		}
		l, h, ok := s.Bounds()
		if !some {
			lo, hi = l, h
		}
		lo, hi, some, bounded = min(lo, l), max(hi, h), true, bounded && ok
	}
	for i, d := range c.System.Data {
		if d.Type == o.typ {
			add(r.Data[i])
		}
	}
	for _, p := range c.System.Properties {
		bounded = bounded && p.Type != o.typ
	}
	for i := range c.System.Vars {
		if c.System.Vars[i].Type == o.typ {
			add(r.Vars[i])
		}
	}
	if !bounded || hi-lo >= c.limits.Domain {
		return recipe.UnboundedType()
	}
	return recipe.IntType(lo, hi)
}

// checkRelabelling reports relabellings that can leave the type of their property identifier.
func (c *ranges) checkRelabelling(r *flow.Result) {
	done := map[*ast.Assign]bool{}
	for _, in := range c.instances {
		for p, e := range in.typ.relabels {
			x := c.System.Agents[in.agent].Relabel[p]
			if e == nil || done[e] {
				continue
			}
			t := c.System.Properties[p].Type
			if t.Unbounded {
				continue
			}
			v, out := r.Relabelled[in.agent][p].Outside(t)
			if !out {
				continue
			}
			done[e] = true
			c.reportAt(relabelRange, e, "property identifier `%s` has type `%s`, and `%s` can be %s", c.props[p].name, t.Name,
				c.shown(e.Value), c.valueText(x.Type, v))
		}
	}
}

// checkCounterparts warns about receives, gets and supplies that nothing can interact with, and
// supplies that name other agents.
func (c *ranges) checkCounterparts(r *flow.Result) {
	type finding struct {
		fires, reached, own bool
		target              bool
	}
	also := "" // who can be a counterpart
	if c.environment != nil {
		also = ", in the system or outside,"
	}
	found := map[*ast.Command]*finding{}
	for i, command := range c.Commands {
		k := &c.System.Commands[i]
		f := found[command]
		if f == nil {
			f = &finding{}
			found[command] = f
		}
		f.fires = f.fires || r.Fires[i]
		f.reached = f.reached || r.Control[k.Agent][k.From]
		if k.Target != nil {
			f.target = true
			f.own = f.own || r.Targets[i].Contains(c.System.Agents[k.Agent].Location)
		}
	}
	for _, t := range c.types {
		for _, e := range t.automaton.edges {
			f := found[e.command]
			if f == nil || f.fires || !f.reached {
				continue
			}
			switch a := e.command.Action.(type) {
			case *ast.Receive:
				c.reportAt(deafReceive, e.command, "no send of another agent%s can be received by this command, on channel `%s`", also, c.text(a.Chan))
			case *ast.Get:
				c.reportAt(deafReceive, e.command, "no other agent%s has a supply that answers this get", also)
			case *ast.Supply:
				if f.target && !f.own {
					c.reportAt(neverSupplier, a.To, "`%s` is never the agent that supplies here", c.shown(a.To))
					continue
				}
				c.reportAt(deafReceive, e.command, "no other agent%s has a get that this supply answers", also)
			}
		}
	}
}

// relabelsInside reports whether relabellings stay inside the types of their property identifiers
// whatever the values.
func (c *ranges) relabelsInside() bool {
	for _, in := range c.instances {
		for p, e := range in.typ.relabels {
			if e == nil {
				continue
			}
			if _, out := flow.Values(c.System.Agents[in.agent].Relabel[p].Type).Outside(c.System.Properties[p].Type); out {
				return false
			}
		}
	}
	return true
}

// exercised reports whether a short walk executes every command that needs a counterpart. What is
// executed on a walk has one, so that nothing need be analysed to know that: in large systems the
// analysis takes longer than all else that is done to read them. In each state, the walk takes the
// first step that executes something new.
func (c *ranges) exercised() bool {
	unseen := map[*ast.Command]bool{}
	for _, command := range c.Commands {
		if _, sends := command.Action.(*ast.Send); !sends {
			unseen[command] = true
		}
	}
	at := recipe.State{Control: make([]int, len(c.System.Agents))}
	for agent := range c.System.Agents {
		values, _, err := flow.Satisfiable(c.watch.Context(), c.System, agent, c.limits.Search)
		if err != nil {
			c.watch.End(err)
		}
		if values == nil {
			return false
		}
		at.Locals = append(at.Locals, values...)
	}
	in := recipe.NewInterpreter(c.System)
	for left := c.limits.Walk * len(unseen); len(unseen) > 0 && left > 0; {
		var next recipe.Transition
		most := -1
		err := in.EachSuccessor(at, func(t recipe.Transition) bool {
			c.watch.Look() // a step of a large system takes long
			left--
			n := 0
			for _, p := range t.Step.Participants {
				if unseen[c.textOf(p.Command)] {
					n++
				}
			}
			if n > most {
				next, most = t.Clone(), n
			}
			return left > 0 && n == 0
		})
		if err != nil || next.Step.Kind == recipe.Stutter {
			return false
		}
		delete(unseen, c.textOf(next.Step.Command))
		for _, p := range next.Step.Participants {
			delete(unseen, c.textOf(p.Command))
		}
		at = next.Next
	}
	return len(unseen) == 0
}

// textOf is where a command is in the syntax tree, nil for one of an agent outside.
func (c *ranges) textOf(id int) *ast.Command {
	if id >= len(c.Commands) {
		return nil
	}
	return c.Commands[id]
}

// checkInitialStates reports the instances whose initial condition no values of their locals
// satisfy. The instances of a family have one error.
func (c *ranges) checkInitialStates() {
	var families [][]*instance // without initial values, those of one declaration together
	for _, in := range c.instances {
		c.watch.Phase("looking for initial states")
		values, known, err := flow.Satisfiable(c.watch.Context(), c.System, in.agent, c.limits.Search)
		if err != nil {
			c.watch.End(err)
		}
		if values != nil || !known {
			continue
		}
		if last := len(families) - 1; last >= 0 && families[last][0].decl == in.decl {
			families[last] = append(families[last], in)
		} else {
			families = append(families, []*instance{in})
		}
	}
	for _, family := range families {
		in := family[0]
		d := c.reportAt(noInitialState, in.decl.Name, "the initial condition of %s is never true: no "+
			"values of its local variables satisfy it", namesOf(family))
		if i := in.typ.decl.Init; i != nil {
			c.Relate(d, ast.Span(i.Cond), "the condition of its type `%s`", in.typ.name)
		}
		if in.cond != nil {
			c.Relate(d, ast.Span(in.cond), "the condition of the instance")
		}
	}
}

// namesOf lists the names of instances; of many, the first two and how many follow.
func namesOf(list []*instance) string {
	const shown = 2
	var names []string
	for _, in := range list[:min(len(list), shown)] {
		names = append(names, "`"+in.name+"`")
	}
	if more := len(list) - shown; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	return strings.Join(names, " and ")
}
