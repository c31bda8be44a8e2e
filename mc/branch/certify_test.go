package branch

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Certificates confirm what is right, whatever their size, and find sets that have a few states too
// many or too few.
func TestCertificatesOfStates(t *testing.T) {
	ctx := context.Background()
	compared := 0
	tried, found := map[ltol.StateOp]int{}, map[ltol.StateOp]int{}
	for seed := range recipetest.Number(t, "BRANCH_CERTIFICATES", 25) {
		source := recipetest.Seeded(uint64(9000 + seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		ids := statePropositions(sys)
		w := newTwin(t, sys, ids[:max(0, source.Intn(4)-2)])
		if w == nil {
			continue
		}
		random := rand.New(rand.NewPCG(1, uint64(seed)))
		coin := func() bool { return random.IntN(2) == 0 }
		size := Sampling{Sample: func(set bdd.Node) (space.State, bool) { return w.model.Sample(set, coin) }, Random: random, Forces: w.labels.sp.(*space.Recipe).Forces}
		d := &drawn{Source: source, ids: ids, agents: len(sys.Agents), games: true, made: map[ltol.StateOp]int{}}
		for range 8 {
			f := d.formula(3)
			set, err := w.labels.States(ctx, f)
			require.NoError(t, err)
			for _, explored := range []int{0, 5, 1000} {
				size.Samples, size.Explored = 6, explored
				n, err := w.labels.Certify(ctx, f, size)
				require.NoError(t, err, "seed %d: %s", seed, f)
				compared += n
			}
			if _, made := w.labels.loose[f]; !made {
				continue
			}
			// A state that should not be in the set, or one that should.
			size.Samples, size.Explored = 60, 1000
			s, ok := w.model.Sample(w.labels.domain, coin)
			if !ok {
				continue
			}
			c := w.labels.sp.Manager().Calculator(ctx)
			wrong := c.Xor(set, c.Take(w.model.StateSet(c.Scope(), s)))
			w.labels.sets[f] = wrong
			tried[f.Op()]++
			if _, err := w.labels.Certify(ctx, f, size); err != nil {
				found[f.Op()]++
			}
			w.labels.sets[f] = set
			require.NoError(t, c.Err())
			c.Close()
		}
		w.close()
	}
	t.Logf("%d comparisons; wrong sets %v, found %v", compared, tried, found)
	require.Greater(t, compared, 10_000)
	for op := ltol.StateNot; op <= ltol.StateCan; op++ {
		require.Greater(t, 2*found[op], tried[op], "of wrong sets for operator %d", op)
	}
}

// An infinite path begins where some walk never comes to an end.
func TestGoesOn(t *testing.T) {
	for _, c := range []struct {
		next [][]int
		want bool
	}{
		{[][]int{nil}, false},
		{[][]int{{0}}, true},
		{[][]int{{1, 2}, nil, {3}, {}}, false},
		{[][]int{{1, 2}, nil, {3}, {2}}, true},
		{[][]int{{1}, nil, {2}}, false},
	} {
		require.Equal(t, c.want, goesOn(slices.Clone(c.next)), c.next)
	}
}
