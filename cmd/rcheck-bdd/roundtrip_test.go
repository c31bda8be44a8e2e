package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Every trace of every model of the repository can be read from the document of its check, is a run
// of the model, violates its property, and is written again as it was.
func TestTracesOfDocumentsReadBack(t *testing.T) {
	read := 0
	for _, path := range repositoryModels(t) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		program, list := rcheck.Parse(path, text, rcheck.Options{})
		require.NoError(t, list.Err(), path)
		r, err := mc.Check(context.Background(), program.System, rcp.Specification(program), mc.WithBudget(20_000))
		require.NoError(t, err, path)
		run := report.Run{File: path}
		violations := map[string]*mc.Result{}
		for i := range r.Results {
			out := resultOf(&r.Results[i])
			run.Results = append(run.Results, out)
			if out.Trace != nil {
				violations[out.Label()] = &r.Results[i]
			}
		}
		var document bytes.Buffer
		require.NoError(t, (&report.Document{Schema: report.Schema, Runs: []report.Run{run}}).Write(context.Background(), &document))
		if len(violations) == 0 {
			continue
		}
		saved, err := report.ReadTraces(document.Bytes())
		require.NoError(t, err, path)
		require.Len(t, saved, len(violations), path)
		in := recipe.NewInterpreter(program.System)
		for _, s := range saved {
			original := violations[s.Property]
			require.Equal(t, path, s.File)
			back, err := trace.Decode(context.Background(), in, s.JSON)
			require.NoError(t, err, path)
			back.Decisive = original.Trace.Decisive // which a document does not have
			require.Equal(t, original.Trace.String(), back.String())
			holds, err := trace.Read(context.Background(), in, back).Satisfies(original.Property.Formula)
			require.NoError(t, err)
			require.False(t, holds, "%s: %s", path, s.Property)
			again, err := back.MarshalJSON()
			require.NoError(t, err)
			require.JSONEq(t, string(s.JSON), string(again))
			read++
		}
	}
	require.Greater(t, read, 10)
}

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
