// Package flow finds out which values can reach which variables of a system.
//
// It interprets the system abstractly: for every agent and every control state
// it keeps one [Set] of values per local, for every message that some command
// can send one set per data variable, and lets values flow through initial
// conditions, guards, updates and messages until nothing changes. Everything
// found is a superset of what is reachable.
//
// A command is run in two steps. First its conditions narrow the sets, and its
// expressions are evaluated on sets, run by run and bound by bound (Cousot and
// Cousot, "Abstract interpretation", POPL 1977, doi:10.1145/512950.512973; the
// domain is the product of unions of intervals, without relations between
// variables). Where that is not known to be exact and the variables concerned
// have few combinations of values, every combination is looked at, but only
// once: what has been looked at is remembered, and when a set grows only the
// combinations with a new value are added.
//
// Growing sets of numbers are widened to the next constant of the system after
// a while; bounds that widening gave up are found again by going down from the
// fixpoint. [Thresholds] say when each of these shortcuts is taken; none of
// them can exclude what is reachable.
//
// Package rcheck uses the result to give variables declared `int` a range and
// to prove that relabellings stay in range; the encodings leave out the values,
// control states and commands that it excludes.
//
// Use it where the values a variable can really take make something smaller: an encoding, an export, a range to be found.
package flow
