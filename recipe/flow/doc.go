// Package flow finds out which values can reach which variables of a system.
//
// It is an abstract interpretation. For every agent and every control state, it keeps one [Set] of
// values for each local. For every message that some command can send, it keeps one set for each
// data variable. Values flow through initial conditions, guards, updates and messages, until
// nothing changes. Every result is a superset of what is reachable.
//
// A command is evaluated in two steps. First, its conditions narrow the sets. Then its expressions
// are evaluated on sets, by intervals and their bounds (Cousot and Cousot, "Abstract
// interpretation", POPL 1977, doi:10.1145/512950.512973; the domain is the product of unions of
// intervals, without relations between variables). This may be inexact. If so, and if the variables
// have few combinations of values, every combination is evaluated, but only once: when a set grows,
// only the combinations with a new value are added.
//
// After some time, growing sets of numbers are widened to the next constant of the system. Then a
// descending iteration from the fixpoint finds the bounds again that widening lost. [Thresholds]
// say when each of these shortcuts is used. No shortcut excludes a reachable value.
//
// Package rcheck uses the result to give variables declared `int` a range, and to prove that
// relabellings stay in range. The encodings leave out values, control states and commands that
// cannot occur.
//
// Use it where a smaller set of values helps: for an encoding, an export, or a range.
package flow
