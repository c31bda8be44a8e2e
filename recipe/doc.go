// Package recipe is the ReCiPe formalism: typed expressions, agents, closed systems, and the
// explicit (enumerative) semantics of one step.
//
// A [System] is what the R-CHECK language means once its text is gone: every instance of an agent
// type is an [Agent] of its own with locals, control states and commands; every expression is
// typed, every name is an index. Systems are produced by package rcheck from files, or built in Go
// directly with a [Builder]. Two things read them, and share nothing else: the explicit interpreter
// of this package ([Interpreter]), used for simulation, replay and as the twin of every symbolic
// result, and package recipe/symbolic, the encoding over decision diagrams.
//
// The formalism follows
//
//   - P000: Abd Alrahman, Azzopardi, Di Stefano, Piterman, Language support
//     for verifying reconfigurable interacting systems, STTT 25 (2023),
//     doi:10.1007/s10009-023-00729-8, Definitions 1-4;
//   - P001: Abd Alrahman, Piterman, Modelling and verification of
//     reconfigurable multi-agent systems, JAAMAS 35 (2021),
//     doi:10.1007/s10458-021-09521-x, Definitions 2-9;
//   - P004: the extension with attributed point-to-point communication,
//     Definition 3;
//
// completed where they are silent: broadcasts never block, data that a message does not carry
// disables the commands that mention it, a state without any step stutters for ever.
package recipe
