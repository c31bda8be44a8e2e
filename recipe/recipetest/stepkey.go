package recipetest

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A StepKey has what an encoding fixes about a step: everything except the data and the states
// before and after it.
type StepKey struct {
	Kind            recipe.StepKind
	Command, Supply int // Supply is -1 where there is none
	Channel         recipe.Value
	Receives        string
}

// KeyOf is the key of a step of the interpreter.
func KeyOf(step recipe.Step) StepKey {
	if step.Kind == recipe.PointToPointStep {
		return StepKey{Kind: step.Kind, Command: step.Command, Supply: step.Participants[0].Command}
	}
	var receives []int
	for _, p := range step.Participants {
		receives = append(receives, p.Command)
	}
	return NewStepKey(step.Kind, step.Command, -1, step.Channel, receives)
}

// NewStepKey is the key of a step with the given receives, if it is no exchange.
func NewStepKey(kind recipe.StepKind, command, supply int, channel recipe.Value, receives []int) StepKey {
	k := StepKey{Kind: kind, Command: command, Supply: supply}
	if kind != recipe.PointToPointStep {
		k.Channel = channel
		k.Receives = fmt.Sprint(slices.Sorted(slices.Values(receives)))
	}
	return k
}
