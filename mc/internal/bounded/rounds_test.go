package bounded

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A round ends when each literal has been true since the last one ended.
func TestRounds(t *testing.T) {
	ended := 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 29))
		m := still(t)
		first := len(m.Latches)
		var again []circuit.Lit
		for range 1 + random.IntN(4) {
			again = append(again, m.Input())
		}
		rounds := m.Rounds(again)
		bits := make([]bool, len(m.Latches))
		missing := map[int]bool{}
		for step := range 40 {
			now := make([]bool, len(again))
			for i := range now {
				now[i] = random.IntN(3) == 0
			}
			values := m.Simulate(func(node int) uint64 {
				at := func(l circuit.Lit) bool { return l.Node() == node }
				i := slices.IndexFunc(again, at)
				k := slices.IndexFunc(m.Latches, func(l Latch) bool { return at(l.Bit) })
				if i >= 0 && now[i] || k >= first && bits[k] {
					return 1
				}
				return 0
			})
			if step == 0 {
				require.True(t, values.Is(m.Init))
			}
			if len(missing) == 0 {
				for i := range again {
					missing[i] = true
				}
			}
			for i, is := range now {
				if is {
					delete(missing, i)
				}
			}
			require.Equal(t, len(missing) == 0, values.Is(rounds), "seed %d, step %d", seed, step)
			if len(missing) == 0 {
				ended++
			}
			for k := range m.Latches {
				bits[k] = values.Is(m.Latches[k].Next)
			}
		}
	}
	require.Greater(t, ended, 200)
}
