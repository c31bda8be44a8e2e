package report

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// A Warning is something that a user should know about a system or about a property.
type Warning struct {
	Code    string
	Pos     recipe.Position
	Message string
}

// Codes of warnings about systems.
const (
	CodeDeadlock       = "deadlock"        // a reachable state has no step
	CodeUnfairDeadlock = "unfair-deadlock" // fairness discards a reachable deadlock
	CodeRangeFault     = "range"           // a range or a zero divisor alone keeps a command from a step
	CodeStaleName      = "stale-name"      // a local that is read has the name of an absent agent
	CodeIdleCommand    = "never-executed"  // no reachable step executes a command
	CodeIdleState      = "never-reached"   // a control state is not reached
	CodeUnfairStrategy = "unfair-strategy" // a coalition could win by leaving no path fair
)

// Codes of warnings about properties that hold.
const (
	CodeNoFairComputation = "no-fair-computation"
	CodeAssumption        = "assumption-never"
	CodeValid             = "valid-formula"
	CodeAntecedent        = "antecedent-never"
	CodeObservation       = "observation-never"
)
