package sizes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// modelOf is a text as a family by some of its constants, with the number of its properties.
func modelOf(t *testing.T, text string, constants ...string) (*Model, int) {
	p, list := rcheck.Parse("family.rcp", []byte(text), rcheck.Options{})
	require.NoError(t, list.Err())
	counting := p.Counting(constants...)
	require.Empty(t, counting.Elsewhere)
	require.Empty(t, counting.InProperties)
	at := func(ctx context.Context, size []int) (*recipe.System, mc.Specification, error) {
		set := map[string]int{}
		for i, name := range constants {
			set[name] = size[i]
		}
		p, list, err := rcheck.ParseContext(ctx, "family.rcp", []byte(text), rcheck.Options{Set: set})
		if err = errors.Join(err, list.Err()); err != nil || p == nil {
			return nil, mc.Specification{}, err
		}
		return p.System, rcp.Specification(p), nil
	}
	return &Model{Constants: constants, Least: counting.Least, Period: counting.Period, At: at}, len(p.Specs)
}

// replaced is a text with words replaced.
func replaced(text string, words ...string) string {
	return strings.NewReplacer(words...).Replace(text)
}

// quick are options for many small systems.
var quick = []mc.Option{mc.WithVerdictsAlone(), mc.WithEngines("diagrams"), mc.WithEncoding(symbolic.Options{NoTrials: true})}

// smallestViolations has for each property, by its index, the smallest size up to a number that violates
// it, 0 if there is none. The checker of single sizes finds it.
func smallestViolations(t *testing.T, m *Model, properties, most int) []int {
	out := make([]int, properties+1)
	for n := 1; n <= most; n++ {
		sys, spec, err := m.At(context.Background(), []int{n})
		require.NoError(t, err)
		spec.Properties = slices.DeleteFunc(spec.Properties, func(p mc.Property) bool { return out[p.Index] > 0 })
		if len(spec.Properties) == 0 {
			break
		}
		r, err := mc.Check(context.Background(), sys, spec, quick...)
		require.NoError(t, err)
		for _, x := range r.Results {
			require.NotEqual(t, mc.Unknown, x.Verdict)
			if x.Verdict == mc.Violated {
				out[x.Property.Index] = n
			}
		}
	}
	return out
}

// What is said of all sizes of generated families, the checker of single sizes says of each of the first
// ones: no property that holds for all is violated at one of them, and no smaller size violates one than
// the one that is told.
func TestGeneratedFamilies(t *testing.T) {
	verdicts, reasons := map[string]int{}, map[string]int{}
	most := recipetest.Number(t, "SIZES_MOST", 3)
	from := recipetest.Number(t, "SIZES_FROM", 0)
	for seed := from; seed < from+recipetest.Number(t, "SIZES_FAMILIES", 3); seed++ {
		text := rchecktest.ForAllSizes(recipetest.Seeded(uint64(seed)))
		m, properties := modelOf(t, text, "N")
		smallest := smallestViolations(t, m, properties, most)
		for index := 1; index <= properties; index++ {
			a, err := Check(context.Background(), m, index, Options{Singly: most, Work: uint64(recipetest.Number(t, "SIZES_WORK", 20_000_000)), Check: quick})
			require.NoError(t, err, text)
			first := smallest[index]
			at := fmt.Sprintf("seed %d, property %d: %+v, violated at %d\n%s", seed, index, a.Verdict, first, text)
			switch a.Verdict {
			case mc.Holds:
				require.Zero(t, first, at)
				verdicts[fmt.Sprint("holds, kept ", a.Kept)]++
				if a.Confirmed {
					verdicts["confirmed"]++
				}
			case mc.Violated:
				require.Equal(t, []int{first}, a.Size, at)
				verdicts["violated"]++
			default:
				require.Zero(t, first, at)
				verdicts["unknown"]++
				reasons[strings.SplitN(a.Reason, ";", 2)[0]]++
			}
		}
	}
	t.Log(verdicts)
	for _, r := range slices.Sorted(func(yield func(string) bool) {
		for r := range reasons {
			if !yield(r) {
				return
			}
		}
	}) {
		t.Log(reasons[r], r)
	}
}

// What views and counters claim of all sizes from some size on, the checker of single sizes says of the
// first of these, whatever is the case at smaller sizes.
func TestClaimsOfGeneratedFamilies(t *testing.T) {
	ctx, claims, counted := context.Background(), 0, 0
	most := recipetest.Number(t, "SIZES_MOST", 4)
	from := recipetest.Number(t, "SIZES_FROM", 0)
	for seed := from; seed < from+recipetest.Number(t, "SIZES_FAMILIES", 3); seed++ {
		text := rchecktest.ForAllSizes(recipetest.Seeded(uint64(seed)))
		m, properties := modelOf(t, text, "N")
		for index := 1; index <= properties; index++ {
			w := newWork(m, index, Options{Beside: 1})
			bounds, reason, err := w.byViews(ctx, []int{0})
			require.NoError(t, err, text)
			for n := 1; reason == "" && n <= most; n++ {
				if n < bounds[0] {
					continue
				}
				sys, spec, err := m.At(ctx, []int{n})
				require.NoError(t, err)
				spec.Properties = spec.Properties[index-1 : index]
				r, err := mc.Check(ctx, sys, spec, quick...)
				require.NoError(t, err)
				require.Equal(t, mc.Holds, r.Results[0].Verdict, "seed %d, property %d at %d, claimed from %v with %d counters\n%s", seed, index, n, bounds, w.prover.Counted, text)
				claims++
				counted += min(w.prover.Counted, 1)
			}
		}
	}
	t.Log(claims, counted)
	require.Positive(t, claims)
}
