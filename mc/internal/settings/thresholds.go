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
	// OrbitsAfter is the work on diagrams after which [Auto] begins to explore orbits,
	// 50 000 steps, OrbitsFirst what that may cost at once, 100 000, and OrbitsShare which part of
	// the work it may cost beyond that, one OrbitsShare-th, 5; none if negative.
	OrbitsAfter, OrbitsFirst, OrbitsShare int
	// OrbitsNarrow is OrbitsShare, 1, as long as the orbits that were met and not explored, times
	// OrbitsFrontier, 2, are no more than those explored, so that all may soon be known.
	OrbitsNarrow, OrbitsFrontier int
	// OrbitsEven and OrbitsPromise say when orbits go on at once: where all that is left costs, by an
	// estimate, at most the work up to OrbitsEven, 300 000 steps, which may be most of what a small
	// system takes, and OrbitsPromise times the work beyond it, 4. From when other orders of variables are
	// tried, it is OrbitsPromise times all work, as the system is not small.
	OrbitsEven, OrbitsPromise int
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
	// WalkShare gives walks one WalkShare-th of the work of encoding and exploring as well, 40; no
	// share of it if negative. WalkLength is the most steps of a walk, 4096. While diagrams look for a
	// run of a property that they know to be violated, walks look for one, too, with as much work, but
	// at most WalkSought steps, 30 000; none if negative.
	WalkShare, WalkSought, WalkLength int
	// ExtraLeast and ExtraMost say how long exploring and walks go on when every property is
	// violated: for as long as all took until then, unless there are no shorter traces, ExtraLeast,
	// 100 000 steps of diagrams, at least, and ExtraMost, 2 000 000, at most. Violations are
	// announced (see WithFound of package mc) from ExtraLeast steps on.
	ExtraLeast, ExtraMost int
	// ShortestBudget is the most that breadth-first search for a shortest run of a violated property may
	// cost, 6 000 000 steps of diagrams, and cutting the detours out of a run. ShortestBytes is the memory that the
	// search may take, 256 MiB, or a quarter of that of diagrams. Where it does not soon come to its end, walks for
	// the property alone may cost ShortestWalks, 500 000. Properties of more than ShortestParts conjuncts, 200, keep
	// the run that was found.
	ShortestBudget, ShortestBytes, ShortestWalks, ShortestParts int
	// BoundedAfter is the work after which bounded checking begins, 1 000 000 steps of diagrams.
	// BoundedShare gives it one BoundedShare-th of the work, 80. When every property is violated it
	// begins at once, and BoundedRest gives it one BoundedRest-th, 4, of what exploring and walks
	// have for shorter traces.
	BoundedAfter, BoundedShare, BoundedRest int
	// BoundedFair gives bounded checking one BoundedFair-th of the work, 10, from InductiveSoon steps on,
	// while only it and diagrams look at some property that no finite run violates. That part falls as
	// that of induction does; none if negative.
	BoundedFair int
	// BoundedSteps is the most steps of a run of bounded checking, 1000. BoundedStates is the most
	// states of its automata before they are reduced, and the most conjuncts of a property that are
	// looked at: 200.
	BoundedSteps, BoundedStates int
	// CircuitFirst is what bounded checking, or the search for inductive invariants, may cost when the
	// circuit that both need is built first, or tried to be: 5 000 steps of diagrams.
	CircuitFirst int
	// InductiveAfter is the work after which inductive invariants are looked for, 2 000 000 steps of
	// diagrams, and InductiveShare gives that one InductiveShare-th of the work, 40; nothing if
	// negative.
	InductiveAfter, InductiveShare int
	// Where induction could end the check alone, that begins after InductiveSoon steps, 200 000, and
	// InductiveFair gives it one InductiveFair-th of the work, 1, or half of that beside orbits. That
	// number grows by as much with each InductiveStall steps, 150 000, in which induction closes no
	// frame.
	// InductiveFirst, 40 000, is what it has at once if only verdicts are wanted.
	InductiveFirst, InductiveSoon, InductiveFair, InductiveStall int
	// LocalAfter is the work after which localization begins, 20 000 000 steps of diagrams, and
	// LocalShare gives it one LocalShare-th of the work from then on, 1: as much. It is given nothing
	// if that is negative.
	// LocalRounds is the most refinements for one invariant, 200, and LocalNodes the most nodes of
	// its diagrams, 2 000 000. LocalPasses is the number of passes through all moves of an
	// abstraction before a saturation, 3.
	LocalAfter, LocalShare, LocalRounds, LocalNodes, LocalPasses int
	// ViewsAfter is the work after which views of a few agents are explored, 30 000 000 steps of
	// diagrams, and ViewsShare gives that one ViewsShare-th of the work from then on, 2; nothing if
	// negative. ViewsAgents is the least number of agents that are taken for alike, 6. ViewsBeside is
	// the most agents of each class beside those that a conjunct is about, 2, and ViewsWork what one
	// set of views may cost, 20 000 000. ViewsLocals is the most local states of a class in which
	// agents are counted, 24; none if negative.
	ViewsAfter, ViewsShare, ViewsAgents, ViewsBeside, ViewsWork, ViewsLocals int
	// Of integers without a range, IntegersFirst is the least bound of a range that grows, 15, and
	// IntegersMost the largest bound, 4095, in size. IntegersWork is what the work in one range may
	// cost, 5 000 000 steps of diagrams.
	IntegersFirst, IntegersMost, IntegersWork int
}

// SetDefaults gives each field that is zero its default.
func (t *Thresholds) SetDefaults() {
	for field, value := range map[*int]int{
		&t.OrbitsAfter: 50_000, &t.OrbitsFirst: 100_000, &t.OrbitsShare: 5, &t.OrbitsNarrow: 1, &t.OrbitsFrontier: 2,
		&t.OrbitsEven: 300_000, &t.OrbitsPromise: 4, &t.MaxInitialSamples: 1000,
		&t.WalkFirst: 20_000, &t.WalkPairs: 20, &t.WalkAlone: 20_000_000, &t.WalkShare: 40, &t.WalkSought: 30_000, &t.WalkLength: 4096, &t.ExtraLeast: 100_000, &t.ExtraMost: 2_000_000,
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

// Policy is the scheduler's part of the thresholds.
func (t *Thresholds) Policy() schedule.Policy {
	return schedule.Policy{
		WalkShare: t.WalkShare, WalkSought: t.WalkSought, ExtraLeast: t.ExtraLeast, ExtraMost: t.ExtraMost,
		BoundedAfter: t.BoundedAfter, BoundedShare: t.BoundedShare, BoundedRest: t.BoundedRest, BoundedFair: t.BoundedFair,
		InductiveAfter: t.InductiveAfter, InductiveShare: t.InductiveShare,
		InductiveFirst: t.InductiveFirst, InductiveSoon: t.InductiveSoon, InductiveFair: t.InductiveFair, InductiveStall: t.InductiveStall,
		LocalAfter: t.LocalAfter, LocalShare: t.LocalShare,
		ViewsAfter: t.ViewsAfter, ViewsShare: t.ViewsShare,
		OrbitsAfter: t.OrbitsAfter, OrbitsFirst: t.OrbitsFirst, OrbitsShare: t.OrbitsShare,
		OrbitsNarrow: t.OrbitsNarrow, OrbitsFrontier: t.OrbitsFrontier,
		OrbitsEven: t.OrbitsEven, OrbitsPromise: t.OrbitsPromise,
	}
}
