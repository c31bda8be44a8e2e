package workbench

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// declare enters what a declaration declares for the whole model.
func (x *index) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.ConstDecl:
		x.add(x.constants, constant, "", d.Name, d)
	case *ast.ChannelsDecl:
		x.addNames(channel, d.Names, nil)
	case *ast.EnumDecl:
		x.add(x.enums, enumeration, "", d.Name, d)
		x.addNames(enumValue, d.Values, nil)
	case *ast.MessageDecl:
		x.addFields(x.data, datum, "", d.Fields)
	case *ast.PropertyDecl:
		x.addFields(x.properties, property, "", d.Fields)
	case *ast.GuardDecl:
		x.add(x.guards, guard, "", d.Name, d)
	case *ast.AgentDecl:
		x.declareAgent(d)
	case *ast.GroupDecl:
		x.add(x.groups, group, "", d.Name, d)
	case *ast.SystemDecl:
		for _, i := range d.Instances {
			if s := x.addName(instance, i.Name, i); s != nil && i.Type != nil {
				s.typ = i.Type.Name
			}
		}
	case *ast.SpecDecl:
		if d.Name != nil {
			x.add(map[string]*symbol{}, spec, "", d.Name, d)
		}
	}
}

func (x *index) declareAgent(d *ast.AgentDecl) {
	if d.Name == nil {
		return
	}
	a := x.agents[d.Name.Name]
	if a == nil {
		a = &agent{decl: d, locals: map[string]*symbol{}, labels: map[string]*symbol{}}
		x.agents[d.Name.Name] = a
		x.agentOrder = append(x.agentOrder, a)
	}
	table := map[string]*symbol{}
	if a.symbol != nil {
		table[d.Name.Name] = a.symbol
	}
	a.symbol = x.add(table, agentType, "", d.Name, d)
	for _, s := range d.Sections {
		switch s := s.(type) {
		case *ast.LocalSection:
			x.addFields(a.locals, local, d.Name.Name, s.Fields)
		case *ast.RepeatSection:
			for _, c := range commands(s.Body) {
				x.add(a.labels, label, d.Name.Name, c.Label, c)
			}
		}
	}
}

// commands lists the commands of a process in order.
func commands(p ast.Process) []*ast.Command {
	var out []*ast.Command
	if p == nil {
		return nil
	}
	ast.Inspect(p, func(n ast.Node) bool {
		c, ok := n.(*ast.Command)
		if ok {
			out = append(out, c)
		}
		return !ok
	})
	return out
}

// reads is a set of kinds of names that an expression may have.
type reads uint8

const (
	readsData reads = 1 << iota
	readsProperty
	readsValue
)

// environment is what names mean in an expression.
type environment struct {
	may    reads
	agent  *agent
	names  map[string]*symbol // parameters and bound variables
	guards bool               // a guard definition, where the locals of any agent type may be meant
}

// with is the environment in which other names may be used.
func (e environment) with(may reads) environment {
	e.may = may
	return e
}

// resolve finds out what the names in a declaration mean.
func (x *index) resolve(d ast.Decl) {
	plain := environment{may: readsValue}
	switch d := d.(type) {
	case *ast.ConstDecl:
		x.expr(d.Value, plain)
	case *ast.ChannelsDecl:
		x.declNames(d.Names)
	case *ast.EnumDecl:
		x.declNames(d.Values)
	case *ast.MessageDecl:
		x.types(d.Fields)
	case *ast.PropertyDecl:
		x.types(d.Fields)
	case *ast.GuardDecl:
		x.types(d.Params)
		names := map[string]*symbol{}
		if d.Name != nil {
			x.addFields(names, parameter, d.Name.Name, d.Params)
		}
		x.expr(d.Body, environment{may: readsData | readsProperty | readsValue, names: names, guards: true})
	case *ast.AgentDecl:
		if d.Name != nil {
			x.resolveAgent(d, x.agents[d.Name.Name])
		}
	case *ast.GroupDecl:
		x.expr(d.Members, plain)
	case *ast.SystemDecl:
		for _, i := range d.Instances {
			x.resolveInstance(i)
		}
	case *ast.SpecDecl:
		x.expr(d.Formula, plain)
	case *ast.FairnessDecl:
		x.expr(d.Cond, plain)
	case *ast.CompassionDecl:
		x.expr(d.If, plain)
		x.expr(d.Then, plain)
	}
}

