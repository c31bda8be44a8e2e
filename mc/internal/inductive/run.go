package inductive

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Run is the run to a bad step, whose last message is that, and the state after it, once the
// outcome is Unsafe. The error says that the interpreter does not know it, which is a fault of
// ours.
func (s *Search) Run(in *recipe.Interpreter) (*trace.Trace, recipe.State, error) {
	run := &trace.Trace{System: s.machine.System, Loop: -1}
	bits := s.first
	var end recipe.State
	for d := s.start; d != nil; d = d.next {
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
		step, after, err := s.machine.ReadStep(in, func(l circuit.Lit) bool { return values.Is(s.at(l)) })
		if err != nil {
			return nil, after, err
		}
		run.Steps, end = append(run.Steps, step), after
	}
	return run, end, nil
}
