package inductive

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Run is the run to a bad step, whose last message is that, and the state after it, once the outcome
// is Unsafe. The error says that the interpreter does not know it, which is a fault of ours.
func (s *Search) Run(in *recipe.Interpreter) (*trace.Trace, recipe.State, error) {
	m := s.machine
	run := &trace.Trace{System: m.System, Loop: -1}
	bits := s.first
	stateOf := func(bits []bool) (recipe.State, error) {
		out, ok := m.StateOf(func(i int) bool { return bits[i] })
		if !ok {
			return out, fmt.Errorf("the solver has found a state that does not exist")
		}
		return out, nil
	}
	state, err := stateOf(bits)
	for d := s.start; d != nil && err == nil; d = d.next {
		values := s.gates.Simulate(func(node int) uint64 {
			if i := s.latch[node]; i > 0 && bits[i-1] || i == 0 && d.is.Is(circuit.Lit(node)<<1) {
				return 1
			}
			return 0
		})
		bits = nil
		for _, l := range s.next {
			bits = append(bits, values.Is(l))
		}
		from := state
		if state, err = stateOf(bits); err != nil {
			break
		}
		var message recipe.Step
		message, err = m.Read(in, func(l circuit.Lit) bool { return values.Is(s.at(l)) }, from, state)
		run.Steps = append(run.Steps, trace.Step{State: from, Message: message})
	}
	return run, state, err
}
