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
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

var (
	savedAs    = regexp.MustCompile("`([a-z]+\\.(?:rcp|jsonl|map))`")
	fencedFile = regexp.MustCompile("^```(rcp|json|map)$")
	fencing    = "```"
	quotes     = regexp.MustCompile(`'([^']*)'|(\S+)`)
	leftOut    = "…"
	indented   = "    "
)

// The tutorial is followed to the letter in an empty folder: files are saved under the names that
// the page gives, commands print what it shows, in this order, but for what it leaves out, times,
// and amounts of work.
func TestTutorial(t *testing.T) {
	text, err := os.ReadFile("doc/tutorial.md")
	require.NoError(t, err)
	saved, shown := followPage(t, string(text))
	require.Equal(t, 5, saved)
	require.Greater(t, shown, 30)
}

// followPage does in an empty folder what a page says, and returns how many files it saves and
// lines it shows.
func followPage(t *testing.T, page string) (saved, shown int) {
	t.Chdir(t.TempDir())
	lines := strings.Split(page, "\n")
	name := ""
	for i := 0; i < len(lines); i++ {
		if m := savedAs.FindStringSubmatch(lines[i]); m != nil {
			name = m[1]
		}
		if fencedFile.MatchString(lines[i]) {
			var text []string
			for i++; lines[i] != fencing; i++ {
				text = append(text, lines[i])
			}
			require.NoError(t, os.WriteFile(name, []byte(strings.Join(text, "\n")+"\n"), 0o600))
			saved++
		}
		command, ok := strings.CutPrefix(lines[i], indented+"$ rcheck-bdd ")
		if !ok {
			continue
		}
		var want []string
		for ; i+1 < len(lines) && strings.HasPrefix(lines[i+1], indented); i++ {
			want = append(want, strings.TrimPrefix(lines[i+1], indented))
		}
		shown += requireShown(t, command, want)
	}
	return saved, shown
}

// requireShown runs a command and looks for lines in what it prints, and returns how many there
// were.
func requireShown(t *testing.T, command string, want []string) (shown int) {
	t.Helper()
	var args []string
	for _, m := range quotes.FindAllStringSubmatch(command, -1) {
		args = append(args, m[1]+m[2])
	}
	var out, errs bytes.Buffer
	env := &cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
	require.LessOrEqual(t, program().Run(context.Background(), env, args), 1, errs.String())
	masking := func(text string) string {
		for _, m := range masked {
			text = m.pattern.ReplaceAllString(text, m.with)
		}
		return text
	}
	streams := []string{masking(out.String()), masking(errs.String())}
	for _, line := range want {
		if line = strings.TrimRight(masking(line), " "); line == leftOut || line == "" {
			continue
		}
		found := false
		for i, s := range streams {
			if _, after, ok := strings.Cut("\n"+s, "\n"+line); ok && !found {
				streams[i], found = after, true
			}
		}
		require.True(t, found, "%s does not print %q", command, line)
		shown++
	}
	return shown
}

// What the page for those who come from another tool writes as a declaration is one, and what it
// writes of processes and properties can be read.
func TestExamplesForNewcomers(t *testing.T) {
	text, err := os.ReadFile("doc/coming-from.md")
	require.NoError(t, err)
	read := 0
	for _, m := range regexp.MustCompile("`((?:SPEC|FAIRNESS|COMPASSION|const) [^`]*[^` ]|repeat: [^`]+)`").FindAllSubmatch(text, -1) {
		source := string(m[1])
		if process, ok := strings.CutPrefix(source, "repeat: "); ok {
			command := regexp.MustCompile(`\b[ab]\b`).ReplaceAllString(process, "{true} *! (true)()[]")
			source = "agent A\n    repeat: " + command
		}
		_, list := parser.ParseFile(token.NewFileSet(), "page", []byte(source), parser.Options{})
		require.Empty(t, list.Errors(), source)
		read++
	}
	require.GreaterOrEqual(t, read, 8)
}
