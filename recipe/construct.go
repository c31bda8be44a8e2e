package recipe

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
	return &Expr{Op: OpNeg, Type: bounded(OpNeg, a, a), Args: []*Expr{a}}
}

// Arithmetic applies op, one of OpAdd to OpMax, to the integers a and b. Its type is the smallest
// range that interval arithmetic finds for its defined values.
func Arithmetic(op Op, a, b *Expr) *Expr {
	return binary(op, bounded(op, a, b), a, b)
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

// Ite returns the expression that is a where c holds and b elsewhere; a and b are of one kind.
func Ite(c, a, b *Expr) *Expr {
	t := numbers(a)
	if u := numbers(b); t.Kind == Int && u.Kind == Int {
		t = IntType(min(t.Lo, u.Lo), max(t.Hi, u.Hi))
	}
	return &Expr{Op: OpIte, Type: t, Args: []*Expr{c, a, b}}
}

// Exists returns the observation that some assignment of the property identifiers that satisfies
// the message's predicate satisfies e.
func Exists(e *Expr) *Expr { return &Expr{Op: OpExists, Type: BoolType, Args: []*Expr{e}} }

// Forall returns the observation that every assignment of the property identifiers that satisfies
// the message's predicate satisfies e.
func Forall(e *Expr) *Expr { return &Expr{Op: OpForall, Type: BoolType, Args: []*Expr{e}} }

func binary(op Op, t *Type, a, b *Expr) *Expr { return &Expr{Op: op, Type: t, Args: []*Expr{a, b}} }

// numbers returns the type of an operand, and one to go on with if there is none; [System.Check]
// tells what is missing.
func numbers(e *Expr) *Type {
	if e == nil || e.Type == nil {
		return IntType(0, 0)
	}
	return e.Type
}

// bounded returns a type with all values of a op b.
func bounded(op Op, a, b *Expr) *Type {
	t, u := numbers(a), numbers(b)
	out, _ := op.Bounds(Interval{t.Lo, t.Hi}, Interval{u.Lo, u.Hi})
	return IntType(out.Lo, out.Hi)
}
