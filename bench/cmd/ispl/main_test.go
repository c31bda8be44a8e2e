package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
)

func TestWrite(t *testing.T) {
	text, err := write([]string{"muddy", "3"})
	assert.NoError(t, err)
	assert.Contains(t, text, "Agent Child3")
	for _, args := range [][]string{nil, {"muddy"}, {"muddy", "1"}, {"muddy", "x"}, {"muddy", "2000"}, {"horses", "3"}} {
		_, err := write(args)
		assert.Error(t, err, "%v", args)
	}
}

// TestContest compares programs that say what the tools say.
func TestContest(t *testing.T) {
	directory := t.TempDir()
	program := func(name, text string) string {
		path := filepath.Join(directory, name)
		require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755))
		return path
	}
	picture := filepath.Join(directory, "picture.svg")
	c := &contest{
		ours:  program("ours", "echo 'holds     1  0.000s'; echo 'violated  2  0.000s'"),
		peer:  program("peer", "echo '  Formula number 1: x, is TRUE in the model'; echo '  Formula number 2: y, is FALSE in the model'"),
		runs:  1,
		limit: time.Minute, sizes: map[string][]int{"bits": {1}}, large: map[string][]int{"muddy": {4}}, log: io.Discard,
	}
	var table strings.Builder
	require.NoError(t, c.run(t.Context(), directory, &table, picture))
	assert.Regexp(t, `\| bits +\| 1 +\| 0\.\d+ s .*\| TF +\| TF +\|`, table.String())
	assert.Contains(t, table.String(), "of the 1 models that both answer")
	assert.FileExists(t, picture)
	require.NoError(t, c.alone(t.Context(), directory, &table))
	assert.Regexp(t, `\| muddy +\| 4 +\| 0\.\d+ s +\| \d+ MiB +\| TF +\|`, table.String())
	copied, err := install(c.ours)
	require.NoError(t, err)
	assert.FileExists(t, copied)
	c.peer = program("other", "echo 'is TRUE in the model'; echo 'is TRUE in the model'")
	assert.ErrorContains(t, c.run(t.Context(), directory, &table, picture), "verdicts differ on 1 models")
	horses, err := ispl.Find("tianji")
	require.NoError(t, err)
	assert.NotContains(t, withoutUntil(horses.Write(3)), " U ")
	assert.Equal(t, []int{8, 10, 60, 300}, plain()["robot"])
	for _, sizes := range []map[string][]int{compared, large, plain()} {
		for name := range sizes {
			_, err := ispl.Find(name)
			assert.NoError(t, err)
		}
	}
}
