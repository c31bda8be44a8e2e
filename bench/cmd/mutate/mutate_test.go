package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// testsOf lists the tests that a package declares.
func testsOf(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	require.NoError(t, err)
	out := map[string]bool{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") {
				out[fn.Name.Name] = true
			}
		}
	}
	return out
}

// Every mutation can still be made, changes something, compiles as Go's grammar goes, and names a test that exists.
func TestMutationsApply(t *testing.T) {
	root, err := moduleRoot()
	require.NoError(t, err)
	names := map[string]bool{}
	count := map[string]int{}
	tests := map[string]map[string]bool{} // by package
	for _, m := range mutations() {
		if tests[m.Package] == nil {
			tests[m.Package] = testsOf(t, filepath.Join(root, m.Package))
		}
		mutated, err := m.apply(root)
		require.NoError(t, err, m.Name)
		_, err = parser.ParseFile(token.NewFileSet(), m.File, mutated, parser.SkipObjectResolution)
		require.NoError(t, err, m.Name)
		require.NotEqual(t, m.Old, m.New, m.Name)
		require.False(t, names[m.File+m.Name], "two mutations are called %q", m.Name)
		names[m.File+m.Name] = true
		test, _, _ := strings.Cut(m.Test, "/")
		require.Contains(t, tests[m.Package], test, m.Name)
		count[m.layer]++
	}
	t.Log(len(mutations()), "mutations", count)
	for _, l := range layers {
		require.GreaterOrEqual(t, count[l.name], 6, l.name)
	}
	require.GreaterOrEqual(t, len(mutations()), 100)
}

func TestJudge(t *testing.T) {
	failed := errorString("exit status 1")
	require.NoError(t, judge("--- FAIL: TestX\nFAIL\n", failed))
	require.NoError(t, judge("panic: test timed out after 1s\nFAIL\tpkg\n", failed))
	require.ErrorContains(t, judge("FAIL\tpkg [build failed]\n", failed), "compile")
	require.ErrorContains(t, judge("ok  \tpkg\t0.1s [no tests to run]\n", nil), "no such test")
	require.ErrorContains(t, judge("ok  \tpkg\t0.1s\n", nil), "passes")
	require.ErrorContains(t, judge("", failed), "could not be run")
}

type errorString string

func (e errorString) Error() string { return string(e) }

// The same seed chooses the same sample.
func TestSamples(t *testing.T) {
	one, err := choose("", 5, "seed", nil)
	require.NoError(t, err)
	again, err := choose("", 5, "seed", nil)
	require.NoError(t, err)
	require.Equal(t, one, again)
	other, err := choose("", 5, "another", nil)
	require.NoError(t, err)
	require.NotEqual(t, one, other)
	require.Len(t, one, 5)
	all, err := choose("", len(layers), "seed", nil)
	require.NoError(t, err)
	of := map[string]bool{}
	for _, m := range all {
		of[m.layer] = true
	}
	require.Len(t, of, len(layers), "one of each layer")
	kernels, err := choose("kernel", 0, "", nil)
	require.NoError(t, err)
	require.NotEmpty(t, kernels)
	_, err = choose("(", 0, "", nil)
	require.Error(t, err)
}

// Beside the sample there are all mutations in files that have changed, each once.
func TestSamplesHoldWhatChanged(t *testing.T) {
	file := "mc/internal/search/hull.go"
	list, err := choose("", 5, "seed", map[string]bool{file: true, "README.md": true})
	require.NoError(t, err)
	sample, err := choose("", 5, "seed", nil)
	require.NoError(t, err)
	require.Equal(t, sample, list[:5])
	inFile := func(m placed) bool { return m.File == file }
	count := func(list []placed) (n int) {
		for _, m := range list {
			if inFile(m) {
				n++
			}
		}
		return n
	}
	require.Equal(t, count(mutations()), count(list))
	for _, m := range list[5:] {
		require.True(t, inFile(m), m.Name)
	}
	none, err := choose("", 0, "seed", map[string]bool{})
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestWhatChanged(t *testing.T) {
	changed, err := changedSince("")
	require.NoError(t, err)
	require.Nil(t, changed)
	_, err = changedSince("no-such-commit")
	require.ErrorContains(t, err, "no-such-commit")
}
