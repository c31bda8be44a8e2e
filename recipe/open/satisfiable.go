package open

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// maxTried bounds the assignments that are tried to satisfy a predicate. Beyond that, some agent is
// supposed to satisfy it.
const maxTried = 64

// satisfiable is true in the states of its sender in which some agent could satisfy a predicate.
func (c *closing) satisfiable(predicate *recipe.Expr) *recipe.Expr {
	tries := [][]*recipe.Value{make([]*recipe.Value, c.outside.Index)}
	for i := range c.outside.Index {
		if !predicate.Any(func(e *recipe.Expr) bool { return e.Op == recipe.OpProperty && e.Index == i }) {
			continue
		}
		var more [][]*recipe.Value
		for _, k := range tries {
			for _, v := range append(all(c.sys.Properties[i].Type), nil) {
				next := append([]*recipe.Value{}, k...)
				next[i] = v
				more = append(more, next)
			}
		}
		if tries = more; len(tries) > maxTried {
			return recipe.TrueExpr
		}
	}
	out := recipe.FalseExpr
	for _, k := range tries {
		x, known := given(predicate, k)
		if !known {
			return recipe.TrueExpr
		}
		if x == nil {
			x = recipe.FalseExpr
		}
		if out = recipe.Fold(recipe.OpOr, recipe.BoolType, out, x); out.IsConst(recipe.True) {
			break
		}
	}
	return out
}

// given is a predicate for an agent of a kind, nil if it has no value. It is not known what a
// choice is of which one operand has no value.
func given(e *recipe.Expr, k kind) (x *recipe.Expr, known bool) {
	if e.Op == recipe.OpProperty {
		if v := k[e.Index]; v != nil {
			return recipe.Const(e.Type, *v), true
		}
		return nil, true
	}
	if len(e.Args) == 0 {
		return e, true
	}
	class := e.Op.Facts().Class
	args := make([]*recipe.Expr, len(e.Args))
	for i, a := range e.Args {
		y, ok := given(a, k)
		switch {
		case !ok:
			return nil, false
		case y == nil && class == recipe.ClassConnective:
			y = recipe.FalseExpr
		case y == nil && class == recipe.ClassComparison:
			return recipe.Const(recipe.BoolType, recipe.BoolValue(e.Op == recipe.OpNe)), true
		case y == nil:
			return nil, class != recipe.ClassChoice
		}
		args[i] = y
	}
	return recipe.Fold(e.Op, e.Type, args...), true
}
