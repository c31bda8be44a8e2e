package report

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Contact says that an agent takes part in a message of another one. Agents are given by their
// indices.
type Contact struct {
	// Initiator sends, or gets from the other.
	Initiator, Participant int
	// Channel is that of a broadcast or multicast; PointToPoint tells that it is neither.
	Channel      recipe.Value
	PointToPoint bool
}

// Contacts are who takes part in whose messages in some reachable state, each once, by participant.
// Agents outside of an open system take part in each message that another agent sends.
func (s *System) Contacts(ctx context.Context) ([]Contact, error) {
	var out []Contact
	agents := s.Model.System.Agents
	for agent := range agents {
		first := len(out)
		err := s.eachExecuted(ctx, agent, func(it *symbolic.Interaction) {
			c := Contact{it.Initiator, agent, it.Channel, it.Kind == recipe.PointToPointStep}
			takesPart := func(id int) bool {
				return id != it.Command && s.Model.System.Commands[id].Agent == agent
			}
			hears := agents[agent].Outside && !agents[it.Initiator].Outside && !c.PointToPoint
			if (hears || slices.ContainsFunc(it.Executes, takesPart)) && !slices.Contains(out[first:], c) {
				out = append(out, c)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
