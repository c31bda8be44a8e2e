package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// The pictures of the README are what the program draws of its example today.
func TestPicturesOfTheReadme(t *testing.T) {
	const model = "../../bench/models/teaching/answers.rcp"
	dir := t.TempDir()
	run := func(status int, args ...string) {
		var out, errs bytes.Buffer
		env := &cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
		require.Equal(t, status, program().Run(context.Background(), env, args), errs.String())
	}
	document := filepath.Join(dir, "run.json")
	run(1, "check", "-q", "--json", document, "--prop", "G !(client1-served & client2-served)", "--run", "3", model)
	pictures := map[string][]string{
		"automata.svg": {"draw", "--format=svg", "--what=automata", model},
		"talk.svg":     {"draw", "--format=svg", "--what=talk", model},
		"trace.svg":    {"draw", "--format=svg", document},
		"formula.svg":  {"automaton", "--format=svg", "--negate", "--model", model, "G (client1-sAsk -> F client1-served)"},
	}
	for name, args := range pictures {
		drawn := filepath.Join(dir, name)
		run(0, append(args, "-o", drawn)...)
		got, err := os.ReadFile(drawn)
		require.NoError(t, err)
		kept := filepath.Join("doc", "pictures", name)
		if *update {
			require.NoError(t, os.WriteFile(kept, got, 0o666))
		}
		want, err := os.ReadFile(kept)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "%s: `go test ./cmd/rcheck-bdd -update` draws it anew", name)
	}
}
