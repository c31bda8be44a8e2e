package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/format"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// repositoryModels are the models of the repository that can be checked quickly.
func repositoryModels(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, root := range []string{"testdata/models", "../../bench/models"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".rcp") && !slices.Contains([]string{"broken.rcp", "binary.rcp"}, filepath.Base(path)) {
				out = append(out, path)
			}
			return err
		})
		require.NoError(t, err)
	}
	require.Greater(t, len(out), 10)
	return out
}

// meaning is what a check finds: the verdicts and the number of reachable states.
func meaning(t *testing.T, name string, text []byte) []string {
	t.Helper()
	program, list := rcheck.Parse(name, text, rcheck.Options{})
	require.NoError(t, list.Err(), name)
	r, err := mc.Check(context.Background(), program.System, rcp.Specification(program))
	require.NoError(t, err, name)
	out := []string{r.Stats.States.String()}
	for _, result := range r.Results {
		out = append(out, result.Property.Name+" "+result.Verdict.String())
	}
	return out
}

// A formatted model, and one converted to either dialect, has the verdicts and the reachable states of the original; formatting
// again changes nothing.
func TestFormattingKeepsTheMeaning(t *testing.T) {
	for _, path := range repositoryModels(t) {
		t.Run(path, func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			want := meaning(t, path, text)
			for _, dialect := range []ast.Dialect{ast.NoDialect, ast.Classic, ast.Current} {
				options := format.Options{Dialect: dialect}
				out, list := format.Source(token.NewFileSet(), path, text, options)
				require.NoError(t, list.Err())
				again, _ := format.Source(token.NewFileSet(), path, out, options)
				require.Equal(t, string(out), string(again), dialect)
				require.Equal(t, want, meaning(t, path, out), dialect)
			}
		})
	}
}
