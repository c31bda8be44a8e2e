package ltol

// Automaton is a nondeterministic generalised Büchi automaton over words of letters, a letter being
// a valuation of state and step atoms, with acceptance on transitions: a run is accepting if it
// takes, for each of the Acceptance sets, infinitely many edges of that set. With no sets every
// infinite run is accepting.
//
// A word satisfies a formula at position 0 if the automaton of the formula has an accepting run on
// it from one of the initial states. Past-step atoms do not occur: Translate has put what they say
// into the states.
//
// An automaton is not changed by any method; it is safe for concurrent use as long as nobody
// changes its fields.
type Automaton struct {
	Initial    []int    // in increasing order
	States     [][]Edge // by state; its edges by increasing To, then Acc, of which no two have both equal
	Acceptance int      // number of acceptance sets, at most 64

	// Obligations says for each state which formulas its words satisfy (all of them). It is for
	// reading: states that were found equivalent keep the obligations of one of them, and what a
	// state knows of the step that entered it is not told.
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
