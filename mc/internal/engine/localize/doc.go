// Package localize holds the engine that proves properties without the reachable states: invariants
// on abstractions, and other properties by cycles of local states.
//
// An abstraction merges values of variables, so that a few agents and a few values are left of a
// large system. An invariant that all states of an abstraction satisfy holds in the system, since an abstraction
// has all of its runs, and more. A run of the abstraction that violates it is often none of the
// system. Then the abstraction is refined: some values are told apart that it had merged, as few as
// make that run impossible. That is repeated (Kurshan, "Computer-Aided Verification of Coordinating
// Processes", 1994; Clarke, Grumberg, Jha, Lu, Veith, "Counterexample-guided abstraction refinement
// for symbolic model checking", JACM 2003, doi:10.1145/876638.876643).
//
// For example, that two nodes of Raft never lead in one term depends on the votes for these two.
// Whatever else a vote may be, and how many votes other nodes have, is merged: see
// bench/models/published/raft.rcp. Its states with six nodes and four terms have a diagram of more
// than eight million nodes; an abstraction has some ten thousand.
//
// A fair cycle of the system takes each agent round a cycle of its local states. If the local states
// leave no cycle that violates a property, it holds: see [search.Acyclic].
package localize
