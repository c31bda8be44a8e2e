package inductive

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A naive graph has the steps of a machine, and tells which of them are accepting.
type naiveGraph struct {
	initial []int
	next    [][]naiveEdge
}

type naiveEdge struct {
	to        int
	accepting bool
}

// graphOf simulates all states of a machine with both values of its input.
func graphOf(m *bounded.Machine, accepting circuit.Lit) naiveGraph {
	n := 1 << len(m.Latches)
	out := naiveGraph{next: make([][]naiveEdge, n)}
	for s := range n {
		for input := range 2 {
			values := m.Simulate(func(node int) uint64 {
				i := slices.IndexFunc(m.Latches, func(l bounded.Latch) bool { return l.Bit.Node() == node })
				if i < 0 {
					return uint64(input)
				}
				return uint64(s >> i & 1)
			})
			if input == 0 && values.Is(m.Init) {
				out.initial = append(out.initial, s)
			}
			if !values.Is(m.Possible) {
				continue
			}
			after := 0
			for i, l := range m.Latches {
				if values.Is(l.Next) {
					after |= 1 << i
				}
			}
			out.next[s] = append(out.next[s], naiveEdge{after, values.Is(accepting)})
		}
	}
	return out
}

// reached are the states that are reachable from some.
func (g naiveGraph) reached(from ...int) map[int]bool {
	seen := map[int]bool{}
	for len(from) > 0 {
		s := from[0]
		from = from[1:]
		if seen[s] {
			continue
		}
		seen[s] = true
		for _, e := range g.next[s] {
			from = append(from, e.to)
		}
	}
	return seen
}

// accepts reports whether some run takes accepting steps again and again.
func (g naiveGraph) accepts() bool {
	for s := range g.reached(g.initial...) {
		for _, e := range g.next[s] {
			if e.accepting && g.reached(e.to)[s] {
				return true
			}
		}
	}
	return false
}

// accepted is the most accepting steps of a run, where no run takes them again and again.
func (g naiveGraph) accepted() (most int) {
	reached := g.reached(g.initial...)
	best := make([]int, len(g.next)) // from a state
	for changed := true; changed; {
		changed = false
		for s := range reached {
			for _, e := range g.next[s] {
				steps := best[e.to]
				if e.accepting {
					steps++
				}
				changed = changed || steps > best[s]
				best[s] = max(best[s], steps)
			}
		}
	}
	for _, s := range g.initial {
		most = max(most, best[s])
	}
	return most
}

// Bounds say of random machines what their graphs say: that runs take accepting steps again and
// again, or how many there are at most. The invariant passes its certificate. Searches that are
// interrupted often say the same.
func TestBoundsAgreeWithGraphs(t *testing.T) {
	ctx := context.Background()
	const most = 6
	count, largest := map[Outcome]int{}, 0
	for seed := range uint64(250) {
		random := rand.New(rand.NewPCG(seed, 2))
		m, accepting := drawMachine(random, 3+random.IntN(2))
		if random.IntN(2) == 0 {
			accepting = m.And(accepting, m.Step.Choices[0])
		}
		if random.IntN(3) == 0 {
			accepting = m.Or(accepting, m.All(m.Latches[0].Bit, m.Latches[1].Bit))
		}
		g := graphOf(m, accepting)
		piece := 1 << 40
		if seed%2 == 0 {
			piece = 50
		}
		s := NewBound(m, accepting, most)
		outcome := Open
		for ; outcome == Open; piece *= 2 {
			outcome = s.Next(ctx, s.Work()+piece)
		}
		count[outcome]++
		require.Equal(t, g.accepts() || g.accepted() > most-1, outcome == Unsafe, "seed %d", seed)
		if outcome == Unsafe {
			require.Zero(t, s.spare)
			continue
		}
		accepted := g.accepted()
		largest = max(largest, accepted)
		require.Equal(t, m.Latches[s.counters+accepted].Bit, s.Bad(), "seed %d", seed)
		c := NewCertificate(m, s.Bad(), s.Invariant())
		require.Equal(t, Safe, c.Next(ctx, 1<<40), "seed %d", seed)
	}
	t.Log(count, largest)
	require.Greater(t, min(count[Safe], count[Unsafe]), 40)
	require.Greater(t, largest, 2)
}

// A run comes back to a state only with an accepting step in between. Else it is no lasso, however
// often the state repeats.
func TestLassosHaveAcceptingSteps(t *testing.T) {
	for _, accepts := range []bool{false, true} {
		g := circuit.NewGraph()
		low := g.Input()
		m := &bounded.Machine{Step: &circuit.Step{Graph: g, Possible: circuit.True}, Init: low.Not()}
		m.Latches = []bounded.Latch{{Name: "low", Bit: low, Next: low.Not()}}
		accepting := circuit.False
		if accepts {
			accepting = low
		}
		s := NewBound(m, accepting, 3)
		s.first = make(state, len(m.Latches))
		for range 5 {
			s.start = &obligation{is: make(circuit.Values, s.gates.Len()), next: s.start}
		}
		run := s.Run()
		require.Equal(t, accepts, run != nil)
		if accepts {
			require.Zero(t, run.Loop)
			require.Len(t, run.Steps, 2)
		}
	}
}
