// Package simulate walks through the computations of a system step by step: as a person or a script
// chooses, at random, or by a shortest way to a condition. It rests on the explicit interpreter, so
// that it works for systems far too large to explore.
//
// A [Session] holds the run made so far and the interactions possible at its end. A [Condition] is
// a formula about one step and the states around it: it selects initial states and interactions,
// ends random walks and is what a search looks for. The simulator of R-CHECK, with its constraints
// on the next state and on labels, is described in P003 (Abd Alrahman, Azzopardi, Piterman,
// R-CHECK: A Model Checker for Verifying Reconfigurable MAS), Section 5, and in P000 (Abd Alrahman,
// Azzopardi, Di Stefano, Piterman, Language support for verifying reconfigurable interacting
// systems, STTT 25 (2023), doi:10.1007/s10009-023-00729-8), Section 6.
package simulate
