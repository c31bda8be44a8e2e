package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// observation elaborates an observation descriptor (P001 section 7).
//
// A literal about property identifiers outside of exists(…) and forall(…) means that every
// assignment satisfying the message's predicate satisfies it, and its negation that some assignment
// does not. Negations therefore need not be pushed inwards: the literal becomes forall(literal),
// wherever it stands, and `!=` is the negation of `=`.
func (env *formulas) observation(e ast.Expr) *recipe.Expr {
	c := env.c
	c.spend(1, e)
	switch x := e.(type) {
	case *ast.Paren:
		return env.observation(x.X)
	case *ast.Quantifier:
		return env.quantifiedObservation(x)
	case *ast.PredicateQuantifier:
		return env.predicateQuantifier(x)
	case *ast.Unary:
		if x.Op == ast.Not {
			if o := env.observation(x.X); o != nil {
				return mkNot(o)
			}
			return nil
		}
	case *ast.Binary:
		if op, ok := connective(x.Op); ok {
			return env.joinedObservation(op, x)
		}
		if x.Op == ast.Eq || x.Op == ast.Neq {
			return env.observedEquality(x)
		}
	case *ast.Conditional:
		o, a, b := env.observation(x.Cond), env.observation(x.Then), env.observation(x.Else)
		if o == nil || a == nil || b == nil {
			return nil
		}
		return recipe.Fold(recipe.OpIte, recipe.BoolType, o, a, b)
	case *ast.Observe:
		c.reportAt(misplaced, x, "observations do not nest; join them by `&`")
		return nil
	}
	o := env.boolean(e)
	if o == nil {
		return nil
	}
	if _, isCall := e.(*ast.Call); isCall && !env.inQuantifier && readsProperty(o) && composite(o) {
		c.reportAt(bareGuard, e, "the guard reads property identifiers; write `exists(%s)` if some assignment must satisfy it, `forall(%s)` if all must",
			c.shown(e), c.shown(e))
		return nil
	}
	return env.literal(o)
}

func (env *formulas) joinedObservation(op recipe.Op, e *ast.Binary) *recipe.Expr {
	x, y := env.observation(e.X), env.observation(e.Y)
	if x == nil || y == nil {
		return nil
	}
	return mkConnective(op, x, y)
}

func (env *formulas) quantifiedObservation(q *ast.Quantifier) *recipe.Expr {
	f := env.quantified(q, func(inner *formulas, e ast.Expr) *Formula { return condition(inner.observation(e)) })
	if f == nil {
		return nil
	}
	return f.Expr
}

// literal puts an elaborated literal under its implied quantifier.
func (env *formulas) literal(o *recipe.Expr) *recipe.Expr {
	if env.inQuantifier || !readsProperty(o) {
		return o
	}
	if o.Op == recipe.OpNe {
		eq := *o
		eq.Op = recipe.OpEq
		return mkNot(env.overAssignments(recipe.OpForall, &eq))
	}
	return env.overAssignments(recipe.OpForall, o)
}

func (env *formulas) overAssignments(op recipe.Op, x *recipe.Expr) *recipe.Expr {
	return &recipe.Expr{Op: op, Type: recipe.BoolType, Args: []*recipe.Expr{env.c.notOutside(op, x)}, Pos: x.Pos}
}

func readsProperty(x *recipe.Expr) bool {
	found := false
	x.Walk(func(x *recipe.Expr) bool {
		found = found || x.Op == recipe.OpProperty
		return !found && x.Op != recipe.OpExists && x.Op != recipe.OpForall
	})
	return found
}

// predicateQuantifier elaborates exists(O) and forall(O); inside another one it changes nothing,
// because there the predicate is the one assignment chosen (P001 section 7).
func (env *formulas) predicateQuantifier(e *ast.PredicateQuantifier) *recipe.Expr {
	if env.inQuantifier {
		return env.observation(e.X)
	}
	inner := *env
	inner.inQuantifier = true
	x := inner.observation(e.X)
	if x == nil {
		return nil
	}
	op := recipe.OpExists
	if e.Universal {
		op = recipe.OpForall
	}
	return env.at(env.overAssignments(op, x), e)
}

// observedEquality elaborates = and != in an observation: between truth values that operators made
// it is an equivalence of observations, else a literal.
func (env *formulas) observedEquality(e *ast.Binary) *recipe.Expr {
	if IsOperator(e.X) || IsOperator(e.Y) {
		iff := env.joinedObservation(recipe.OpIff, e)
		if iff != nil && e.Op == ast.Neq {
			return mkNot(iff)
		}
		return iff
	}
	left, right := env.role(e.X), env.role(e.Y)
	if left.declared && right.op != 0 && !right.declared {
		left.op = 0
	}
	if right.declared && left.op != 0 {
		right.op = 0
	}
	for _, r := range []role{left, right} {
		if r.declared && r.op != 0 {
			env.c.reportAt(ambiguousWord, r.ident, "`%s` means a part of the step here, but the model also declares this name", r.ident.Name)
		}
	}
	x, y := env.observedOperand(e.X, left, right), env.observedOperand(e.Y, right, left)
	if x == nil || y == nil {
		return nil
	}
	o := env.compare(e, operatorOf[e.Op], x, y)
	if o == nil {
		return nil
	}
	return env.literal(o)
}

// IsOperator reports whether a truth value is written with an operator: a connective, a comparison or
// a quantifier.
func IsOperator(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Unary:
		return e.Op != ast.Neg
	case *ast.Binary:
		return !e.Op.IsArithmetic()
	case *ast.PredicateQuantifier, *ast.Quantifier, *ast.Observe, *ast.Ambiguous:
		return true
	}
	return false
}

// role is a name that could be a word for a part of the step.
type role struct {
	op       recipe.Op // 0 if it is none, or hidden
	ident    *ast.Ident
	declared bool // the name is a symbol too
}

func (env *formulas) role(e ast.Expr) role {
	x, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return role{}
	}
	c := env.c
	op := Parts[x.Name].Op
	if !isRole(op) || env.binds.lookup(x.Name) != nil || c.dataNamed[x.Name] != nil || c.propNamed[x.Name] != nil || c.constants[x.Name] != nil {
		return role{}
	}
	_, declared := c.declaredSymbol(x.Name)
	return role{op, x, declared}
}

func (env *formulas) observedOperand(e ast.Expr, own, other role) *recipe.Expr {
	c := env.c
	if own.op != 0 {
		if c.location == nil {
			return nil
		}
		return env.at(&recipe.Expr{Op: own.op, Type: c.location}, own.ident)
	}
	if x, ok := ast.Unparen(e).(*ast.Ident); ok && x.Name == "any" && other.op == recipe.OpLocality {
		if _, declared := c.declaredSymbol("any"); env.binds.lookup("any") == nil && !declared && c.location != nil {
			return env.at(recipe.Const(c.location, recipe.AnyLocality), x)
		}
	}
	return env.expr(e)
}
