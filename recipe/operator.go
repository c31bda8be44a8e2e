package recipe

// Connectives: both operands boolean, evaluated from the left, and the right one only if the left
// does not decide.
const (
	OpNot Op = iota + 64
	OpAnd
	OpOr
	OpImplies
	OpIff
)

// Comparisons and arithmetic. Equality compares values of any kinds (values of different kinds are
// different); the order and arithmetic are on integers. Division truncates towards zero and Mod has
// the sign of the dividend, as in Go; a zero divisor makes the expression undefined.
const (
	OpEq Op = iota + 96
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpNeg
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpMod
	OpMin
	OpMax
	OpIte // Args[0] ? Args[1] : Args[2]; evaluates only the chosen branch
)

// Quantifiers over the assignments of the property identifiers, in step propositions: some (every)
// assignment that satisfies the message's predicate satisfies Args[0], in which OpProperty reads
// that assignment. Inside a quantifier the predicate is the one assignment chosen, so that an inner
// quantifier has no effect (P001 Section 7).
const (
	OpExists Op = iota + 128
	OpForall
)

// A Class says what operands an operator has, and what result. This decides how the operator is
// evaluated (see [Expr]).
type Class uint8

const (
	ClassLeaf       Class = iota // no operator
	ClassConnective              // of booleans; a boolean
	ClassComparison              // of integers, equality of any values; a boolean
	ClassArithmetic              // of integers; an integer
	ClassChoice                  // OpIte
	ClassQuantifier              // of a boolean; a boolean
)

// Facts are the properties of one operator. All code that types, builds, prints, folds or evaluates
// expressions reads them.
type Facts struct {
	Class Class
	Arity int
	// Short says that the value Decides of the left operand decides a connective, so that the right
	// operand is not evaluated.
	Short   bool
	Decides Value
	// Divides says that the result is undefined if the second operand is 0.
	Divides bool
	// Commutes says that the order of the operands does not matter. Collects says that nesting and
	// repetition of operands do not matter either.
	Commutes, Collects bool
	// Complement is the comparison that is true if, and only if, this one is false.
	Complement Op

	cases [2][]Case              // of a connective, by its value
	value func(a, b Value) Value // of values; unary operators ignore b
	sign  string                 // as users write it
	// Of an operator written between its operands, how tightly it binds, and what its operands must
	// at least. Others bind as tightly as binds says, or are written like functions.
	binds, left, right int
}

// comparison are the facts of a comparison. The order of the operands does not matter to equality,
// nor to its complement.
func comparison(sign string, complement Op, value func(a, b Value) Value) Facts {
	return Facts{
		Class: ClassComparison, Arity: 2, sign: sign, binds: precCompare, left: precAdd, right: precAdd,
		Complement: complement, Commutes: complement == OpEq || complement == OpNe, value: value,
	}
}

// arithmetic are the facts of an operator on integers that is written between its operands, and is
// repeated without parentheses from the left.
func arithmetic(sign string, binds, right int, value func(a, b Value) Value) Facts {
	return Facts{Class: ClassArithmetic, Arity: 2, sign: sign,
		binds: binds, left: binds, right: right, value: value}
}

