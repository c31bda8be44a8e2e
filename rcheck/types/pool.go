package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Agents that come and go (P001 Section 9) have one more local, which says whether they are there.
// A command that spawns has a command of the system for each agent that it may take from the pool,
// and for each combination of initial values that conditions leave open.

// allocate gives each agent its number and its locals.
func (c *agents) allocate() {
	s, n := c.System, 0
	for _, in := range c.instances {
		in.presence = -1
		if in.typ == nil {
			continue
		}
		c.spend(1+len(in.typ.locals)+len(c.props), in.decl)
		in.agent, in.vars = n, len(s.Vars)
		n++
		for _, f := range in.typ.locals {
			s.Vars = append(s.Vars, recipe.Var{Name: f.name, Agent: in.agent, Type: f.typ, Pos: c.position(f.decl.Pos())})
		}
		if !in.comes() {
			continue
		}
		if f := in.typ.localNamed[presentName]; f != nil {
			c.reportAt(DuplicateName, f.decl.Name, "`%s` says whether an agent is there, because agents of type `%s` can be absent",
				presentName, in.typ.name).Suggest("give the local variable another name")
		}
		in.presence = len(s.Vars)
		s.Vars = append(s.Vars, recipe.Var{Name: presentName, Agent: in.agent, Type: recipe.BoolType, Pos: c.position(in.decl.Pos())})
	}
}

// starting is the condition on the values with which an agent begins, nil after an error.
func (c *agents) starting(in *instance) *recipe.Expr {
	if !in.started {
		in.start, in.started = c.resolveInit(in), true
	}
	return in.start
}

// initially is the initial condition of an agent: if it is absent, it has its values of rest.
func (c *agents) initially(in *instance) *recipe.Expr {
	start := c.starting(in)
	if in.presence < 0 || start == nil {
		return start
	}
	if in.decl.Absent == nil {
		return mkConnective(recipe.OpAnd, in.present(), start)
	}
	out := mkNot(in.present())
	for _, a := range c.rest(in, in.decl) {
		if a.Var != in.presence {
			out = mkConnective(recipe.OpAnd, out, recipe.Fold(recipe.OpEq, recipe.BoolType, c.localOf(a.Var), a.Expr))
		}
	}
	return out
}

func (c *agents) localOf(v int) *recipe.Expr {
	return &recipe.Expr{Op: recipe.OpLocal, Type: c.System.Vars[v].Type, Index: v}
}

// rest are the values of an agent while it is absent: the first ones with which it could begin.
func (c *agents) rest(in *instance, at ast.Node) []recipe.Assignment {
	out := []recipe.Assignment{{Var: in.presence, Expr: recipe.FalseExpr, Pos: c.position(at.Pos())}}
	start := c.starting(in)
	if start == nil {
		return out
	}
	own := recipe.Range{Start: in.vars, End: in.vars + len(in.typ.locals)}
	b := c.beginning(own, start)
	types := make([]*recipe.Type, own.Len())
	for i := range types {
		v := own.Start + i
		x := b.known[v]
		if types[i] = c.System.Vars[v].Type; types[i] == nil {
			return out
		}
		if x != nil && isConst(x) && types[i].Kind == recipe.Int {
			types[i] = singleton(int(x.Value))
		} else if c.isOpen(types[i]) {
			c.reportAt(noRange, in.typ.locals[i].decl, "agents of type `%s` can be absent, so `%s` needs a range",
				in.typ.name, in.typ.locals[i].name).Suggest("write a type such as `0..9`, or an initial value in `init`")
			return out
		}
	}
	values, known := start.FirstValues(own.Start, types, c.limits.Search)
	if values == nil {
		if known && in.decl.Absent == nil {
			return out // checkInitialStates says so
		}
		if known {
			c.reportAt(noInitialState, in.decl.Name, "the initial condition of `%s` is never true: no values of its local variables satisfy it", in.name)
		} else {
			c.reportAt(manyStarts, in.decl.Name, "no initial values of `%s` were found among the first %d", in.name, c.limits.Search).
				Suggest("write equations in the initial condition, such as `x = 0`")
		}
		return out
	}
	for i, v := range values {
		out = append(out, recipe.Assignment{Var: own.Start + i, Expr: recipe.Const(types[i], v), Pos: out[0].Pos})
	}
	return out
}

// isOpen reports whether the range of a type is still to be found. The type is nil after an error.
func (c *agents) isOpen(t *recipe.Type) bool {
	return slices.ContainsFunc(c.open, func(o *openType) bool { return o.typ == t })
}

