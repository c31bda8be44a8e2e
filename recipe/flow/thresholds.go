package flow

// Thresholds say where an analysis gives up precision for speed. Whatever they
// are, the result contains all that is reachable; larger ones make it smaller.
type Thresholds struct {
	// Runs is how many runs of neighbouring numbers a set may have; a set that
	// would have more gets its gaps filled.
	Runs int
	// Pairs is how many pairs of elements, or of runs, an arithmetic operation
	// combines one by one; beyond it, bounds are combined.
	Pairs int
	// Combinations is how many combinations of the values of several variables
	// are looked at one by one to run a command or to narrow a condition.
	Combinations int
	// Boxes is how many products of sets are remembered, for the variables of
	// one condition or result, as looked at; others are looked at again.
	Boxes int
	// Growths is how often the values of a local at one control state may grow
	// before they are widened.
	Growths int
	// Descents is how often bounds that widening gave up are looked for again
	// from above.
	Descents int
	// Channels is how many channels of one send are told apart.
	Channels int
	// Offers is how many messages that a command may receive are told apart.
	Offers int
	// Effort is how many nodes of expressions are evaluated before sets are
	// widened at once and combinations are no longer looked at.
	Effort int
}

// DefaultThresholds are good for most systems.
func DefaultThresholds() Thresholds {
	return Thresholds{Runs: 128, Pairs: 1 << 12, Combinations: 1 << 14, Boxes: 32, Growths: 128, Descents: 3, Channels: 64, Offers: 256, Effort: 1 << 23}
}
