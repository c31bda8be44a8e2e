package circuit

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Receives lists the IDs of the receives that the interaction executes. The function is gives the
// values of literals, in a model of a SAT solver or in a simulation.
func (it *Interaction) Receives(is func(Lit) bool) []int {
	var out []int
	for _, t := range it.Takes {
		if is(t.Executed) {
			out = append(out, t.Command.ID)
		}
	}
	return out
}

// Read returns the step of the interpreter from one state to another. The function is gives the
// values of literals: of the bits of the first state, and of choices that are possible there. It is
// an error if the interpreter has no such step.
func (m *Model) Read(in *recipe.Interpreter, is func(Lit) bool, from, to recipe.State) (recipe.Step, error) {
	var executed []int
	taken := slices.IndexFunc(m.Interactions, func(it *Interaction) bool { return is(it.Taken) })
	fits := func(step recipe.Step) bool { return step.Kind == recipe.Stutter }
	if taken >= 0 {
		it := m.Interactions[taken]
		if executed = it.Receives(is); it.Supply >= 0 {
			executed = []int{it.Supply}
		}
		slices.Sort(executed)
		fits = func(step recipe.Step) bool {
			var commands []int
			for _, p := range step.Participants {
				commands = append(commands, p.Command)
			}
			slices.Sort(commands)
			return step.Kind == it.Kind && step.Command == it.Command && slices.Equal(commands, executed) &&
				(it.Supply >= 0 || step.Channel == it.Channel)
		}
	}
	var out recipe.Step
	found := false
	err := in.EachSuccessor(from, func(t recipe.Transition) bool {
		if found = fits(t.Step) && t.Next.Equal(to); found {
			out = t.Step.Clone()
		}
		return !found
	})
	if err == nil && !found {
		err = fmt.Errorf("circuit: no step of the interpreter leads from %s to %s as the circuit says",
			m.System.StateString(from), m.System.StateString(to))
	}
	return out, err
}
