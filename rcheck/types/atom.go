package types

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// agentOf resolves the left side of `k-x`.
func (env *scope) agentOf(q *ast.Qualified) *instance {
	return env.agentNamed(q.Agent, "before `-"+q.Name.Name+"`", "-"+q.Name.Name)
}

// agentNamed resolves a quantified agent or an instance, which is needed where, with what follows
// it. It returns nil after reporting that there is none.
func (env *scope) agentNamed(e ast.Expr, where, suffix string) *instance {
	c := env.c
	var v recipe.Value
	var name string
	switch a := ast.Unparen(e).(type) {
	case *ast.Ident:
		name = a.Name
		if b := env.binds.lookup(name); b != nil {
			c.used[b.ident] = true
			c.refers(a, b.ident.Pos())
			if b.typ.Kind != recipe.Enum {
				c.reportAt(typeMismatch, a, "`%s` is a number, but an agent is needed %s", name, where)
				return nil
			}
			return c.locations[b.value]
		}
		var ok bool
		if v, ok = c.symbolOf[name]; !ok {
			v = -1
		}
		c.refersToSymbol(a, v)
	case *ast.Index:
		name = c.text(a)
		var ok bool
		if v, ok = env.member(a); !ok {
			return nil
		}
	default:
		d := c.reportAt(typeMismatch, e, "an agent is needed %s", where)
		if _, group := a.(*ast.Group); group {
			d.Suggest("`GK`, `DK`, `GCK` and `can` take groups")
		}
		return nil
	}
	if in := c.locations[v]; in != nil {
		return in
	}
	if len(c.instances) == 0 || c.badFamily[strings.TrimRight(name, "0123456789")] {
		return nil // what is wrong with the system is reported
	}
	d := c.reportAt(unknownName, e, "there is no agent `%s`", name)
	if way := c.instead(name, where); way != "" {
		d.Suggest(way)
		return nil
	}
	if t := c.typeNamed[name]; t != nil {
		d.Suggest("`" + name + "` is a type of agents; write `forall k : " + name + " . … k" + suffix + " …`, or name an instance")
		return nil
	}
	c.hint(d, func() string {
		if c.isOutside(name) {
			return outsideUnnamed
		}
		return diag.DidYouMean(name, env.agentNames())
	})
	return nil
}

// agentNames lists the agents that can be named here.
func (env *site) agentNames() []string {
	var out []string
	for b := env.binds; b != nil; b = b.outer {
		if b.typ.Kind == recipe.Enum {
			out = append(out, b.name)
		}
	}
	for _, in := range env.c.instances {
		out = append(out, in.name)
	}
	return out
}

// label returns the commands that `k-l` names, if it is a label. It reports nothing.
func (env *scope) label(q *ast.Qualified) ([]int, bool) {
	if env.place.reads&readState == 0 {
		return nil, false
	}
	t := env.c.begin()
	in := env.agentOf(q)
	t.rollback()
	if in == nil || in.typ == nil || in.typ.localNamed[q.Name.Name] != nil {
		return nil, false
	}
	commands := in.labels[q.Name.Name]
	for _, id := range commands {
		env.c.refers(q.Name, env.c.Commands[id].Label.Pos())
	}
	return commands, len(commands) > 0
}

// executed is the formula of a label: sends, gets and supplies are about the step that leaves a
// position, receives about the one that entered it.
func (env *scope) executed(q *ast.Qualified, commands []int) *Formula {
	c := env.c
	in := env.agentOf(q)
	name := in.name + "-" + q.Name.Name
	parts := &Formula{Op: ltol.OpOr}
	for _, kind := range []ltol.AtomKind{ltol.Step, ltol.PastStep} {
		var ids []int
		for _, id := range commands {
			if (c.System.Commands[id].Kind == recipe.Receive) == (kind == ltol.PastStep) {
				ids = append(ids, id)
			}
		}
		if len(ids) > 0 {
			x := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: ids, Pos: c.position(q.Pos())}
			parts.Args = append(parts.Args, &Formula{Op: ltol.OpAtom, Kind: kind, Expr: x, Name: name, At: q})
		}
	}
	if len(parts.Args) == 1 {
		return parts.Args[0]
	}
	return parts
}

