// Package evaluate is the meaning of expressions and the rule of a step for all states at once,
// written over an algebra: of sets of states, and of values that depend on the state. Diagrams are
// one algebra (package symbolic), the terms of other model checkers' languages another (package
// smv).
//
// An expression is evaluated in a [Setting], which says what its leaves stand for, to a [Term]: its
// value, the states in which it is absent, and those in which it is undefined (see [recipe.Expr]);
// as a condition to a [Truth]. Operators are looked up in the table of package recipe.
// [Evaluator.Reception] and [Evaluator.Exchange] are what P001 Definition 5 and P004 Definition 3
// say of the agents that do not initiate; package recipe names these papers.
//
// The explicit twin is [recipe.Interpreter], which shares nothing with this package but the table.
//
// The package is for those who write an encoding of systems; questions about one state are for the
// interpreter.
package evaluate
