// Package recipe implements the ReCiPe formalism: typed expressions, agents, closed systems, and
// the explicit (enumerative) semantics of one step.
//
// A [System] is a model without its text. Every instance of an agent type is an [Agent] with its
// own locals, control states and commands. Every expression has a type, and every name is an index.
// Package rcheck makes systems from files. In Go, use a [Builder]. Two parts of the program execute
// systems, and share nothing else. The first is the explicit interpreter of this package
// ([Interpreter]). It is used for simulation and replay, and as the twin of every symbolic result.
// The second is package recipe/symbolic, the encoding by decision diagrams.
//
// The formalism is defined in
//
//   - P000: Abd Alrahman, Azzopardi, Di Stefano, Piterman, Language support
//     for verifying reconfigurable interacting systems, STTT 25 (2023),
//     doi:10.1007/s10009-023-00729-8, Definitions 1-4;
//   - P001: Abd Alrahman, Piterman, Modelling and verification of
//     reconfigurable multi-agent systems, JAAMAS 35 (2021),
//     doi:10.1007/s10458-021-09521-x, Definitions 2-9;
//   - P004: the extension with attributed point-to-point communication,
//     Definition 3.
//
// Where the papers are silent, this package adds: broadcasts never block; a command that uses data
// that the message does not carry is not enabled; a state without any step repeats forever.
package recipe
