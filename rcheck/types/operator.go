package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

var operatorOf = map[ast.Op]recipe.Op{
	ast.And: recipe.OpAnd, ast.Or: recipe.OpOr, ast.Implies: recipe.OpImplies, ast.Iff: recipe.OpIff,
	ast.Eq: recipe.OpEq, ast.Neq: recipe.OpNe, ast.Lt: recipe.OpLt, ast.Le: recipe.OpLe, ast.Gt: recipe.OpGt, ast.Ge: recipe.OpGe,
	ast.Add: recipe.OpAdd, ast.Sub: recipe.OpSub, ast.Mul: recipe.OpMul, ast.Div: recipe.OpDiv, ast.Mod: recipe.OpMod,
}

// connective is the connective that an operator of the language is, if it is one.
func connective(op ast.Op) (recipe.Op, bool) {
	out := operatorOf[op]
	return out, out.Facts().Class == recipe.ClassConnective
}

func (env *site) arithmetic(at ast.Expr, op recipe.Op, args ...*recipe.Expr) *recipe.Expr {
	x := mkArith(op, args...)
	if x == nil {
		if op.Facts().Divides && args[1].IsConst(0) {
			env.c.reportAt(constantDivision, at, "`%s` divides by zero", env.c.shown(at))
		} else {
			env.c.reportAt(numberTooLarge, at, "the number `%s` is too large", env.c.shown(at))
		}
		return nil
	}
	if !isConst(x) {
		x.Pos = env.c.position(at.Pos())
	}
	return x
}

// compare builds a comparison. Values of different kinds, and constants that the other side cannot
// have, are never equal, which is allowed and warned about; only numbers are ordered.
func (env *site) compare(e *ast.Binary, op recipe.Op, x, y *recipe.Expr) *recipe.Expr {
	c := env.c
	if x.Op == recipe.OpControl {
		env.checkControlNumber(e, x, y)
	} else if y.Op == recipe.OpControl {
		env.checkControlNumber(e, y, x)
	}
	if op != recipe.OpEq && op != recipe.OpNe {
		for i, a := range []*recipe.Expr{x, y} {
			if operand := []ast.Expr{e.X, e.Y}[i]; a.Type.Kind != recipe.Int {
				if inner, ok := operand.(*ast.Binary); ok && inner.Op.IsComparison() {
					return nil // the parser has reported that comparisons do not chain
				}
				c.reportAt(typeMismatch, operand, "only numbers can be compared by `%s`, and `%s` is %s", e.Text, c.shown(operand), kindOf(a))
				return nil
			}
		}
		return env.at(mkCompareFresh(op, x, y), e)
	}
	if x.Type.Kind != y.Type.Kind || !mayEqual(x, y) {
		if !isConst(x) || !isConst(y) || x.Type.Kind != y.Type.Kind {
			c.reportAt(neverEqual, e, "`%s` and `%s` are never equal: %s, and %s", c.shown(e.X), c.shown(e.Y),
				c.describe(e.X, x), c.describe(e.Y, y)).Suggest(truthComparison(c.shown(e.X), c.shown(e.Y), x, y))
		}
		if x.SurelyDefined() && y.SurelyDefined() {
			return recipe.BoolExpr(op == recipe.OpNe)
		}
		return env.at(mkCompareFresh(op, x, y), e)
	}
	if x.Type.Kind == recipe.Bool && (env.operated(e.X) || env.operated(e.Y)) {
		eq := mkConnective(recipe.OpIff, x, y)
		if op == recipe.OpNe {
			return mkNot(eq)
		}
		return eq
	}
	return env.at(mkCompareFresh(op, x, y), e)
}

// checkControlNumber warns about a comparison with a control state that the published tool numbers
// differently.
func (env *site) checkControlNumber(e *ast.Binary, control, number *recipe.Expr) {
	c := env.c
	in := c.instances[slices.IndexFunc(c.instances, func(in *instance) bool { return in.agent == control.Index })]
	state := -1
	if isConst(number) && (e.Op == ast.Eq || e.Op == ast.Neq) {
		state = int(number.Value)
	}
	a := in.typ.automaton
	if !a.renumbered(state) {
		return
	}
	if state < 0 {
		c.reportAt(controlNumber, e, "the published tool numbers the control states of `%s` differently", in.typ.name)
		return
	}
	c.reportAt(controlNumber, e, "control state %d of `%s`, at its %s semicolon, is number %d in the published tool", state,
		in.typ.name, ordinal(state), a.reference[state])
}

// mkCompareFresh is a folded comparison that may be given a position: the constants are shared by
// everyone.
func mkCompareFresh(op recipe.Op, x, y *recipe.Expr) *recipe.Expr {
	r := *recipe.Fold(op, recipe.BoolType, x, y)
	return &r
}

// operated reports whether a truth value is written as the result of a connective, a comparison or
// a quantifier, so that comparing it is a connective: then what is absent is false on its side.
// What folding leaves of the operator does not matter.
func (env *site) operated(e ast.Expr) bool {
	if env.frame == nil {
		return env.c.operated(e, nil, nil)
	}
	return env.c.operated(e, env.frame.guard.params, env.frame.args)
}

