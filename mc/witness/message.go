package witness

import (
	"maps"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// schedulerName is the name of the player that chooses who acts next.
const schedulerName = "scheduler"

// A Message says what each agent does; nobody does anything where a state without a successor
// repeats.
type Message struct {
	Kind string `json:"kind"` // joint, a kind of interaction such as multicast, or stutter
	// Data is by agent the command or action. Acts say more of an interaction: the agent that begins
	// it is the first of them. Joint steps have none.
	Data map[string]string `json:"data,omitempty"`
	Acts []trace.Act       `json:"acts,omitempty"`
}

// String is who does what in a step, in one line: first the agent that begins it. Agents that do
// the same are named together. It is empty if nobody does anything.
func (m *Message) String() string {
	if m == nil {
		return ""
	}
	var order []string
	agents := map[string][]string{}
	for i, a := range m.acts() {
		does := a.Label
		if m.Kind == jointKind {
			does = a.Text
		}
		if i == 0 && m.Kind != jointKind {
			order = append(order, a.Agent+does)
			continue
		}
		if agents[does] == nil {
			order = append(order, does)
		}
		agents[does] = append(agents[does], a.Agent)
	}
	for i, does := range order {
		switch {
		case agents[does] == nil: // it begins the step
		case m.Kind == jointKind:
			order[i] = trace.Together(agents[does], "") + ": " + does
		default:
			order[i] = trace.Together(agents[does], does)
		}
	}
	return strings.Join(order, ", ")
}

// jointKind is the kind of steps in which all agents act at once.
const jointKind = "joint"

// acts is what agents do: as it is written, or from the commands alone where no more is known.
func (m *Message) acts() []trace.Act {
	if len(m.Acts) > 0 {
		return m.Acts
	}
	var acts []trace.Act
	for _, agent := range slices.Sorted(maps.Keys(m.Data)) {
		act := trace.Act{Agent: agent, Text: m.Data[agent]}
		if m.Kind != jointKind {
			act.Text, act.Label = "takes part", act.Text
			if !strings.HasPrefix(act.Label, "#") { // the number of a command without a label
				act.Label = "-" + act.Label
			}
		}
		acts = append(acts, act)
	}
	return acts
}

// ordered are the actions of a joint step in the order of the agents in a state.
func (m *Message) ordered(v Valuation) []trace.Act {
	place := map[string]int{}
	for i, a := range v {
		place[a.Agent] = i + 1
	}
	acts := m.acts()
	slices.SortStableFunc(acts, func(a, b trace.Act) int { return place[a.Agent] - place[b.Agent] })
	return acts
}
