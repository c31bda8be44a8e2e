package parser_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// TestReferenceModels parses the models of the published tool, which are no part of this
// repository. It needs the folder that holds them in the environment variable RCHECK_REFERENCE.
func TestReferenceModels(t *testing.T) {
	dir := os.Getenv("RCHECK_REFERENCE")
	if dir == "" {
		t.Log("RCHECK_REFERENCE is not set: the models of the published tool are not parsed")
		return
	}
	paths, err := filepath.Glob(filepath.Join(dir, "models", "*.rcp"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			_, list := parser.ParseFile(token.NewFileSet(), filepath.Base(path), src, parser.Options{})
			assert.NoError(t, list.Err())
			for _, w := range list.Warnings() {
				t.Log(w)
			}
		})
	}
}
