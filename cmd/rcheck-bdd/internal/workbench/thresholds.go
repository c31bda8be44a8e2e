package workbench

import "time"

// Thresholds bound what is looked at.
type Thresholds struct {
	// Initial is how many initial states a session offers, Search how many states it looks at to find
	// one that meets a condition. Choices is how many joint actions it offers at a time.
	Initial, Search, Choices int
	// Small is the number of diagram nodes of the reachable states up to which a check looks for
	// everything that deserves a warning: in larger systems that can take longer than to decide the
	// properties.
	Small int
	// Statuses is how many properties, times the states of a run, are followed along it, besides the
	// one that is asked about. Obligations is how many formulas it may take to say what is still owed
	// of one property.
	Statuses, Obligations int
	// PageStatuses is as many for all runs of one file that a page shows, PageBytes how long they may
	// be as data.
	PageStatuses, PageBytes int
	// Pause is how long nobody types before properties are checked. Typing and Room are how many
	// seconds and megabytes such a check may take, and Verdicts how many verdicts are kept meanwhile.
	Pause    time.Duration
	Typing   float64
	Room     int64
	Verdicts int
	// Share is how long a property may take while one types before the others are tried; then it may
	// take eight times as long, and so on. 0 is no bound.
	Share time.Duration
	// Standing is how many bytes the diagrams of a model may have that is kept while its properties
	// are edited, Asked how many properties it is asked before it is encoded anew.
	Standing int64
	Asked    int
	// Sessions is how many simulations of a client are kept at a time: the oldest ones go.
	Sessions int
	// Sampled is how many steps the random runs may have together that are taken at a time.
	Sampled int
}

// DefaultThresholds are the bounds by default.
func DefaultThresholds() Thresholds {
	return Thresholds{Initial: 50, Search: 200_000, Choices: 500, Small: 10_000, Statuses: 5000, Obligations: 5000,
		PageStatuses: 100_000, PageBytes: 32 << 20, Sessions: 32, Sampled: 2_000_000,
		Pause: 300 * time.Millisecond, Typing: 2, Room: 512, Verdicts: 10_000, Share: 25 * time.Millisecond, Standing: 64 << 20, Asked: 1000}
}
