package recipe

import (
	"iter"
	"slices"
)

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

// An Expr is a typed expression. Expressions are trees, which may share parts. They are immutable
// as soon as a System holds them.
//
// The evaluation of Booleans has three special rules. First, an expression is undefined if its
// evaluation divides by zero. An undefined command, receive guard, predicate or data does not hold.
// Second, an operand of a step proposition or a predicate may be absent. Examples are data that the
// message does not carry, a role or channel that the step does not have, and an identifier that the
// receiver does not relabel. Third, a comparison with an absent operand is false, and so is an
// absent boolean leaf. In a proposition, this also applies to undefined operands and leaves. OpNe
// is the negation of OpEq. So the operands of connectives are always true or false.
//
// Comparisons and arithmetic evaluate all operands. With an undefined operand and an absent one,
// the result is undefined. OpNot, OpNeg and the quantifiers have one operand, and OpIte has three.
// All other operators have two.
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

// Walk calls visit for e, and then for its operands if visit returns true, in order and depth
// first.
func (e *Expr) Walk(visit func(*Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	for _, a := range e.Args {
		a.Walk(visit)
	}
}

// All yields e and the expressions inside it, each before its operands; nothing if e is nil.
func (e *Expr) All() iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) {
		more := true
		e.Walk(func(x *Expr) bool {
			more = more && yield(x)
			return more
		})
	}
}

// Any reports whether a test is true of e or of an expression inside e.
func (e *Expr) Any(test func(*Expr) bool) bool {
	return e != nil && (test(e) || slices.ContainsFunc(e.Args, func(a *Expr) bool { return a.Any(test) }))
}

// Leaves lists the indices of the leaves with an operator such as [OpLocal]. Each index occurs
// once, in the order of the first occurrence.
func Leaves(op Op, es ...*Expr) []int {
	var out []int
	for _, e := range es {
		for e := range e.All() {
			if e.Op == op && !slices.Contains(out, e.Index) {
				out = append(out, e.Index)
			}
		}
	}
	return out
}
