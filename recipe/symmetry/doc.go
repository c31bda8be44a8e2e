// Package symmetry finds the agents of a system that are interchangeable. It chooses one state for
// all states that differ only by exchanging such agents.
//
// An automorphism of a system is a permutation of its agents, together with a permutation of its
// symbols (channels, enumeration constants, locations), that does not change the text of the
// system. The locals, the initial condition, the receive guard, the relabelling and the commands of
// an agent become those of the agent to which it is mapped. An automorphism maps steps to steps. So
// a state and its image have the same computations, up to renaming (Clarke, Enders, Filkorn, Jha,
// Exploiting symmetry in temporal logic model checking, FMSD 9, 1996).
//
// The package looks for automorphisms that exchange two agents of one type, and with them what is
// private to each: its location, and the symbols that only its text mentions, such as its own link.
// It finds them in the text, and verifies them on the whole text. Agents that can be exchanged
// pairwise form a class. The group is the product of the full symmetric groups of the classes.
//
// [Group.Canonical] maps a state to a representative of its orbit. It uses colour refinement on the
// graph of agents and of the private symbols that they hold. Ties are broken one agent at a time.
// The result is always in the orbit, which is enough for soundness. All states of an orbit get the
// same representative if tied agents can always be exchanged in the state.
//
// To check a system, the option WithSymmetry of package mc is enough. Call [Detect] to see which
// agents are interchangeable, or to explore orbits.
package symmetry
