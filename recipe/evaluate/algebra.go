package evaluate

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// An Algebra computes with sets S of states and with values V that depend on the state. Where a
// value is none, because an operand is absent or undefined, it is arbitrary: evaluation asks only
// where there is one.
type Algebra[S, V any] interface {
	// Bool is the set of all states, or of none.
	Bool(all bool) S
	// None reports that a set is empty; it may say no of sets that are.
	None(x S) bool
	Not(x S) S
	And(x, y S) S
	Or(x, y S) S
	// Iff is the set of states that are in both sets or in neither.
	Iff(x, y S) S
	// If is x where c holds and y elsewhere.
	If(c, x, y S) S
	// All is the conjunction of sets, and may use each to simplify the others.
	All(xs ...S) S

	// Constant is one value of a kind in all states.
	Constant(k recipe.Kind, v recipe.Value) V
	// Missing is a value of a kind that is none in any state.
	Missing(k recipe.Kind) V
	// Condition is the boolean that is true in yes and false in no.
	Condition(yes, no S) V
	// True is the set of states in which a boolean is true.
	True(x V) S
	// Compare is the set of states in which OpEq, OpLt or OpLe is true of two values of one kind.
	Compare(op recipe.Op, x, y V) S
	// Within is the set of states in which a value is one of a type.
	Within(x V, t *recipe.Type) S
	// Arithmetic applies an operator; unary ones ignore y.
	Arithmetic(op recipe.Op, x, y V) V
	// Choose is the value that is x in yes and y in no.
	Choose(yes, no S, x, y V) V

	// Local is the present value of a local, Control that of an agent's control state.
	Local(i int) V
	Control(agent int) V
	// Deadlock is the set of states without a step, and Enabled that of states in which a step can
	// execute one of the commands.
	Deadlock() S
	Enabled(commands []int) S
	// Quantified is the set of states in which a quantifier holds that is not inside of another.
	Quantified(e *recipe.Expr, in *Setting[S, V]) S
}

// A Term is what an expression comes to in each state: Value, but where it is Absent or Undefined,
// which exclude each other.
type Term[S, V any] struct {
	Value             V
	Absent, Undefined S
}

// A Truth is the outcome of a condition: where it is true and where it is undefined, which exclude
// each other.
type Truth[S any] struct{ Yes, Undefined S }

// A Setting gives the leaves of expressions their meaning; what it lacks is absent.
type Setting[S, V any] struct {
	// Fixed gives some locals a value that is known.
	Fixed map[int]recipe.Value
	// Channel is the message's channel, if HasChannel.
	Channel    recipe.Value
	HasChannel bool
	// Data is what the message (or the other side) carries, by data variable.
	Data []*Term[S, V]
	// Property gives the property identifiers; nil for absent.
	Property func(pv int) *Term[S, V]
	// Step is what step propositions ask about.
	Step *Step[S, V]
	// Proposition makes comparisons with undefined operands false.
	Proposition bool
	// Chosen is set inside a quantifier over property identifiers.
	Chosen bool
}

// A Step is what step propositions may ask about steps that agree in this.
type Step[S, V any] struct {
	Initiator int
	Supplier  int // or -1
	// Locality is that of a point-to-point step.
	Locality recipe.Value
	// Predicate is the message's, to be evaluated in Message but for the property identifiers.
	Predicate *recipe.Expr
	Message   *Setting[S, V]
	// Executes says in which states the step executes one of the commands.
	Executes func(commands []int) S
}