// pools completes a command: its agent is there, and what its updates say of agents that come and
// go. The result is a command for each choice that they leave; nil after an error.
func (c *agents) pools(in *instance, body *scope, k recipe.Command, updates *ast.AssignList) []recipe.Command {
	if in.presence >= 0 && k.Guard != nil {
		k.Guard = mkConnective(recipe.OpAnd, in.present(), k.Guard)
	}
	if updates == nil {
		return []recipe.Command{k}
	}
	if stop := updates.Stop; stop != nil {
		if len(updates.Assigns) > 0 {
			c.reportAt(stopAlone, stop, "`stop` gives all local variables their initial values, so that it cannot stand with other assignments").
				Suggest("remove the assignments, or the `stop`")
		}
		k.To = 0
		if in.presence >= 0 {
			k.Updates = c.rest(in, stop)
		}
	}
	out := []recipe.Command{k}
	for _, s := range updates.Spawns {
		out = c.spawn(in, body, out, s)
	}
	if len(out) == 0 { // its type never has enough agents, or no values satisfy the conditions
		k.Guard = recipe.FalseExpr
		return []recipe.Command{k}
	}
	for i := range out {
		slices.Sort(out[i].Spawns)
	}
	return out
}

// spawn is what becomes of commands if they also spawn.
func (c *agents) spawn(in *instance, body *scope, commands []recipe.Command, s *ast.Spawn) []recipe.Command {
	t := c.typeNamed[s.Type.Name]
	if t == nil {
		c.unknownType(s.Type)
		return nil
	}
	c.refers(s.Type, t.decl.Name.Pos())
	name, ok := c.spawnedName(in, body, s)
	var pool []*instance
	for _, other := range t.instances {
		if other.comes() && other != in {
			pool = append(pool, other)
		}
	}
	if len(pool) == 0 {
		if len(c.instances) > 0 {
			c.reportAt(notAbsent, s.Type, "no agent of type `%s` can be absent, so that none can be spawned", t.name).
				Suggest("write `absent " + t.name + "(…)` in the system")
		}
		return nil
	}
	var out []recipe.Command
	never := true
	for _, other := range pool {
		births := c.births(other, body, s)
		never = never && births != nil && len(births) == 0
		if in.agent < 0 || !ok {
			continue
		}
		for _, k := range commands {
			if slices.Contains(k.Spawns, other.agent) {
				continue
			}
			for _, b := range births {
				c.spend(len(b.updates), s)
				next := k
				if next.Guard != nil && b.guard != nil {
					next.Guard = mkConnective(recipe.OpAnd, k.Guard, b.guard)
				}
				next.Spawns = append(slices.Clone(k.Spawns), other.agent)
				next.Updates = slices.Concat(k.Updates, b.updates)
				if name != nil {
					next.Updates = append(next.Updates, recipe.Assignment{
						Var: in.vars + name.index, Expr: recipe.Const(c.location, other.location), Pos: c.position(s.Pos()),
					})
				}
				out = append(out, next)
			}
		}
	}
	if never {
		c.reportAt(neverBegins, s, "no agent of type `%s` can begin so: no initial values satisfy this condition", t.name).
			Suggest("change the condition, or the ranges and the `init` of the type")
	}
	return out
}

// spawnedName is the local that gets the name of the new agent; nil if it is not kept.
func (c *agents) spawnedName(in *instance, body *scope, s *ast.Spawn) (f *field, ok bool) {
	if body.isAny(s.Name) {
		return nil, true
	}
	f = in.typ.localNamed[s.Name.Name]
	switch {
	case f == nil && in.typ.damaged():
		return nil, false
	case f == nil:
		d := c.reportAt(unknownName, s.Name, "there is no local variable `%s` for the name of the new agent", s.Name.Name)
		c.hint(d, func() string { return "declare it, as in `" + s.Name.Name + " : location`, or write `any`" })
		return nil, false
	case f.typ != nil && f.typ != c.location:
		c.reportAt(typeMismatch, s.Name, "the local variable `%s` for the name of the new agent must have the type `location`, not `%s`",
			f.name, f.typ)
		return nil, false
	}
	c.refersToField(s.Name, f)
	return f, f.typ != nil
}

// A birth is one way in which an agent can begin: a condition, and the values of all its locals.
type birth struct {
	guard   *recipe.Expr
	updates []recipe.Assignment
}

