// Package flow finds out which values can reach which variables of a system.
//
// It interprets the system abstractly: for every agent and every control state of its structure automaton it keeps one [Set] of
// values per local, for every message that some command can send one set per data variable, and lets values flow through initial
// conditions, guards, updates and messages until nothing changes. Guards narrow sets as far as comparisons of single variables
// tell (Cousot and Cousot, "Abstract interpretation", POPL 1977, doi:10.1145/512950.512973; the sets are the product of the
// interval domain and the domain of small finite sets, without relations between variables). Everything found is a superset of
// what is reachable.
//
// Package rcheck uses the result to give variables declared `int` a range, to prove that relabellings stay in range, and to warn
// about receives that no message can reach.
package flow
