package settings

import (
	"cmp"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
)

// Thresholds are the numbers by which a checker chooses between ways of doing the same. They change
// what a check costs, never what it says. A field that is zero stands for its default, a negative
// one for less than anything there is.
type Thresholds struct {
	// Search are those of the search with diagrams.
	Search search.Thresholds
	// Orbits are those of the search on orbits; MaxOrbits bounds its quotients, 100 000.
	Orbits    quotient.Thresholds
	MaxOrbits int
	// Policy says what each engine may cost, and when it begins.
	schedule.Policy
	// MaxInitialSamples bounds the initial states that certificates enumerate;
	// 1000.
	MaxInitialSamples int
	// WalkFirst and WalkPairs say what walks that look for violations may cost at first, in steps of
	// diagrams: WalkFirst, 20 000, or, if that is more, WalkPairs, 20, for each pair of a send and an
	// agent. A quarter of it comes before the system is encoded. Where WalkFirst is negative there is
	// no first budget.
	WalkFirst, WalkPairs int
	// WalkAlone is what walks may cost where diagrams do not work, 20 000 000 steps.
	WalkAlone int
	// WalkLength is the most steps of a walk, 4096.
	WalkLength int
	// ShortestBudget is the most that breadth-first search for a shortest run of a violated property may
	// cost, 6 000 000 steps of diagrams, and cutting the detours out of a run. ShortestBytes is the memory that the
	// search may take, 256 MiB, or a quarter of that of diagrams. Where it does not soon come to its end, walks for
	// the property alone may cost ShortestWalks, 500 000. Properties of more than ShortestParts conjuncts, 200, keep
	// the run that was found.
	ShortestBudget, ShortestBytes, ShortestWalks, ShortestParts int
	// BoundedSteps is the most steps of a run of bounded checking, 1000. BoundedStates is the most
	// states of its automata before they are reduced, and the most conjuncts of a property that are
	// looked at: 200.
	BoundedSteps, BoundedStates int
	// CircuitFirst is what bounded checking, or the search for inductive invariants, may cost when the
	// circuit that both need is built first, or tried to be: 5 000 steps of diagrams.
	CircuitFirst int
	// LocalRounds is the most refinements for one invariant of localization, 200, and LocalNodes the
	// most nodes of its diagrams, 2 000 000. LocalPasses is the number of passes through all moves of an
	// abstraction before a saturation, 3.
	LocalRounds, LocalNodes, LocalPasses int
	// ViewsAgents is the least number of agents that are taken for alike, 6. ViewsBeside is
	// the most agents of each class beside those that a conjunct is about, 2, and ViewsWork what one
	// set of views may cost, 20 000 000. ViewsLocals is the most local states of a class in which
	// agents are counted, 24; none if negative.
	ViewsAgents, ViewsBeside, ViewsWork, ViewsLocals int
	// Of integers without a range, IntegersFirst is the least bound of a range that grows, 15, and
	// IntegersMost the largest bound, 4095, in size. IntegersWork is what the work in one range may
	// cost, 5 000 000 steps of diagrams.
	IntegersFirst, IntegersMost, IntegersWork int
	// OrbitsEdges is the most edges of an automaton of orbits that are explored beside diagrams, 4 000.
	// Formulas with larger ones are left to diagrams, since to translate them costs no steps.
	OrbitsEdges int
	// ExchangesAfter is how many look-ups the states of formulas of one form take before exchanges of
	// agents are looked for that spare the work for others: 1 000 000.
	ExchangesAfter int
}

// SetDefaults gives each field that is zero its default.
func (t *Thresholds) SetDefaults() {
	for field, value := range map[*int]int{
		&t.OrbitsAfter: 50_000, &t.OrbitsFirst: 100_000, &t.OrbitsShare: 5, &t.OrbitsNarrow: 1, &t.OrbitsFrontier: 2,
		&t.OrbitsLong: 1_000_000, &t.OrbitsEven: 300_000, &t.OrbitsPromise: 4, &t.OrbitsEdges: 4000,
		&t.ExchangesAfter:    1_000_000,
		&t.MaxInitialSamples: 1000,
		&t.WalkFirst:         20_000, &t.WalkPairs: 20, &t.WalkAlone: 20_000_000, &t.WalkShare: 40, &t.WalkSought: 30_000, &t.WalkLength: 4096, &t.ExtraLeast: 100_000, &t.ExtraMost: 2_000_000,
		&t.ShortestBudget: 6_000_000, &t.ShortestBytes: 256 << 20, &t.ShortestWalks: 500_000, &t.ShortestParts: 200,
		&t.BoundedAfter: 1_000_000, &t.BoundedShare: 80, &t.BoundedRest: 4, &t.BoundedFair: 10, &t.BoundedSteps: 1000, &t.BoundedStates: 200,
		&t.CircuitFirst: 5_000, &t.InductiveAfter: 2_000_000, &t.InductiveShare: 40,
		&t.InductiveFirst: 40_000, &t.InductiveSoon: 200_000, &t.InductiveFair: 1, &t.InductiveStall: 150_000,
		&t.LocalAfter: 20_000_000, &t.LocalShare: 1, &t.LocalRounds: 200, &t.LocalNodes: 2_000_000, &t.LocalPasses: 3,
		&t.ViewsAfter: 30_000_000, &t.ViewsShare: 2, &t.ViewsAgents: 6, &t.ViewsBeside: 2, &t.ViewsWork: 20_000_000, &t.ViewsLocals: 24,
		&t.IntegersFirst: 15, &t.IntegersMost: 4095, &t.IntegersWork: 5_000_000,
	} {
		*field = cmp.Or(*field, value)
	}
}
