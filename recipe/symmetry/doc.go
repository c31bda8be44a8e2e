// Package symmetry finds agents of a system that are interchangeable, and
// chooses one state for all that differ by exchanging them.
//
// An automorphism of a system is a permutation of its agents together with a
// permutation of its symbols (channels, enumeration constants, locations)
// under which the system's text is the same: agent a's locals, initial
// condition, receive guard, relabelling and commands become those of the
// agent it is mapped to. It maps steps to steps, so a state and its image have
// the same computations up to renaming (Clarke, Enders, Filkorn, Jha,
// Exploiting symmetry in temporal logic model checking, FMSD 9, 1996).
//
// The package looks for automorphisms that exchange two agents of one type and
// with them what is private to each: its location, and the symbols that only
// its text mentions, such as a link of its own. They are detected from the
// text and verified on all of it, never assumed. Agents that can be exchanged
// pairwise form a class; the group considered is the product of the full
// symmetric groups of the classes.
//
// [Group.Canonical] maps a state to a representative of its orbit: by colour
// refinement on the graph of agents and the private symbols they hold, ties
// being broken one agent at a time. The result always lies in the orbit, which
// is all that soundness needs; states of one orbit get one representative
// whenever tied agents are themselves exchangeable in the state.
//
// To check a system, the option WithSymmetry of package mc is enough; call [Detect] to
// see which agents are interchangeable, or to explore orbits.
package symmetry
