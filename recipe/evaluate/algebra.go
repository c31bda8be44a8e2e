package evaluate

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// Values compute with sets S of states, and with values V that depend on the state. In a state in
// which an operand is absent or undefined, a value is arbitrary: evaluation reads it only where it
// exists.
type Values[S, V any] interface {
	// Bool is the set of all states, or of none.
	Bool(all bool) S
	// None reports that a set is empty. It may return false for an empty set.
	None(x S) bool
	Not(x S) S
	And(x, y S) S
	Or(x, y S) S
	// Iff is the set of states that are in both sets or in neither.
	Iff(x, y S) S
	// If is x where c holds and y elsewhere.
	If(c, x, y S) S
	// All is the intersection of sets. It may use each set to simplify the others.
	All(xs ...S) S

	// Constant is the same value of a kind in all states.
	Constant(k recipe.Kind, v recipe.Value) V
	// Missing is a value of a kind that exists in no state.
	Missing(k recipe.Kind) V
	// Condition is the boolean that is true in yes and false in no.
	Condition(yes, no S) V
	// True is the set of states in which a boolean is true.
	True(x V) S
	// Compare is the set of states in which OpEq, OpLt or OpLe is true of two values of one kind.
	Compare(op recipe.Op, x, y V) S
	// Within is the set of states in which a value belongs to a type.
	Within(x V, t *recipe.Type) S
	// Arithmetic applies an operator; unary ones ignore y.
	Arithmetic(op recipe.Op, x, y V) V
	// Choose is the value that is x in yes and y in no.
	Choose(yes, no S, x, y V) V

	// Local is the current value of a local.
	Local(i int) V
}

// An Algebra knows of a ReCiPe system, too.
type Algebra[S, V any] interface {
	Values[S, V]

	// Control is the value of the control state of an agent.
	Control(agent int) V
	// Deadlock is the set of states without a step. Enabled is the set of states in which a step
	// can execute one of the commands.
	Deadlock() S
	Enabled(commands []int) S
	// Quantified is the set of states in which a quantifier holds that is not inside another
	// quantifier.
	Quantified(e *recipe.Expr, in *Setting[S, V]) S
}

// A Term is the result of an expression in each state. It is Value, except where it is Absent or
// Undefined. No state is in both sets.
type Term[S, V any] struct {
	Value             V
	Absent, Undefined S
}

// A Truth is the result of a condition: where it is true, and where it is undefined. No state is in
// both sets.
type Truth[S any] struct{ Yes, Undefined S }

// A Setting gives the leaves of expressions their meaning. A leaf without an entry is absent.
type Setting[S, V any] struct {
	// Fixed gives some locals a value that is known.
	Fixed map[int]recipe.Value
	// Channel is the message's channel, if HasChannel.
	Channel    recipe.Value
	HasChannel bool
	// Data is what the message (or the other side) carries, by data variable.
	Data []*Term[S, V]
	// Property gives the values of the property identifiers; nil if they are absent.
	Property func(pv int) *Term[S, V]
	// Step is the step that step propositions are about.
	Step *Step[S, V]
	// Proposition makes comparisons with undefined operands false.
	Proposition bool
	// Chosen is set inside a quantifier over property identifiers.
	Chosen bool
}

// A Step is what step propositions can read of steps, for a set of steps that have the same values
// of these fields.
type Step[S, V any] struct {
	Initiator int
	Supplier  int // or -1
	// Locality is that of a point-to-point step.
	Locality recipe.Value
	// Predicate is the predicate of the message. It is evaluated in Message, except for the
	// property identifiers.
	Predicate *recipe.Expr
	Message   *Setting[S, V]
	// Executes returns the states in which the step executes one of the commands.
	Executes func(commands []int) S
}
