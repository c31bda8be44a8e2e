package flow

// Thresholds say when an analysis is less precise to be faster. The result always contains
// everything that is reachable. With larger thresholds it is smaller.
type Thresholds struct {
	// Runs is the largest number of runs of neighbouring numbers in a set. If a set would have
	// more, gaps are filled.
	Runs int
	// Pairs is the largest number of pairs of elements, or of runs, that an arithmetic operation
	// combines one by one. Above it, only bounds are combined.
	Pairs int
	// Combinations is the largest number of combinations of values that are evaluated one by one,
	// for a command or a condition.
	Combinations int
	// Boxes is the number of products of sets that are remembered as evaluated, for the variables
	// of one condition or result. Others are evaluated again.
	Boxes int
	// Growths is how often the values of a local at one control state may grow before they are
	// widened.
	Growths int
	// Descents is the number of descending iterations that restore bounds which widening lost.
	Descents int
	// Channels is the number of channels of one send that are analysed separately.
	Channels int
	// Offers is the number of messages to a receive that are analysed separately.
	Offers int
	// Effort is the number of expression nodes after which sets are widened at once and
	// combinations are no longer evaluated.
	Effort int
}

// DefaultThresholds are good for most systems.
func DefaultThresholds() Thresholds {
	return Thresholds{Runs: 128, Pairs: 1 << 12, Combinations: 1 << 14, Boxes: 32, Growths: 128, Descents: 3, Channels: 64, Offers: 256, Effort: 1 << 23}
}
