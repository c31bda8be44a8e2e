package inductive

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Run is the run to a bad step, once the outcome is Unsafe. Where accepting steps are counted (see
// [NewBound]), it ends as soon as it comes back to a state that was there before, with an accepting
// step in between. If it never does, it is nil.
func (s *Search) Run() *bounded.Run {
	run := &bounded.Run{Loop: -1}
	counting, bits := s.counters < len(s.now), s.first
	var states []state
	for d := s.start; d != nil; d = d.next {
		if counting {
			run.Loop = slices.IndexFunc(states, func(before state) bool {
				return slices.Equal(before[:s.counters], bits[:s.counters]) && !slices.Equal(before, bits)
			})
			if run.Loop >= 0 {
				return run
			}
			states = append(states, bits)
		}
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
	if counting {
		return nil
	}
	return run
}
