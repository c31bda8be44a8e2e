package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// closer makes typed trees in which every number has bounds: variables declared int get those that were found for them, computed
// numbers those that follow from their operands. What does not change is shared with the tree that was given.
type closer struct {
	ranges map[*recipe.Type]*recipe.Type // by the open type of a variable
	watch  *interrupt.Watch
	done   map[*recipe.Expr]*recipe.Expr // expressions that changed: guards share their arguments
}

func (c *closer) typ(t *recipe.Type) *recipe.Type {
	if closed := c.ranges[t]; closed != nil {
		return closed
	}
	return t
}

func (c *closer) expr(e *recipe.Expr) *recipe.Expr {
	c.watch.Step()
	if e == nil {
		return nil
	}
	if out := c.done[e]; out != nil {
		return out
	}
	args := e.Args
	for i, a := range e.Args {
		if b := c.expr(a); b != a {
			if &args[0] == &e.Args[0] {
				args = slices.Clone(args)
			}
			args[i] = b
		}
	}
	t := c.typ(e.Type)
	if t == anyInt {
		switch e.Op {
		case recipe.OpIte:
			t = recipe.Ite(args[0], args[1], args[2]).Type
		case recipe.OpNeg:
			t = recipe.Neg(args[0]).Type
		default:
			t = recipe.Arithmetic(e.Op, args[0], args[1]).Type
		}
	}
	if t == e.Type && (len(args) == 0 || &args[0] == &e.Args[0]) {
		return e
	}
	out := *e
	out.Type, out.Args = t, args
	c.done[e] = &out
	return &out
}

func (c *closer) assignments(list []recipe.Assignment) []recipe.Assignment {
	list = slices.Clone(list)
	for i := range list {
		list[i].Expr = c.expr(list[i].Expr)
	}
	return list
}

func (c *closer) system(s *recipe.System) *recipe.System {
	out := *s
	out.Data, out.Properties, out.Vars = slices.Clone(s.Data), slices.Clone(s.Properties), slices.Clone(s.Vars)
	out.Agents, out.Commands = slices.Clone(s.Agents), slices.Clone(s.Commands)
	for i := range out.Data {
		out.Data[i].Type = c.typ(out.Data[i].Type)
	}
	for i := range out.Properties {
		out.Properties[i].Type = c.typ(out.Properties[i].Type)
	}
	for i := range out.Vars {
		out.Vars[i].Type = c.typ(out.Vars[i].Type)
	}
	for i := range out.Agents {
		a := &out.Agents[i]
		a.Init, a.ReceiveGuard, a.Relabel = c.expr(a.Init), c.expr(a.ReceiveGuard), slices.Clone(a.Relabel)
		for j, e := range a.Relabel {
			a.Relabel[j] = c.expr(e)
		}
	}
	for i := range out.Commands {
		k := &out.Commands[i]
		k.Guard, k.Channel, k.Target, k.Predicate = c.expr(k.Guard), c.expr(k.Channel), c.expr(k.Target), c.expr(k.Predicate)
		k.Data, k.Updates = c.assignments(k.Data), c.assignments(k.Updates)
	}
	return &out
}

func (c *closer) formulas(fs []*Formula) []*Formula {
	out := make([]*Formula, len(fs))
	for i, f := range fs {
		g := *f
		g.Expr, g.Args = c.expr(f.Expr), c.formulas(f.Args)
		out[i] = &g
	}
	return out
}
