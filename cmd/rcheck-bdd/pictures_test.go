package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// The pictures of the README are what the program draws of its example today.
func TestPicturesOfTheReadme(t *testing.T) {
	const model = "../../bench/models/teaching/answers.rcp"
	document := filepath.Join(t.TempDir(), "run.json")
	drawing(t, 1, "check", "-q", "--json", document, "--prop", "G !(client1-served & client2-served)", "--run", "3", model)
	requirePictures(t, map[string][]string{
		"automata.svg": {"draw", "--what=automata", model},
		"talk.svg":     {"draw", "--what=talk", model},
		"trace.svg":    {"draw", document},
		"formula.svg":  {"automaton", "--negate", "--model", model, "G (client1-sAsk -> F client1-served)"},
	})
}

// Those of the tutorial are drawn of its models, one for each idea.
func TestPicturesOfTheTutorial(t *testing.T) {
	text, err := os.ReadFile("doc/tutorial.md")
	require.NoError(t, err)
	dir := t.TempDir()
	model := map[string]string{}
	for i, name := range []string{"bell", "door", "gate", "fair"} {
		model[name] = filepath.Join(dir, name+".rcp")
		require.NoError(t, os.WriteFile(model[name], modelBlock.FindAllSubmatch(text, -1)[i][1], 0o600))
	}
	run := func(status int, name, property string) string {
		document := filepath.Join(dir, name+property+".json")
		drawing(t, status, "check", "-q", "--json", document, "--run", property, model[name])
		return document
	}
	requirePictures(t, map[string][]string{
		"tutorial-command.svg":   {"draw", "--what=automata", model["bell"]},
		"tutorial-lost.svg":      {"draw", run(1, "door", "obeys")},
		"tutorial-never.svg":     {"draw", run(1, "door", "comes_open")},
		"tutorial-broadcast.svg": {"draw", "--what=talk", model["door"]},
		"tutorial-multicast.svg": {"draw", "--what=automata", model["gate"]},
		"tutorial-fairness.svg":  {"draw", run(1, "gate", "passes")},
	})
	for _, m := range regexp.MustCompile(`]\((pictures/[^)]*)\)`).FindAllSubmatch(text, -1) {
		require.FileExists(t, filepath.Join("doc", string(m[1])))
	}
}

// The picture of the page about logs is what conform draws of its log.
func TestPictureOfThePageAboutLogs(t *testing.T) {
	text, err := os.ReadFile("doc/logs.md")
	require.NoError(t, err)
	kept, err := filepath.Abs("doc/pictures/departure.svg")
	require.NoError(t, err)
	followPage(t, string(text))
	drawing(t, 1, "conform", "--map", "lock.map", "--log", "run.jsonl", "--svg", "run.svg", "lock.rcp")
	requirePicture(t, kept, "run.svg")
}

// drawing runs the program, which ends with the status.
func drawing(t *testing.T, status int, args ...string) {
	t.Helper()
	var out, errs bytes.Buffer
	env := &cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
	require.Equal(t, status, program().Run(context.Background(), env, args), errs.String())
}

// requirePictures draws pictures by commands, and compares them with those that are kept.
func requirePictures(t *testing.T, pictures map[string][]string) {
	t.Helper()
	dir := t.TempDir()
	for name, args := range pictures {
		drawn := filepath.Join(dir, name)
		drawing(t, 0, append(args, "--format=svg", "-o", drawn)...)
		requirePicture(t, filepath.Join("doc", "pictures", name), drawn)
	}
}

// requirePicture compares a picture with the one that is kept.
func requirePicture(t *testing.T, kept, drawn string) {
	t.Helper()
	got, err := os.ReadFile(drawn)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(kept, got, 0o666))
	}
	want, err := os.ReadFile(kept)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "%s: `go test ./cmd/rcheck-bdd -update` draws it anew", kept)
}

// pageAboutWitnesses is the page about why a property about states holds or fails.
func pageAboutWitnesses(t *testing.T) string {
	text, err := os.ReadFile("doc/evidence.md")
	require.NoError(t, err)
	return string(text)
}

// What the page shows of witnesses is what the program prints.
func TestWitnessesOfThePage(t *testing.T) {
	saved, shown := followPage(t, pageAboutWitnesses(t))
	require.Equal(t, 1, saved)
	require.Greater(t, shown, 20)
}

// The pictures of the page are what the program draws of its example: a witness of each kind.
func TestPicturesOfThePageAboutStates(t *testing.T) {
	dir := t.TempDir()
	model, document := filepath.Join(dir, "scouts.rcp"), filepath.Join(dir, "scouts.json")
	require.NoError(t, os.WriteFile(model, modelBlock.FindSubmatch([]byte(pageAboutWitnesses(t)))[1], 0o600))
	drawing(t, 1, "check", "-q", "--witness", "--json", document, model)
	pictures := map[string][]string{}
	for name, property := range map[string]string{"run.svg": "told", "lasso.svg": "sends", "branch.svg": "in_vain", "jump.svg": "sure", "chain.svg": "common",
		"strategy.svg": "silence", "answer.svg": "safe"} {
		pictures[name] = []string{"draw", "--property", property, document}
	}
	requirePictures(t, pictures)
}
