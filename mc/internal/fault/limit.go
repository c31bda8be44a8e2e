package fault

// The phases of a check, for reports of progress and of limits.
const (
	PhaseSymmetry  = "looking for interchangeable agents"
	PhaseEncode    = "encoding the system"
	PhaseEngines   = "running the chosen engines"
	PhaseReach     = "computing the reachable states"
	PhaseOrbits    = "exploring orbits"
	PhaseFairness  = "computing the fair states"
	PhaseTranslate = "translating the property"
	PhaseProduct   = "building the product"
	PhaseExplore   = "exploring the product"
	PhaseHull      = "searching for fair cycles"
	PhaseTrace     = "building the trace"
	PhaseConfirm   = "confirming the trace"
	PhaseShorten   = "looking for a shortest run"
	PhaseCertify   = "certifying the result"
	PhaseLabel     = "deciding formulas about states"
	PhaseWitness   = "showing why"
	PhaseReport    = "inspecting the system"
	PhaseIntegers  = "looking for ranges of integers"
)

// A Limit is an error that ended a phase, with how far the phase had come.
type Limit struct {
	Phase string
	// Images and Rounds count the work of the phase's search, Nodes the diagram nodes.
	Images, Rounds, Nodes int
	// Found tells that a fair cycle had been found, which no trace confirms.
	Found bool
	Err   error
}
