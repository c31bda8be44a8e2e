package ltol

import (
	"cmp"
)

// Boolean says whether op is a connective of propositional logic, or one of its constants.
func (op Op) Boolean() bool {
	switch op {
	case OpTrue, OpFalse, OpNot, OpAnd, OpOr, OpImplies, OpIff:
		return true
	}
	return false
}

// Algebra defines the Boolean connectives for values of some type, such as truth values, sets of
// states, or expressions.
type Algebra[T any] struct {
	Not     func(T) T
	And, Or func(...T) T // of no operands they are true and false

	// Implies and Iff can be nil. Then they are computed from the other connectives.
	Implies, Iff func(T, T) T
}

// Connect applies a Boolean connective to the values of its operands.
func (a *Algebra[T]) Connect(op Op, args []T) T {
	switch op {
	case OpTrue, OpAnd:
		return a.And(args...)
	case OpFalse, OpOr:
		return a.Or(args...)
	case OpNot:
		return a.Not(args[0])
	case OpImplies:
		if a.Implies != nil {
			return a.Implies(args[0], args[1])
		}
		return a.Or(a.Not(args[0]), args[1])
	case OpIff:
		if a.Iff != nil {
			return a.Iff(args[0], args[1])
		}
		return a.Or(a.And(args[0], args[1]), a.And(a.Not(args[0]), a.Not(args[1])))
	}
	panic(misuse("Connect: %d is no Boolean connective", op))
}

// Value computes the value of f. The function leaf gives the values of atoms, of observations, and
// of formulas that begin with a temporal connective.
func (a *Algebra[T]) Value(f *Formula, leaf func(*Formula) T) T {
	if !f.op.Boolean() {
		return leaf(f)
	}
	return a.Connect(f.op, mapped(f.args, func(arg *Formula) T { return a.Value(arg, leaf) }))
}

// mapped is what f makes of each of xs.
func mapped[X, Y any](xs []X, f func(X) Y) []Y {
	ys := make([]Y, len(xs))
	for i, x := range xs {
		ys[i] = f(x)
	}
	return ys
}

// Holds computes whether f is true. The function leaf gives the truth of atoms, of observations,
// and of formulas that begin with a temporal connective. Operands are evaluated from left to right
// until the answer is known. The first error of leaf ends the evaluation.
func Holds(f *Formula, leaf func(*Formula) (bool, error)) (bool, error) {
	if f == nil || leaf == nil {
		return false, misuse("Holds: there is no formula, or no function")
	}
	switch f.op {
	case OpTrue, OpFalse:
		return f.op == OpTrue, nil
	case OpAnd, OpOr:
		for _, a := range f.args {
			if v, err := Holds(a, leaf); err != nil || v == (f.op == OpOr) {
				return v, err
			}
		}
		return f.op == OpAnd, nil
	case OpNot:
		v, err := Holds(f.args[0], leaf)
		return !v, err
	case OpImplies, OpIff:
		x, err := Holds(f.args[0], leaf)
		if err != nil || f.op == OpImplies && !x {
			return true, err
		}
		y, err := Holds(f.args[1], leaf)
		return y == (x || f.op == OpImplies), err
	}
	return leaf(f)
}

// Truth is a value of Kleene's logic. A conjunction has the least value of its operands, a
// disjunction the greatest one.
type Truth uint8

// The values of Kleene's logic.
const (
	No Truth = iota
	Unknown
	Yes
)

// TruthOf is Yes or No.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// Kleene is the algebra of Truth. Without Unknown it is that of truth values.
var Kleene = &Algebra[Truth]{
	Not: Truth.not,
	And: func(xs ...Truth) Truth {
		v := Yes
		for _, x := range xs {
			v = min(v, x)
		}
		return v
	},
	Or: func(xs ...Truth) Truth {
		v := No
		for _, x := range xs {
			v = max(v, x)
		}
		return v
	},
}

func (t Truth) not() Truth { return Yes - t }

// falseFirst compares truth values.
func falseFirst(a, b bool) int { return cmp.Compare(TruthOf(a), TruthOf(b)) }
