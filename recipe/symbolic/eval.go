package symbolic

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// outcome says how the evaluation of an expression ended.
type outcome uint8

const (
	present   outcome = iota // there is a value
	absent                   // an operand that the step or receiver does not have
	undefined                // a zero divisor
)

// evaluate computes e from the values of its leaves. It serves the flow
// analysis, which runs expressions over small sets of values; the explicit
// interpreter has an evaluator of its own on purpose.
func evaluate(e *recipe.Expr, leaf func(*recipe.Expr) recipe.Value) (recipe.Value, outcome) {
	switch e.Op {
	case recipe.OpConst:
		return e.Value, present
	case recipe.OpNot:
		v, o := evaluate(e.Args[0], leaf)
		return 1 - v, o
	case recipe.OpAnd, recipe.OpOr, recipe.OpImplies:
		v, o := evaluate(e.Args[0], leaf)
		if o != present {
			return 0, o
		}
		switch {
		case e.Op == recipe.OpAnd && v == recipe.False:
			return recipe.False, present
		case e.Op == recipe.OpOr && v == recipe.True:
			return recipe.True, present
		case e.Op == recipe.OpImplies && v == recipe.False:
			return recipe.True, present
		}
		return evaluate(e.Args[1], leaf)
	case recipe.OpIte:
		v, o := evaluate(e.Args[0], leaf)
		if o != present {
			return 0, o
		}
		if v == recipe.True {
			return evaluate(e.Args[1], leaf)
		}
		return evaluate(e.Args[2], leaf)
	case recipe.OpNeg:
		v, o := evaluate(e.Args[0], leaf)
		return -v, o
	}
	if len(e.Args) == 2 {
		a, o := evaluate(e.Args[0], leaf)
		if o != present {
			return 0, o
		}
		b, o := evaluate(e.Args[1], leaf)
		if o != present {
			return 0, o
		}
		return operate(e, a, b)
	}
	return leaf(e), present
}

// operate applies the comparison or arithmetic operator of e.
func operate(e *recipe.Expr, a, b recipe.Value) (recipe.Value, outcome) {
	switch e.Op {
	case recipe.OpIff:
		return recipe.BoolValue(a == b), present
	case recipe.OpEq:
		return recipe.BoolValue(sameKind(e) && a == b), present
	case recipe.OpNe:
		return recipe.BoolValue(!sameKind(e) || a != b), present
	case recipe.OpLt:
		return recipe.BoolValue(a < b), present
	case recipe.OpLe:
		return recipe.BoolValue(a <= b), present
	case recipe.OpGt:
		return recipe.BoolValue(a > b), present
	case recipe.OpGe:
		return recipe.BoolValue(a >= b), present
	}
	v, defined := arithmetic(e.Op, a, b)
	if !defined {
		return 0, undefined
	}
	return v, present
}

// arithmetic applies a binary integer operator; defined is false on a zero
// divisor.
func arithmetic(op recipe.Op, a, b recipe.Value) (v recipe.Value, defined bool) {
	switch op {
	case recipe.OpAdd:
		return a + b, true
	case recipe.OpSub:
		return a - b, true
	case recipe.OpMul:
		return a * b, true
	case recipe.OpMin:
		return min(a, b), true
	case recipe.OpMax:
		return max(a, b), true
	case recipe.OpDiv:
		if b == 0 {
			return 0, false
		}
		return a / b, true
	default: // OpMod
		if b == 0 {
			return 0, false
		}
		return a % b, true
	}
}

// sameKind reports whether the operands of a comparison are of one kind;
// values of different kinds are never equal.
func sameKind(e *recipe.Expr) bool { return e.Args[0].Type.Kind == e.Args[1].Type.Kind }
