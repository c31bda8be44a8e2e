package branch

import "github.com/rcheck-bdd/rcheck-bdd/mc/trace"

// Further are more runs that violate a property, besides a first one. Each of them does without
// some command of each run before: no step that shows the violation, and so none before the
// property is lost, is initiated by this command of this agent. In an interpreted system, actions
// of agents stand for commands.
type Further struct {
	Runs []Variant
	// Complete tells that there are no more: any other violation uses all commands that one of the
	// runs, or the first one, uses.
	Complete bool
}

// A Variant is a run that violates a property, and what it was searched without: no step that shows
// the violation is by one of these.
type Variant struct {
	// Trace is the run. Of a property about states, Witness has it in its place.
	Trace   *trace.Trace
	Witness *Witness
	// Without are commands, by ID and ascending, or else actions, numbered agent by agent over all
	// agents.
	Without []int
}
