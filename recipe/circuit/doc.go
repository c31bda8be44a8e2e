// Package circuit is a system as a Boolean circuit: the initial states, the step, and what
// propositions say of a state or a step, as functions of bits.
//
// The bits of a state are those binary digits of its values that vary ([Variable]); further inputs,
// the choices, say which of the possible steps is taken. A [Graph] of conjunctions and negations
// holds all functions, each once. Where [Model.Possible] is true the choices name a step, and
// [Model.Next] are the digits of the state that it leads to; in a state without steps every choice
// names the empty stutter.
//
// The meaning of expressions and the rule of a step are those of package evaluate, over an algebra
// of literals: one more beside diagrams and the terms of SMV. The explicit twin is
// [recipe.Interpreter]. Hardware model checkers read circuits as they are, and SAT solvers read
// copies of them, one for each step of a run.
package circuit