// qualifiedValue elaborates `k-x` where a value is needed.
func (env *scope) qualifiedValue(q *ast.Qualified) *recipe.Expr {
	c := env.c
	if env.place.reads&readStep != 0 {
		return env.qualifiedInObservation(q)
	}
	if env.place.reads&readState == 0 {
		c.reportAt(misplaced, q, "`%s` cannot be used in %s", c.text(q), env.place.name)
		return nil
	}
	in := env.agentOf(q)
	if in == nil || in.typ == nil {
		return nil
	}
	name := q.Name.Name
	if f := in.typ.localNamed[name]; f != nil {
		return env.variable(recipe.OpLocal, f, in.vars+f.index, q)
	}
	switch name {
	case presentName:
		if x := in.isPresent(); x != nil {
			return env.at(x, q)
		}
	case "automaton-state":
		t := recipe.IntType(0, in.typ.automaton.states-1)
		return env.at(&recipe.Expr{Op: recipe.OpControl, Type: t, Index: in.agent}, q)
	case "name", "myself":
		return env.at(recipe.Const(c.location, in.location), q)
	}
	if in.typ.decl.Red != nil && (name == "red" || name == "green") {
		if in.red == nil || name == "red" {
			return in.red
		}
		return mkNot(in.red)
	}
	if len(in.labels[name]) > 0 {
		c.reportAt(misplaced, q, "the label `%s` is a condition, not a value", c.text(q))
		return nil
	}
	if in.typ.damaged() {
		return nil
	}
	d := c.reportAt(unknownName, q.Name, "agent type `%s` has no local variable or label `%s`", in.typ.name, name)
	c.hint(d, func() string {
		return suggestOrList(name, append(append(keys(in.typ.localNamed), keys(in.labels)...), "automaton-state"))
	})
	return nil
}

// qualifiedInObservation elaborates `supplier-pv`, the only thing of its shape that is about a
// step.
func (env *scope) qualifiedInObservation(q *ast.Qualified) *recipe.Expr {
	c := env.c
	if a, ok := q.Agent.(*ast.Ident); ok && a.Name == "supplier" && env.binds.lookup("supplier") == nil {
		f := c.propNamed[q.Name.Name]
		if f == nil {
			c.unknownProperty(q.Name.Name, q.Name)
			return nil
		}
		return env.variable(recipe.OpSupplierProperty, f, f.index, q)
	}
	state := *env
	state.place = placeState
	if _, ok := state.label(q); ok {
		c.reportAt(stateInObservation, q, "the label `%s` cannot be part of an observation", c.text(q)).
			Suggest("write `" + c.text(q) + " & X phi` for a step that executes it and leads to phi")
		return nil
	}
	c.reportAt(stateInObservation, q, "`%s` is a condition on a state, but an observation is only about the step", c.text(q)).
		Suggest(env.stateHint(c.text(q)))
	return nil
}

// enabled elaborates `enabled(k-l)`.
func (env *scope) enabled(e *ast.Call) *recipe.Expr {
	c := env.c
	if len(e.Args) == 1 {
		if q, ok := ast.Unparen(e.Args[0]).(*ast.Qualified); ok {
			commands, ok := env.label(q)
			in := env.agentOf(q)
			if ok {
				return env.at(&recipe.Expr{Op: recipe.OpEnabled, Type: recipe.BoolType, Commands: commands}, e)
			}
			if in == nil || in.typ == nil {
				return nil
			}
			d := c.reportAt(unknownName, q.Name, "agent type `%s` has no label `%s`", in.typ.name, q.Name.Name)
			c.hint(d, func() string { return suggestOrList(q.Name.Name, keys(in.labels)) })
			return nil
		}
	}
	c.reportAt(argumentCount, e, "`enabled` is used as `enabled(k-l)`, with an agent k and one of its labels l")
	return nil
}
