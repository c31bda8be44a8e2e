package types

import (
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// boolean elaborates an expression that must be a truth value. Like every function that elaborates, it returns nil after
// reporting what is wrong.
func (env *scope) boolean(e ast.Expr) *recipe.Expr { return env.ofKind(e, recipe.Bool) }

// integer elaborates an expression that must be a number.
func (env *scope) integer(e ast.Expr) *recipe.Expr { return env.ofKind(e, recipe.Int) }

func (env *scope) ofKind(e ast.Expr, k recipe.Kind) *recipe.Expr {
	x := env.expr(e)
	if x == nil {
		return nil
	}
	if x.Type.Kind != k {
		env.c.reportAt(TypeMismatch, e, "expected %s, found %s `%s`", kindName(k), kindOf(x), env.c.shown(e))
		return nil
	}
	return x
}

// kindOf is how a diagnostic calls what an expression is.
func kindOf(x *recipe.Expr) string {
	if x.Type.Kind == recipe.Enum && !isConst(x) {
		return "a value of type " + typeText(x.Type)
	}
	return kindName(x.Type.Kind)
}

// expr elaborates an expression of any type.
func (env *scope) expr(e ast.Expr) *recipe.Expr {
	c := env.c
	c.spend(1, e)
	switch e := e.(type) {
	case *ast.Paren:
		return env.expr(e.X)
	case *ast.Ident:
		return env.name(e)
	case *ast.Index:
		if env.place.reads&readSymbol == 0 {
			c.reportAt(Misplaced, e, "`%s` cannot be used in %s", c.text(e), env.place.name)
			return nil
		}
		if v, ok := env.member(e); ok {
			return env.at(recipe.Const(c.symbolType(v), v), e)
		}
		return nil
	case *ast.IntLit:
		if e.Value > maxNumber {
			c.reportAt(NumberTooLarge, e, "the number %s is too large", e.Text)
			return nil
		}
		return env.at(recipe.Const(singleton(int(e.Value)), recipe.Value(e.Value)), e)
	case *ast.BoolLit:
		return boolConst(e.Value)
	case *ast.Star:
		if env.place.reads&readSymbol == 0 {
			c.reportAt(Misplaced, e, "the broadcast channel cannot be used in %s", env.place.name)
			return nil
		}
		return env.at(recipe.Const(c.channel, recipe.Broadcast), e)
	case *ast.PropertyRef:
		return env.propertyRef(e)
	case *ast.Qualified:
		return env.qualifiedValue(e)
	case *ast.Unary:
		return env.unary(e)
	case *ast.Binary:
		return env.binary(e)
	case *ast.Conditional:
		return env.conditional(e)
	case *ast.Call:
		return env.call(e)
	case *ast.Quantifier:
		if env.place.reads&(readState|readStep) != 0 {
			return env.quantifiedValue(e)
		}
	case *ast.BadExpr:
		return nil
	}
	c.reportAt(Misplaced, e, "`%s` cannot be used in %s", c.shown(e), env.place.name)
	return nil
}

// shown is how a diagnostic quotes an expression: without its outer parentheses and not too long.
func (c *checker) shown(e ast.Expr) string { return clipped(c.text(ast.Unparen(e))) }

func clipped(s string) string {
	const longest = 60
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return s
}

func (env *scope) unary(e *ast.Unary) *recipe.Expr {
	switch e.Op {
	case ast.Not:
		if x := env.boolean(e.X); x != nil {
			return mkNot(x)
		}
		return nil
	case ast.Neg:
		x := env.integer(e.X)
		if x == nil {
			return nil
		}
		return env.arithmetic(e, recipe.OpNeg, x)
	}
	env.c.reportAt(Misplaced, e, "the temporal operator `%s` cannot be used in %s", e.Text, env.place.name)
	return nil
}

var operators = map[ast.Op]recipe.Op{
	ast.And: recipe.OpAnd, ast.Or: recipe.OpOr, ast.Implies: recipe.OpImplies, ast.Iff: recipe.OpIff,
	ast.Eq: recipe.OpEq, ast.Neq: recipe.OpNe, ast.Lt: recipe.OpLt, ast.Le: recipe.OpLe, ast.Gt: recipe.OpGt, ast.Ge: recipe.OpGe,
	ast.Add: recipe.OpAdd, ast.Sub: recipe.OpSub, ast.Mul: recipe.OpMul, ast.Div: recipe.OpDiv, ast.Mod: recipe.OpMod,
}

// connective is the connective that an operator of the language is, if it is one.
func connective(op ast.Op) (recipe.Op, bool) {
	out := operators[op]
	return out, out.Facts().Class == recipe.ClassConnective
}

func (env *scope) binary(e *ast.Binary) *recipe.Expr {
	op, ok := operators[e.Op]
	if !ok {
		env.c.reportAt(Misplaced, e, "the temporal operator `%s` cannot be used in %s", e.Text, env.place.name)
		return nil
	}
	elaborate := env.expr
	class := op.Facts().Class
	switch class {
	case recipe.ClassConnective:
		elaborate = env.boolean
	case recipe.ClassArithmetic:
		elaborate = env.integer
	}
	x, y := elaborate(e.X), elaborate(e.Y)
	switch {
	case x == nil || y == nil:
		return nil
	case class == recipe.ClassConnective:
		return mkConnective(op, x, y)
	case class == recipe.ClassArithmetic:
		return env.arithmetic(e, op, x, y)
	}
	return env.compare(e, op, x, y)
}

func (env *scope) arithmetic(at ast.Expr, op recipe.Op, args ...*recipe.Expr) *recipe.Expr {
	x := mkArith(op, args...)
	if x == nil {
		if op.Facts().Divides && args[1].IsConst(0) {
			env.c.reportAt(ConstantDivision, at, "`%s` divides by zero", env.c.shown(at))
		} else {
			env.c.reportAt(NumberTooLarge, at, "the number `%s` is too large", env.c.shown(at))
		}
		return nil
	}
	if !isConst(x) {
		x.Pos = env.c.position(at.Pos())
	}
	return x
}

// compare builds a comparison. Values of different kinds, and constants that the other side cannot have, are never equal, which
// is allowed and warned about; only numbers are ordered.
func (env *scope) compare(e *ast.Binary, op recipe.Op, x, y *recipe.Expr) *recipe.Expr {
	c := env.c
	if x.Op == recipe.OpControl {
		env.checkControlNumber(e, x, y)
	} else if y.Op == recipe.OpControl {
		env.checkControlNumber(e, y, x)
	}
	if op != recipe.OpEq && op != recipe.OpNe {
		for i, a := range []*recipe.Expr{x, y} {
			if a.Type.Kind != recipe.Int {
				operand := []ast.Expr{e.X, e.Y}[i]
				c.reportAt(TypeMismatch, operand, "only numbers can be compared by `%s`, and `%s` is %s", e.Text, c.shown(operand), kindOf(a))
				return nil
			}
		}
		return env.at(mkCompareFresh(op, x, y), e)
	}
	if x.Type.Kind != y.Type.Kind || !mayEqual(x, y) {
		if !isConst(x) || !isConst(y) || x.Type.Kind != y.Type.Kind {
			c.reportAt(NeverEqual, e, "`%s` and `%s` are never equal: %s and %s", c.shown(e.X), c.shown(e.Y),
				c.describe(x), c.describe(y))
		}
		if x.SurelyDefined() && y.SurelyDefined() {
			return boolConst(op == recipe.OpNe)
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

// mkCompareFresh is a folded comparison that may be given a position: the constants are shared by everyone.
func mkCompareFresh(op recipe.Op, x, y *recipe.Expr) *recipe.Expr {
	r := *recipe.Fold(op, recipe.BoolType, x, y)
	return &r
}

// operated reports whether a truth value is written as the result of a connective, a comparison or a quantifier, so that comparing
// it is a connective: then what is absent is false on its side. What folding leaves of the operator does not matter.
func (env *scope) operated(e ast.Expr) bool {
	if env.frame == nil {
		return env.c.operated(e, nil, nil)
	}
	return env.c.operated(e, env.frame.guard.params, env.frame.args)
}

func (c *checker) operated(e ast.Expr, params []*field, args []argument) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Unary:
		return e.Op == ast.Not
	case *ast.Binary:
		return !e.Op.IsArithmetic()
	case *ast.Quantifier, *ast.PredicateQuantifier:
		return true
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
	return false
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
	for _, v := range x.Type.Values {
		if mayBe(y, v) {
			return true
		}
	}
	return isConst(y) && y.Value == recipe.AnyLocality
}

// mayBe reports whether an expression of an enumeration can be v.
func mayBe(x *recipe.Expr, v recipe.Value) bool {
	if isConst(x) {
		return x.Value == v
	}
	return x.Type.Contains(v)
}

// mayBeNumber reports whether a variable x can have the constant value y; it says yes of everything else.
func mayBeNumber(x, y *recipe.Expr) bool {
	if !isConst(y) || x.Type == anyInt || x.Type.Name == "int" {
		return true
	}
	return x.Type.Contains(y.Value)
}

// describe says what an expression is, for a diagnostic about two of them.
func (c *checker) describe(x *recipe.Expr) string {
	switch {
	case isConst(x):
		return "`" + c.valueText(x.Type, x.Value) + "` is " + kindOf(x)
	case x.Type == anyInt:
		return "a number"
	}
	return "a value of type `" + x.Type.Name + "`"
}

func (env *scope) conditional(e *ast.Conditional) *recipe.Expr {
	cond, a, b := env.boolean(e.Cond), env.expr(e.Then), env.expr(e.Else)
	if cond == nil || a == nil || b == nil {
		return nil
	}
	if a.Type.Kind != b.Type.Kind {
		env.c.reportAt(TypeMismatch, e, "the branches differ: `%s` is %s and `%s` is %s", env.c.shown(e.Then), kindOf(a),
			env.c.shown(e.Else), kindOf(b))
		return nil
	}
	return recipe.Fold(recipe.OpIte, joinTypes(a.Type, b.Type), cond, a, b)
}

// joinTypes is a type that has the values of both, which are of one kind.
func joinTypes(a, b *recipe.Type) *recipe.Type {
	switch {
	case a == b || a.Kind == recipe.Bool:
		return a
	case a.Kind == recipe.Int:
		return anyInt
	}
	values, grew := append([]recipe.Value(nil), a.Values...), false
	for _, v := range b.Values {
		if !a.Contains(v) {
			values, grew = append(values, v), true
		}
	}
	if !grew {
		return a
	}
	return recipe.EnumType(a.Name, values...)
}

// call elaborates a guard's call, min, max or enabled.
func (env *scope) call(e *ast.Call) *recipe.Expr {
	c := env.c
	if g := c.guards[e.Fun.Name]; g != nil {
		return env.expand(e, g)
	}
	switch e.Fun.Name {
	case "min", "max":
		if len(e.Args) < 2 {
			c.reportAt(ArgumentCount, e, "`%s` needs at least two arguments", e.Fun.Name)
			return nil
		}
		op := recipe.OpMin
		if e.Fun.Name == "max" {
			op = recipe.OpMax
		}
		var out *recipe.Expr
		bad := false
		for i, a := range e.Args {
			x := env.integer(a)
			switch {
			case x == nil || bad:
				bad = true
			case i == 0:
				out = x
			default:
				out = env.arithmetic(e, op, out, x)
				bad = out == nil
			}
		}
		if bad {
			return nil
		}
		return out
	case "enabled":
		if env.place.reads&readState != 0 {
			return env.enabled(e)
		}
		c.reportAt(Misplaced, e, "`enabled` cannot be used in %s; it belongs to properties", env.place.name)
		return nil
	}
	for _, a := range e.Args {
		env.expr(a)
	}
	d := c.reportAt(UnknownName, e.Fun, "there is no guard `%s`", e.Fun.Name)
	c.hint(d, func() string { return diag.DidYouMean(e.Fun.Name, append(keys(c.guards), "min", "max")) })
	return nil
}

// constInt evaluates an integer expression over constants and the bindings b. The second result is false after an error.
func (c *checker) constInt(e ast.Expr, b *binding) (int, bool) {
	return (&scope{c: c, binds: b}).constInt(e)
}

// constInt evaluates an integer expression that must have a fixed value. A parameter has one if the guard is called with one;
// while a definition is checked on its own, nothing is known about its parameters.
func (env *scope) constInt(e ast.Expr) (int, bool) {
	inner := *env
	inner.place = placeConstant
	x := inner.integer(e)
	if x == nil {
		return 0, false
	}
	if x.Op != recipe.OpConst {
		if !env.standalone {
			env.c.reportAt(NotConstant, e, "`%s` has no fixed value; a number, a constant or an index is needed here", env.c.text(e))
		}
		return 0, false
	}
	return int(x.Value), true
}

// member resolves `name[e]` to the symbol it denotes.
func (env *scope) member(x *ast.Index) (recipe.Value, bool) {
	c := env.c
	i, ok := env.constInt(x.X)
	if !ok {
		return 0, false
	}
	name := x.Name.Name + strconv.Itoa(i)
	if v, ok := c.symbolOf[name]; ok && i >= 0 && len(c.declared[v]) > 0 {
		return v, true
	}
	if c.badFamily[x.Name.Name] {
		return 0, false
	}
	d := c.reportAt(BadIndex, x, "`%s[%d]` would be `%s`, which is not declared", x.Name.Name, i, name)
	families := c.families[x.Name.Name]
	for _, f := range families {
		c.rep.Relate(d, f.at, "`%s` has the indices %d..%d", f.name, f.lo, f.hi)
	}
	if len(families) == 0 {
		c.hint(d, func() string { return diag.DidYouMean(x.Name.Name, keys(c.families)) })
	}
	return 0, false
}
