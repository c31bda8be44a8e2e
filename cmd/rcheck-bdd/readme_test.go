package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// call runs the program in this process, in the folder of the README, where users begin.
func call(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Chdir("../..")
	var out, errs bytes.Buffer
	env := &cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
	status = program().Run(context.Background(), env, args)
	return status, out.String(), errs.String()
}

// The README's first command prints what the README says: the lines of the properties, as wide as a
// page, and the trace.
func TestFirstCommandOfTheReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	readme := string(text)
	command := regexp.MustCompile(`(?m)^    go run ./cmd/rcheck-bdd (check .*)$`).FindStringSubmatch(readme)
	require.NotNil(t, command)
	status, printed, _ := call(t, strings.Fields(command[1])...)
	require.Equal(t, 1, status)
	for _, m := range masked {
		printed = m.pattern.ReplaceAllString(printed, m.with)
	}
	compared := 0
	for _, beginning := range []string{"    holds     request_follows_reserve", "    0\n        client1..client3: automaton-state = 0"} {
		at := strings.Index(readme, beginning)
		require.Positive(t, at, beginning)
		for line := range strings.Lines(readme[at:]) {
			if !strings.HasPrefix(line, "    ") {
				break
			}
			line = strings.TrimRight(line[4:], "\n")
			for _, m := range masked {
				line = m.pattern.ReplaceAllString(line, m.with)
			}
			shown, _ := strings.CutSuffix(line, "…") // what follows is left out, or the lines that follow
			require.Contains(t, printed, shown)
			if strings.TrimSpace(shown) != "" {
				compared++
				_, printed, _ = strings.Cut(printed, shown)
			}
		}
	}
	require.Greater(t, compared, 10)
}

// placeholders are what stands in commands of the pages for something of the user's.
var placeholders = strings.NewReplacer(
	"FILE...", "bench/models/teaching/answers.rcp", "[MODEL]", "", "MODEL", "bench/models/teaching/answers.rcp",
	"COMMAND", "check", "CODE", "RC0302", "COND", "true", "SHELL", "bash", "TRACE", "RUN.json",
	"bench/models/ring.rcp", "--set N=2 bench/models/ring.rcp", "--runs 1000", "--runs 30",
)

// Every command that the pages print runs. A family has its smallest size, and runs are few.
func TestCommandsOfThePages(t *testing.T) {
	folder := t.TempDir()
	written := filepath.Join(folder, "run.json")
	status, _, errs := call(t, "simulate", "--steps=3", "--save", written, "bench/models/teaching/answers.rcp")
	require.Equal(t, 0, status, errs)
	coin := filepath.Join(folder, "coin.ispl")
	var commands []string // in the order of the pages: some use what one before has written
	for _, page := range []string{
		"README.md", "check.md", "limits.md", "large.md", "trust.md", "json.md", "explore.md", "export.md",
		"language.md", "semantics.md", "properties.md", "dialects.md", "ci.md", "python.md", "install.md", "ispl.md", "ispl-choices.md", "strategies.md",
	} {
		if page != "README.md" {
			page = filepath.Join("cmd/rcheck-bdd/doc", page)
		}
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		if m := isplBlock.FindSubmatch(text); m != nil {
			require.NoError(t, os.WriteFile(coin, m[1], 0o600))
		}
		for _, m := range regexp.MustCompile("(?m)(?:^    |`)rcheck-bdd ([a-z][^`\n]*)").FindAllSubmatch(text, -1) {
			if command := string(m[1]); !slices.Contains(commands, command) {
				commands = append(commands, command)
			}
		}
	}
	require.Greater(t, len(commands), 15)
	for _, command := range commands {
		if !strings.ContainsAny(command, " ") && command != "help" && command != "version" ||
			strings.HasSuffix(command, "--dialect") || strings.Contains(command, "N=") || strings.HasPrefix(command, "serve ") {
			continue // a command is named, or it takes long, which the measurements do, or for ever, which has tests of its own
		}
		line := strings.NewReplacer("RUN.json", written, "FOLDER", folder, "coin.ispl", coin, "coin.svg", filepath.Join(folder, "coin.svg")).Replace(placeholders.Replace(command))
		line = strings.ReplaceAll(line, "'", "\x00")
		var args []string
		for i, part := range strings.Split(line, "\x00") {
			if i%2 == 1 {
				args = append(args, part)
			} else {
				args = append(args, strings.Fields(part)...)
			}
		}
		t.Run(command, func(t *testing.T) {
			var out, errs bytes.Buffer
			env := &cli.Env{Stdin: strings.NewReader("quit\n"), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
			status := program().Run(context.Background(), env, args)
			require.LessOrEqual(t, status, 1, "%s", errs.String())
			require.True(t, out.Len() > 0 || strings.Contains(command, " -o ") || strings.HasPrefix(command, "vet "))
		})
	}
}

// The Go code of the README compiles.
func TestGoCodeOfTheReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	code := regexp.MustCompile("(?s)```go\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, code)
	source := "package readme\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\n" +
		"\t\"github.com/rcheck-bdd/rcheck-bdd/mc\"\n\t\"github.com/rcheck-bdd/rcheck-bdd/mc/rcp\"\n" +
		"\t\"github.com/rcheck-bdd/rcheck-bdd/rcheck\"\n)\n\n" +
		"func check(ctx context.Context, source []byte) error {\n" + string(code[1]) + "\treturn nil\n}\n"
	folder := t.TempDir()
	file, overlay := filepath.Join(folder, "readme.go"), filepath.Join(folder, "overlay.json")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o666))
	here, err := os.Getwd()
	require.NoError(t, err)
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(here, "internal", "readme", "readme.go"): file}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, replace, 0o666))
	out, err := exec.Command("go", "build", "-overlay", overlay, "./internal/readme").CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// What the page says about JSON is what is written: every member that it names occurs, and every
