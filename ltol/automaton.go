package ltol

// Automaton is a nondeterministic generalised Büchi automaton with acceptance on transitions. A
// letter is a valuation of state atoms and step atoms. A run is accepting if, for each acceptance
// set, it takes infinitely many edges of the set. If there are no sets, every infinite run is
// accepting.
//
// A word satisfies a formula at position 0 if the automaton of the formula has an accepting run on
// it from one of the initial states. There are no past-step atoms: Translate encodes them in the
// states.
//
// No method changes an automaton. It is safe for concurrent use as long as nobody changes its
// fields.
type Automaton struct {
	Initial    []int    // in increasing order
	States     [][]Edge // by state; its edges by increasing To, then Acc, of which no two have both equal
	Acceptance int      // number of acceptance sets, at most 64

	// Obligations lists for each state the formulas that all words from this state satisfy. It is
	// for display only. States that were found equivalent have the obligations of one of them. What
	// a state remembers of the step that entered it is not listed.
	Obligations [][]*Formula

	table *guardTable
}

// Edge is a transition, possible on the letters that satisfy its guard.
type Edge struct {
	To    int
	Guard Guard
	Acc   uint64 // bit i: the edge belongs to acceptance set i
}

// full is the set of all acceptance sets, of 64 as well: a one that is shifted so far is gone.
func (a *Automaton) full() uint64 { return 1<<a.Acceptance - 1 }

// Edges is the number of edges.
func (a *Automaton) Edges() int {
	n := 0
	for _, edges := range a.States {
		n += len(edges)
	}
	return n
}

// Atoms are the atoms the guards depend on, in the order of Atom.Compare.
func (a *Automaton) Atoms() []Atom {
	return atomsOfGuards(func(yield func(Guard)) {
		for _, edges := range a.States {
			for _, e := range edges {
				yield(e.Guard)
			}
		}
	})
}
