// Package evaluate defines the meaning of expressions and the rule of a step, for all states at
// once. It works over an algebra of sets of states and of values that depend on the state. Decision
// diagrams are one algebra (package symbolic). The terms of the languages of other model checkers
// are another one (package smv).
//
// An expression is evaluated in a [Setting], which gives the values of its leaves. The result is a
// [Term]: the value, the states in which the expression is absent, and the states in which it is
// undefined (see [recipe.Expr]). As a condition, the result is a [Truth]. Operators are in the
// table of package recipe. [Evaluator.Reception] and [Evaluator.Exchange] are the rules of P001
// Definition 5 and P004 Definition 3 for the agents that do not initiate a step; package recipe
// names these papers.
//
// The explicit twin is [recipe.Interpreter], which shares only the table of operators with this
// package.
//
// Use this package to write an encoding of systems. For questions about one state, use the
// interpreter.
package evaluate
