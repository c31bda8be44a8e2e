// Package circuit converts a system into a Boolean circuit. The initial states, the step, and the
// propositions become functions of bits.
//
// A state is stored in bits: the binary digits of its values that vary ([Variable]). Other inputs,
// the choices, say which of the possible steps is taken. A [Graph] of conjunctions and negations
// holds all functions, each once. If [Model.Possible] is true, the choices name a step, and
// [Model.Next] are the bits of the state after it. In a state without steps, every choice names the
// empty stutter.
//
// The meaning of expressions and the rule of a step are those of package evaluate, over an algebra
// of literals. Decision diagrams and the terms of SMV are two other algebras. The explicit twin is
// [recipe.Interpreter]. Hardware model checkers read circuits directly. SAT solvers read copies of
// them, one for each step of a run.
package circuit
