package recipe

import (
	"fmt"
	"slices"
)

// Unbounded lists the locals whose type is unbounded. Any tells that there are such locals, data
// variables or property identifiers.
func (s *System) Unbounded() (locals []int, any bool) {
	if s == nil {
		return nil, false
	}
	for i := range s.Vars {
		if s.Vars[i].Type.Unbounded {
			locals = append(locals, i)
		}
	}
	return locals, len(locals) > 0 ||
		slices.ContainsFunc(s.Data, func(d DataVar) bool { return d.Type.Unbounded }) ||
		slices.ContainsFunc(s.Properties, func(p PropertyVar) bool { return p.Type.Unbounded })
}

// Narrowed returns the system with a range for each local whose type is unbounded, by its index;
// the other entries are not read. Data variables get all values that commands can give them, and
// property identifiers all values that agents can give them. Property identifiers also get the
// values that quantifiers need: a quantifier over this range and one over all integers have the
// same value. The indices of everything stay the same. The error says that a quantifier cannot be
// decided by finitely many values (see [Differences]).
func (s *System) Narrowed(ranges []Interval) (*System, error) {
	if s == nil {
		return nil, errNoSystem
	}
	if len(ranges) != len(s.Vars) {
		return nil, misuse("Narrowed: there are %d ranges for %d locals", len(ranges), len(s.Vars))
	}
	n := &narrowing{from: s, done: map[*Expr]*Expr{}}
	n.to = *s
	n.to.Vars, n.to.Data = slices.Clone(s.Vars), slices.Clone(s.Data)
	n.to.Properties = slices.Clone(s.Properties)
	n.locals(ranges)
	n.agents()
	n.data()
	if err := n.properties(); err != nil {
		return nil, err
	}
	n.commands()
	return &n.to, nil
}

// A narrowing makes a system with other types.
type narrowing struct {
	from *System
	to   System
	done map[*Expr]*Expr
}

// locals gives locals of one type and one range one new type.
func (n *narrowing) locals(ranges []Interval) {
	type key struct {
		typ *Type
		in  Interval
	}
	made := map[key]*Type{}
	for i := range n.to.Vars {
		v := &n.to.Vars[i]
		if !v.Type.Unbounded {
			continue
		}
		k := key{v.Type, ranges[i]}
		if made[k] == nil {
			made[k] = IntType(ranges[i].Lo, ranges[i].Hi)
		}
		v.Type = made[k]
	}
}

// agents narrows what reads only the locals of an agent.
func (n *narrowing) agents() {
	n.to.Agents = slices.Clone(n.from.Agents)
	for i := range n.to.Agents {
		a := &n.to.Agents[i]
		a.Init, a.ReceiveGuard = n.expr(a.Init), n.expr(a.ReceiveGuard)
		a.Relabel = slices.Clone(a.Relabel)
		for p := range a.Relabel {
			a.Relabel[p] = n.expr(a.Relabel[p])
		}
	}
}

// data gives the data variables their types.
func (n *narrowing) data() {
	for i := range n.to.Data {
		if !n.to.Data[i].Type.Unbounded {
			continue
		}
		var given []*Expr
		for c := range n.from.Commands {
			for _, d := range n.from.Commands[c].Data {
				if d.Var == i {
					given = append(given, n.expr(d.Expr))
				}
			}
		}
		n.to.Data[i].Type = hull(given)
	}
}

// properties gives the property identifiers their types.
func (n *narrowing) properties() error {
	var quantified []*Expr
	for i := range n.from.Propositions {
		for e := range n.from.Propositions[i].Expr.All() {
			if e.Op.Facts().Class == ClassQuantifier {
				quantified = append(quantified, e.Args[0])
			}
		}
	}
	var needed []*Expr
	if len(quantified) > 0 {
		for i := range n.from.Commands {
			if p := n.from.Commands[i].Predicate; p != nil {
				quantified = append(quantified, p)
			}
		}
		d := n.from.Differences(quantified...)
		if d.Other != nil {
			return fmt.Errorf("recipe: the values of `%s` that a quantifier needs are not known: "+
				"compare integers without a range only with `=`, `<` and so on, after additions; or give it a range",
				n.from.ExprString(d.Other, noAgent))
		}
		for _, e := range d.Landmarks {
			e := n.expr(e)
			needed = append(needed, Sub(e, IntExpr(d.Distance)), Add(e, IntExpr(d.Distance)))
		}
	}
	for p := range n.to.Properties {
		if !n.to.Properties[p].Type.Unbounded {
			continue
		}
		values := slices.Clone(needed)
		for a := range n.to.Agents {
			if e := n.to.Agents[a].Relabel[p]; e != nil {
				values = append(values, e)
			}
		}
		n.to.Properties[p].Type = hull(values)
	}
	clear(n.done) // landmarks were made without these types
	return nil
}

// hull is the type of the values of expressions; of 0 alone if there are none.
func hull(es []*Expr) *Type {
	if len(es) == 0 {
		return IntType(0, 0)
	}
	out := Interval{es[0].Type.Lo, es[0].Type.Hi}
	for _, e := range es {
		out.Lo, out.Hi = min(out.Lo, e.Type.Lo), max(out.Hi, e.Type.Hi)
	}
	return IntType(out.Lo, out.Hi)
}

func (n *narrowing) commands() {
	n.to.Commands = slices.Clone(n.from.Commands)
	for i := range n.to.Commands {
		n.to.Commands[i].Rewrite(n.expr)
	}
	n.to.Propositions = slices.Clone(n.from.Propositions)
	for i := range n.to.Propositions {
		n.to.Propositions[i].Expr = n.expr(n.to.Propositions[i].Expr)
	}
}

// expr is an expression with the new types of its leaves, and so of its numbers. Parts without such
// leaves stay the same.
func (n *narrowing) expr(e *Expr) *Expr {
	if e == nil {
		return nil
	}
	if out := n.done[e]; out != nil {
		return out
	}
	out := *e
	switch e.Op {
	case OpLocal:
		out.Type = n.to.Vars[e.Index].Type
	case OpData:
		out.Type = n.to.Data[e.Index].Type
	case OpProperty, OpSupplierProperty:
		out.Type = n.to.Properties[e.Index].Type
	}
	changed := out.Type != e.Type
	if len(e.Args) > 0 {
		out.Args = make([]*Expr, len(e.Args))
		for i, a := range e.Args {
			out.Args[i] = n.expr(a)
			changed = changed || out.Args[i] != a
		}
	}
	result := e
	if changed {
		result = &out
		switch {
		case e.Op == OpIte:
			out.Type = Ite(out.Args[0], out.Args[1], out.Args[2]).Type
		case e.Op == OpNeg:
			out.Type = Neg(out.Args[0]).Type
		case e.Op.Facts().Class == ClassArithmetic:
			out.Type = Arithmetic(e.Op, out.Args[0], out.Args[1]).Type
		}
	}
	n.done[e] = result
	return result
}