// births lists the ways in which an agent can begin. The condition of the spawn is about the new
// agent; what it does not declare means the same as elsewhere in the command. There are none, not
// nil, if no values satisfy the condition.
func (c *agents) births(other *instance, body *scope, s *ast.Spawn) []birth {
	init := c.starting(other)
	if s.Cond != nil {
		inner := *body
		inner.creates = other
		cond := inner.boolean(s.Cond)
		if init != nil && cond != nil {
			init = recipe.And(init, cond)
		} else {
			init = nil
		}
	}
	if init == nil {
		return nil
	}
	own := recipe.Range{Start: other.vars, End: other.vars + len(other.typ.locals)}
	b := c.beginning(own, init)
	var open []int
	ways := 1
	for v := range own.All() {
		typ := c.System.Vars[v].Type
		switch {
		case typ == nil:
			return nil
		case b.known[v] != nil:
			continue
		case c.isOpen(typ):
			f := other.typ.locals[v-own.Start]
			c.reportAt(noRange, f.decl, "agents of type `%s` are spawned, so `%s` needs a range", other.typ.name, f.name).
				Suggest("write a type such as `0..9`, or an initial value in `init`")
			return nil
		}
		open = append(open, v)
		if ways *= typ.Size(); ways > c.limits.Starts {
			c.reportAt(manyStarts, s, "a new agent of type `%s` can begin with more than %d combinations of values", other.typ.name, c.limits.Starts).
				Suggest("write equations in the condition, such as `x = 0`")
			return nil
		}
	}
	out := []birth{}
	c.fill(b, open, func() {
		guard := recipe.TrueExpr
		for _, x := range b.conditions {
			guard = mkConnective(recipe.OpAnd, guard, substitute(x, b.known))
		}
		if guard.IsConst(recipe.False) {
			return
		}
		at := c.position(s.Pos())
		list := []recipe.Assignment{{Var: other.presence, Expr: recipe.TrueExpr, Pos: at}}
		for v := range own.All() {
			list = append(list, recipe.Assignment{Var: v, Expr: b.known[v], Pos: at})
		}
		out = append(out, birth{guard, list})
	})
	return out
}

// fill gives the locals that are open all combinations of values.
func (c *agents) fill(b *beginning, open []int, visit func()) {
	if len(open) == 0 {
		visit()
		return
	}
	typ := c.System.Vars[open[0]].Type
	for code := range typ.Size() {
		b.known[open[0]] = recipe.Const(typ, typ.Value(code))
		c.fill(b, open[1:], visit)
	}
	delete(b.known, open[0])
}

// A beginning is an initial condition of which some conjuncts are equations that give locals their
// values.
type beginning struct {
	known      map[int]*recipe.Expr // by local
	conditions []*recipe.Expr       // the other conjuncts
}

// beginning splits an initial condition of the owner of some locals. An equation gives a value if
// its other side reads none of these locals, or only known ones.
func (c *agents) beginning(own recipe.Range, init *recipe.Expr) *beginning {
	b := &beginning{known: map[int]*recipe.Expr{}, conditions: recipe.Conjuncts(init)}
	for found := true; found; {
		found = false
		for i, x := range b.conditions {
			if v, value := equation(own, substitute(x, b.known)); v >= 0 && b.known[v] == nil {
				b.known[v], found = value, true
				b.conditions = slices.Delete(slices.Clone(b.conditions), i, i+1)
				break
			}
		}
	}
	return b
}

// equation returns the local to which a conjunct gives a value, -1 if it gives none.
func equation(own recipe.Range, x *recipe.Expr) (v int, value *recipe.Expr) {
	isOwn := func(e *recipe.Expr) bool { return e.Op == recipe.OpLocal && own.Contains(e.Index) }
	switch x.Op {
	case recipe.OpLocal:
		if isOwn(x) {
			return x.Index, recipe.TrueExpr
		}
	case recipe.OpNot:
		if isOwn(x.Args[0]) {
			return x.Args[0].Index, recipe.FalseExpr
		}
	case recipe.OpEq, recipe.OpIff:
		for i, a := range x.Args {
			if other := x.Args[1-i]; isOwn(a) && !other.Any(isOwn) {
				return a.Index, other
			}
		}
	}
	return -1, nil
}

// substitute replaces locals by expressions.
func substitute(e *recipe.Expr, by map[int]*recipe.Expr) *recipe.Expr {
	if e.Op == recipe.OpLocal && by[e.Index] != nil {
		return by[e.Index]
	}
	args := make([]*recipe.Expr, len(e.Args))
	same := true
	for i, a := range e.Args {
		args[i] = substitute(a, by)
		same = same && args[i] == a
	}
	if same {
		return e
	}
	return recipe.Fold(e.Op, e.Type, args...)
}
