package rcheck

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// domain returns what the variables of a quantifier range over, in order: numbers, or the locations of agents.
func (env *scope) domain(q *ast.Quantifier) (values []*recipe.Expr, ok bool) {
	c := env.c
	if len(q.Types) > 0 {
		instances, ok := env.instancesOf(q)
		for _, in := range instances {
			values = append(values, recipe.Const(c.location, in.location))
		}
		return values, ok
	}
	lo, ok1 := c.constInt(q.Lo, env.binds)
	hi, ok2 := c.constInt(q.Hi, env.binds)
	if !ok1 || !ok2 {
		return nil, false
	}
	if hi-lo >= c.limits.Expansion {
		c.reportAt(ExpansionLimit, q.Lo, "the quantifier ranges over %d numbers", hi-lo+1)
		return nil, false
	}
	for i := lo; i <= hi; i++ {
		values = append(values, recipe.Const(singleton(i), recipe.Value(i)))
	}
	return values, true
}

// each calls visit with one environment for every assignment to the variables of a quantifier, in order, until visit returns
// false. It returns false after an error.
func (env *scope) each(q *ast.Quantifier, visit func(*scope) bool) bool {
	c := env.c
	values, ok := env.domain(q)
	if !ok {
		return false
	}
	c.ranged[q] = c.ranged[q] || len(values) > 0
	for _, v := range q.Vars {
		if b := env.binds.lookup(v.Name); b != nil {
			c.rep.Relate(c.reportAt(ShadowedName, v, "the quantified variable `%s` hides the one of an outer quantifier", v.Name),
				ast.Span(b.ident), "declared here")
			continue
		}
		c.shadows(v, "quantified variable", shadowConstants)
	}
	var bind func(inner scope, vars []*ast.Ident) bool
	bind = func(inner scope, vars []*ast.Ident) bool {
		if len(vars) == 0 {
			return visit(&inner)
		}
		for _, v := range values {
			if !c.spend(1, q) {
				ok = false
				return false
			}
			next := inner
			next.binds = &binding{vars[0].Name, vars[0], v.Type, v.Value, inner.binds}
			if !bind(next, vars[1:]) {
				return false
			}
		}
		return true
	}
	bind(*env, q.Vars)
	for _, v := range q.Vars {
		if ok && len(values) > 0 {
			c.unused(v, v, "quantified variable `"+v.Name+"` is never used")
		}
	}
	return ok
}

// warnEmptyQuantifiers warns about the quantifiers of a property that range over nothing, whatever the variables of those around
// them are.
func (c *checker) warnEmptyQuantifiers() {
	for q, some := range c.ranged {
		if some {
			continue
		}
		what := "agent"
		if len(q.Types) == 0 {
			what = "number"
		}
		c.reportAt(EmptyQuantifier, q, "the quantifier ranges over no %s, so that it is %t", what, q.Universal)
	}
	clear(c.ranged)
}

// instancesOf lists the instances of the types that a quantifier names, in order of composition; `Agent` means all.
func (env *scope) instancesOf(q *ast.Quantifier) ([]*instance, bool) {
	c := env.c
	ok := true
	wanted := map[*agentType]bool{}
	all := false
	for _, n := range q.Types {
		t := c.typeNamed[n.Name]
		switch {
		case t != nil:
			wanted[t] = true
		case n.Name == "Agent":
			all = true
		default:
			var names []string
			for _, t := range c.types {
				names = append(names, t.name)
			}
			c.reportAt(UnknownName, n, "there is no agent type `%s`", n.Name).Suggest(suggest(n.Name, append(names, "Agent")))
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

// quantified elaborates a quantifier in a property as a conjunction or disjunction. The conditions on states among its instances
// become one.
func (env *scope) quantified(q *ast.Quantifier) *condition {
	c := env.c
	op, unit := recipe.OpOr, recipe.FalseExpr
	if q.Universal {
		op, unit = recipe.OpAnd, recipe.TrueExpr
	}
	state, failed := unit, false
	var parts []*ltol.Formula
	done := env.each(q, func(inner *scope) bool {
		switch x := inner.formula(q.X); {
		case x == nil:
			failed = true
		case x.state != nil:
			state = mkConnective(op, state, x.state)
		default:
			parts = append(parts, x.formula)
		}
		return !c.exhausted
	})
	switch {
	case !done || failed || c.exhausted:
		return nil
	case len(parts) == 0:
		return &condition{state: state}
	}
	if !isConst(state) || isTrue(state) != q.Universal {
		parts = append(parts, c.liftState(state, q.X))
	}
	f := ltol.Or(parts...)
	if q.Universal {
		f = ltol.And(parts...)
	}
	return c.wrap(f, q)
}

// quantifiedValue elaborates a quantifier where a truth value is needed: an operand of a comparison, or part of an observation.
func (env *scope) quantifiedValue(q *ast.Quantifier) *recipe.Expr {
	if env.place.reads&readStep != 0 {
		return env.quantifiedObservation(q)
	}
	x := env.quantified(q)
	if x == nil {
		return nil
	}
	if x.state == nil {
		env.c.reportAt(Misplaced, q, "a property of more than one state is not a value")
		return nil
	}
	return x.state
}

func (env *scope) quantifiedObservation(q *ast.Quantifier) *recipe.Expr {
	op, out := recipe.OpOr, recipe.FalseExpr
	if q.Universal {
		op, out = recipe.OpAnd, recipe.TrueExpr
	}
	failed := false
	done := env.each(q, func(inner *scope) bool {
		if x := inner.observation(q.X); x != nil {
			out = mkConnective(op, out, x)
		} else {
			failed = true
		}
		return !env.c.exhausted
	})
	if !done || failed || env.c.exhausted {
		return nil
	}
	return out
}
