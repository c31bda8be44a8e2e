// Package alike proves properties of a system with many agents that are alike, by views of a few of
// them (package views) and by counters (package counters).
//
// A property is divided into conjuncts ([Conjuncts]). Of each conjunct that speaks of some agents of
// a class, one is asked for all that differ by an exchange of agents. The agents that it speaks of
// are tracked: they are a part of all views. [Prover.Decide] asks views of more and more agents, and
// then counters.
//
// What is proved of a conjunct is true of every system of the family that has enough agents for the
// views ([Conjunct.Needed]). Package sizes uses that for all sizes at once. The [Engine] uses it for
// one system, among the other engines of a check.
package alike
