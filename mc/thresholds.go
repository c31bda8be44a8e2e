package mc

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
)

// Thresholds are the numbers by which a checker chooses between ways of doing
// the same. They change what a check costs, never what it says. A field that is
// zero stands for its default, a negative one for less than anything there is.
type Thresholds struct {
	// Search are those of the search with diagrams.
	Search SearchThresholds
	// Orbits are those of the search on orbits; MaxOrbits bounds its quotients,
	// 100 000.
	Orbits    quotient.Thresholds
	MaxOrbits int
	// MaxInitialSamples bounds the initial states that certificates enumerate;
	// 1000.
	MaxInitialSamples int
}

// SearchThresholds are the thresholds of the search with diagrams.
type SearchThresholds = search.Thresholds

func (t *Thresholds) setDefaults() {
	if t.MaxInitialSamples == 0 {
		t.MaxInitialSamples = 1000
	}
}
