package types

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/open"
)

// closeSystem adds the agents outside to a system that is open.
func (c *ranges) closeSystem() {
	e := c.environment
	if e == nil || c.broken() {
		return
	}
	for _, d := range c.data {
		if c.isOpen(d.typ) {
			c.reportAt(noRangeOutside, d.decl, "data variable `%s` needs a range: messages from outside carry every value", d.name)
		}
	}
	for _, d := range c.props {
		if c.isOpen(d.typ) {
			c.reportAt(noRangeOutside, d.decl, "property identifier `%s` needs a range: messages from outside have predicates about every value", d.name)
		}
	}
	if i := slices.IndexFunc(c.instances, (*instance).comes); i >= 0 {
		c.reportAt(openPool, e.decl.Open, "agents of type `%s` can be absent, which an open system does not know", c.instances[i].typ.name).
			Suggest("remove `open`, or `absent` and `stop`")
	}
	if c.broken() {
		return
	}
	for _, s := range c.Stated {
		for _, f := range s.Formulas {
			f.walk(func(f *Formula) { c.environment.observe(f) })
		}
	}
	slices.Sort(e.observed)
	o := open.Options{Receptive: e.decl.Receptive != nil, Observed: e.observed, Assignments: e.assignments,
		MaxCommands: c.limits.Outside, MaxKinds: c.limits.Kinds}
	s := c.System
	s.Agents, s.Vars, s.Commands = slices.Clip(s.Agents), slices.Clip(s.Vars), slices.Clip(s.Commands)
	err := open.Close(s, e.names, o)
	if many := (*open.TooManyError)(nil); errors.As(err, &many) {
		c.reportAt(outsideLimit, e.decl.Open, "%v", err)
		return
	}
	for i := range e.names {
		s.Agents[len(c.instances)+i].Pos = c.position(e.decl.Open.Pos())
		c.Sees, c.Red, c.Pictures = append(c.Sees, nil), append(c.Red, nil), append(c.Pictures, nil)
	}
	if e.decl.Receptive != nil {
		c.reportAt(onlyReceptive, e.decl.Receptive, "the results are about environments that block no multicast "+
			"and supply every get; they say nothing about others")
	}
}

// askable reports what a property asks that nobody knows of an open system.
func (c *ranges) askable(f *Formula, at ast.Expr) {
	e := c.environment
	if e == nil || f == nil {
		return
	}
	closed := c.System != nil && len(c.System.Agents) > len(c.instances)
	ask := func(format string, args ...any) *diag.Diagnostic {
		return c.reportAt(openQuestion, at, format, args...)
	}
	modal, data, assignments := false, -1, false
	var enabled *recipe.Command
	supplier := -1
	f.walk(func(f *Formula) {
		modal = modal || f.Modal != 0
		for x := range f.Expr.All() {
			switch x.Op {
			case recipe.OpEnabled:
				for _, id := range x.Commands {
					if k := &c.System.Commands[id]; !e.alone(k) {
						enabled = k
					}
				}
			case recipe.OpSupplierProperty:
				supplier = x.Index
			case recipe.OpData:
				if closed && !slices.Contains(e.observed, x.Index) {
					data = x.Index
				}
			case recipe.OpExists, recipe.OpForall:
				assignments = assignments || closed && !e.assignments
			}
		}
	})
	switch {
	case modal:
		ask("operators about states cannot be used of an open system: what agents know, must or can do depends on all agents")
	case enabled != nil:
		ask("`enabled` of `%s` cannot be asked of an open system: it depends on agents outside", c.System.CommandString(enabled.ID))
	case supplier >= 0:
		ask("`supplier-%s` cannot be asked of an open system: a supplier outside has any value of `%s`", c.props[supplier].name, c.props[supplier].name)
	case data >= 0:
		ask("only properties in the file of an open system can observe `%s`", c.data[data].name).
			Suggest("add the property to the file: the messages from outside depend on it")
	case assignments:
		ask("only properties in the file of an open system can observe property identifiers").
			Suggest("add the property to the file: the messages from outside depend on it")
	}
}
