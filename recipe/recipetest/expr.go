package recipetest

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

var (
	comparisons = []recipe.Op{recipe.OpEq, recipe.OpNe, recipe.OpLt, recipe.OpLe, recipe.OpGt, recipe.OpGe}
	arithmetic  = []recipe.Op{recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpMin, recipe.OpMax}
	divisions   = []recipe.Op{recipe.OpDiv, recipe.OpMod}
)

// condition is a boolean over the leaves.
func (g *generator) condition(leaves []*recipe.Expr, depth int) *recipe.Expr {
	if depth > 0 {
		switch g.Intn(8) {
		case 1:
			return recipe.And(g.condition(leaves, depth-1), g.condition(leaves, depth-1))
		case 2:
			return recipe.Or(g.condition(leaves, depth-1), g.condition(leaves, depth-1))
		case 3:
			return recipe.Not(g.condition(leaves, depth-1))
		case 4:
			return recipe.Implies(g.condition(leaves, depth-1), g.condition(leaves, depth-1))
		case 5:
			return recipe.Iff(g.condition(leaves, depth-1), g.condition(leaves, depth-1))
		case 6:
			return recipe.Ite(g.condition(leaves, depth-1), g.condition(leaves, depth-1), g.condition(leaves, depth-1))
		}
	}
	if len(leaves) == 0 {
		return recipe.BoolExpr(!g.chance(20))
	}
	x := pick(g, leaves)
	switch {
	case x.Type.Kind == recipe.Bool && g.chance(50):
		return x
	case x.Type.Kind == recipe.Int:
		if g.chance(30) {
			x = g.integer(leaves, 1)
		}
		return recipe.Compare(pick(g, comparisons), x, g.other(x, leaves))
	case g.chance(4): // comparison across types
		return recipe.Compare(pick(g, comparisons[:2]), x, pick(g, leaves))
	case g.chance(30):
		return recipe.Ne(x, g.other(x, leaves))
	default:
		return recipe.Eq(x, g.other(x, leaves))
	}
}

// other is an expression to compare x with.
func (g *generator) other(x *recipe.Expr, leaves []*recipe.Expr) *recipe.Expr {
	if y := g.ofKind(x.Type, leaves, 1); y != x {
		return y
	}
	return pick(g, g.values(x.Type))
}

// ofType is an expression whose values are mostly in t.
func (g *generator) ofType(t *recipe.Type, leaves []*recipe.Expr, depth int) *recipe.Expr {
	e := g.ofKind(t, leaves, depth)
	if t.Kind == recipe.Int && g.shape.Total && (e.Type.Lo < t.Lo || e.Type.Hi > t.Hi) {
		return recipe.Max(recipe.IntExpr(t.Lo), recipe.Min(recipe.IntExpr(t.Hi), e))
	}
	return e
}

// ofKind is an expression that can be compared with values of t.
func (g *generator) ofKind(t *recipe.Type, leaves []*recipe.Expr, depth int) *recipe.Expr {
	if depth > 0 {
		switch {
		case t.Kind == recipe.Bool && g.chance(40):
			return g.condition(leaves, depth-1)
		case t.Kind == recipe.Int && g.chance(40):
			return g.integer(leaves, depth-1)
		case t.Kind == recipe.Enum && g.chance(10):
			return recipe.Ite(g.condition(leaves, depth-1), g.ofKind(t, leaves, depth-1), g.ofKind(t, leaves, depth-1))
		}
	}
	var fitting []*recipe.Expr
	for _, x := range leaves {
		if x.Type == t || x.Type.Kind == t.Kind && t.Kind == recipe.Int {
			fitting = append(fitting, x)
		}
	}
	if len(fitting) > 0 && g.chance(60) {
		return pick(g, fitting)
	}
	return pick(g, g.values(t))
}

// integer is an arithmetic expression.
func (g *generator) integer(leaves []*recipe.Expr, depth int) *recipe.Expr {
	t := pick(g, g.ints)
	left, right := g.ofKind(t, leaves, depth), g.ofKind(t, leaves, depth)
	switch k := g.Intn(12); {
	case k == 11:
		return recipe.Neg(left)
	case k == 10:
		return recipe.Ite(g.condition(leaves, depth), left, right)
	case k >= 8 && !g.shape.Total:
		return recipe.Arithmetic(pick(g, divisions), left, right)
	default:
		return recipe.Arithmetic(pick(g, arithmetic), left, right)
	}
}
