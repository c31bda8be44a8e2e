// Package symbolic encodes interpreted systems as decision diagrams.
//
// A state is a valuation of finite-domain variables with exactly the values of the system's. The step relation stays a conjunction of
// parts: the protocol of each agent, and its evolution, under SingleAssignment one part for each variable. An image conjoins the parts
// one after the other and quantifies every variable as soon as no later part mentions it (Ranjan, Aziz, Brayton, Plessier, Pixley,
// "Efficient BDD algorithms for FSM synthesis and verification", IWLS 1995); neighbours in that order are joined beforehand while they
// stay small.
//
// An agent whose protocol leaves no choice performs a function of its state, which stands wherever its action is mentioned; only the
// others have variables for their actions. Variables that no step changes have no part.
//
// Package mc/joint encodes the systems that it checks by itself; call [Encode] to explore one in
// another way.
package symbolic
