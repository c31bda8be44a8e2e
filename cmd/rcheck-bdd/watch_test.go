package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// announcer is a stream that tells of each text that is looked for.
type announcer struct {
	mu    sync.Mutex
	text  bytes.Buffer
	of    string
	found chan struct{}
	seen  int
}

func (a *announcer) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.text.Write(p)
	for n := strings.Count(a.text.String(), a.of); a.seen < n; a.seen++ {
		a.found <- struct{}{}
	}
	return len(p), nil
}

// With --watch a file is checked again when it has changed, whether it was good before or not, and
// documents are written again.
func TestWatch(t *testing.T) {
	for _, test := range []struct{ model, wrong, right, label string }{
		{"testdata/models/lamp.rcp", "SPEC NAME stays := F G", "SPEC NAME stays := G F", "stays"},
		{"../../bench/models/ispl/muddy.ispl", "AG (says_muddy1 -> !muddy1", "AG (says_muddy1 -> muddy1", "1"},
	} {
		t.Run(filepath.Base(test.model), func(t *testing.T) { watch(t, test.model, test.wrong, test.right, test.label) })
	}
}

// watch checks a model with a property that is wrong, no model at all, and the model with the
// property set right.
func watch(t *testing.T, path, wrong, right, label string) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	model := strings.NewReplacer(wrong, right).Replace(string(text))
	require.Contains(t, model, right)
	file := filepath.Join(t.TempDir(), filepath.Base(path))
	document := filepath.Join(t.TempDir(), "out.json")
	write := func(text string) { // at once, so that nothing half written is checked
		require.NoError(t, os.WriteFile(file+".new", []byte(text), 0o600))
		require.NoError(t, os.Rename(file+".new", file))
	}
	write(strings.Replace(model, right, wrong, 1))

	var out bytes.Buffer
	errs := &announcer{of: waiting, found: make(chan struct{}, 10)}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	status := make(chan int)
	go func() {
		env := &cli.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: errs, Getenv: func(string) string { return "" }}
		status <- program().Run(ctx, env, []string{"check", "--watch", "-q", "--json=" + document, file})
	}()
	<-errs.found
	write("agent")
	<-errs.found
	write(model)
	<-errs.found
	cancel()
	require.Equal(t, 0, <-status)
	var verdicts []string
	for line := range strings.Lines(out.String()) {
		if f := strings.Fields(line); len(f) > 1 && f[1] == label {
			verdicts = append(verdicts, f[0])
		}
	}
	require.Equal(t, []string{"violated", "holds"}, verdicts)
	require.Contains(t, errs.text.String(), "error[RC0")
	written, err := os.ReadFile(document)
	require.NoError(t, err)
	require.NotContains(t, string(written), "violated")
}

func TestWatchingStandardInputIsMisuse(t *testing.T) {
	status, _, errs := call(t, "check", "--watch", "-")
	require.Equal(t, cli.Failed, status)
	require.Contains(t, errs, "--watch cannot watch standard input")
}
