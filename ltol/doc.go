// Package ltol is linear temporal logic with observations (LTOL) over opaque atoms, and its
// automata.
//
// LTOL extends linear temporal logic with observation descriptors: <O>φ says that the step leaving
// this position satisfies O and φ holds after it, [O]φ that if the step satisfies O then φ holds
// after it. The logic is that of
//
//   - P000 §5.1: Abd Alrahman, Azzopardi, Di Stefano, Piterman, "Language support for verifying
//     reconfigurable interacting systems", STTT 2023, doi:10.1007/s10009-023-00729-8;
//   - P001 §7: Abd Alrahman, Piterman, "Modelling and verification of reconfigurable multi-agent
//     systems", JAAMAS 35(2), 2021, doi:10.1007/s10458-021-09521-x.
//
// A computation is s0,e0,s1,e1,…: states and steps. The one idea of the package is that both, and
// all the package knows of them, are letters: at position i a formula reads state atoms (of s_i),
// step atoms (of e_i) and past-step atoms (of e_{i-1}). An observation descriptor is one step atom,
// whatever its text, so <O>φ is O ∧ X φ and [O]φ is ¬O ∨ X φ, and observations, fairness of steps
// and stuttering cost no states of their own. What atoms mean is up to the caller, who has to see
// to one thing: on the empty stutter, the step of a state that has no other, every step atom is
// false.
//
// Use it to build formulas, to ask whether they are satisfiable, and to translate them into automata. Formulas over the names of a model are
// read by package rcheck and checked by package mc.
//
// # Phases
//
//  1. A Formula is made by constructors (formula.go), printed (print.go), folded (fold.go,
//     algebra.go) and brought into normal forms (normalform.go, gather.go, outward.go).
//  2. Its subformulas become obligations, kept up to duality (obligations.go) and simplified by
//     named rewrites (rewrite.go).
//  3. The alternating automaton has obligations as states (expand.go; alternating.go shows it).
//  4. Sets of obligations are the states of a generalised Büchi automaton with acceptance on
//     transitions (dealternate.go), which is made smaller (reduce.go and the files it names) and
//     rid of past-step atoms (history.go). Translate does 2-4.
//  5. Strength (strength.go) says what a search for accepting runs has to cope with. On demand
//     there are plain Büchi automata (degeneralize.go), witnesses (satisfy.go) and text, HOA and
//     DOT.
//
// Eval decides a formula on an ultimately periodic computation straight from the semantics, to
// check what phases 2-5 lead to; it shares only the Boolean connectives with them.
//
// Everything is deterministic: the same formula gives the same automaton, edge by edge.
package ltol
