package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// formula elaborates a property or a part of one; nil after an error.
func (env *scope) formula(e ast.Expr) *Formula {
	c := env.c
	c.spend(1, e)
	switch e := e.(type) {
	case *ast.Paren:
		return env.formula(e.X)
	case *ast.Ambiguous:
		return env.ambiguous(e)
	case *ast.Unary:
		switch {
		case e.Op == ast.All || e.Op == ast.Exists:
			return env.onPaths(e)
		case e.Op == ast.Not || e.Op.IsTemporalPrefix():
			return env.prefixed(e)
		}
	case *ast.Call:
		if c.isAgentOperator(e) {
			return env.aboutAgents(e)
		}
	case *ast.Binary:
		return env.joined(e)
	case *ast.Observe:
		return env.observe(e)
	case *ast.Quantifier:
		return env.quantified(e)
	case *ast.Conditional:
		return env.conditionalFormula(e)
	case *ast.Qualified:
		if commands, ok := env.label(e); ok {
			return env.executed(e, commands)
		}
	}
	return condition(env.boolean(e))
}

var formulaOps = map[ast.Op]ltol.Op{
	ast.Not: ltol.OpNot, ast.Finally: ltol.OpFinally, ast.Globally: ltol.OpGlobally, ast.Next: ltol.OpNext,
	ast.Until: ltol.OpUntil, ast.WeakUntil: ltol.OpWeakUntil, ast.Release: ltol.OpRelease,
	ast.And: ltol.OpAnd, ast.Or: ltol.OpOr, ast.Implies: ltol.OpImplies, ast.Iff: ltol.OpIff, ast.Eq: ltol.OpIff,
}

func (env *scope) prefixed(e *ast.Unary) *Formula {
	if e.Op != ast.Not && env.temporalCondition(e, e.Text) {
		return nil
	}
	x := env.formula(e.X)
	switch {
	case x == nil:
		return nil
	case e.Op == ast.Not && x.IsState():
		return condition(mkNot(x.Expr))
	}
	return &Formula{Op: formulaOps[e.Op], Args: []*Formula{operand(x, e.X)}, At: e}
}

// temporalCondition reports a temporal operator in a fairness condition.
func (env *scope) temporalCondition(e ast.Expr, text string) bool {
	if env.static {
		env.c.reportAt(TemporalCondition, e, "`%s` cannot be used in a fairness condition, which is about one state and the step that leaves it", text)
	}
	return env.static
}

// joined elaborates a binary operator: a connective of formulas or of truth values, a temporal operator, or, by expr, arithmetic
// and comparisons.
func (env *scope) joined(e *ast.Binary) *Formula {
	switch e.Op {
	case ast.Until, ast.WeakUntil, ast.Release:
		if env.temporalCondition(e, e.Text) {
			return nil
		}
	case ast.And, ast.Or, ast.Implies, ast.Iff:
	case ast.Eq, ast.Neq:
		if env.isFormula(e.X) || env.isFormula(e.Y) {
			break
		}
		fallthrough
	default:
		return condition(env.boolean(e))
	}
	x, y := env.formula(e.X), env.formula(e.Y)
	if x == nil || y == nil {
		return nil
	}
	return join(e, x, y)
}

// isFormula reports whether an operand of an equality is a truth value made by an operator or a label, so that the equality is an
// equivalence of formulas and not a comparison of values.
func (env *scope) isFormula(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Unary:
		return e.Op != ast.Neg
	case *ast.Binary:
		return !e.Op.IsArithmetic()
	case *ast.Observe, *ast.Quantifier, *ast.Ambiguous:
		return true
	case *ast.Call:
		return env.c.isAgentOperator(e)
	case *ast.Qualified:
		_, ok := env.label(e)
		return ok
	}
	return false
}

func join(e *ast.Binary, x, y *Formula) *Formula {
	if x.IsState() && y.IsState() {
		op, ok := connective(e.Op)
		switch {
		case ok:
			return condition(mkConnective(op, x.Expr, y.Expr))
		case e.Op == ast.Eq:
			return condition(mkConnective(recipe.OpIff, x.Expr, y.Expr))
		case e.Op == ast.Neq:
			return condition(mkNot(mkConnective(recipe.OpIff, x.Expr, y.Expr)))
		}
	}
	if out := joinConstant(e.Op, x, y); out != nil {
		return out
	}
	args := []*Formula{operand(x, e.X), operand(y, e.Y)}
	if e.Op == ast.Neq {
		return &Formula{Op: ltol.OpNot, Args: []*Formula{{Op: ltol.OpIff, Args: args}}, At: e}
	}
	return &Formula{Op: formulaOps[e.Op], Args: args, At: e}
}

// joinConstant joins by a connective where the left side is a constant, as it is in quantified formulas after `k != j`; else it
// returns nil.
func joinConstant(op ast.Op, x, y *Formula) *Formula {
	if !x.IsState() || !isConst(x.Expr) {
		return nil
	}
	holds := isTrue(x.Expr)
	switch {
	case op == ast.And && holds, op == ast.Or && !holds, op == ast.Implies && holds:
		return y
	case op == ast.And, op == ast.Or:
		return x
	case op == ast.Implies:
		return condition(recipe.TrueExpr)
	}
	return nil
}

// conditionalFormula is `c ? a : b`, where c is a condition on states and a, b are truth values.
func (env *scope) conditionalFormula(e *ast.Conditional) *Formula {
	x, a, b := env.formula(e.Cond), env.formula(e.Then), env.formula(e.Else)
	switch {
	case x == nil || a == nil || b == nil:
		return nil
	case x.IsState() && a.IsState() && b.IsState():
		return condition(recipe.Fold(recipe.OpIte, recipe.BoolType, x.Expr, a.Expr, b.Expr))
	}
	x = operand(x, e.Cond)
	not := &Formula{Op: ltol.OpNot, Args: []*Formula{x}}
	return &Formula{Op: ltol.OpAnd, At: e, Args: []*Formula{
		{Op: ltol.OpImplies, Args: []*Formula{x, operand(a, e.Then)}}, {Op: ltol.OpImplies, Args: []*Formula{not, operand(b, e.Else)}},
	}}
}

// ambiguous picks the reading that has a meaning (LANGUAGE §1: if two survive typing, it is an error).
func (env *scope) ambiguous(e *ast.Ambiguous) *Formula {
	var survivors []ast.Expr
	for _, a := range e.Alternatives {
		trial := env.c.begin()
		x := env.formula(a)
		if trial.rollback() > 0 || x == nil {
			continue
		}
		survivors = append(survivors, a)
	}
	switch len(survivors) {
	case 0:
		return env.formula(e.Alternatives[0])
	case 1:
		return env.formula(survivors[0])
	}
	env.c.reportAt(AmbiguousReading, e, "the brackets of observations can be matched in %d ways that all have a meaning; "+
		"put the operands of `<` and `>` in parentheses", len(survivors))
	return nil
}
