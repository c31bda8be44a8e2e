package sizes

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certificate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/alike"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// recounted asks the counters of the certificate for each conjunct of a property, whether or not
// other ones say that it holds. Unknown are those that they are not asked, or that take too much
// work. Bounds are the sizes from which on the answers are valid.
func recounted(t *testing.T, m *Model, property int, o Options) (holds, doubts, unknown, bound int) {
	ctx := context.Background()
	w := newWork(m, property, o)
	both, reason, err := w.withRoom(ctx, []int{0}, alike.MostTracked+1)
	require.NoError(t, err)
	if reason != "" {
		return 0, 0, 1, 0
	}
	both.counted = map[string]bool{}
	for key := range both.many {
		both.counted[key] = true
	}
	for _, c := range both.many {
		var unsupported *family.NotSupported
		v, slots, q, err := w.prover.Counting(ctx, both.more, c)
		if errors.As(err, &unsupported) || alike.Limit(err) != nil {
			unknown++
			continue
		}
		require.NoError(t, err)
		proof := alike.Proof{Family: both.more, Views: v, Slots: slots, Question: &q}
		switch err := proof.Certify(ctx, w.options.Proof); {
		case err == nil:
			holds++
		case errors.Is(err, certificate.ErrRun):
			require.ErrorAs(t, w.prover.Confirm(ctx, proof), &unsupported)
			doubts++
		case errors.Is(err, certificate.ErrDoubt):
			doubts++
		default:
			require.ErrorIs(t, err, certificate.ErrWork)
			unknown++
		}
		v.Close()
	}
	bounds, err := w.bounds(ctx, []int{0}, w.sized([]int{0}, w.Least+(alike.MostTracked+2)*w.Period), both, 0)
	require.NoError(t, err)
	return holds, doubts, unknown, bounds[0]
}

// What is violated at size 3, the counters of the certificate never confirm.
func TestRecountOfViolations(t *testing.T) {
	for name, text := range violatedAtThree {
		m, _ := modelOf(t, text, "N")
		holds, doubts, unknown, _ := recounted(t, m, 1, Options{})
		if name == "conjuncts" {
			require.Equal(t, 1, holds, name) // !worse
			holds = 0
		}
		require.Zero(t, holds, name)
		require.Equal(t, 1, doubts, name)
		require.Zero(t, unknown, name)
	}
}

// A set of views that lacks those of initial states is not confirmed.
func TestRecountOfTooFewViews(t *testing.T) {
	ctx := context.Background()
	m, _ := modelOf(t, violatedAtThree["again"], "N")
	w := newWork(m, 1, Options{})
	both, reason, err := w.withRoom(ctx, []int{0}, alike.MostTracked+1)
	require.NoError(t, err)
	require.Empty(t, reason)
	for _, c := range both.many {
		v, slots, q, err := w.prover.Counting(ctx, both.more, c)
		require.NoError(t, err)
		none := strings.NewReader("root 0\n")
		claim := certificate.CountedClaim{Views: certificate.Of(both.more, v.Abstraction(), none), Slots: slots, Formula: q.Formula}
		for _, x := range q.Some {
			claim.Some = append(claim.Some, certificate.Some(x))
		}
		require.ErrorIs(t, certificate.Counted(ctx, claim, 1<<30), certificate.ErrWrong)
		v.Close()
	}
}

// What the counters of the certificate confirm in generated families, the checker of single sizes
// says of the first sizes.
func TestRecountOfGeneratedFamilies(t *testing.T) {
	ctx, confirmed := context.Background(), 0
	from, most := recipetest.Number(t, "SIZES_FROM", 0), recipetest.Number(t, "SIZES_MOST", 4)
	for seed := from; seed < from+recipetest.Number(t, "SIZES_FAMILIES", 3); seed++ {
		text := rchecktest.ForAllSizes(recipetest.Seeded(uint64(seed)))
		m, properties := modelOf(t, text, "N")
		for index := 1; index <= properties; index++ {
			holds, doubts, unknown, bound := recounted(t, m, index, Options{Work: 300_000, Proof: 1_000_000})
			if holds == 0 || doubts+unknown > 0 {
				continue
			}
			confirmed++
			for n := bound; n <= most; n++ {
				sys, spec, err := m.At(ctx, []int{n})
				require.NoError(t, err)
				spec.Properties = spec.Properties[index-1 : index]
				r, err := mc.Check(ctx, sys, spec, quick...)
				require.NoError(t, err)
				require.Equal(t, mc.Holds, r.Results[0].Verdict, "seed %d, property %d at %d\n%s", seed, index, n, text)
			}
		}
	}
	t.Log(confirmed)
	require.Positive(t, confirmed)
}
