package trace

// Further are more runs that violate a property, besides a first one. Each of them does without some command
// of each run before: no step that shows the violation, and so none before the property is lost, is
// initiated by this command of this agent.
type Further struct {
	Runs []Variant
	// Complete tells that there are no more: any other violation uses all commands that one of the runs, or
	// the first one, uses.
	Complete bool
}

// A Variant is a run that violates a property, and the commands, by ID and ascending, that it was searched
// without: no step that shows the violation is by one of them.
type Variant struct {
	Trace   *Trace
	Without []int
}