func (x *index) declNames(names []*ast.DeclName) {
	for _, n := range names {
		x.expr(n.Lo, environment{})
		x.expr(n.Hi, environment{})
	}
}

func (x *index) types(fields []*ast.Field) {
	for _, f := range fields {
		switch t := f.Type.(type) {
		case *ast.NamedType:
			x.refer(t.Name, x.enums)
		case *ast.RangeType:
			x.expr(t.Lo, environment{})
			x.expr(t.Hi, environment{})
		}
	}
}

func (x *index) resolveInstance(i *ast.Instance) {
	e := environment{may: readsValue}
	if i.Type != nil {
		if e.agent = x.agents[i.Type.Name]; e.agent != nil {
			x.occur(i.Type, e.agent.symbol, false)
		}
	}
	if i.Name != nil {
		x.declNames([]*ast.DeclName{i.Name})
		e.names = map[string]*symbol{}
		x.add(e.names, bound, "", i.Name.Var, i)
	}
	x.expr(i.Cond, e)
}

func (x *index) resolveAgent(d *ast.AgentDecl, a *agent) {
	own := environment{may: readsValue, agent: a}
	for _, s := range d.Sections {
		switch s := s.(type) {
		case *ast.LocalSection:
			x.types(s.Fields)
		case *ast.InitSection:
			x.expr(s.Cond, own)
		case *ast.RelabelSection:
			for _, e := range s.Entries {
				x.refer(e.Name, x.properties)
				x.expr(e.Value, own)
			}
		case *ast.ReceiveGuardSection:
			x.expr(s.Cond, own)
		case *ast.RedSection:
			x.expr(s.Cond, own)
		case *ast.ObserveSection:
			for _, name := range s.Names {
				if name.Name != "automaton-state" && a != nil {
					x.refer(name, a.locals)
				}
			}
		case *ast.RepeatSection:
			for _, c := range commands(s.Body) {
				x.command(c, own)
			}
		}
	}
}

func (x *index) refer(name *ast.Ident, table map[string]*symbol) {
	if name != nil && table[name.Name] != nil {
		x.occur(name, table[name.Name], false)
	}
}

func (x *index) command(c *ast.Command, own environment) {
	guard := own
	received := own.with(readsValue | readsData)
	switch a := c.Action.(type) {
	case *ast.Send:
		x.expr(a.Chan, own)
		x.expr(a.Guard, own.with(readsValue|readsData|readsProperty))
		x.assign(a.Data, x.data, own)
		x.assign(a.Updates, own.agent.locals, own)
	case *ast.Receive:
		guard = received
		x.expr(a.Chan, own)
		x.assign(a.Updates, own.agent.locals, received)
	case *ast.Get:
		guard = received
		if a.Pred != nil {
			x.expr(a.Pred, own.with(readsValue|readsProperty))
		}
		x.expr(a.From, own.with(readsValue|readsProperty))
		x.assign(a.Data, x.data, own)
		x.assign(a.Updates, own.agent.locals, received)
	case *ast.Supply:
		guard = received
		x.expr(a.To, own)
		x.assign(a.Data, x.data, own)
		x.assign(a.Updates, own.agent.locals, received)
	}
	if c.Guard != nil {
		x.expr(c.Guard.Cond, guard)
	}
}

func (x *index) assign(l *ast.AssignList, table map[string]*symbol, e environment) {
	if l == nil {
		return
	}
	for _, a := range l.Assigns {
		x.refer(a.Name, table)
		x.expr(a.Value, e)
	}
}

