package mc

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
)

// Thresholds are the numbers by which a checker chooses between ways of doing the same. They change
// what a check costs, never what it says. A field that is zero stands for its default, a negative
// one for less than anything there is.
type Thresholds struct {
	// Search are those of the search with diagrams.
	Search SearchThresholds
	// Orbits are those of the search on orbits; MaxOrbits bounds its quotients, 100 000.
	Orbits    quotient.Thresholds
	MaxOrbits int
	// MaxInitialSamples bounds the initial states that certificates enumerate;
	// 1000.
	MaxInitialSamples int
	// HuntFirst is what walks that look for violations may cost before the system is encoded, in
	// steps of diagrams, 20 000, or, unless it is negative and if this is more, HuntPairs for each
	// pair of a send and an agent, 10; HuntShare gives them one HuntShare-th of the work of encoding
	// and exploring as well, 40. Their length is at most HuntLength, 4096. HuntPatience is how long
	// exploring goes on when every property is violated, 20 000 000. See [WithBugsFirst].
	HuntFirst, HuntPairs, HuntShare, HuntLength, HuntPatience int
	// BoundedAfter is the work after which bounded checking begins, in steps of diagrams, 1 000 000.
	// BoundedShare gives it one BoundedShare-th of the work, 20; BoundedRest one BoundedRest-th when
	// every property is violated and shorter traces are all that is looked for, 1. Runs have at most
	// BoundedSteps steps, 1000, and automata BoundedStates states before they are reduced, 200; of a
	// property's conjuncts as many are looked at.
	BoundedAfter, BoundedShare, BoundedRest, BoundedSteps, BoundedStates int
}

// SearchThresholds are the thresholds of the search with diagrams.
type SearchThresholds = search.Thresholds

func (t *Thresholds) setDefaults() {
	for _, field := range []struct {
		at    *int
		value int
	}{
		{&t.MaxInitialSamples, 1000}, {&t.HuntFirst, 20_000}, {&t.HuntPairs, 10}, {&t.HuntShare, 40}, {&t.HuntLength, 4096}, {&t.HuntPatience, 20_000_000},
		{&t.BoundedAfter, 1_000_000}, {&t.BoundedShare, 20}, {&t.BoundedRest, 1}, {&t.BoundedSteps, 1000}, {&t.BoundedStates, 200},
	} {
		if *field.at == 0 {
			*field.at = field.value
		}
	}
}
