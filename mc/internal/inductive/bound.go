package inductive

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// NewBound begins a search for a number k such that no run takes more than k accepting steps, so
// that none takes them again and again. It tries the numbers below most, one after the other. This
// is k-liveness: Claessen, Sörensson, "A liveness checking algorithm that counts", FMCAD 2012.
//
// It adds as many latches to the machine, which may get no more of them. They count accepting
// steps: the first is true after one, the second after two. What is bad is a state in which the
// last latch in use is true. When a run to such a state is found, the next latch is in use, and the
// frames stay. If all latches are in use, the outcome is Unsafe; then see [Search.Run].
func NewBound(m *bounded.Machine, accepting circuit.Lit, most int) *Search {
	first, before := len(m.Latches), circuit.True
	for k := range most {
		more := m.And(before, accepting)
		before = m.Remember(fmt.Sprintf("accepted[%d]", k), func(bit circuit.Lit) circuit.Lit { return m.Or(bit, more) })
	}
	s := NewSearch(m, m.Latches[first].Bit)
	s.counters, s.spare = first, most-1
	return s
}
