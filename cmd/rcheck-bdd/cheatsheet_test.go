package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Every construct on the cheat sheet is read: its model has no error, every formula in its tables
// is a property of this model, every process and command can be parsed, and every command line
// runs.
func TestCheatSheet(t *testing.T) {
	text, err := os.ReadFile("doc/cheatsheet.md")
	require.NoError(t, err)
	model := string(modelBlock.FindSubmatch(text)[1])
	program, list := rcheck.Parse("cheatsheet.md", []byte(model), rcheck.Options{})
	require.NotNil(t, program, list.Error())
	read := map[string]int{}
	section := ""
	folder := t.TempDir()
	file := filepath.Join(folder, "sheet.rcp")
	require.NoError(t, os.WriteFile(file, []byte(model), 0o600))
	for line := range strings.Lines(string(text)) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			section = strings.TrimSpace(heading)
		}
		cell := regexp.MustCompile("^\\| `([^`]*)`(?: and `([^`]*)`)? \\|").FindStringSubmatch(line)
		if cell == nil {
			continue
		}
		read[section]++
		switch section {
		case "Declarations":
			requireProcess(t, cell[1], cell[2])
		case "Commands":
			requireCommand(t, cell[1], file)
		default:
			source := model + "SPEC " + cell[1] + ";\n"
			_, list := rcheck.Parse("cheatsheet.md", []byte(source), rcheck.Options{})
			require.Empty(t, list.Error(), cell[1])
		}
	}
	require.Equal(t, map[string]int{
		"Declarations": 9, "Properties of runs": 16, "Properties of states": 12, "Commands": 11,
	}, read)
}

// requireProcess parses a process, or the heads of a send and a receive.
func requireProcess(t *testing.T, process, second string) {
	t.Helper()
	if second != "" {
		process = "{true} " + process + " (true)()[] + {true} " + second + " []"
	}
	source := "agent A\n    repeat: " +
		regexp.MustCompile(`\b[PQ]\b`).ReplaceAllString(process, "{true} *! (true)()[]")
	_, list := parser.ParseFile(token.NewFileSet(), "sheet", []byte(source), parser.Options{})
	require.Empty(t, list.Errors(), source)
}

// requireCommand runs a command line on the model of the sheet.
func requireCommand(t *testing.T, command, file string) {
	t.Helper()
	line := strings.NewReplacer(
		"rcheck-bdd ", "", "MODEL", file, "NAME", "bounded", "CODE", "RC0302", "COMMAND", "check",
	).Replace(command)
	status, out, errs := call(t, strings.Fields(line)...)
	require.LessOrEqual(t, status, 1, "%s: %s", command, errs)
	if !strings.HasPrefix(line, "vet ") { // which finds nothing here
		require.NotEmpty(t, out, command)
	}
}
