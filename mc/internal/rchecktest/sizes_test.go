package rchecktest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Generated families are models at every size.
func TestForAllSizesAreModels(t *testing.T) {
	for seed := range uint64(150) {
		text := rchecktest.ForAllSizes(recipetest.Seeded(seed))
		for n := 1; n <= 4; n++ {
			p, list := rcheck.Parse("family.rcp", []byte(text), rcheck.Options{Set: map[string]int{"N": n}})
			require.NoError(t, list.Err(), "seed %d, N = %d\n%s", seed, n, text)
			require.Len(t, p.Specs, 4)
		}
	}
}
