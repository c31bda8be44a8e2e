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

// A naive machine is one of few bits whose states are enumerated: by state, the states after it.
type naive struct {
	initial, bad []bool
	next         [][]int
}

// drawMachine is a counter of a few bits that random gates disturb, so that many states are far
// from the initial one. One input is free; the steps of one of its values are always possible, as a
// machine has a step in every state.
func drawMachine(random *rand.Rand, latches int) (*bounded.Machine, circuit.Lit) {
	g := circuit.NewGraph()
	var bits []circuit.Lit
	for range latches {
		bits = append(bits, g.Input())
	}
	free := g.Input()
	gate := func() circuit.Lit {
		var of []circuit.Lit
		for range 2 + random.IntN(3) {
			l := append(bits, free)[random.IntN(latches+1)]
			of = append(of, l^circuit.Lit(random.IntN(2)))
		}
		return g.All(of...)
	}
	m := &bounded.Machine{Step: &circuit.Step{Graph: g, Possible: g.Or(free, gate()), Choices: []circuit.Lit{free}}, Init: circuit.True}
	carry := circuit.True
	if random.IntN(2) == 0 {
		carry = free
	}
	for _, l := range bits {
		next := g.Iff(l, carry).Not()
		carry = g.And(carry, l)
		switch random.IntN(5) {
		case 0:
			next = g.Or(next, gate())
		case 1:
			next = g.And(next, gate().Not())
		}
		m.Latches = append(m.Latches, bounded.Latch{Bit: l, Next: next})
		m.Init = g.And(m.Init, l.Not())
	}
	bad := circuit.True
	for _, l := range bits {
		if random.IntN(4) > 0 {
			bad = g.And(bad, l^circuit.Lit(random.IntN(2)))
		}
	}
	return m, g.And(bad, m.Init.Not())
}

// enumerate simulates all states of a machine with both values of its input.
func enumerate(m *bounded.Machine, bad circuit.Lit) naive {
	n := 1 << len(m.Latches)
	out := naive{make([]bool, n), make([]bool, n), make([][]int, n)}
	for s := range n {
		for input := range 2 {
			values := m.Simulate(func(node int) uint64 {
				i := slices.IndexFunc(m.Latches, func(l bounded.Latch) bool { return l.Bit.Node() == node })
				if i < 0 {
					return uint64(input)
				}
				return uint64(s >> i & 1)
			})
			out.initial[s] = values.Is(m.Init)
			if !values.Is(m.Possible) {
				continue
			}
			out.bad[s] = out.bad[s] || values.Is(bad)
			after := 0
			for i, l := range m.Latches {
				if values.Is(l.Next) {
					after |= 1 << i
				}
			}
			out.next[s] = append(out.next[s], after)
		}
	}
	return out
}

// contains reports whether a state, given by its bits, is in a cube.
func (c Cube) contains(state int) bool {
	return !slices.ContainsFunc(c, func(l Literal) bool { return state>>(l>>1)&1 == int(l&1) })
}

// frame is the set of states in a frame of a search, of the initial ones where it is the first.
func (s *Search) frame(n naive, f int) []bool {
	out := slices.Clone(n.initial)
	for state := range out {
		out[state] = n.initial[state] || f > 0
		excluded := slices.Clone(s.constant)
		for _, lemmas := range s.frames[f:] {
			for _, l := range lemmas {
				excluded = append(excluded, l.cube)
			}
		}
		if f > 0 && slices.ContainsFunc(excluded, func(c Cube) bool { return c.contains(state) }) {
			out[state] = false
		}
	}
	return out
}

// requireFrames requires the laws of frames: each contains the one before it, and the successors of
// that; none but the last has a bad step.
func requireFrames(t *testing.T, s *Search, n naive) {
	t.Helper()
	before := s.frame(n, 0)
	for f := range s.frames[1:] {
		after := s.frame(n, f+1)
		for state := range before {
			if !before[state] {
				continue
			}
			require.True(t, after[state], "frame %d of %d loses state %b", f+1, len(s.frames), state)
			require.False(t, n.bad[state], "frame %d of %d has a bad step in %b", f, len(s.frames), state)
			for _, next := range n.next[state] {
				require.True(t, after[next], "frame %d of %d lacks %b, after %b", f+1, len(s.frames), next, state)
			}
		}
		before = after
	}
}

// reaches reports whether a bad step is reachable, and after how many steps.
func (n naive) reaches() (depth int, reached bool) {
	seen := slices.Clone(n.initial)
	for ; ; depth++ {
		grew := false
		var layer []int
		for state := range seen {
			if seen[state] {
				if n.bad[state] {
					return depth, true
				}
				layer = append(layer, state)
			}
		}
		for _, state := range layer {
			for _, next := range n.next[state] {
				grew = grew || !seen[next]
				seen[next] = true
			}
		}
		if !grew {
			return depth, false
		}
	}
}

// After every piece of work the frames obey their laws, and the outcome is what enumerating the
// states says. Machines that need many frames are among those drawn.
func TestFramesObeyTheirLaws(t *testing.T) {
	count, deepest := map[Outcome]int{}, map[Outcome]int{}
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		m, bad := drawMachine(random, 3+random.IntN(3))
		n := enumerate(m, bad)
		s := NewSearch(m, bad)
		for range 1 << 16 {
			if s.outcome != Open {
				break
			}
			s.limit = 1 << 40
			require.True(t, s.advance())
			requireFrames(t, s, n)
		}
		depth, reached := n.reaches()
		require.Equal(t, reached, s.outcome == Unsafe, "seed %d", seed)
		require.Equal(t, !reached, s.outcome == Safe, "seed %d", seed)
		count[s.outcome]++
		deepest[s.outcome] = max(deepest[s.outcome], len(s.frames))
		steps := 0
		for d := s.start; d != nil; d = d.next {
			steps++
		}
		if reached {
			require.Greater(t, steps, depth, "seed %d", seed)
			require.NotContains(t, s.first, true, "seed %d: a run begins where all latches are false", seed)
			continue
		}
		c := NewCertificate(m, bad, s.Invariant())
		require.Equal(t, Safe, c.Next(context.Background(), 1<<40), "seed %d", seed)
	}
	t.Log(count, deepest)
	require.Greater(t, min(count[Safe], count[Unsafe]), 60)
	require.Greater(t, min(deepest[Safe], deepest[Unsafe]), 8)
}
