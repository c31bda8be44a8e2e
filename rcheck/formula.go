package rcheck

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// condition is an elaborated part of a property. What only speaks about one state stays an expression for as long as possible, so
// that a Boolean combination of comparisons, however large after quantifiers are written out, becomes one proposition.
type condition struct {
	state   *recipe.Expr  // a condition on one state; nil otherwise
	formula *ltol.Formula // everything else
}

// formula elaborates a property or a part of one; nil after an error.
func (env *scope) formula(e ast.Expr) *condition {
	c := env.c
	c.spend(1, e)
	switch e := e.(type) {
	case *ast.Paren:
		return env.formula(e.X)
	case *ast.Ambiguous:
		return env.ambiguous(e)
	case *ast.Unary:
		if e.Op == ast.Not || e.Op.IsTemporalPrefix() {
			return env.prefixed(e)
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
			return &condition{formula: env.executed(e, commands)}
		}
	}
	if x := env.boolean(e); x != nil {
		return &condition{state: x}
	}
	return nil
}

func (env *scope) prefixed(e *ast.Unary) *condition {
	if e.Op != ast.Not && env.static {
		env.c.reportAt(TemporalCondition, e, "`%s` cannot be used in a fairness condition, which is about one state and the step that leaves it", e.Text)
		return nil
	}
	x := env.formula(e.X)
	if x == nil {
		return nil
	}
	if e.Op == ast.Not && x.state != nil {
		return &condition{state: mkNot(x.state)}
	}
	f := env.c.lift(x, e.X)
	switch e.Op {
	case ast.Not:
		f = ltol.Not(f)
	case ast.Finally:
		f = ltol.Finally(f)
	case ast.Globally:
		f = ltol.Globally(f)
	case ast.Next:
		f = ltol.Next(f)
	}
	return env.c.wrap(f, e)
}

// joined elaborates a binary operator: a connective of formulas or of truth values, a temporal operator, or, by expr, arithmetic
// and comparisons.
func (env *scope) joined(e *ast.Binary) *condition {
	switch e.Op {
	case ast.Until, ast.WeakUntil, ast.Release:
		if env.static {
			env.c.reportAt(TemporalCondition, e, "`%s` cannot be used in a fairness condition, which is about one state and the step that leaves it", e.Text)
			return nil
		}
	case ast.And, ast.Or, ast.Implies, ast.Iff:
	case ast.Eq, ast.Neq:
		if env.isFormula(e.X) || env.isFormula(e.Y) {
			break
		}
		fallthrough
	default:
		if x := env.boolean(e); x != nil {
			return &condition{state: x}
		}
		return nil
	}
	x, y := env.formula(e.X), env.formula(e.Y)
	if x == nil || y == nil {
		return nil
	}
	return env.c.join(e, x, y)
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
	case *ast.Qualified:
		_, ok := env.label(e)
		return ok
	}
	return false
}

func (c *checker) join(e *ast.Binary, x, y *condition) *condition {
	if op, ok := connective(e.Op); ok && x.state != nil && y.state != nil {
		return &condition{state: mkConnective(op, x.state, y.state)}
	}
	if x.state != nil && y.state != nil && (e.Op == ast.Eq || e.Op == ast.Neq) {
		iff := mkConnective(recipe.OpIff, x.state, y.state)
		if e.Op == ast.Neq {
			iff = mkNot(iff)
		}
		return &condition{state: iff}
	}
	if out := joinConstant(e.Op, x, y); out != nil {
		return out
	}
	f, g := c.lift(x, e.X), c.lift(y, e.Y)
	var out *ltol.Formula
	switch e.Op {
	case ast.Until:
		out = ltol.Until(f, g)
	case ast.WeakUntil:
		out = ltol.WeakUntil(f, g)
	case ast.Release:
		out = ltol.Release(f, g)
	case ast.And:
		out = ltol.And(f, g)
	case ast.Or:
		out = ltol.Or(f, g)
	case ast.Implies:
		out = ltol.Implies(f, g)
	case ast.Neq:
		out = ltol.Not(ltol.Iff(f, g))
	default: // <->, = between truth values
		out = ltol.Iff(f, g)
	}
	return c.wrap(out, e)
}

