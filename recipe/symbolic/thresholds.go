package symbolic

// Thresholds are the sizes at which the encoding turns to another
// representation or stops looking for a better one. None of them changes a set
// of states or a verdict, only the work; tests turn each to both extremes.
type Thresholds struct {
	// TableValues is the largest number of values that an integer variable may
	// have to be a table of one diagram for each value; above it the variable
	// is a bit vector, and gaps between its values are filled.
	TableValues int
	// TablePairs is the largest number of pairs of entries that an operation on
	// two tables of integers looks at; above it the result is a bit vector.
	TablePairs int
	// SplitCombinations is the largest number of valuations of the sender's
	// locals that are looked at to tell its messages apart.
	SplitCombinations int
	// SplitMessages is the largest number of messages that one send becomes;
	// above it some of the sender's locals are left open in the message.
	SplitMessages int
	// TrialNodes is the size in diagram nodes of a set of reached states by
	// which an order of the variables is judged.
	TrialNodes int
	// TrialImages is the number of images after which an order is judged anyway.
	TrialImages int
	// TrialExcess is how many times the nodes of the best order another one may
	// need before its trial ends.
	TrialExcess int
	// AttractRounds is how often agents are moved towards those they talk to.
	AttractRounds int
}

// DefaultThresholds returns the thresholds that [Options] mean if they name
// none.
func DefaultThresholds() Thresholds {
	return Thresholds{
		TableValues: 1 << 7, TablePairs: 1 << 10,
		SplitCombinations: 1 << 12, SplitMessages: 1 << 7,
		TrialNodes: 3000, TrialImages: 4000, TrialExcess: 2, AttractRounds: 30,
	}
}
