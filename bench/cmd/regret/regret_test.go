package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

// Every family and every published model has questions, each of one name.
func TestQuestions(t *testing.T) {
	list, err := questions(t.TempDir(), "")
	require.NoError(t, err)
	names, models := map[string]bool{}, map[string]bool{}
	for _, q := range list {
		require.False(t, names[q.name], q.name)
		names[q.name] = true
		model, _, _ := strings.Cut(q.name, ":")
		model, _, _ = strings.Cut(model, " ")
		models[model] = true
		require.FileExists(t, q.file)
	}
	for _, f := range bench.Families() {
		require.True(t, models[f.Name], f.Name)
	}
	for _, p := range bench.PublishedModels() {
		require.True(t, models[p.Name], p.Name)
	}
	for _, f := range ispl.Families {
		require.True(t, models[f.Name], f.Name)
	}
}

// What is asked of a model in a folder is answered, and an engine that cannot answer is not asked.
// A command that fails is an error.
func TestAsking(t *testing.T) {
	folder := t.TempDir()
	model := "message-structure: V : bool\nproperty-variables:\nagent Lamp\n    local: on : bool\n" +
		"    init: !on\n    receive-guard: true\n    repeat: press: {true} *! (true)(V := on)[on := !on]\n" +
		"system = Lamp(lamp, true)\nSPEC NAME lit := G F lamp-on;\nSPEC NAME dark := G !lamp-on;\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "lamp.rcp"), []byte(model), 0o666))
	list, err := questions(t.TempDir(), folder)
	require.NoError(t, err)
	require.Len(t, list, 2)
	fake := filepath.Join(folder, "fake")
	script := "#!/bin/sh\nfor a in \"$@\"; do case $a in --by=walks) exit 2;; --run=1) v=holds;; --run=2) v=violated;; esac; done\n" +
		"echo $v lamp\n"
	require.NoError(t, os.WriteFile(fake, []byte(script), 0o777))
	m := &meter{program: fake, runs: 2, limits: limited.Limits{CPU: time.Minute}}
	require.NoError(t, m.ask(context.Background(), list[0]))
	require.Len(t, list[0].answers, 6, "%v", list[0].answers)
	require.Equal(t, "holds", list[0].answers["orbits"].verdict)
	require.ErrorContains(t, m.ask(context.Background(), list[1]), "lamp.rcp: dark by walks: exit status 2")
	m.least = time.Minute
	require.NoError(t, m.ask(context.Background(), list[1]))
	require.Len(t, list[1].answers, 1, "engines are not asked alone")
}

// The regret is what the plain command took, divided by the best engine that answers.
func TestRegret(t *testing.T) {
	asked := []*question{
		{name: "slow", answers: map[string]answer{
			plain: {"holds", 3}, "induction": {"holds", 1}, "diagrams": {"holds", 2}, "orbits": {"unknown", 0.1},
		}},
		{name: "even", answers: map[string]answer{plain: {"violated", 0.5}, "walks": {"violated", 0.5}}},
		{name: "short", answers: map[string]answer{plain: {"holds", 0.03}, "diagrams": {"holds", 0.012}}},
		{name: "open", answers: map[string]answer{plain: {"unknown", 5}, "walks": {"unknown", 5}}},
	}
	require.Equal(t, "induction", asked[0].best())
	require.Empty(t, asked[3].best())
	var out bytes.Buffer
	write(&out, asked)
	for _, want := range []string{
		"| 4 | 1 | 2.50 | 2.50 | 3.00 | slow |", "| slow | holds | 3.00 | 1.00 | induction | 3.00 |",
	} {
		require.Contains(t, strings.Join(strings.Fields(out.String()), " "), want)
	}
	require.NotContains(t, out.String(), "| short |", "the difference is a few milliseconds")
	svg := figure(asked).SVG()
	require.Contains(t, svg, "best engine alone")
	require.Contains(t, svg, "induction")
}
