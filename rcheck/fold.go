package rcheck

import (
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// anyInt is the type of computed numbers until their bounds are known (see ranges.go).
var anyInt = &recipe.Type{Kind: recipe.Int, Name: "int"}

// maxNumber bounds the numbers that constant expressions may reach, far beyond every domain that can be represented.
const maxNumber = 1 << 40

// The functions below build expressions as the constructors of package recipe do, and evaluate what is constant. They never
// drop an operand that could be undefined unless evaluation from the left would not reach it.

func isConst(e *recipe.Expr) bool { return e.Op == recipe.OpConst }

func boolConst(b bool) *recipe.Expr {
	if b {
		return recipe.TrueExpr
	}
	return recipe.FalseExpr
}

func isTrue(e *recipe.Expr) bool {
	return e.Op == recipe.OpConst && e.Type.Kind == recipe.Bool && e.Value == recipe.True
}

func isFalse(e *recipe.Expr) bool {
	return e.Op == recipe.OpConst && e.Type.Kind == recipe.Bool && e.Value == recipe.False
}

func mkNot(a *recipe.Expr) *recipe.Expr {
	switch {
	case isConst(a):
		return boolConst(a.Value == recipe.False)
	case a.Op == recipe.OpNot:
		return a.Args[0]
	}
	return recipe.Not(a)
}

func mkConnective(op recipe.Op, a, b *recipe.Expr) *recipe.Expr {
	switch op {
	case recipe.OpAnd:
		switch {
		case isFalse(a), isTrue(b):
			return a
		case isTrue(a), isFalse(b) && defined(a):
			return b
		}
	case recipe.OpOr:
		switch {
		case isTrue(a), isFalse(b):
			return a
		case isFalse(a), isTrue(b) && defined(a):
			return b
		}
	case recipe.OpImplies:
		switch {
		case isFalse(a):
			return recipe.TrueExpr
		case isTrue(a), isTrue(b) && defined(a):
			return b
		case isFalse(b):
			return mkNot(a)
		}
	case recipe.OpIff:
		switch {
		case isTrue(a):
			return b
		case isTrue(b):
			return a
		case isFalse(a):
			return mkNot(b)
		case isFalse(b):
			return mkNot(a)
		}
	}
	return &recipe.Expr{Op: op, Type: recipe.BoolType, Args: []*recipe.Expr{a, b}}
}

// defined reports whether an expression surely has a value, or lacks one only because it reads something absent. A relabelling that
// divides by zero leaves a property identifier undefined.
func defined(x *recipe.Expr) bool {
	ok := true
	x.Walk(func(x *recipe.Expr) bool {
		ok = ok && x.Op != recipe.OpDiv && x.Op != recipe.OpMod && x.Op != recipe.OpProperty
		return ok
	})
	return ok
}

func mkAnd(es ...*recipe.Expr) *recipe.Expr {
	out := recipe.TrueExpr
	for _, e := range es {
		out = mkConnective(recipe.OpAnd, out, e)
	}
	return out
}

// mkCompare compares operands of one kind.
func mkCompare(op recipe.Op, a, b *recipe.Expr) *recipe.Expr {
	if isConst(a) && isConst(b) {
		x, y := a.Value, b.Value
		switch op {
		case recipe.OpEq:
			return boolConst(x == y)
		case recipe.OpNe:
			return boolConst(x != y)
		case recipe.OpLt:
			return boolConst(x < y)
		case recipe.OpLe:
			return boolConst(x <= y)
		case recipe.OpGt:
			return boolConst(x > y)
		case recipe.OpGe:
			return boolConst(x >= y)
		}
	}
	return recipe.Compare(op, a, b)
}

// mkArith combines numbers. It returns nil if the result is a constant that is undefined or too large.
func mkArith(op recipe.Op, args ...*recipe.Expr) *recipe.Expr {
	if (op == recipe.OpDiv || op == recipe.OpMod) && args[1].IsConst(0) {
		return nil
	}
	for _, a := range args {
		if !isConst(a) {
			return &recipe.Expr{Op: op, Type: anyInt, Args: args}
		}
	}
	x := int(args[0].Value)
	y := x
	if len(args) > 1 {
		y = int(args[1].Value)
	}
	switch op {
	case recipe.OpNeg:
		x = -x
	case recipe.OpAdd:
		x += y
	case recipe.OpSub:
		x -= y
	case recipe.OpMul:
		if y != 0 && (x > maxNumber/abs(y) || -x > maxNumber/abs(y)) {
			return nil
		}
		x *= y
	case recipe.OpDiv, recipe.OpMod:
		if op == recipe.OpDiv {
			x /= y
		} else {
			x %= y
		}
	case recipe.OpMin:
		x = min(x, y)
	case recipe.OpMax:
		x = max(x, y)
	}
	if x > maxNumber || -x > maxNumber {
		return nil
	}
	return recipe.Const(singleton(x), recipe.Value(x))
}

func abs(x int) int { return max(x, -x) }

func mkIte(cond, a, b *recipe.Expr, t *recipe.Type) *recipe.Expr {
	switch {
	case isTrue(cond):
		return a
	case isFalse(cond):
		return b
	}
	return &recipe.Expr{Op: recipe.OpIte, Type: t, Args: []*recipe.Expr{cond, a, b}}
}
