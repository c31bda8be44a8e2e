package types

import (
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A scope elaborates expressions at a place.
type scope struct{ site }

// scope is that of expressions at a place of an agent, which is nil outside of agents.
func (c *knowledge) scope(p place, in *instance) *scope {
	return &scope{site{c: c, place: p, agent: in}}
}

// boolean elaborates an expression that must be a truth value. Like every function that elaborates,
// it returns nil after reporting what is wrong.
func (env *scope) boolean(e ast.Expr) *recipe.Expr { return env.ofKind(e, recipe.Bool) }

// integer elaborates an expression that must be a number.
func (env *scope) integer(e ast.Expr) *recipe.Expr { return env.ofKind(e, recipe.Int) }

func (env *scope) ofKind(e ast.Expr, k recipe.Kind) *recipe.Expr {
	x := env.expr(e)
	if x == nil {
		return nil
	}
	if x.Type.Kind != k {
		d := env.c.reportAt(typeMismatch, e, "expected %s, found %s `%s`", kindName(k), kindOf(x),
			env.c.shown(e))
		env.c.hint(d, func() string { return env.kindHint(e, x, k) })
		return nil
	}
	return x
}

// expr elaborates an expression of any type.
func (env *scope) expr(e ast.Expr) *recipe.Expr {
	c := env.c
	c.tryReadings(e, env.place.reads&(readState|readStep) != 0, func(x ast.Expr) { env.expr(x) })
	c.spend(1, e)
	switch e := e.(type) {
	case *ast.Paren:
		return env.expr(e.X)
	case *ast.Ident:
		return env.name(e)
	case *ast.Index:
		if env.place.reads&readSymbol == 0 {
			c.reportAt(misplaced, e, "`%s` cannot be used in %s", c.text(e), env.place.name)
			return nil
		}
		if v, ok := env.member(e); ok {
			return env.at(recipe.Const(c.symbolType(v), v), e)
		}
		return nil
	case *ast.IntLit:
		if e.Value > maxNumber {
			c.reportAt(numberTooLarge, e, "the number %s is too large", e.Text)
			return nil
		}
		return env.at(recipe.Const(singleton(int(e.Value)), recipe.Value(e.Value)), e)
	case *ast.BoolLit:
		return recipe.BoolExpr(e.Value)
	case *ast.Star:
		if env.place.reads&readSymbol == 0 {
			c.reportAt(misplaced, e, "the broadcast channel cannot be used in %s", env.place.name)
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
			return (&formulas{*env}).quantifiedValue(e)
		}
	case *ast.Bad:
		return nil
	}
	c.reportAt(misplaced, e, "`%s` cannot be used in %s", c.shown(e), env.place.name)
	return nil
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
	env.c.reportAt(misplaced, e, "the temporal operator `%s` cannot be used in %s", e.Text, env.place.name)
	return nil
}

func (env *scope) binary(e *ast.Binary) *recipe.Expr {
	op, ok := operatorOf[e.Op]
	if !ok {
		env.c.reportAt(misplaced, e, "the temporal operator `%s` cannot be used in %s", e.Text, env.place.name)
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

func (env *scope) conditional(e *ast.Conditional) *recipe.Expr {
	cond, a, b := env.boolean(e.Cond), env.expr(e.Then), env.expr(e.Else)
	if cond == nil || a == nil || b == nil {
		return nil
	}
	if a.Type.Kind != b.Type.Kind {
		env.c.reportAt(typeMismatch, e, "the branches differ: `%s` is %s and `%s` is %s", env.c.shown(e.Then), kindOf(a),
			env.c.shown(e.Else), kindOf(b))
		return nil
	}
	return recipe.Fold(recipe.OpIte, joinTypes(a.Type, b.Type), cond, a, b)
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
			c.reportAt(argumentCount, e, "`%s` needs at least two arguments", e.Fun.Name)
			return nil
		}
		op := recipe.OpMin
		if e.Fun.Name == "max" {
			op = recipe.OpMax
		}
		out := env.integer(e.Args[0])
		for _, a := range e.Args[1:] {
			if x := env.integer(a); x == nil || out == nil {
				out = nil
			} else {
				out = env.arithmetic(e, op, out, x)
			}
		}
		return out
	case "enabled":
		if env.place.reads&readState != 0 {
			return env.enabled(e)
		}
		c.reportAt(misplaced, e, "`enabled` cannot be used in %s; it belongs to properties", env.place.name)
		return nil
	}
	for _, a := range e.Args {
		env.expr(a)
	}
	d := c.reportAt(unknownName, e.Fun, "there is no guard `%s`", e.Fun.Name)
	c.hint(d, func() string { return c.unknownCallHint(e) })
	return nil
}

// expand writes out a call of a guard. The body is elaborated in the place of the call, so that
// `chan` and locals that are no parameters mean what they mean there.
func (env *scope) expand(e *ast.Call, g *guardDef) *recipe.Expr {
	c := env.c
	c.used[g] = true
	c.refers(e.Fun, g.decl.Name.Pos())
	args := make([]argument, len(e.Args))
	bad := g.bad
	for i, a := range e.Args {
		args[i] = env.argument(a)
		if args[i].expr == nil || i >= len(g.params) {
			bad = true
			continue
		}
		if p := g.params[i]; p.typ != nil && !env.assignable(a, p.typ, args[i].expr, "parameter `"+p.name+"`") {
			bad = true
		}
	}
	depth := 0
	if env.frame != nil {
		depth = env.frame.depth
	}
	switch {
	case len(e.Args) != len(g.params):
		c.Relate(c.reportAt(argumentCount, e, "guard `%s` has %d parameters and is given %d arguments", g.name,
			len(g.params), len(e.Args)), ast.Span(g.decl.Name), "declared here")
		return nil
	case c.expanding[g]:
		c.reportAt(cyclicDefinition, e, "the definition of guard `%s` uses this guard", g.name)
		g.bad = true
		return nil
	case bad:
		return nil
	case depth >= c.limits.Nesting:
		c.reportAt(expansionLimit, e, "guards call each other more than %d levels deep", c.limits.Nesting)
		return nil
	default:
		inner := *env
		inner.binds = nil
		inner.frame = &frame{guard: g, args: args, call: e, depth: depth + 1}
		c.expanding[g] = true
		defer delete(c.expanding, g)
		before := len(c.List)
		x := inner.boolean(g.decl.Body)
		c.relateCall(before, e)
		return x
	}
}

// argument elaborates an argument once, with what it mentions and what it costs, for as often as
// its parameter is used.
func (env *scope) argument(a ast.Expr) argument {
	inner := *env
	inner.mentions = map[int]bool{}
	before := env.c.nodes
	x := inner.expr(a)
	return argument{x, inner.mentions, env.c.nodes - before, env.operated(a)}
}

// relateCall tells, in the errors found while a guard's body was written out, which call that was.
func (c *knowledge) relateCall(from int, call *ast.Call) {
	for _, d := range c.List[from:] {
		if d.Severity == diag.Error {
			c.Relate(d, ast.Span(call), "in this use of guard `%s`", call.Fun.Name)
		}
	}
}

// constInt evaluates an integer expression over constants and the bindings b. The second result is
// false after an error.
func (c *knowledge) constInt(e ast.Expr, b *binding) (int, bool) {
	env := c.scope(place{}, nil)
	env.binds = b
	return env.constInt(e)
}

// constInt evaluates an integer expression that must have a fixed value. A parameter has one if the
// guard is called with one; while a definition is checked on its own, nothing is known about its
// parameters.
func (env *scope) constInt(e ast.Expr) (int, bool) {
	inner := *env
	inner.place = placeConstant
	x := inner.integer(e)
	if x == nil {
		return 0, false
	}
	if x.Op != recipe.OpConst {
		if !env.standalone {
			d := env.c.reportAt(notConstant, e,
				"`%s` has no fixed value; a number, a constant or an index is needed here", env.c.text(e))
			d.Suggest(env.fixedHint())
		}
		return 0, false
	}
	return int(x.Value), true
}

// member resolves `name[e]` to the symbol it denotes.
func (env *scope) member(x *ast.Index) (recipe.Value, bool) {
	c := env.c
	families := c.families[x.Name.Name]
	for _, f := range families {
		c.refers(x.Name, f.at.Start)
	}
	i, ok := env.constInt(x.X)
	if !ok {
		return 0, false
	}
	name := x.Name.Name + strconv.Itoa(i)
	if v, ok := c.declaredSymbol(name); ok && i >= 0 {
		return v, true
	}
	if c.badFamily[x.Name.Name] {
		return 0, false
	}
	d := c.reportAt(badIndex, x, "`%s[%d]` would be `%s`, which is not declared", x.Name.Name, i, name)
	for _, f := range families {
		c.Relate(d, f.at, "`%s` has the indices %d..%d", f.name, f.lo, f.hi)
	}
	if len(families) == 0 {
		c.hint(d, func() string { return diag.DidYouMean(x.Name.Name, keys(c.families)) })
	}
	return 0, false
}
