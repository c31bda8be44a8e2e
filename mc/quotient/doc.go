// Package quotient decides properties on the orbits of states instead of the states: states that
// differ by exchanging interchangeable agents (package recipe/symmetry) are explored once,
// explicitly.
//
// A property may tell agents apart. It is therefore first brought into a form whose letters, the
// maximal subformulas without temporal operators, are as large as possible: "some
// machine is connected" is one letter, though it mentions every machine. Only exchanges under which
// every letter is the same are then used. On the quotient by those the letters are well defined,
// and it satisfies the same formulas over them as the system (Emerson, Sistla, Symmetry and model
// checking, FMSD 9, 1996, Theorem 3.1).
//
// The interpreter explores the quotient by all exchanges. A quotient by fewer exchanges is found from
// that one, by products of permutations.
//
// The same holds for whatever else is asked of representatives: a condition that may name an agent
// must decide which agents are exchanged, as [Finder.Survey] has it. All that package mc asks of
// representatives stands in a list with the reason why the answer is the same for all that they
// stand for, and with a test: askedOfRepresentatives in mc/representatives_test.go.
//
// Conjuncts G F x of a formula that is looked for need not be the same, if exchanges make one of
// another. That each philosopher eats infinitely often tells no philosophers apart. This shows that
// there is no run. To build one, the search tells agents apart.
//
// The search is for a computation that satisfies a formula: the strongly connected components of
// the product of the quotient with the formula's automaton. What is found is lifted to a run of the
// system by undoing, step by step, the permutations that led to representatives; a loop is gone
// round until the run itself closes.
//
// The number of orbits is polynomial in the number of interchangeable agents where that of states
// is exponential, but it can still be large: beyond Options.MaxOrbits the search gives up with
// [ErrTooLarge], and the symbolic engine of package mc is the better choice. Package mc tries the
// one and then the other with its option WithSymmetry(SymmetryOrbits); use a [Finder] for a search
// on orbits alone.
package quotient
