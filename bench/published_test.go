package bench_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
)

// Each model below models/published is measured at some size, and thirteen are held out.
func TestPublishedModels(t *testing.T) {
	measured, heldOut := map[string]bool{}, map[string]bool{}
	for _, p := range bench.PublishedModels() {
		_, err := bench.Read(p.File(), p.Set)
		require.NoError(t, err)
		measured[p.File()] = true
		if p.HeldOut {
			heldOut[p.File()] = true
		}
	}
	require.Len(t, heldOut, 13)
	for _, f := range publishedFindings {
		require.True(t, strings.HasPrefix(f.model, "published/"))
		require.True(t, measured[f.model], f.model)
	}
}
