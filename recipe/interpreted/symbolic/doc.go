// Package symbolic encodes interpreted systems as decision diagrams.
//
// A state is a valuation of finite-domain variables with the same values as those of the system.
// The step relation stays a conjunction of parts: the protocol of each agent, and its evolution.
// Under SingleAssignment, an evolution has one part for each variable. An image conjoins the parts
// one after the other. It quantifies every variable as soon as no later part mentions it (Ranjan,
// Aziz, Brayton, Plessier, Pixley, "Efficient BDD algorithms for FSM synthesis and verification",
// IWLS 1995). Neighbours in that order are joined before, as long as they stay small.
//
// If the protocol of an agent leaves no choice, its action is a function of its state. This
// function replaces the action everywhere. Only the other agents have variables for their actions.
// Variables that no step changes have no part.
//
// Package mc/joint encodes the systems that it checks by itself. Call [Encode] to explore a system
// in another way.
package symbolic
