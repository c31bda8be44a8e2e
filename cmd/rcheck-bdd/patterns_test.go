package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// labelled is the formula that a run has these labels, those in parentheses for ever. It needs
// every label of a loop to be followed by one label only.
func labelled(t *testing.T, run string) string {
	stem, loop, ok := strings.Cut(strings.TrimSuffix(run, ")"), "(")
	require.True(t, ok, run)
	atoms := func(text string) []string {
		fields := strings.Fields(text)
		for i, f := range fields {
			fields[i] = "desk-" + f
		}
		return fields
	}
	again := atoms(loop)
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(again))), len(again), "a label occurs twice in the loop of %s", run)
	var then []string
	for i, label := range again {
		then = append(then, fmt.Sprintf("(%s & X %s)", label, again[(i+1)%len(again)]))
	}
	formula := fmt.Sprintf("(%s & G (%s))", again[0], strings.Join(then, " | "))
	for _, label := range slices.Backward(atoms(stem)) {
		formula = fmt.Sprintf("(%s & X %s)", label, formula)
	}
	return formula
}

// The runs that the page about patterns shows are runs of its model, and satisfy or violate what
// the page says they do.
func TestPatterns(t *testing.T) {
	text, err := os.ReadFile("doc/patterns.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("desk.rcp", modelBlock.FindSubmatch(text)[1], 0o600))
	here, err := filepath.Abs("desk.rcp")
	require.NoError(t, err)
	can := func(formula string) bool {
		status, _, errs := call(t, "sat", "--reading=wide", "--model", here, formula)
		require.Empty(t, errs, formula)
		return status == 0
	}
	rows := 0
	for _, m := range regexp.MustCompile("(?m)^\\|[^|]*\\| `([^`]*)` \\| `([^`]*)` \\| `([^`]*)` \\|$").FindAllStringSubmatch(string(text), -1) {
		formula, satisfies, violates := m[1], labelled(t, m[2]), labelled(t, m[3])
		require.True(t, can(satisfies+" & ("+formula+")"), "%s does not satisfy %s", m[2], formula)
		require.False(t, can(satisfies+" & !("+formula+")"), "%s violates %s", m[2], formula)
		require.True(t, can(violates+" & !("+formula+")"), "%s does not violate %s", m[3], formula)
		rows++
	}
	require.Equal(t, 16, rows)
	_, after, _ := strings.Cut(string(text), indented+"$ rcheck-bdd ")
	command, rest, _ := strings.Cut(after, "\n")
	line, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	t.Chdir(filepath.Dir(here))
	require.Equal(t, 1, requireShown(t, command, []string{line}))
}
