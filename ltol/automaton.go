package ltol

import "fmt"

// Automaton is a nondeterministic generalised Büchi automaton over words of letters, a letter being a
// valuation of state and step atoms, with acceptance on transitions: a run is accepting if it takes, for each
// of the Acceptance sets, infinitely many edges of that set. With no sets every infinite run is accepting.
//
// A word satisfies a formula at position 0 if the automaton of the formula has an accepting run on it from one
// of the initial states. Past-step atoms do not occur: Translate has put what they say into the states.
//
// An automaton is not changed by any method; it is safe for concurrent use as long as nobody changes its fields.
type Automaton struct {
	Initial    []int    // in increasing order
	States     [][]Edge // by state; its edges by increasing To, then Acc, of which no two have both equal
	Acceptance int      // number of acceptance sets, at most 64

	// Obligations says for each state which formulas its words satisfy (all of them). It is for reading: states
	// that were found equivalent keep the obligations of one of them, and what a state knows of the step that
	// entered it is not told.
	Obligations [][]*Formula

	table *guardTable
}

// Edge is a transition, possible on the letters that satisfy its guard.
type Edge struct {
	To    int
	Guard Guard
	Acc   uint64 // bit i: the edge belongs to acceptance set i
}

// full is the set of all acceptance sets.
func (a *Automaton) full() uint64 { return fullSet(a.Acceptance) }

func fullSet(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

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

// checkAutomaton verifies what the passes promise each other; tests call it between them.
func checkAutomaton(a *Automaton) error {
	if len(a.Obligations) != len(a.States) {
		return fmt.Errorf("%d states, %d with obligations", len(a.States), len(a.Obligations))
	}
	if a.Acceptance < 0 || a.Acceptance > 64 {
		return fmt.Errorf("%d acceptance sets", a.Acceptance)
	}
	for i, q := range a.Initial {
		if q < 0 || q >= len(a.States) || i > 0 && a.Initial[i-1] >= q {
			return fmt.Errorf("initial states %v of %d", a.Initial, len(a.States))
		}
	}
	for q, edges := range a.States {
		seen := map[Edge]bool{}
		for _, e := range edges {
			key := Edge{To: e.To, Acc: e.Acc}
			switch {
			case e.To < 0 || e.To >= len(a.States):
				return fmt.Errorf("state %d: edge to %d of %d", q, e.To, len(a.States))
			case e.Guard.root == never:
				return fmt.Errorf("state %d: edge to %d on no letter", q, e.To)
			case e.Guard.table != a.table:
				return fmt.Errorf("state %d: edge to %d has a foreign guard", q, e.To)
			case e.Acc&^a.full() != 0:
				return fmt.Errorf("state %d: edge to %d in sets %b of %d", q, e.To, e.Acc, a.Acceptance)
			case seen[key]:
				return fmt.Errorf("state %d: two edges to %d in sets %b", q, e.To, e.Acc)
			}
			seen[key] = true
		}
	}
	return nil
}
