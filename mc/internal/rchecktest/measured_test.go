package rchecktest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Generated models that measurements can ask have properties, and need no options. One in four is
// small. The others have up to nine workers. RCHECK_MODELS says how many there are, and
// RCHECK_MEASURED names a folder in which they are written, for bench/cmd/regret.
func TestMeasuredModels(t *testing.T) {
	folder := os.Getenv("RCHECK_MEASURED")
	written, most := 0, recipetest.Number(t, "RCHECK_MODELS", 20)
	for seed := uint64(5_000_000); written < most; seed++ {
		source := recipetest.Seeded(seed)
		text := strings.Replace(rchecktest.ForAllSizes(source), "const N = 2;", fmt.Sprintf("const N = %d;", 4+source.Intn(6)), 1)
		if seed%4 == 0 {
			m := rchecktest.New(source)
			if len(m.Options.Set) > 0 || m.Options.Int != nil || m.Options.Reading != 0 {
				continue // the file would need options
			}
			text = m.Text
		}
		p, list := rcheck.Parse("measured.rcp", []byte(text), rcheck.Options{})
		if list.HasErrors() || len(p.Specs) == 0 {
			require.Zero(t, seed%4, "seed %d: %v", seed, list.Err())
			continue
		}
		written++
		if folder == "" {
			continue
		}
		file := filepath.Join(folder, fmt.Sprintf("%d.rcp", seed))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	}
}