// member that occurs is named, but for names of the model and the figures, of which it gives
// examples.
func TestMembersOfTheDocument(t *testing.T) {
	page, err := os.ReadFile("doc/json.md")
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)## JSON.*?```\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, block)
	documented := map[string]bool{}
	for _, m := range regexp.MustCompile(`"([a-z_-]+)":`).FindAllSubmatch(block[1], -1) {
		documented[string(m[1])] = true
	}
	folder := t.TempDir()
	occurs := map[string]bool{}
	var visit func(x any)
	visit = func(x any) {
		switch x := x.(type) {
		case []any:
			for _, y := range x {
				visit(y)
			}
		case map[string]any:
			for name, y := range x {
				occurs[name] = true
				if name != "stats" && name != "state" && name != "data" && name != "set" && name != "expect" {
					visit(y)
				}
			}
		}
	}
	twice := filepath.Join(folder, "twice.rcp")
	require.NoError(t, os.WriteFile(twice, []byte("const N = 1;\nconst N = 2;\n"), 0o600))
	contract := filepath.Join(folder, "contract.rcp")
	require.NoError(t, os.WriteFile(contract, []byte("message-structure: N : 0..3\nagent T\n    local: n : 0..3\n    init: n = 0\n"+
		"    receive-guard: true\n    repeat: say: {true} *! (true)(N := 1)[] + hear: {true} *? [n := N]\n"+
		"system = T(t, true)\ncontract k : T guarantee k-n < 3;\n"), 0o600))
	for i, args := range [][]string{
		{"check", "--certify", "--witness", "--symmetry=off", "--deny=all", "--expect=1=unknown", "--set", "N=3", "--int", "0..1", "--reading", "wide", "--prop", "true", "../../bench/models/allocation.rcp"},
		{"check", "testdata/models/broken.rcp", "../../bench/models/teaching/pointtopoint.rcp"},
		{"check", "--max-nodes", "3", "testdata/models/relay.rcp"},
		{"check", "--counterexamples=3", "../../bench/models/teaching/broadcast.rcp", twice},
		{"contracts", contract},
	} {
		path := filepath.Join(folder, string(rune('a'+i))+".json")
		var out, errs bytes.Buffer
		env := &cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
		program().Run(context.Background(), env, append([]string{args[0], "--json=" + path}, args[1:]...))
		text, err := os.ReadFile(path)
		require.NoError(t, err, errs.String())
		var document any
		require.NoError(t, json.Unmarshal(text, &document))
		visit(document)
	}
	for name := range documented {
		switch name {
		case "N", "client1", "cLink", "automaton-state", "MSG", "reachable_states", "deadlock_states", "layers": // examples
		default:
			require.True(t, occurs[name], "the page names %q", name)
		}
	}
	for name := range occurs {
		require.True(t, documented[name], "%q occurs", name)
	}
}
