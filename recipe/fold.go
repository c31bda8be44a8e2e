package recipe

// Fold returns an expression that is equivalent to op applied to the operands, as a condition or as
// a number of type t. If the operands that matter are constant, it returns the value. If the other
// operands decide nothing, it returns an operand. Otherwise, it applies op. The result is undefined
// where op is undefined, as far as evaluation from the left gets there. As conditions, absent
// operands are false (see [Expr]). With a wrong number of operands, Fold only builds the
// expression.
func Fold(op Op, t *Type, args ...*Expr) *Expr {
	e := &Expr{Op: op, Type: t, Args: args}
	f := op.Facts()
	if len(args) != f.Arity {
		return e
	}
	for _, a := range args {
		if a == nil || a.Type == nil {
			return e
		}
	}
	switch f.Class {
	case ClassConnective:
		if f.Arity == 1 {
			return e.negation()
		}
		return e.foldConnective(f)
	case ClassComparison, ClassArithmetic:
		if a, b := args[0], args[len(args)-1]; a.Op == OpConst && b.Op == OpConst {
			return e.constant(a.Value, b.Value)
		}
	case ClassChoice:
		if c := args[0]; c.IsConst(True) {
			return args[1]
		} else if c.IsConst(False) {
			return args[2]
		}
	}
	return e
}

// constant is e where its operands have the values; e itself if it is undefined there.
func (e *Expr) constant(a, b Value) *Expr {
	v, ok := e.Apply(a, b)
	if !ok {
		return e
	}
	return constantOf(e.Type, v)
}

func constantOf(t *Type, v Value) *Expr {
	switch t.Kind {
	case Bool:
		return BoolExpr(v == True)
	case Int:
		return IntExpr(int(v))
	}
	return Const(t, v)
}

func (e *Expr) negation() *Expr {
	switch a := e.Args[0]; a.Op {
	case OpConst:
		return e.constant(a.Value, a.Value)
	case OpNot:
		return a.Args[0]
	}
	return e
}

// foldConnective looks at what is left of a binary connective when an operand is constant: a
// constant, the other operand, or its negation.
func (e *Expr) foldConnective(f *Facts) *Expr {
	a, b := e.Args[0], e.Args[1]
	switch {
	case a.Op == OpConst && f.Short && a.Value == f.Decides:
		return e.constant(a.Value, False)
	case a.Op == OpConst:
		return e.remainder(b, f.value(a.Value, False), f.value(a.Value, True))
	case b.Op == OpConst:
		return e.remainder(a, f.value(False, b.Value), f.value(True, b.Value))
	}
	return e
}

// remainder is the function of the operand that is ifFalse where that is false and ifTrue where it
// is true.
func (e *Expr) remainder(operand *Expr, ifFalse, ifTrue Value) *Expr {
	switch {
	case ifFalse != ifTrue && ifTrue == True:
		return operand
	case ifFalse != ifTrue:
		return Fold(OpNot, BoolType, operand)
	case operand.SurelyDefined():
		return BoolExpr(ifTrue == True)
	}
	return e
}

// SurelyDefined reports whether the expression is never undefined: it has a value, or it is absent.
// It returns false for expressions that divide, and for those that read a property identifier,
// because a relabelling may divide by zero.
func (e *Expr) SurelyDefined() bool {
	return !e.Any(func(e *Expr) bool { return e.Op.Facts().Divides || e.Op == OpProperty || e.Op == OpSupplierProperty })
}
