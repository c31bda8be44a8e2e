// Package search decides whether a symbolic system has a fair computation that an automaton
// accepts, and finds one.
//
// Its one idea is the graph of a product: arcs between automaton states, each labelled with moves,
// the classes of steps that the automaton cannot tell apart (product.go, graph.go); sets of its
// nodes are regions, one diagram for each automaton state (region.go). On it
//
//   - closure.go extends a region to all that can be reached from it,
//   - hull.go shrinks one to what lies around fair cycles, after cyclic.go has
//     left out the steps that lie on no cycle, with help from probe.go, which
//     explores a few nodes explicitly, and slices.go, which divides regions,
//   - emptiness.go does both, component by component of the automaton,
//   - path.go, lasso.go and terminal.go turn the result into a run whose steps
//     are the interpreter's.
//
// A [System] is what the searches of one system share. The package knows nothing of properties,
// verdicts or reports: who asks for a search translates, confirms and tells.
package search
