// Package types gives syntax trees of R-CHECK models a meaning: a typed tree, the [Program], in which every name is resolved, every
// replica, guard and quantifier written out, and every number has bounds. Expressions and commands of the tree are those of package
// recipe, formulas are [Formula] (tree.go). The tree is immutable: formulas that come later are resolved over it, and change nothing.
// What names mean stands in its tables (program.go), what one resolution reports in the checker (report.go).
//
// The phases of [Resolve] (resolve.go):
//
//  1. declarations: constants are evaluated, replicated names such as `client[1..N]` written out, symbols, types and variables
//     entered into tables (declare.go, constant.go);
//  2. every guard definition is checked on its own (resolve.go);
//  3. agents: for every instance its agent type's structure automaton (Definition 3 of P000, see package rcheck; automaton.go), initial condition,
//     relabelling, receive guard and commands are elaborated: names resolved, types checked, guards written out (agent.go,
//     exchange.go, assign.go);
//  4. properties: quantifiers over agents and integers are written out, conditions on one state and observations become atoms
//     (formula.go, observation.go), operators about states and agents parts of their own (state.go);
//  5. values: package flow computes which values can reach which variable; that gives variables declared `int` their ranges,
//     proves relabellings to stay in range, finds receives that nothing can reach (ranges.go), and computed
//     numbers get bounds (close.go);
//  6. initial states are looked for, and what is declared without effect is listed (ranges.go, use.go).
//
// What an expression reads follows from where it stands: elaboration walks it (expr.go), names mean what they mean there (scope.go),
// qualified names are about other agents (atom.go, group.go), quantifiers run through agents and numbers (quantifier.go), and what
// an operator accepts is decided by its operands alone (operator.go).
//
// Elaboration goes from the syntax tree to typed expressions in one step, for every instance anew: replicas differ in the values of
// names, and diagnostics that repeat are reported once. Codes about names begin at RC0301, about types at RC0401,
// about meaning at RC0501.
//
// Programs that read models call package rcheck, which does all of this. The typed tree is for
// tools that need more of the source than it gives: [References] tells what each name of a file
// means.
package types
