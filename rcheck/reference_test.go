package rcheck

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// TestReferenceModels reads the published tool's models, in the folder that RCHECK_REFERENCE names,
// and compares the number of reachable states with the measured ones.
func TestReferenceModels(t *testing.T) {
	dir := os.Getenv("RCHECK_REFERENCE")
	if dir == "" {
		t.Log("RCHECK_REFERENCE does not name the folder of the reference models: nothing compared")
		return
	}
	counts := referenceCounts(t, filepath.Join(dir, "statecounts.tsv"))
	files, err := filepath.Glob(filepath.Join(dir, "models", "*.rcp"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".rcp")
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(f)
			require.NoError(t, err)
			o := Options{}
			if name == "old-supply-int" { // its counter grows without bounds
				o.Int = &Interval{Lo: 0, Hi: 3}
			}
			p, list := Parse(filepath.Base(f), src, o)
			require.NoError(t, list.Err())
			require.NoError(t, p.System.Check())
			if want, ok := counts[strings.TrimSuffix(name, "-int")]; ok {
				g, err := recipe.Explore(context.Background(), recipe.NewInterpreter(p.System), 10_000)
				require.NoError(t, err)
				require.Equal(t, want, [2]int{g.Len(), len(g.Layers)}, "reachable states and layers")
			}
		})
	}
}

// referenceCounts reads the reachable states and the layers (SMV's diameter) of the models.
func referenceCounts(t *testing.T, file string) map[string][2]int {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	counts := map[string][2]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		f := strings.Split(line, "\t")
		states, err := strconv.Atoi(f[1])
		require.NoError(t, err)
		layers, err := strconv.Atoi(f[2])
		require.NoError(t, err)
		counts[f[0]] = [2]int{states, layers}
	}
	return counts
}
