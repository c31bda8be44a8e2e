// Package rcheck gives R-CHECK models and their LTOL properties a meaning: it reads the text of a model in either dialect and
// produces a [recipe.System], which package recipe executes and recipe/symbolic encodes, and one [ltol.Formula] for every property.
//
// [Parse] does everything. Its phases, each of which goes on after the errors of those before, so that all errors of a file are
// reported at once:
//
//  1. scanner and parser (the sub-packages) build the syntax tree;
//  2. declarations: constants are evaluated, replicated names such as `client[1..N]` written out, symbols, types and variables
//     entered into tables (declare.go, constant.go);
//  3. every guard definition is checked on its own (guards.go);
//  4. agents: for every instance its agent type's structure automaton (P000 Definition 3, automaton.go), initial condition,
//     relabelling, receive guard and commands are elaborated: names resolved, types checked, guards written out (agent.go,
//     exchange.go, scope.go, expr.go);
//  5. properties: quantifiers over agents and integers are written out, conditions on one state and observations become
//     propositions, the rest an LTOL formula (formula.go, observation.go, quantifier.go, atom.go);
//  6. values: package flow computes which values can reach which variable; that gives variables declared `int` their ranges,
//     proves relabellings to stay in range, finds receives that nothing can reach (ranges.go);
//  7. initial states are looked for, and what is declared without effect is listed (ranges.go, use.go).
//
// Elaboration goes from the syntax tree to typed expressions in one step, for every instance anew: replicas differ in the values of
// names, and diagnostics that repeat are reported once. Diagnostics have stable codes, documented with [diag.Register]: names from
// RC0301 (codes_names.go), types from RC0401 (codes_types.go), meaning from RC0501 (codes_meaning.go).
//
// The language is that of
//
//   - P000: Abd Alrahman, Azzopardi, Di Stefano, Piterman, Language support for verifying reconfigurable interacting systems, STTT 25
//     (2023), doi:10.1007/s10009-023-00729-8;
//   - P001: Abd Alrahman, Piterman, Modelling and verification of reconfigurable multi-agent systems, JAAMAS 35 (2021),
//     doi:10.1007/s10458-021-09521-x, for LTOL (section 7);
//   - P004: Attributed Point-to-Point Communication in R-CHECK, for get and supply (section 3);
//
// and of the published R-CHECK tool, in its older and its current syntax, with constants, replication, fairness and named properties
// added.
package rcheck
