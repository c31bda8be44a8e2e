package space

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Forces decides by the interpreter alone whether a coalition can see to it that the next state is
// good, whatever the others do: the game of [Recipe.Table], played out on the steps from one state.
func (r *Recipe) Forces(ctx context.Context, s State, coalition []int, good func(State) (bool, error)) (bool, error) {
	var list []Transition
	for t, err := range r.Successors(ctx, s) {
		if err != nil {
			return false, err
		}
		list = append(list, t)
	}
	return forces(list, r.turnsOf(coalition), good)
}

// A turn says of a step whether the coalition chooses it at this point, and what is chosen.
type turn func(step recipe.Step) (ours bool, choice string)

// turnsOf are the turns of a step, in their order.
func (r *Recipe) turnsOf(coalition []int) []turn {
	in := func(player int) bool { return slices.Contains(coalition, player) }
	supplier := func(step recipe.Step) (agent, command int) {
		if step.Kind != recipe.PointToPointStep {
			return r.Agents(), -1
		}
		return step.Participants[0].Agent, step.Participants[0].Command
	}
	receives := func(ours bool) turn {
		return func(step recipe.Step) (bool, string) {
			var commands []int
			for _, p := range step.Participants {
				if in(p.Agent) == ours && step.Kind != recipe.PointToPointStep {
					commands = append(commands, p.Command)
				}
			}
			return ours, fmt.Sprint(commands)
		}
	}
	return []turn{
		func(step recipe.Step) (bool, string) { return in(r.Agents()), fmt.Sprint(step.Initiator) },
		func(step recipe.Step) (bool, string) { return in(step.Initiator), fmt.Sprint(step.Command) },
		func(step recipe.Step) (bool, string) {
			agent, _ := supplier(step)
			return in(r.Agents()), fmt.Sprint(agent)
		},
		func(step recipe.Step) (bool, string) {
			agent, command := supplier(step)
			return in(agent), fmt.Sprint(command)
		},
		receives(true), receives(false),
	}
}

// forces decides what is left of a game when some turns have been taken. The end of a step, if
// there are several, is up to nobody.
func forces(list []Transition, turns []turn, good func(State) (bool, error)) (bool, error) {
	if len(turns) == 0 || len(list) == 1 {
		for _, t := range list {
			if holds, err := good(t.Next); err != nil || !holds {
				return false, err
			}
		}
		return true, nil
	}
	parts := map[string][]Transition{}
	var order []string
	ours := false
	for _, t := range list {
		var choice string
		if ours, choice = turns[0](t.Step.(recipe.Step)); parts[choice] == nil {
			order = append(order, choice)
		}
		parts[choice] = append(parts[choice], t)
	}
	for _, choice := range order {
		if v, err := forces(parts[choice], turns[1:], good); err != nil || v == ours {
			return v, err
		}
	}
	return !ours, nil
}
