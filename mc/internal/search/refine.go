package search

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A refinement lists the moves of a product. From one state, all steps of a move satisfy an atom of
// the automaton's guards, or of the first parts of compassion, or none of them does.
//
// The same goes for the letters that label edges, if these are few. The combinations of many would
// be too many: then each letter has moves of its own besides the others, the steps among theirs
// that satisfy it, and labels no others. A fair cycle that takes one step for two letters goes
// round twice.
type refinement struct {
	moves []space.Move    // without the stutter
	lists [][]space.Move  // as the space made them
	apart []bool          // by letter, whether it has moves of its own
	whose []int           // by move, the letter whose own it is; -1 if it is none's
	mixed map[[2]int]bool // letters and moves of which some steps may satisfy the letter, and others not
}

// stepPropositions are the propositions of atoms about steps.
func stepPropositions(atoms []ltol.Atom) []int {
	var out []int
	for _, a := range atoms {
		if a.Kind != ltol.State {
			out = append(out, a.ID)
		}
	}
	return out
}