var operators = [256]Facts{
	OpNot:     {Class: ClassConnective, Arity: 1, sign: "!", binds: precNot, value: func(a, _ Value) Value { return 1 - a }},
	OpAnd:     {Class: ClassConnective, Arity: 2, sign: "&", binds: precAnd, left: precAnd, right: precNot, Short: true, Decides: False, Commutes: true, Collects: true, value: func(a, b Value) Value { return a & b }},
	OpOr:      {Class: ClassConnective, Arity: 2, sign: "|", binds: precOr, left: precOr, right: precAnd, Short: true, Decides: True, Commutes: true, Collects: true, value: func(a, b Value) Value { return a | b }},
	OpImplies: {Class: ClassConnective, Arity: 2, sign: "->", binds: precImplies, left: precOr, right: precImplies, Short: true, Decides: False, value: func(a, b Value) Value { return 1 - a | b }},
	OpIff:     {Class: ClassConnective, Arity: 2, sign: "<->", binds: precIff, left: precIff, right: precImplies, Commutes: true, value: func(a, b Value) Value { return BoolValue(a == b) }},

	OpEq: comparison("=", OpNe, func(a, b Value) Value { return BoolValue(a == b) }),
	OpNe: comparison("!=", OpEq, func(a, b Value) Value { return BoolValue(a != b) }),
	OpLt: comparison("<", OpGe, func(a, b Value) Value { return BoolValue(a < b) }),
	OpLe: comparison("<=", OpGt, func(a, b Value) Value { return BoolValue(a <= b) }),
	OpGt: comparison(">", OpLe, func(a, b Value) Value { return BoolValue(a > b) }),
	OpGe: comparison(">=", OpLt, func(a, b Value) Value { return BoolValue(a >= b) }),

	OpNeg: {Class: ClassArithmetic, Arity: 1, sign: "-", binds: precNeg, value: func(a, _ Value) Value { return -a }},
	OpAdd: arithmetic("+", precAdd, precMul, func(a, b Value) Value { return a + b }),
	OpSub: arithmetic("-", precAdd, precMul, func(a, b Value) Value { return a - b }),
	OpMul: arithmetic("*", precMul, precNeg, func(a, b Value) Value { return a * b }),
	OpDiv: {Class: ClassArithmetic, Arity: 2, sign: "/", binds: precMul, left: precMul, right: precNeg, Divides: true, value: func(a, b Value) Value { return a / b }},
	OpMod: {Class: ClassArithmetic, Arity: 2, sign: "%", binds: precMul, left: precMul, right: precNeg, Divides: true, value: func(a, b Value) Value { return a % b }},
	OpMin: {Class: ClassArithmetic, Arity: 2, sign: "min", Commutes: true, value: func(a, b Value) Value { return min(a, b) }},
	OpMax: {Class: ClassArithmetic, Arity: 2, sign: "max", Commutes: true, value: func(a, b Value) Value { return max(a, b) }},

	OpIte:    {Class: ClassChoice, Arity: 3, sign: "? :"},
	OpExists: {Class: ClassQuantifier, Arity: 1, sign: "exists"},
	OpForall: {Class: ClassQuantifier, Arity: 1, sign: "forall"},
}

// Facts returns the properties of the operator. For leaves and unknown operators, they are zero.
func (op Op) Facts() *Facts { return &operators[op] }

// Apply returns the value of a connective, a comparison or an arithmetic operator for values of its
// operands. For equality, both values are of one kind. The value defined is false if the divisor is
// zero, and for all other operators. Unary operators ignore b.
func (op Op) Apply(a, b Value) (v Value, defined bool) {
	f := &operators[op]
	if f.value == nil || f.Divides && b == 0 {
		return 0, false
	}
	return f.value(a, b), true
}

// Apply is [Op.Apply] for e's operator and values of e's operands, whatever their kinds.
func (e *Expr) Apply(a, b Value) (v Value, defined bool) {
	if e.mixesKinds() {
		return BoolValue(e.Op == OpNe), true
	}
	return e.Op.Apply(a, b)
}

// A Case is one way in which a connective gets its value. The left operand has the value Left. The
// right one has the value Right, unless Alone is set. Alone means that the left operand decides, or
// that there is no other.
type Case struct {
	Left, Right Value
	Alone       bool
}

// Cases lists the cases in which a connective has a truth value. No two cases hold together.
func (f *Facts) Cases(v Value) []Case {
	if v != False && v != True {
		return nil
	}
	return f.cases[v]
}

func init() {
	for op := range operators {
		f := &operators[op]
		if f.Class != ClassConnective {
			continue
		}
		left := []Value{True, False}
		if f.Short {
			left = []Value{f.Decides, 1 - f.Decides}
		}
		for i, a := range left {
			if alone := f.Arity == 1 || f.Short && i == 0; alone {
				v := f.value(a, False)
				f.cases[v] = append(f.cases[v], Case{a, False, true})
				continue
			}
			for _, b := range []Value{True, False} {
				v := f.value(a, b)
				f.cases[v] = append(f.cases[v], Case{a, b, false})
			}
		}
	}
}

// mixesKinds reports whether e is an equality of values of different kinds.
func (e *Expr) mixesKinds() bool {
	return (e.Op == OpEq || e.Op == OpNe) && e.Args[0].Type.Kind != e.Args[1].Type.Kind
}
