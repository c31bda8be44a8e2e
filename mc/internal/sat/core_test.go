package sat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The assumptions that are said to fail do so together, and the others are not needed: by trying
// all values. Solvers are asked again and again, with clauses added in between.
func TestFailedAssumptionsAgainstAllValues(t *testing.T) {
	const vars = 8
	count, longest := map[Status]int{}, 0
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 47))
		s := &Solver{}
		for range vars {
			s.Variable()
		}
		var clauses [][]Lit
		satisfiable := func(assumed []Lit) bool {
			for values := range 1 << vars {
				holds := func(l Lit) bool { return values>>(l>>1)&1 == int(1-l&1) }
				ok := !slices.ContainsFunc(assumed, func(l Lit) bool { return !holds(l) })
				for _, c := range clauses {
					ok = ok && slices.ContainsFunc(c, holds)
				}
				if ok {
					return true
				}
			}
			return false
		}
		for range 12 {
			for range 1 + random.IntN(3) {
				var c []Lit
				for range 2 + random.IntN(2) {
					c = append(c, Lit(random.IntN(2*vars)))
				}
				clauses = append(clauses, c)
				s.Add(c...)
			}
			var assumed []Lit
			for v := range Lit(vars) {
				if random.IntN(3) > 0 {
					assumed = append(assumed, v<<1|Lit(random.IntN(2)))
				}
			}
			random.Shuffle(len(assumed), func(i, j int) { assumed[i], assumed[j] = assumed[j], assumed[i] })
			status := s.Solve(1<<40, assumed...)
			require.Equal(t, satisfiable(assumed), status == Satisfiable, "seed %d", seed)
			count[status]++
			if status == Satisfiable {
				for _, c := range clauses {
					require.True(t, slices.ContainsFunc(c, s.Is))
				}
				for _, l := range assumed {
					require.True(t, s.Is(l))
				}
				continue
			}
			for _, l := range s.failed {
				require.Contains(t, assumed, l)
			}
			require.False(t, satisfiable(s.failed), "seed %d: %v of %v", seed, s.failed, assumed)
			longest = max(longest, len(s.failed))
		}
	}
	require.Greater(t, min(count[Satisfiable], count[Unsatisfiable]), 300)
	require.Greater(t, longest, 3)
}
