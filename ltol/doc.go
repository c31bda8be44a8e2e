// Package ltol implements linear temporal logic with observations (LTOL), and its automata. It
// knows nothing about models: an atom is a number, and the caller knows what it means.
//
// LTOL adds observation descriptors to linear temporal logic. <O>φ says: the step that leaves this
// position satisfies O, and φ holds after it. [O]φ says: if that step satisfies O, then φ holds
// after it. The logic is defined in
//
//   - P000 §5.1: Abd Alrahman, Azzopardi, Di Stefano, Piterman, "Language support for verifying
//     reconfigurable interacting systems", STTT 2023, doi:10.1007/s10009-023-00729-8;
//   - P001 §7: Abd Alrahman, Piterman, "Modelling and verification of reconfigurable multi-agent
//     systems", JAAMAS 35(2), 2021, doi:10.1007/s10458-021-09521-x.
//
// A computation is a sequence s0,e0,s1,e1,… of states and steps. The main idea of the package is
// that an automaton reads both in one letter. At position i, a formula reads state atoms (about
// s_i), step atoms (about e_i) and past-step atoms (about e_{i-1}). A whole observation descriptor
// is one step atom. So <O>φ is O ∧ X φ, and [O]φ is ¬O ∨ X φ. Observations, fairness of steps and
// stuttering need no states of their own. The caller must ensure one thing: every step atom is
// false on the empty stutter, which is the step of a state that has no other step.
//
// Use the package to build formulas, to decide whether they are satisfiable, and to translate them
// into automata. Package rcheck reads formulas over the names of a model, and package mc checks
// them.
//
// # Phases
//
//  1. Constructors make a Formula (formula.go). It is printed (print.go), folded (fold.go, algebra.go)
//     and brought into normal forms (normalform.go, gather.go, outward.go).
//  2. Subformulas become obligations. A formula and its negation share one (obligations.go). Named
//     rewrites simplify them (rewrite.go).
//  3. The states of the alternating automaton are obligations (expand.go; alternating.go shows it).
//  4. The states of a generalised Büchi automaton are sets of obligations. Acceptance is on
//     transitions (dealternate.go). The automaton is reduced (reduce.go and the files it names), and
//     past-step atoms are removed (history.go). Translate does phases 2 to 4.
//  5. Strength (strength.go) says what kind of search for accepting runs is needed. On demand, there
//     are plain Büchi automata (degeneralize.go), witnesses (satisfy.go), and text, HOA and DOT.
//
// Eval decides a formula on an ultimately periodic computation directly from the semantics. It is
// there to check phases 2 to 5, and shares only the Boolean connectives with them.
//
// Everything is deterministic: the same formula gives the same automaton, edge by edge.
package ltol
