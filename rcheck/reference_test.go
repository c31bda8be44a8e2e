package rcheck

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReferenceModels reads the published tool's models, in the folder that RCHECK_REFERENCE names.
func TestReferenceModels(t *testing.T) {
	dir := os.Getenv("RCHECK_REFERENCE")
	if dir == "" {
		t.Skip("RCHECK_REFERENCE does not name a folder with the reference models")
	}
	files, err := filepath.Glob(filepath.Join(dir, "models", "*.rcp"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, err := os.ReadFile(f)
			require.NoError(t, err)
			p, list := Parse(filepath.Base(f), src, Options{})
			for _, d := range list {
				t.Log(d)
			}
			require.NotNil(t, p)
			require.NoError(t, p.System.Check())
		})
	}
}
