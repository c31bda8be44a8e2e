package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// paperRow is a row of the page about papers: its command, and the answer.
var paperRow = regexp.MustCompile("(?m)^\\| §[^|]* \\| [^|]* \\| `([^`]*)` \\| ([^|]*) \\|")

// TestExamplesOfThePapers runs the commands of the page. Each line of a property has the answer of
// the row.
func TestExamplesOfThePapers(t *testing.T) {
	text, err := os.ReadFile("doc/papers.md")
	require.NoError(t, err)
	t.Chdir("../..")
	rows := paperRow.FindAllStringSubmatch(string(text), -1)
	require.Len(t, rows, strings.Count(string(text), "\n| §"))
	answers := map[string]int{}
	for _, row := range rows {
		var args []string
		for _, m := range quotes.FindAllStringSubmatch(row[1], -1) {
			args = append(args, m[1]+m[2])
		}
		if args[0] == "check" {
			args = append(args, "-q")
		}
		var out, errs bytes.Buffer
		env := &cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
		status := program().Run(context.Background(), env, args)
		require.LessOrEqual(t, status, 1, "%s: %s", row[1], errs.String())
		if answers[row[2]]++; args[0] != "check" {
			require.Contains(t, out.String(), row[2], row[1])
			continue
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		for _, line := range lines {
			require.True(t, strings.HasPrefix(line, row[2]+" "), "%s prints %q", row[1], line)
		}
	}
	require.Greater(t, answers["holds"], 15)
	require.Greater(t, answers["violated"], 15)
}
