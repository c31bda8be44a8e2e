package space

import (
	"context"
	"errors"
	"iter"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Joints are single states and steps of an interpreted system, without diagrams. States are
// [interpreted.State], steps [interpreted.Joint], and nil the stutter.
// Methods are those of [Explicit].
type Joints struct{ Interpreter *interpreted.Interpreter }

var _ Explicit = Joints{}

var errNoStepPropositions = errors.New("interpreted systems have no propositions about steps")

func (s Joints) Key(at State) string { return at.(interpreted.State).Key() }

func (s Joints) Successors(ctx context.Context, at State) iter.Seq2[Transition, error] {
	return func(yield func(Transition, error) bool) {
		none, stopped := true, false
		err := s.Interpreter.Steps(ctx, at.(interpreted.State), func(j interpreted.Joint, next interpreted.State) bool {
			none, stopped = false, !yield(Transition{j, next}, nil)
			return !stopped
		})
		switch {
		case stopped:
		case err != nil:
			yield(Transition{}, err)
		case none:
			yield(Transition{interpreted.Joint(nil), at}, nil)
		}
	}
}

func (s Joints) Leads(ctx context.Context, at State, step Step, next State) (bool, error) {
	from, j, to := at.(interpreted.State), step.(interpreted.Joint), next.(interpreted.State)
	if j != nil {
		return s.Interpreter.Leads(from, j, to), nil
	}
	if from.Compare(to) != 0 {
		return false, nil
	}
	return s.Interpreter.Stuck(ctx, from)
}

func (s Joints) IsStutter(step Step) bool { return step.(interpreted.Joint) == nil }

func (s Joints) StateHolds(proposition int, at State) (bool, error) {
	if s.Interpreter.System().Propositions[proposition].Deadlock {
		return s.Interpreter.Stuck(context.Background(), at.(interpreted.State))
	}
	return s.Interpreter.Holds(s.Interpreter.System().Propositions[proposition].When, at.(interpreted.State)), nil
}

func (s Joints) StepHolds(context.Context, int, State, Step) (bool, error) {
	return false, errNoStepPropositions
}

func (s Joints) Initial(at State) bool {
	return s.Interpreter.Holds(s.Interpreter.System().Init, at.(interpreted.State))
}

func (s Joints) Local(agent int, at State) string {
	return s.Interpreter.Local(agent, at.(interpreted.State))
}

func (s Joints) StateString(at State) string {
	return s.Interpreter.Format(at.(interpreted.State))
}
