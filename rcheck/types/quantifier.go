package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// domain returns how many values the variables of a quantifier range over, and what binds a
// variable to the i-th of them: numbers, or the locations of agents.
func (env *site) domain(q *ast.Quantifier) (n int, bind func(i int, v *ast.Ident, outer *binding) *binding, ok bool) {
	c := env.c
	if len(q.Types) > 0 {
		instances, ok := env.instancesOf(q)
		return len(instances), func(i int, v *ast.Ident, outer *binding) *binding {
			return &binding{v.Name, v, c.location, instances[i].location, outer}
		}, ok
	}
	lo, ok1 := c.constInt(q.Lo, env.binds)
	hi, ok2 := c.constInt(q.Hi, env.binds)
	if !ok1 || !ok2 {
		return 0, nil, false
	}
	if hi-lo >= c.limits.Expansion {
		c.reportAt(expansionLimit, q.Lo, "the quantifier ranges over %d numbers; at most %d are supported", hi-lo+1, c.limits.Expansion)
		return 0, nil, false
	}
	return max(0, hi-lo+1), func(i int, v *ast.Ident, outer *binding) *binding {
		return &binding{v.Name, v, singleton(lo + i), recipe.Value(lo + i), outer}
	}, true
}

// each calls visit with one environment for every assignment to the variables of a quantifier, in
// order. It returns false after an error.
func (env *formulas) each(q *ast.Quantifier, visit func(*formulas)) bool {
	c := env.c
	n, bound, ok := env.domain(q)
	if !ok {
		return false
	}
	c.ranged[q] = c.ranged[q] || n > 0
	for _, v := range q.Vars {
		if b := env.binds.lookup(v.Name); b != nil {
			c.Relate(c.reportAt(ShadowedName, v, "the quantified variable `%s` hides the one of an outer quantifier", v.Name),
				ast.Span(b.ident), "declared here")
			continue
		}
		c.shadows(v, "quantified variable", shadowConstants)
	}
	var bind func(inner formulas, vars []*ast.Ident)
	bind = func(inner formulas, vars []*ast.Ident) {
		if len(vars) == 0 {
			visit(&inner)
			return
		}
		for i := range n {
			c.spend(1, q)
			next := inner
			next.binds = bound(i, vars[0], inner.binds)
			bind(next, vars[1:])
		}
	}
	bind(*env, q.Vars)
	for _, v := range q.Vars {
		if n > 0 {
			c.unused(v, v, "quantified variable `"+v.Name+"` is never used")
		}
	}
	return true
}

// warnEmptyQuantifiers warns about the quantifiers of a property that range over nothing, whatever
// the variables of those around them are.
func (c *checker) warnEmptyQuantifiers() {
	for q, some := range c.ranged {
		if some {
			continue
		}
		what := "agent"
		if len(q.Types) == 0 {
			what = "number"
		}
		c.reportAt(emptyQuantifier, q, "the quantifier has no %s to range over, so it is always %t", what, q.Universal)
	}
	clear(c.ranged)
}

// instancesOf lists the instances of the types that a quantifier names, in order of composition;
// `Agent` means all.
func (env *site) instancesOf(q *ast.Quantifier) ([]*instance, bool) {
	c := env.c
	ok := true
	wanted := map[*agentType]bool{}
	all := false
	for _, n := range q.Types {
		t := c.typeNamed[n.Name]
		switch {
		case t != nil:
			c.refers(n, t.decl.Name.Pos())
			wanted[t] = true
		case n.Name == "Agent":
			all = true
		default:
			d := c.reportAt(unknownName, n, "there is no agent type `%s`", n.Name)
			c.hint(d, func() string { return diag.DidYouMean(n.Name, append(keys(c.typeNamed), "Agent")) })
			ok = false
		}
	}
	var out []*instance
	for _, in := range c.instances {
		if in.typ != nil && (all || wanted[in.typ]) {
			out = append(out, in)
		}
	}
	return out, ok
}

// amongPresent restricts an instance of a quantifier to agents that are there: for all, the agents
// are there and the formula is true, or one of them is not; for some, both. It warns where the
// formula is about a whole run, but the agents are those of its first state.
func (env *formulas) amongPresent(q *ast.Quantifier, x *Formula) *Formula {
	if x == nil || len(q.Types) == 0 {
		return x
	}
	there, c := recipe.TrueExpr, env.c
	for _, v := range q.Vars {
		there = mkConnective(recipe.OpAnd, there, c.locations[env.binds.lookup(v.Name).value].present())
	}
	if isTrue(there) {
		return x
	}
	if !env.later && x.aboutRun() {
		c.reportAt(presentAtStart, q, "the quantifier is about the agents that are there at first: `%s` stands outside of temporal operators",
			c.shown(q))
	}
	return restricted(there, x, q)
}

// restricted is amongPresent of a formula, where a condition says that the agents are there. All of
// a conjunction are restricted one by one, so that they stay conjuncts of the property.
func restricted(there *recipe.Expr, x *Formula, q *ast.Quantifier) *Formula {
	op, of := recipe.OpAnd, ltol.OpAnd
	if q.Universal {
		op, of = recipe.OpImplies, ltol.OpImplies
	}
	switch {
	case x.IsState():
		return condition(mkConnective(op, there, x.Expr))
	case q.Universal && x.Op == ltol.OpAnd && x.Modal == ltol.StateTrue:
		out := &Formula{Op: x.Op, At: q}
		for _, part := range x.Args {
			out.Args = append(out.Args, operand(restricted(there, part, q), q))
		}
		return out
	}
	return &Formula{Op: of, Args: []*Formula{operand(condition(there), q), x}, At: q}
}

// aboutRun reports whether a formula has an operator about all later states.
func (f *Formula) aboutRun() bool {
	found := false
	f.walk(func(f *Formula) {
		switch f.Op {
		case ltol.OpFinally, ltol.OpGlobally, ltol.OpUntil, ltol.OpWeakUntil, ltol.OpRelease:
			found = true
		}
	})
	return found
}
