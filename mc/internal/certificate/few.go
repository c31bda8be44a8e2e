package certificate

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// A few is a system of the singles of a family and some agents of its classes. Other agents to
// which these can point are absent: they have symbols, such as their locations, and do nothing.
// There are so many of them that each variable of the few can hold a symbol of another one. So two
// symbols are equal here whenever they are equal in some system of the family, and nothing has to
// be guessed.
//
// A step of a large system is one of the few if its initiator and its supplier are among them: all
// others only receive, or would block.
type few struct {
	f       *family.Family
	system  *recipe.System
	settled bool // absent agents have no symbols in common, as far as propositions say

	agents, locals, commands []int              // by those of the family, -1 for what is left out
	symbols                  [][][]recipe.Value // by class and absent agent, in the order of Private
	types                    map[*recipe.Type]*recipe.Type
}

// newFew makes the system of some agents of a family, ascending, with some of its propositions, in
// the order of their list. There are two of each: first those of a state that is no deadlock, then,
// in the same order, those of a deadlock.
func newFew(f *family.Family, here []int, propositions []int, settled bool) *few {
	from := f.System
	x := &few{
		f: f, settled: settled, system: &recipe.System{File: from.File, Symbols: slices.Clone(from.Symbols)}, types: map[*recipe.Type]*recipe.Type{},
		agents: slices.Repeat([]int{-1}, len(from.Agents)), locals: slices.Repeat([]int{-1}, len(from.Vars)), commands: slices.Repeat([]int{-1}, len(from.Commands)),
	}
	locals, commands := 0, 0
	for i, a := range here {
		x.agents[a] = i
		for v := range from.Agents[a].Vars.All() {
			x.locals[v], locals = locals, locals+1
		}
		for id := range from.Agents[a].Commands.All() {
			x.commands[id], commands = commands, commands+1
		}
	}
	for class := range f.Classes {
		x.symbols = append(x.symbols, x.nameAbsent(class, here))
	}
	to := x.system
	family.Declare(to, from, x.typ)
	for _, a := range here {
		x.agent(a)
	}
	x.addAbsent()
	for _, deadlock := range []*recipe.Expr{recipe.FalseExpr, recipe.TrueExpr} {
		for _, id := range propositions {
			p := from.Propositions[id]
			if x.knows(p.Expr) {
				p.Expr = x.about(p.Expr, deadlock)
			} else {
				p.Expr = recipe.FalseExpr
			}
			to.Propositions = append(to.Propositions, p)
		}
	}
	return x
}

// nameAbsent makes the symbols of absent agents of a class: of one for each variable of the few
// that can hold such a symbol.
func (x *few) nameAbsent(class int, here []int) [][]recipe.Value {
	f := x.f
	sample := f.Private(f.Classes[class][0])
	var out [][]recipe.Value
	for _, a := range here {
		for v := range f.System.Agents[a].Vars.All() {
			if !slices.ContainsFunc(sample, f.System.Vars[v].Type.Contains) || f.System.Vars[v].Type.Kind != recipe.Enum {
				continue
			}
			var own []recipe.Value
			for slot := range sample {
				own = append(own, recipe.Value(len(x.system.Symbols)))
				x.system.Symbols = append(x.system.Symbols, fmt.Sprintf("absent %d of class %d, symbol %d", len(out), class, slot))
			}
			out = append(out, own)
		}
	}
	return out
}

// typ is a type with the symbols of absent agents in place of those of agents that are left out.
func (x *few) typ(t *recipe.Type) *recipe.Type {
	if t.Kind != recipe.Enum {
		return t
	}
	if known := x.types[t]; known != nil {
		return known
	}
	var values []recipe.Value
	for _, v := range t.Values {
		if owner := x.owner(v); owner < 0 || x.agents[owner] >= 0 {
			values = append(values, v)
		}
	}
	for class, absent := range x.symbols {
		for slot, v := range x.f.Private(x.f.Classes[class][0]) {
			for _, own := range absent {
				if t.Contains(v) {
					values = append(values, own[slot])
				}
			}
		}
	}
	x.types[t] = recipe.EnumType(t.Name, values...)
	return x.types[t]
}

// owner is the agent of a class to which a symbol is private, -1 if there is none.
func (x *few) owner(v recipe.Value) int {
	for _, class := range x.f.Classes {
		for _, a := range class {
			if slices.Contains(x.f.Private(a), v) {
				return a
			}
		}
	}
	return -1
}

