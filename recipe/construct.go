package recipe

import "math"

// BoolExpr returns the boolean constant b.
func BoolExpr(b bool) *Expr {
	if b {
		return TrueExpr
	}
	return FalseExpr
}

// IntExpr returns the integer constant n.
func IntExpr(n int) *Expr { return Const(IntType(n, n), Value(n)) }

// Implies returns the implication of b by a.
func Implies(a, b *Expr) *Expr { return binary(OpImplies, BoolType, a, b) }

// Iff returns the equivalence of the booleans a and b.
func Iff(a, b *Expr) *Expr { return binary(OpIff, BoolType, a, b) }

// Compare returns the comparison of a and b by op, one of OpEq to OpGe.
func Compare(op Op, a, b *Expr) *Expr { return binary(op, BoolType, a, b) }

// Eq returns a = b.
func Eq(a, b *Expr) *Expr { return Compare(OpEq, a, b) }

// Ne returns a != b.
func Ne(a, b *Expr) *Expr { return Compare(OpNe, a, b) }

// Lt returns a < b.
func Lt(a, b *Expr) *Expr { return Compare(OpLt, a, b) }

// Le returns a <= b.
func Le(a, b *Expr) *Expr { return Compare(OpLe, a, b) }

// Gt returns a > b.
func Gt(a, b *Expr) *Expr { return Compare(OpGt, a, b) }

// Ge returns a >= b.
func Ge(a, b *Expr) *Expr { return Compare(OpGe, a, b) }

// Neg returns -a.
func Neg(a *Expr) *Expr {
	t := numbers(a)
	return &Expr{Op: OpNeg, Type: IntType(negated(t.Hi), negated(t.Lo)), Args: []*Expr{a}}
}

// Arithmetic returns the application of op, one of OpAdd to OpMax, to the
// integers a and b. Its type is the smallest range that interval arithmetic
// finds for the values it can take where it is defined.
func Arithmetic(op Op, a, b *Expr) *Expr {
	return binary(op, arithmeticType(op, numbers(a), numbers(b)), a, b)
}

// Add returns a + b.
func Add(a, b *Expr) *Expr { return Arithmetic(OpAdd, a, b) }

// Sub returns a - b.
func Sub(a, b *Expr) *Expr { return Arithmetic(OpSub, a, b) }

// Mul returns a * b.
func Mul(a, b *Expr) *Expr { return Arithmetic(OpMul, a, b) }

// Div returns a / b, truncated towards zero.
func Div(a, b *Expr) *Expr { return Arithmetic(OpDiv, a, b) }

// Mod returns a % b, which has the sign of a.
func Mod(a, b *Expr) *Expr { return Arithmetic(OpMod, a, b) }

// Min returns the smaller of a and b.
func Min(a, b *Expr) *Expr { return Arithmetic(OpMin, a, b) }

// Max returns the larger of a and b.
func Max(a, b *Expr) *Expr { return Arithmetic(OpMax, a, b) }

// Ite returns the expression that is a where c holds and b elsewhere; a and b
// are of one kind.
func Ite(c, a, b *Expr) *Expr {
	t := numbers(a)
	if u := numbers(b); t.Kind == Int && u.Kind == Int {
		t = IntType(min(t.Lo, u.Lo), max(t.Hi, u.Hi))
	}
	return &Expr{Op: OpIte, Type: t, Args: []*Expr{c, a, b}}
}

// Exists returns the observation that some assignment of the property
// identifiers that satisfies the message's predicate satisfies e.
func Exists(e *Expr) *Expr { return &Expr{Op: OpExists, Type: BoolType, Args: []*Expr{e}} }

// Forall returns the observation that every assignment of the property
// identifiers that satisfies the message's predicate satisfies e.
func Forall(e *Expr) *Expr { return &Expr{Op: OpForall, Type: BoolType, Args: []*Expr{e}} }

func binary(op Op, t *Type, a, b *Expr) *Expr { return &Expr{Op: op, Type: t, Args: []*Expr{a, b}} }

// numbers returns the type of an operand, and one to go on with if there is
// none; [System.Check] tells what is missing.
func numbers(e *Expr) *Type {
	if e == nil || e.Type == nil {
		return IntType(0, 0)
	}
	return e.Type
}

// arithmeticType returns a type with all values of a op b.
func arithmeticType(op Op, a, b *Type) *Type {
	switch op {
	case OpAdd:
		return IntType(saturatedAdd(a.Lo, b.Lo), saturatedAdd(a.Hi, b.Hi))
	case OpSub:
		return IntType(saturatedAdd(a.Lo, negated(b.Hi)), saturatedAdd(a.Hi, negated(b.Lo)))
	case OpMin:
		return IntType(min(a.Lo, b.Lo), min(a.Hi, b.Hi))
	case OpMax:
		return IntType(max(a.Lo, b.Lo), max(a.Hi, b.Hi))
	case OpMul:
		corners := []int{saturatedMul(a.Lo, b.Lo), saturatedMul(a.Lo, b.Hi), saturatedMul(a.Hi, b.Lo), saturatedMul(a.Hi, b.Hi)}
		return hull(corners)
	case OpDiv:
		// The extremes lie at the divisors closest to and farthest from zero.
		var corners []int
		for _, d := range []int{b.Lo, b.Hi, -1, 1} {
			if d != 0 && b.Lo <= d && d <= b.Hi {
				corners = append(corners, a.Lo/d, a.Hi/d)
			}
		}
		return hull(append(corners, clampZero(a, corners)...))
	default: // OpMod: smaller in size than the divisor and not larger than the dividend
		size := max(b.Hi, negated(b.Lo), 1) - 1
		lo, hi := 0, 0
		if a.Lo < 0 {
			lo = max(a.Lo, -size)
		}
		if a.Hi > 0 {
			hi = min(a.Hi, size)
		}
		return IntType(lo, hi)
	}
}

// clampZero returns 0 where the quotients may include it: where there is no
// defined quotient at all, or the dividend can be 0.
func clampZero(a *Type, corners []int) []int {
	if len(corners) == 0 || a.Lo <= 0 && a.Hi >= 0 {
		return []int{0}
	}
	return nil
}

func hull(values []int) *Type {
	lo, hi := values[0], values[0]
	for _, v := range values[1:] {
		lo, hi = min(lo, v), max(hi, v)
	}
	return IntType(lo, hi)
}

func negated(a int) int {
	if a == math.MinInt {
		return math.MaxInt
	}
	return -a
}

func saturatedAdd(a, b int) int {
	switch sum := a + b; {
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt
	default:
		return sum
	}
}

func saturatedMul(a, b int) int {
	product := a * b
	if a == 0 || product/a == b && !(a == -1 && b == math.MinInt) {
		return product
	}
	if (a < 0) == (b < 0) {
		return math.MaxInt
	}
	return math.MinInt
}
