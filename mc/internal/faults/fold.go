package faults

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// The connectives fold constants, so that conditions which types exclude
// become the constant false.

func not(a *recipe.Expr) *recipe.Expr {
	if a.Op == recipe.OpConst {
		return recipe.BoolExpr(a.Value == recipe.False)
	}
	return recipe.Not(a)
}

func and(es ...*recipe.Expr) *recipe.Expr {
	var rest []*recipe.Expr
	for _, e := range es {
		switch {
		case e.IsConst(recipe.False):
			return recipe.FalseExpr
		case !e.IsConst(recipe.True):
			rest = append(rest, e)
		}
	}
	return recipe.And(rest...)
}

func or(es ...*recipe.Expr) *recipe.Expr {
	var rest []*recipe.Expr
	for _, e := range es {
		switch {
		case e.IsConst(recipe.True):
			return recipe.TrueExpr
		case !e.IsConst(recipe.False):
			rest = append(rest, e)
		}
	}
	return recipe.Or(rest...)
}

func iff(a, b *recipe.Expr) *recipe.Expr {
	switch {
	case a.Op == recipe.OpConst && b.Op == recipe.OpConst:
		return recipe.BoolExpr(a.Value == b.Value)
	case a.IsConst(recipe.True):
		return b
	case b.IsConst(recipe.True):
		return a
	}
	return recipe.Iff(a, b)
}

func compare(op recipe.Op, a, b *recipe.Expr) *recipe.Expr {
	if a.Op == recipe.OpConst && b.Op == recipe.OpConst && (op == recipe.OpEq || op == recipe.OpNe) {
		same := a.Value == b.Value && a.Type.Kind == b.Type.Kind
		return recipe.BoolExpr(same == (op == recipe.OpEq))
	}
	return recipe.Compare(op, a, b)
}