// joinConstant joins by a connective where the left side is a constant, as it is in quantified formulas after `k != j`; else it
// returns nil.
func joinConstant(op ast.Op, x, y *condition) *condition {
	if x.state == nil || !isConst(x.state) {
		return nil
	}
	holds := isTrue(x.state)
	switch {
	case op == ast.And && holds, op == ast.Or && !holds, op == ast.Implies && holds:
		return y
	case op == ast.And, op == ast.Or:
		return x
	case op == ast.Implies:
		return &condition{state: recipe.TrueExpr}
	}
	return nil
}

// conditionalFormula is `c ? a : b`, where c is a condition on states and a, b are truth values.
func (env *scope) conditionalFormula(e *ast.Conditional) *condition {
	x, a, b := env.formula(e.Cond), env.formula(e.Then), env.formula(e.Else)
	if x == nil || a == nil || b == nil {
		return nil
	}
	if x.state != nil && a.state != nil && b.state != nil {
		return &condition{state: recipe.Fold(recipe.OpIte, recipe.BoolType, x.state, a.state, b.state)}
	}
	f := env.c.lift(x, e.Cond)
	return env.c.wrap(ltol.And(ltol.Implies(f, env.c.lift(a, e.Then)), ltol.Implies(ltol.Not(f), env.c.lift(b, e.Else))), e)
}

// lift turns a condition into a formula. An implication between states stays one, so that it can be seen whether its left side
// ever holds, and a negation one, so that a proposition and its negation are not two; every other condition on a state is one
// proposition.
func (c *checker) lift(x *condition, at ast.Expr) *ltol.Formula {
	if x.state == nil {
		return x.formula
	}
	return c.liftState(x.state, at)
}

func (c *checker) liftState(x *recipe.Expr, at ast.Expr) *ltol.Formula {
	switch {
	case isTrue(x):
		return ltol.True()
	case isFalse(x):
		return ltol.False()
	case x.Op == recipe.OpNot:
		return ltol.Not(c.liftState(x.Args[0], at)).WithSource(c.sourceOf(at))
	case x.Op == recipe.OpNe:
		eq := *x
		eq.Op = recipe.OpEq
		return ltol.Not(c.liftState(&eq, at)).WithSource(c.sourceOf(at))
	case x.Op == recipe.OpImplies:
		return ltol.Implies(c.liftState(x.Args[0], at), c.liftState(x.Args[1], at)).WithSource(c.sourceOf(at))
	}
	id := c.proposition(recipe.StateProposition, "", x)
	return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}).WithSource(c.sourceOf(at))
}

func (c *checker) wrap(f *ltol.Formula, at ast.Expr) *condition {
	return &condition{formula: f.WithSource(c.sourceOf(at))}
}

func (c *checker) sourceOf(e ast.Expr) ltol.Source {
	f := c.rep.Files.File(e.Pos())
	if f == nil {
		return ltol.Source{}
	}
	if c.sourceFile != f {
		c.sourceFile, c.sourceText = f, string(f.Source())
	}
	start, end := f.Offset(e.Pos()), f.Offset(e.End())
	return ltol.Source{File: f.Name(), Start: start, End: end, Text: c.sourceText[start:end]}
}

// ambiguous picks the reading that has a meaning (LANGUAGE §1: if two survive typing, it is an error).
func (env *scope) ambiguous(e *ast.Ambiguous) *condition {
	var survivors []ast.Expr
	var result *condition
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
		result = env.formula(survivors[0])
		return result
	}
	env.c.reportAt(AmbiguousReading, e, "the brackets of observations can be matched in %d ways that all have a meaning; "+
		"put the operands of `<` and `>` in parentheses", len(survivors))
	return nil
}

// trial is an elaboration that can be undone.
type trial struct {
	c            *checker
	list, errors int
	seen         map[reported]bool
	propositions int
}

func (c *checker) begin() *trial {
	if c.trials == 0 {
		c.untried = len(c.rep.List)
	}
	c.trials++
	t := &trial{c, len(c.rep.List), c.errors, c.seen, len(c.system.Propositions)}
	c.seen = map[reported]bool{}
	return t
}

// rollback undoes what was reported and proposed since the trial began, and returns the number of errors.
func (t *trial) rollback() int {
	errors := len(t.c.rep.List[t.list:].Errors())
	t.c.rep.List = t.c.rep.List[:t.list]
	t.c.seen, t.c.errors = t.seen, t.errors
	t.c.trials--
	if len(t.c.system.Propositions) > t.propositions {
		t.c.forget(t.propositions)
	}
	return errors
}
