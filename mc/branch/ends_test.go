package branch

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Fair paths are infinite: under fairness a formula that E is asked of is true of just those runs
// that never stutter in a state without a step, and that satisfy it, or its negation.
func TestFairPathsGoOn(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	atom := func(i int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: i}) }
	p, q, dead := atom(0), atom(1), atom(2)
	paths := []*ltol.Formula{
		p, ltol.Next(p), ltol.Finally(p), ltol.Globally(p), ltol.Until(p, q),
		ltol.Not(ltol.Until(q, p)), ltol.Not(ltol.Next(q)), ltol.Finally(ltol.Globally(p)), ltol.Release(p, q),
	}
	for range 4000 {
		bits := make([]int, 1+random.IntN(4))
		for i := range bits {
			bits[i] = random.IntN(8)
		}
		if random.IntN(2) == 0 {
			for i := range bits {
				bits[i] &^= 4
			}
		}
		l := ltol.Lasso{
			Length: len(bits), Loop: random.IntN(len(bits)),
			State: func(i, id int) bool { return bits[i]>>id&1 == 1 },
			Step:  func(int, int) bool { return false },
		}
		path, negated := paths[random.IntN(len(paths))], random.IntN(2) == 0
		whole := path
		if negated {
			whole = ltol.Not(path)
		}
		want, err := ltol.Eval(ltol.And(whole, ltol.Globally(ltol.Not(dead))), l)
		require.NoError(t, err)
		for _, endless := range []bool{false, true} {
			got, err := ltol.Eval(infinite(path, negated, endless, true, dead), l)
			require.NoError(t, err)
			require.Equal(t, want, got, "%s, negated: %t, endless: %t", path, negated, endless)
		}
	}
}

// Only X, F, G and U of state formulas see paths that end. Every other formula, such as F G p, is
// about runs that never stutter in a state without a step.
func TestOtherFormulasAreAboutInfinitePaths(t *testing.T) {
	atom := func(i int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: i}) }
	p, q, dead := atom(0), atom(1), atom(2)
	ends := ltol.Lasso{ // p in a state without a step
		Length: 1, State: func(_, id int) bool { return id != 1 }, Step: func(int, int) bool { return false },
	}
	for _, path := range []*ltol.Formula{
		ltol.Finally(ltol.Globally(p)), ltol.Globally(ltol.Finally(p)), ltol.Until(ltol.Next(p), p),
		ltol.Release(q, p), ltol.And(p, ltol.Finally(p)), ltol.Next(ltol.Next(p)),
	} {
		for _, negated := range []bool{false, true} {
			asked := path
			if negated {
				asked = ltol.Not(path)
			}
			holds, err := ltol.Eval(infinite(asked, negated, false, false, dead), ends)
			require.NoError(t, err)
			require.False(t, holds, "%s, negated: %t", path, negated)
		}
	}
	holds, err := ltol.Eval(infinite(ltol.Finally(p), false, false, false, dead), ends)
	require.NoError(t, err)
	require.True(t, holds, "F p needs no path after p")
}