func (c *knowledge) operated(e ast.Expr, params []*field, args []argument) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		i := slices.IndexFunc(params, func(p *field) bool { return p.name == e.Name })
		return i >= 0 && i < len(args) && args[i].operated
	case *ast.Call:
		g := c.guards[e.Fun.Name]
		if g == nil || g.bad || c.expanding[g] {
			return false
		}
		inner := make([]argument, len(e.Args))
		for i, a := range e.Args {
			inner[i].operated = c.operated(a, params, args)
		}
		return c.operated(g.decl.Body, g.params, inner)
	}
	return IsOperator(e)
}

// composite reports whether a truth value is the result of an operation.
func composite(x *recipe.Expr) bool { return len(x.Args) > 0 && x.Op != recipe.OpIte }

// mayEqual reports whether two expressions of one kind have a value in common.
func mayEqual(x, y *recipe.Expr) bool {
	switch x.Type.Kind {
	case recipe.Bool:
		return true
	case recipe.Int:
		return mayBeNumber(x, y) && mayBeNumber(y, x)
	}
	if isConst(x) {
		return x.Value == recipe.AnyLocality || mayBe(y, x.Value)
	}
	return isConst(y) && y.Value == recipe.AnyLocality || slices.ContainsFunc(x.Type.Values, func(v recipe.Value) bool { return mayBe(y, v) })
}

// mayBe reports whether an expression of an enumeration can be v.
func mayBe(x *recipe.Expr, v recipe.Value) bool {
	if isConst(x) {
		return x.Value == v
	}
	return x.Type.Contains(v)
}

// mayBeNumber reports whether a variable x can have the constant value y; it says yes of everything
// else.
func mayBeNumber(x, y *recipe.Expr) bool {
	if !isConst(y) || x.Type == anyInt || x.Type.Name == "int" {
		return true
	}
	return x.Type.Contains(y.Value)
}

// describe says what an expression is, for a diagnostic about two of them.
func (c *knowledge) describe(e ast.Expr, x *recipe.Expr) string {
	switch {
	case isConst(x):
		return "`" + c.valueText(x.Type, x.Value) + "` is " + kindOf(x)
	case x.Type == anyInt:
		return "`" + c.shown(e) + "` is a number"
	}
	return "`" + c.shown(e) + "` has a value of type `" + x.Type.Name + "`"
}

// kindOf is how a diagnostic calls what an expression is.
func kindOf(x *recipe.Expr) string {
	if x.Type.Kind == recipe.Enum && !isConst(x) {
		return "a value of type `" + x.Type.Name + "`"
	}
	return kindName(x.Type.Kind)
}

// joinTypes is a type that has the values of both, which are of one kind.
func joinTypes(a, b *recipe.Type) *recipe.Type {
	switch {
	case a == b || a.Kind == recipe.Bool:
		return a
	case a.Kind == recipe.Int:
		return anyInt
	}
	more := slices.DeleteFunc(slices.Clone(b.Values), a.Contains)
	if len(more) == 0 {
		return a
	}
	return recipe.EnumType(a.Name, slices.Concat(a.Values, more)...)
}

// assignable reports whether an expression may be assigned to a variable of type t; if not, it says
// why. An expression that only sometimes has a value of t is fine: the command is not enabled when
// it has not.
func (env *site) assignable(at ast.Expr, t *recipe.Type, x *recipe.Expr, to string) bool {
	c := env.c
	if x.Type.Kind != t.Kind {
		d := c.reportAt(typeMismatch, at, "%s is %s, and `%s` is %s", to, typePhrase(t), c.shown(at),
			kindOf(x))
		if t.Kind == recipe.Bool && x.Type.Kind == recipe.Int && isConst(x) {
			d.Suggest(truthHint(x))
		}
		return false
	}
	switch {
	case t.Kind == recipe.Bool || t.Name == "int":
		return true
	case isConst(x):
		if t.Contains(x.Value) {
			return true
		}
		where := ""
		if c.never {
			where = "; the command is never executed, because its condition is false, but its values are checked all the same"
		}
		d := c.reportAt(outOfRange, at, "`%s` is not a value of %s, which is %s%s", c.valueText(x.Type, x.Value), to, typePhrase(t), where)
		if t.Kind == recipe.Enum {
			c.hint(d, func() string { return diag.DidYouMean(c.valueText(x.Type, x.Value), c.spellings(t)) })
		}
		return false
	case t.Kind == recipe.Enum && !slices.ContainsFunc(t.Values, x.Type.Contains):
		c.reportAt(typeMismatch, at, "%s is %s, and `%s` is %s", to, typePhrase(t), c.shown(at), kindOf(x))
		return false
	}
	return true
}

func typePhrase(t *recipe.Type) string {
	if t.Kind == recipe.Bool || t.Kind == recipe.Int && t.Name == "int" {
		return kindName(t.Kind)
	}
	return "of type `" + t.Name + "`"
}

func (c *knowledge) spellings(t *recipe.Type) []string {
	out := make([]string, len(t.Values))
	for i, v := range t.Values {
		out[i] = c.symbols[v]
	}
	return out
}
