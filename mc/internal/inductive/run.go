package inductive

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Run is the run to a bad step, once the outcome is Unsafe.
func (s *Search) Run() *bounded.Run {
	run := &bounded.Run{Loop: -1}
	bits := s.first
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
		run.Steps = append(run.Steps, func(l circuit.Lit) bool { return values.Is(s.at(l)) })
	}
	return run
}
