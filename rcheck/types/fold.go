package types

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// anyInt is the type of computed numbers until their bounds are known (see ranges.go).
var anyInt = &recipe.Type{Kind: recipe.Int, Name: "int"}

// maxNumber bounds the numbers that constant expressions may reach, far beyond every domain that
// can be represented.
const maxNumber = 1 << 40

// The functions below fold what they build, as [recipe.Fold] does.

func isConst(e *recipe.Expr) bool { return e.Op == recipe.OpConst }

func isTrue(e *recipe.Expr) bool { return e.Type.Kind == recipe.Bool && e.IsConst(recipe.True) }

func mkNot(a *recipe.Expr) *recipe.Expr { return recipe.Fold(recipe.OpNot, recipe.BoolType, a) }

func mkConnective(op recipe.Op, a, b *recipe.Expr) *recipe.Expr {
	return recipe.Fold(op, recipe.BoolType, a, b)
}

// mkArith combines numbers. It returns nil if the result is a constant that is undefined or too
// large.
func mkArith(op recipe.Op, args ...*recipe.Expr) *recipe.Expr {
	if op.Facts().Divides && args[1].IsConst(0) {
		return nil
	}
	x := recipe.Fold(op, anyInt, args...)
	if !isConst(x) {
		return x
	}
	if op == recipe.OpMul && args[1].Value != 0 && abs(args[0].Value) > maxNumber/abs(args[1].Value) || abs(x.Value) > maxNumber {
		return nil
	}
	return x
}

func singleton(i int) *recipe.Type { return recipe.IntType(i, i) }

func abs(x recipe.Value) recipe.Value { return max(x, -x) }
