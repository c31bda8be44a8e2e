// Package decide answers properties of a subject: those about runs ([Runs]) by automata and the
// search for a fair cycle, on diagrams or on orbits; those about states ([States]) by labels.
//
// An answer is confirmed before it is given: a violation by the interpreter, what holds by the
// comparison of package certify.
package decide

import (
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// An Answer is what became of a property. Without an error it holds or is violated.
type Answer struct {
	Violated bool
	Err      error // why there is no verdict
	// Trace violates a property about runs.
	Trace *trace.Trace
	// States is the number of reachable states that satisfy a property about states, nil if only
	// initial ones were looked at. Witness shows why an initial state violates it.
	States  *big.Int
	Witness *branch.Witness
	// Unfair lists the formulas of a property about states whose coalitions could win only by leaving
	// no path fair.
	Unfair  []Unfair
	Stats   Stats
	Tested  certify.Tested
	Seconds float64
}

// Unfair is a formula about a coalition that could win in some reachable states only by leaving no
// path fair: their number, and one of them.
type Unfair struct {
	Formula *ltol.StateFormula
	States  *big.Int
	Example space.State
}

// Stats counts the work that a property took; see PropertyStats of package mc.
type Stats struct {
	AutomatonStates, AutomatonEdges, AcceptanceSets int
	Obligations                                     int
	Strength                                        ltol.Strength
	Conjuncts, Orbits                               int
	Clauses, InvariantNodes                         int
	Interactions                                    int
	Images, Rounds                                  int
	ProductNodes                                    int
}

func (s *Stats) automaton(aut *ltol.Automaton) {
	s.AutomatonStates += len(aut.States)
	s.AutomatonEdges += aut.Edges()
	s.AcceptanceSets = max(s.AcceptanceSets, aut.Acceptance)
	s.Strength = max(s.Strength, aut.Strength())
}

// failed is the answer where an error ended the work.
func (a Answer) failed(err error) Answer {
	a.Err = err
	return a
}
