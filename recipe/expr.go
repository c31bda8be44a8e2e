package recipe

import "slices"

// Op is the operator of an [Expr].
type Op uint8

// Leaves. Which of them may occur where is said at the field that holds the expression ([Command],
// [Agent], [Proposition]).
const (
	OpConst    Op = iota // Value
	OpLocal              // the local with index Index in System.Vars
	OpData               // the data variable with index Index carried by the message; on point-to-point, the other side's
	OpChannel            // the channel of the message
	OpProperty           // the property identifier with index Index, as the receiver (or supplier) relabels it

	// Leaves of step propositions only.
	OpSupplierProperty // the property identifier Index as the supplier of a point-to-point step relabels it
	OpSender           // the location of the agent that sends
	OpGetter           // the location of the getter
	OpSupplier         // the location of the supplier
	OpInitiator        // sender or getter
	OpProducer         // sender or supplier
	OpLocality         // the locality a get names, or AnyLocality
	OpPointToPoint     // whether the step is a get/supply exchange
	OpExecuted         // whether the step executes one of Commands

	// Leaves of state propositions only.
	OpControl  // the control state of the agent with index Index
	OpEnabled  // whether some step from this state executes one of Commands
	OpDeadlock // whether no step leaves this state
)

// An Expr is a typed expression. Expressions are trees (sharing is allowed), immutable once a
// System holds them.
//
// Booleans are evaluated with three rules beyond the ordinary ones. An expression is undefined
// where evaluation meets a zero divisor; commands, receive guards, predicates and data that are
// undefined do not hold. In step propositions and predicates an operand may be absent: data the
// message does not carry, a role or channel the step does not have, an identifier that the receiver
// does not relabel. A comparison with an absent (or, in a proposition, undefined) operand is false,
// OpNe being the negation of OpEq; so is a boolean leaf that is absent (or, in a proposition,
// undefined). Connectives therefore always have operands that are true or false.
//
// Comparisons and arithmetic evaluate all operands; what has an undefined one and an absent one is
// undefined. All operators are binary but OpNot, OpNeg, the quantifiers (one operand) and OpIte
// (three).
type Expr struct {
	Op       Op
	Type     *Type
	Value    Value   // OpConst
	Index    int     // OpLocal, OpData, OpProperty, OpSupplierProperty, OpControl
	Args     []*Expr // operators and quantifiers
	Commands []int   // OpExecuted, OpEnabled: indices into System.Commands, ascending
	Pos      Position
}

// isConnective reports whether e combines boolean operands only: negation, conjunction,
// disjunction, implication, equivalence.
func (e *Expr) isConnective() bool { return e.Op.Facts().Class == ClassConnective }

// IsConst reports whether e is the constant v.
func (e *Expr) IsConst(v Value) bool { return e.Op == OpConst && e.Value == v }

// TrueExpr and FalseExpr are the boolean constants.
var (
	TrueExpr  = &Expr{Op: OpConst, Type: BoolType, Value: True}
	FalseExpr = &Expr{Op: OpConst, Type: BoolType, Value: False}
)

// Const returns the constant v of type t.
func Const(t *Type, v Value) *Expr { return &Expr{Op: OpConst, Type: t, Value: v} }

// Not returns the negation of e.
func Not(e *Expr) *Expr { return &Expr{Op: OpNot, Type: BoolType, Args: []*Expr{e}} }

// And returns the conjunction of es, true if there is none.
func And(es ...*Expr) *Expr { return chain(OpAnd, TrueExpr, es) }

// Or returns the disjunction of es, false if there is none.
func Or(es ...*Expr) *Expr { return chain(OpOr, FalseExpr, es) }

func chain(op Op, unit *Expr, es []*Expr) *Expr {
	if len(es) == 0 {
		return unit
	}
	out := es[0]
	for _, e := range es[1:] {
		out = &Expr{Op: op, Type: BoolType, Args: []*Expr{out, e}}
	}
	return out
}

// Walk calls visit for e and, where visit returns true, for its operands, in order, depth first.
func (e *Expr) Walk(visit func(*Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	for _, a := range e.Args {
		a.Walk(visit)
	}
}

// Any reports whether a test holds of e, of one of its operands, or of theirs.
func (e *Expr) Any(test func(*Expr) bool) bool {
	return e != nil && (test(e) || slices.ContainsFunc(e.Args, func(a *Expr) bool { return a.Any(test) }))
}

// Leaves lists the indices of the leaves of expressions that have an operator, such as [OpLocal], each once and in the order of
// their first occurrence.
func Leaves(op Op, es ...*Expr) []int {
	var out []int
	for _, e := range es {
		e.Walk(func(e *Expr) bool {
			if e.Op == op && !slices.Contains(out, e.Index) {
				out = append(out, e.Index)
			}
			return true
		})
	}
	return out
}
