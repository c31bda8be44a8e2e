package bounded

import (
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A Run is a run of a machine that a solver has found: for each step the values of the machine's
// literals. Its last step leads back to the state before step Loop, or it is a bad step and Loop
// is -1.
type Run struct {
	Steps []func(circuit.Lit) bool
	Loop  int
}

var errNoState = errors.New("the solver has found a state that does not exist")

// Trace is a run of a ReCiPe system as the interpreter knows it, and the state after it. The error
// says that the interpreter does not know it, which is a fault of ours.
func (r *Run) Trace(m *circuit.Model, in *recipe.Interpreter) (out *trace.Trace, end recipe.State, err error) {
	out = &trace.Trace{System: m.System, Loop: r.Loop}
	for _, is := range r.Steps {
		before, ok := m.StateOf(func(i int) bool { return is(m.State[i]) })
		after, also := m.StateOf(func(i int) bool { return is(m.Next[i]) })
		if !ok || !also {
			return nil, after, errNoState
		}
		message, err := m.Read(in, is, before, after)
		if err != nil {
			return nil, after, err
		}
		out.Steps, end = append(out.Steps, trace.Step{State: before, Message: message}), after
	}
	return out, end, nil
}

// Joints are the states of a run of an interpreted system, that after it among them, and its joint
// actions, nil for a stutter. The error is a fault of ours.
func (r *Run) Joints(m *circuit.Joint) (states []interpreted.State, actions []interpreted.Joint, err error) {
	read := func(is func(circuit.Lit) bool, bits []circuit.Lit) {
		s, ok := m.StateOf(func(i int) bool { return is(bits[i]) })
		if states = append(states, s); !ok {
			err = errNoState
		}
	}
	for i, is := range r.Steps {
		read(is, m.State)
		actions = append(actions, m.Read(is))
		if i == len(r.Steps)-1 {
			read(is, m.Next)
		}
	}
	return states, actions, err
}