// agent adds an agent of the family.
func (x *few) agent(a int) {
	to, from := x.system, &x.f.System.Agents[a]
	out := *from
	out.Vars = recipe.Range{Start: len(to.Vars), End: len(to.Vars) + from.Vars.Len()}
	out.Commands = recipe.Range{Start: len(to.Commands), End: len(to.Commands) + from.Commands.Len()}
	for v := range from.Vars.All() {
		old := x.f.System.Vars[v]
		to.Vars = append(to.Vars, recipe.Var{Name: old.Name, Agent: x.agents[a], Type: x.typ(old.Type), Pos: old.Pos})
	}
	out.Init, out.ReceiveGuard, out.Relabel = x.expr(from.Init), x.expr(from.ReceiveGuard), nil
	for _, e := range from.Relabel {
		out.Relabel = append(out.Relabel, x.expr(e))
	}
	for id := range from.Commands.All() {
		c := x.f.System.Commands[id]
		c.ID, c.Agent = x.commands[id], x.agents[a]
		c.Rewrite(x.expr)
		for i := range c.Updates {
			c.Updates[i].Var = x.locals[c.Updates[i].Var]
		}
		to.Commands = append(to.Commands, c)
	}
	to.Agents = append(to.Agents, out)
}

// addAbsent adds the absent agents.
func (x *few) addAbsent() {
	to := x.system
	for class, list := range x.symbols {
		for _, own := range list {
			nothing := recipe.Range{Start: len(to.Vars), End: len(to.Vars)}
			to.Agents = append(to.Agents, recipe.Agent{
				Name: to.Symbols[own[0]], TypeName: x.f.System.Agents[x.f.Classes[class][0]].TypeName, Location: own[0], States: 1,
				Vars: nothing, Commands: recipe.Range{Start: len(to.Commands), End: len(to.Commands)},
				Init: recipe.TrueExpr, ReceiveGuard: recipe.FalseExpr, Relabel: make([]*recipe.Expr, len(to.Properties)),
			})
		}
	}
}

// expr is an expression of the family about the few.
func (x *few) expr(e *recipe.Expr) *recipe.Expr {
	return x.rewrite(e, func(e *recipe.Expr) *recipe.Expr { return e })
}

// knows tells whether all agents that an expression is about are here.
func (x *few) knows(e *recipe.Expr) bool {
	return !slices.ContainsFunc(x.f.Members(e), func(a int) bool { return x.agents[a] < 0 })
}

// about is an expression of a proposition, in which something says whether there is a deadlock. If
// it is settled, two variables are not equal by a symbol of an absent agent.
func (x *few) about(e, deadlock *recipe.Expr) *recipe.Expr {
	return x.rewrite(e, func(e *recipe.Expr) *recipe.Expr {
		if e.Op == recipe.OpDeadlock {
			return deadlock
		}
		if !x.settled || e.Op != recipe.OpEq && e.Op != recipe.OpNe || e.Args[0].Op == recipe.OpConst || e.Args[1].Op == recipe.OpConst {
			return e
		}
		var absent []*recipe.Expr
		for _, list := range x.symbols {
			for _, v := range slices.Concat(list...) {
				if t := e.Args[0].Type; t.Kind == recipe.Enum && t.Contains(v) {
					absent = append(absent, recipe.Eq(e.Args[0], recipe.Const(t, v)))
				}
			}
		}
		same := recipe.And(recipe.Eq(e.Args[0], e.Args[1]), recipe.Not(recipe.Or(absent...)))
		if e.Op == recipe.OpNe {
			return recipe.Not(same)
		}
		return same
	})
}

// rewrite is an expression about the few, after a change of each of its parts.
func (x *few) rewrite(e *recipe.Expr, change func(*recipe.Expr) *recipe.Expr) *recipe.Expr {
	if e == nil {
		return nil
	}
	out := *e
	out.Type, out.Args, out.Commands = x.typ(e.Type), nil, nil
	for _, a := range e.Args {
		out.Args = append(out.Args, x.rewrite(a, change))
	}
	switch e.Op {
	case recipe.OpLocal:
		out.Index = x.locals[e.Index]
	case recipe.OpControl:
		out.Index = x.agents[e.Index]
	case recipe.OpExecuted, recipe.OpEnabled:
		for _, id := range e.Commands {
			if x.commands[id] >= 0 {
				out.Commands = append(out.Commands, x.commands[id])
			}
		}
	}
	return change(&out)
}

// domains let each local have all values of its type.
func (x *few) domains() *circuit.Flow {
	d := &circuit.Flow{Fires: slices.Repeat([]bool{true}, len(x.system.Commands))}
	for _, v := range x.system.Vars {
		var values []recipe.Value
		for i := range v.Type.Size() {
			values = append(values, v.Type.Value(i))
		}
		d.Locals = append(d.Locals, values)
	}
	for _, a := range x.system.Agents {
		d.Control = append(d.Control, slices.Repeat([]bool{true}, a.States))
	}
	return d
}
