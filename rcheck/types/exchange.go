package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// resolveGet decides between the two kinds of gets (P004 section 3): from a named locality, or from
// any supplier whose relabelled properties satisfy a predicate.
func (c *agents) resolveGet(in *instance, k *recipe.Command, a *ast.Get) {
	env := &scope{site{c: &c.knowledge, place: placeGet, agent: in}}
	var predicate *recipe.Expr
	if a.Pred != nil {
		if predicate = env.boolean(a.Pred); predicate == nil {
			predicate = recipe.TrueExpr // reported
		}
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
		if predicate != nil && !isTrue(predicate) {
			c.reportAt(ignoredPredicate, a.Pred, "the predicate `%s` is ignored, because the get names its locality `%s`",
				c.shown(a.Pred), c.shown(a.From))
		}
		c.checkSelfGet(in, a, from)
	default:
		c.reportAt(typeMismatch, a.From, "expected a location, `any` or a predicate, found `%s`, %s", c.shown(a.From), kindOf(from))
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

// checkSelfGet reports a get that names its own agent whichever instance of the type executes it.
func (c *agents) checkSelfGet(in *instance, a *ast.Get, from *recipe.Expr) {
	if !isConst(from) {
		return
	}
	word, _ := ast.Unparen(a.From).(*ast.Ident)
	own := word != nil && c.symbolOf[word.Name] != from.Value
	for _, other := range in.typ.instances {
		if !own && other.location != from.Value {
			return
		}
	}
	if own || len(in.typ.instances) > 0 {
		c.reportAt(selfGet, a, "a get from `%s` asks the agent itself, but an agent never answers its own gets", c.shown(a.From))
	}
}

// resolveSupply elaborates the locality of a supply: its own, some location that must turn out to
// be its own, or any.
func (c *agents) resolveSupply(in *instance, k *recipe.Command, a *ast.Supply) {
	env := &scope{site{c: &c.knowledge, place: placeSupply, agent: in}}
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
