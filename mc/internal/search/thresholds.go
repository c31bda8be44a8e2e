package search

import "cmp"

// Thresholds are the numbers by which a search chooses between ways of doing the same. They change
// what it costs, never what it finds. A field that is zero stands for its default, a negative one
// for less than anything there is.
type Thresholds struct {
	// MaxJoined is the size in diagram nodes up to which conditions are joined before they are
	// taken away from a set; 500. Each taking away costs a pass over the set, while the union of
	// all conditions at once may be large.
	MaxJoined int
	// StepsBeforePreparing is the number of steps along all edges of an arc, move by move, after
	// which it is prepared for taking all moves at once; 2.
	StepsBeforePreparing int
	// MaxLocalStates bounds the local states of an agent that are enumerated to find out which
	// steps lie on no cycle; agents with more are not looked at;
	// 2048.
	MaxLocalStates int
	// RoundsBeforeProbe is the number of rounds that a fair hull is given in each direction before
	// fair cycles are looked for explicitly, 2; if its region has more than ManyNodes diagram
	// nodes, 20 000, that is tried before, too. Where the rounds are negative the hull is computed
	// to its end at once.
	RoundsBeforeProbe, ManyNodes int
	// RoundsBeforeSlicing is the number of rounds that a fair hull is given in each direction
	// before its region is divided; 16. Where it is negative, no region is.
	RoundsBeforeSlicing int
	// MaxSlices bounds the slices of one search, 64; MaxComponents those that one agent gives rise
	// to at a time, 8.
	MaxSlices, MaxComponents int
	// MaxProbed bounds the nodes of one explicit probe; 2000.
	MaxProbed int
	// MaxRing is the largest size, in diagram nodes, of a ring; 3000. A ring holds the states that
	// a breadth-first search reaches in one more step. Where a ring becomes larger, loops are
	// looked for explicitly. Rings are large where agents act in any order, however short the loop:
	// with 20 people in the gossip family they took most of the time of a check.
	MaxRing int
	// MaxRings bounds the sum of the sizes of all rings of one search; 10 000. A loop that takes
	// each agent of a network through its local states has hundreds of steps.
	MaxRings int
	// NodesBeforeLeaps is the sum of the sizes of the rings of one search that is not inside a hull,
	// in diagram nodes, after which it leaps; 100 000. It leaps only if a variable has more values
	// than there are rings. Its run may be longer than necessary then.
	NodesBeforeLeaps int
	// NodesBeforeEnding is the same sum after which the search also goes backwards from one node of
	// the target, 1000. Its run may be longer than necessary then.
	NodesBeforeEnding int
	// MaxTogether is the number of conditions of fairness about steps up to which the steps are
	// told apart by all of them at once; 4.
	MaxTogether int
	// MaxExplicitStates bounds the explicit search for a cycle after a decisive prefix; 4096. A walk
	// that looks for one has sixteen times as many steps.
	MaxExplicitStates int
	// MaxAutomaton is the most states of an automaton before it is reduced, 64, or twice the atoms of
	// the formula if these are more; it may have eight times as many edges. Where a formula has a
	// larger one, its obligations become bits of the diagrams, if the engine takes new variables.
	// Where it is negative, the obligations of all formulas do; where it is no less than what the
	// translation allows, those of none.
	MaxAutomaton int
	// MaxRules is the most diagram nodes of the relation between obligations before and after a step
	// of a move; 100 000. Where it would be larger, each obligation has a relation of its own.
	MaxRules int
	// MinAlike is the number of formulas of one form from which on one search looks for all of them;
	// 64. See [Series].
	MinAlike int
}

func (t *Thresholds) setDefaults() {
	for field, value := range map[*int]int{
		&t.MaxJoined: 500, &t.StepsBeforePreparing: 2, &t.MaxLocalStates: 2048,
		&t.RoundsBeforeProbe: 2, &t.ManyNodes: 20_000, &t.RoundsBeforeSlicing: 16,
		&t.MaxSlices: 64, &t.MaxComponents: 8, &t.MaxProbed: 2000, &t.MaxRing: 3000, &t.MaxRings: 10_000,
		&t.MaxTogether: 4, &t.MaxExplicitStates: 4096, &t.MaxAutomaton: 64, &t.MaxRules: 100_000, &t.MinAlike: 64, &t.NodesBeforeLeaps: 100_000, &t.NodesBeforeEnding: 1000,
	} {
		*field = cmp.Or(*field, value)
	}
}
