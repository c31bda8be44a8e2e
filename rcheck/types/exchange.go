package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// suppliers are the locations that the commands of a get name, one for each command. A get from
// several localities, such as `s1 | !s2`, is a choice of named gets: B(l) of P004 section 3. Other
// commands have one, [recipe.AnyLocality], and name what their text says.
func (c *agents) suppliers(in *instance, k *ast.Command) []recipe.Value {
	a, ok := k.Action.(*ast.Get)
	if !ok || c.location == nil {
		return []recipe.Value{recipe.AnyLocality}
	}
	env := c.scope(placeGet, in)
	if _, _, several := connected(a.From); !several || !env.hasLocation(a.From) {
		return []recipe.Value{recipe.AnyLocality}
	}
	var out []recipe.Value
	for _, l := range c.location.Values {
		if l != in.location && env.mayAsk(a.From, l) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return []recipe.Value{in.location} // which never answers
	}
	return out
}

// mayAsk reports whether a locality may be true of a location.
func (env *scope) mayAsk(e ast.Expr, l recipe.Value) bool {
	trial := env.c.begin()
	defer trial.rollback()
	x := env.amongLocations(e, l)
	return x == nil || !x.IsConst(recipe.False)
}

// connected returns the operands of a connective.
func connected(e ast.Expr) (op recipe.Op, operands []ast.Expr, ok bool) {
	switch x := ast.Unparen(e).(type) {
	case *ast.Unary:
		return recipe.OpNot, []ast.Expr{x.X}, x.Op == ast.Not
	case *ast.Binary:
		op, known := operatorOf[x.Op]
		return op, []ast.Expr{x.X, x.Y}, known && op.Facts().Class == recipe.ClassConnective
	}
	return 0, nil, false
}

// hasLocation reports whether connectives in an expression connect a location.
func (env *scope) hasLocation(e ast.Expr) bool {
	if _, operands, ok := connected(e); ok {
		return slices.ContainsFunc(operands, env.hasLocation)
	}
	trial := env.c.begin()
	defer trial.rollback()
	x := env.expr(e)
	return x != nil && env.c.isLocation(x)
}

// amongLocations is the condition under which a Boolean expression over locations is true of one.
func (env *scope) amongLocations(e ast.Expr, l recipe.Value) *recipe.Expr {
	if op, operands, ok := connected(e); ok {
		args := make([]*recipe.Expr, len(operands))
		for i, o := range operands {
			if args[i] = env.amongLocations(o, l); args[i] == nil {
				return nil
			}
		}
		return recipe.Fold(op, recipe.BoolType, args...)
	}
	x := env.expr(e)
	if x == nil {
		return nil
	}
	if !env.c.isLocation(x) {
		env.c.reportAt(typeMismatch, e, "expected a location, because other parts of this locality are locations; found `%s`, %s",
			env.c.shown(e), kindOf(x))
		return nil
	}
	return recipe.Fold(recipe.OpEq, recipe.BoolType, x, recipe.Const(env.c.location, l))
}

// resolveGet decides between the two kinds of gets (P004 section 3): from a named locality, or from
// any supplier whose relabelled properties satisfy a predicate. A supplier is given if the locality
// is one of several.
func (c *agents) resolveGet(in *instance, k *recipe.Command, a *ast.Get, supplier recipe.Value) {
	env := c.scope(placeGet, in)
	var predicate *recipe.Expr
	if a.Pred != nil {
		if predicate = env.boolean(a.Pred); predicate == nil {
			predicate = recipe.TrueExpr // reported
		}
	}
	if supplier != recipe.AnyLocality {
		k.Target = recipe.Const(c.location, supplier)
		among := env.amongLocations(a.From, supplier)
		if among == nil {
			return
		}
		if k.Guard != nil {
			k.Guard = mkConnective(recipe.OpAnd, among, k.Guard)
		}
		c.ignored(a, predicate)
		c.checkSelfGet(in, a)
		return
	}
	from := recipe.TrueExpr
	if !env.isAny(a.From) {
		if from = env.expr(a.From); from == nil {
			return
		}
	}
	switch {
	case from.Type.Kind == recipe.Bool && predicate != nil && !isTrue(from):
		c.reportAt(twoPredicates, a.From, "the get has two predicates, `%s` and `%s`; join them", c.shown(a.Pred), c.shown(a.From))
	case from.Type.Kind == recipe.Bool && predicate != nil:
		k.Predicate = predicate
	case from.Type.Kind == recipe.Bool:
		k.Predicate = from
	case c.isLocation(from):
		k.Target = from
		c.ignored(a, predicate)
		c.checkSelfGet(in, a)
	default:
		c.reportAt(typeMismatch, a.From, "expected a location, `any` or a predicate, found `%s`, %s", c.shown(a.From), kindOf(from))
	}
}

// ignored warns of a predicate beside a named locality.
func (c *agents) ignored(a *ast.Get, predicate *recipe.Expr) {
	if predicate != nil && !isTrue(predicate) {
		c.reportAt(ignoredPredicate, a.Pred, "the predicate `%s` is ignored, because the get names its locality `%s`",
			c.shown(a.Pred), c.shown(a.From))
	}
}

// isAny reports whether a locality is the word `any`, which a declared name can hide.
func (env *site) isAny(e ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || x.Name != "any" {
		return false
	}
	_, declared := env.c.declaredSymbol("any")
	return env.agent.typ.localNamed["any"] == nil && !declared
}

// isLocation reports whether an expression denotes an agent.
func (c *knowledge) isLocation(x *recipe.Expr) bool {
	if x.Type.Kind != recipe.Enum || c.location == nil || x.Op == recipe.OpProperty {
		return false
	}
	if isConst(x) {
		return c.location.Contains(x.Value)
	}
	return x.Type == c.location
}

// checkSelfGet reports a get whose locality, whichever instance of the type executes it, is true of
// this agent alone.
func (c *agents) checkSelfGet(in *instance, a *ast.Get) {
	all := in.typ.instances
	if len(all) == 0 {
		all = []*instance{in}
	}
	if in != all[0] {
		return // it was reported, or not
	}
	for _, one := range all {
		env := c.scope(placeGet, one)
		other := func(l recipe.Value) bool { return l != one.location && env.mayAsk(a.From, l) }
		if !env.mayAsk(a.From, one.location) || slices.ContainsFunc(c.location.Values, other) {
			return
		}
	}
	c.reportAt(selfGet, a, "a get from `%s` asks the agent itself, but an agent never answers its own gets", c.shown(a.From))
}

// resolveSupply elaborates the locality of a supply: its own, some location that must turn out to
// be its own, or any.
func (c *agents) resolveSupply(in *instance, k *recipe.Command, a *ast.Supply) {
	env := c.scope(placeSupply, in)
	if env.isAny(a.To) {
		return
	}
	to := env.expr(a.To)
	switch {
	case to == nil, isTrue(to):
	case c.isLocation(to):
		k.Target = to
	case to.Type.Kind == recipe.Bool:
		c.reportAt(supplyCondition, a.To, "a supply takes `any` or a location; write the condition `%s` into the guard of the "+
			"command", c.shown(a.To))
	default:
		c.reportAt(typeMismatch, a.To, "expected `myself`, `any` or a location, found `%s`, %s", c.shown(a.To), kindOf(to))
	}
}
