package recipe

// A State is a valuation of all locals and the control states of all agents, indexed as System.Vars
// and System.Agents.
type State struct {
	Locals  []Value
	Control []int
}

// StepKind is the kind of a step.
type StepKind uint8

const (
	// Stutter is the empty step of a state without a step.
	Stutter StepKind = iota
	// BroadcastStep is a send on the broadcast channel.
	BroadcastStep
	// MulticastStep is a send on any other channel.
	MulticastStep
	// PointToPointStep is a get answered by one supply.
	PointToPointStep
)

// SendOn is the kind of the steps that sends on a channel initiate.
func SendOn(channel Value) StepKind {
	if channel == Broadcast {
		return BroadcastStep
	}
	return MulticastStep
}

// String is "stutter", "broadcast", "multicast" or "p2p".
func (k StepKind) String() string {
	return spelling(int(k), "stutter", "broadcast", "multicast", "p2p")
}

// A Datum is the value a message carries in one data variable.
type Datum struct {
	Var   int // index into System.Data
	Value Value
}

// A Step is what happens between two states: one interaction, or the empty stutter.
type Step struct {
	Kind StepKind
	// Initiator is the agent that sends or gets and Command its command's ID; both are -1 on a
	// stutter.
	Initiator, Command int
	// Channel is the channel of the message. It has no meaning in a point-to-point step.
	Channel Value
	// Locality is the location that a get names, or AnyLocality. It has no meaning in other steps.
	Locality Value
	// Data is what the initiator assigns, ascending by variable.
	Data []Datum
	// Participants are the receivers, ascending by agent, or the one supplier.
	Participants []Participant
}

// A Participant is an agent that takes part in a step without initiating it.
type Participant struct {
	Agent   int
	Command int     // ID of the receive or supply it executes
	Data    []Datum // what a supplier supplies, ascending by variable
}

// A Transition is a step from some state to Next.
type Transition struct {
	Step Step
	Next State
}

// A View is what an agent sees of itself: some of its locals, as indices of System.Vars, and
// perhaps its control state. The agent knows only what follows from this. A view that is nil is
// everything.
type View struct {
	Vars    []int
	Control bool
}

// IsPresent reports whether an agent is there in a state of the system.
func (a *Agent) IsPresent(st State) bool {
	return a.Present == nil || st.Locals[a.Present.Index] == True
}
