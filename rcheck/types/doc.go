// Package types makes a typed tree, the [Program], from the syntax tree of an R-CHECK model. In a
// Program, every name is resolved, every replica, guard and quantifier is written out, and every
// number has bounds. Expressions and commands are those of package recipe. Formulas are [Formula]
// (tree.go). The tree is immutable: formulas that are added later do not change it. The tables in
// program.go say what names mean. The checker collects the diagnostics of one resolution
// (report.go).
//
// [Resolve] (resolve.go) has these phases:
//
//  1. Declarations: constants are evaluated, and replicated names such as `client[1..N]` are written
//     out. Symbols, types and variables are entered into tables (declare.go, constant.go).
//  2. Every guard definition is checked by itself (resolve.go).
//  3. Agents: the structure automaton of each agent type is built (Definition 3 of P000, see package
//     rcheck; automaton.go). For each instance, the initial condition, the relabelling, the receive
//     guard and the commands are elaborated: names are resolved, types checked, and guards written
//     out (agent.go, exchange.go, assign.go).
//  4. Properties: quantifiers over agents and integers are written out. Conditions on one state, and
//     observations, become atoms (formula.go, observation.go). Operators about states and agents
//     become separate parts (state.go).
//  5. Values: package flow computes which values can reach which variable. This gives variables
//     declared `int` their ranges, proves that relabellings stay in range, and finds receives that
//     no message can reach (ranges.go). Computed numbers get bounds (close.go).
//  6. Initial states are searched, and declarations without effect are listed (ranges.go, use.go).
//
// An expression is elaborated by a walk over it (expr.go). The place of the expression decides what
// its names mean (scope.go). Qualified names are about other agents (atom.go, group.go).
// Quantifiers range over agents and numbers (quantifier.go). The operands of an operator decide
// whether it is allowed (operator.go).
//
// Elaboration makes typed expressions directly from the syntax tree, again for every instance,
// because names have different values in different replicas. A diagnostic that repeats is reported
// once. Codes about names begin at RC0301, about types at RC0401, and about meaning at RC0501.
//
// Programs that read models call package rcheck, which calls this package. The typed tree is for
// tools that need more of the source than package rcheck gives. [References] says what each name of
// a file means.
package types
