package report

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// An Idle lists what a system never does.
type Idle struct {
	// Commands are the IDs of the commands that no reachable step executes, ascending.
	Commands []int
	// States are the control states that are never reached.
	States []ControlState
}

// A ControlState is a state of an agent's structure automaton.
type ControlState struct{ Agent, State int }

// Idle finds the commands that are never executed and the control states that are never reached.
func (s *System) Idle(ctx context.Context) (*Idle, error) {
	out := &Idle{}
	for a := range s.Model.System.Agents {
		if s.Model.System.Agents[a].Outside {
			continue
		}
		if err := s.idleAgent(ctx, a, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// idleAgent adds what one agent never does.
func (s *System) idleAgent(ctx context.Context, agent int, out *Idle) error {
	a := &s.Model.System.Agents[agent]
	executed := make([]bool, len(s.Model.System.Commands))
	err := s.eachExecuted(ctx, agent, func(it *symbolic.Interaction) {
		for _, id := range it.Executes {
			executed[id] = true
		}
	})
	if err != nil {
		return err
	}
	for id := range a.Commands.All() {
		if !executed[id] {
			out.Commands = append(out.Commands, id)
		}
	}
	k := s.Model.Manager.Calculator(ctx)
	defer k.Close()
	reached, _, _ := s.Search.Reached()
	for q := range a.States {
		here := k.And(reached, k.Take(s.Model.At(k.Scope(), agent, q)))
		if here == bdd.False && k.Err() == nil {
			out.States = append(out.States, ControlState{agent, q})
		}
	}
	return k.Err()
}

// eachExecuted calls visit for the interactions with a step from a reachable state; those that
// differ in what one agent receives are told apart.
func (s *System) eachExecuted(ctx context.Context, agent int, visit func(*symbolic.Interaction)) error {
	k := s.Model.Manager.Calculator(ctx)
	defer k.Close()
	list, err := s.Model.Refine(ctx, space.ReceivesOf(s.Model.System, agent))
	if err != nil {
		return err
	}
	defer s.Model.Discard(list)
	reached, _, _ := s.Search.Reached()
	for _, it := range list {
		never, err := k.Disjoint(it.Enabled, reached)
		if err != nil {
			return err
		}
		if !never {
			visit(it)
		}
	}
	return nil
}