// expr finds out what the names of an expression mean.
func (x *index) expr(n ast.Expr, e environment) {
	switch n := n.(type) {
	case nil:
	case *ast.Ident:
		x.name(n, e)
	case *ast.Index:
		if s := x.families[n.Name.Name]; s != nil {
			x.occur(n.Name, s, false)
		}
		x.expr(n.X, e)
	case *ast.PropertyRef:
		x.refer(n.Name, x.properties)
	case *ast.Qualified:
		x.qualified(n, e)
	case *ast.Call:
		x.refer(n.Fun, x.guards)
		for _, a := range n.Args {
			x.expr(a, e)
		}
	case *ast.Observe:
		x.expr(n.Obs, e.with(readsValue|readsData|readsProperty))
		x.expr(n.X, e)
	case *ast.Quantifier:
		x.quantifier(n, e)
	default:
		for _, c := range ast.Children(n) {
			if c, ok := c.(ast.Expr); ok {
				x.expr(c, e)
			}
		}
	}
}

func (x *index) name(n *ast.Ident, e environment) {
	name := n.Name
	switch {
	case e.names[name] != nil:
		x.occur(n, e.names[name], false)
	case e.agent != nil && e.agent.locals[name] != nil:
		x.occur(n, e.agent.locals[name], false)
	case e.guards && len(x.everyLocal(name)) > 0:
		x.either(n, x.everyLocal(name))
	case e.may&readsData != 0 && x.data[name] != nil:
		x.occur(n, x.data[name], false)
	case e.may&readsProperty != 0 && x.properties[name] != nil:
		x.occur(n, x.properties[name], false)
	case x.constants[name] != nil:
		x.occur(n, x.constants[name], false)
	case e.may&readsValue != 0 && x.value(name) != nil:
		x.occur(n, x.value(name), false)
	case e.may&readsValue != 0 && x.groups[name] != nil:
		x.occur(n, x.groups[name], false)
	case e.may&readsValue != 0 && x.agents[name] != nil: // all agents of the type, as a group
		x.occur(n, x.agents[name].symbol, false)
	}
}

// either notes that one of several symbols is named, which have to keep one name.
func (x *index) either(n *ast.Ident, symbols []*symbol) {
	for _, s := range symbols[1:] {
		join(symbols[0], s)
	}
	x.occur(n, symbols[0], false)
}

func (x *index) qualified(n *ast.Qualified, e environment) {
	var left *symbol
	switch a := ast.Unparen(n.Agent).(type) {
	case *ast.Ident:
		if left = e.names[a.Name]; left == nil {
			left = x.value(a.Name)
		}
		if left == nil && a.Name == "supplier" {
			x.refer(n.Name, x.properties)
			return
		}
	case *ast.Index:
		left = x.families[a.Name.Name]
	}
	x.expr(n.Agent, e)
	var found []*symbol
	for _, t := range x.typesOf(left) {
		if a := x.agents[t]; a == nil {
			continue
		} else if s := a.locals[n.Name.Name]; s != nil {
			found = append(found, s)
		} else if s := a.labels[n.Name.Name]; s != nil {
			found = append(found, s)
		}
	}
	if len(found) > 0 {
		x.either(n.Name, found)
	}
}

func (x *index) quantifier(n *ast.Quantifier, e environment) {
	inner := e
	inner.names = map[string]*symbol{}
	for name, s := range e.names {
		inner.names[name] = s
	}
	var types []string
	for _, t := range n.Types {
		types = append(types, t.Name)
		if a := x.agents[t.Name]; a != nil {
			x.occur(t, a.symbol, false)
		}
	}
	x.expr(n.Lo, e)
	x.expr(n.Hi, e)
	for _, v := range n.Vars {
		delete(inner.names, v.Name)
		if s := x.add(inner.names, bound, "", v, n); s != nil {
			s.types = slices.Clone(types)
		}
	}
	x.expr(n.X, inner)
}
