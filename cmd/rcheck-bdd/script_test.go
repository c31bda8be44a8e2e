package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "let the files that scripts compare with follow the program")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){programName: func() { os.Exit(run()) }})
}

// TestScripts runs the scenarios of testdata/script: what users do, and what goes wrong. Scripts find the models of
// testdata/models in the directory $MODELS.
func TestScripts(t *testing.T) {
	models, err := filepath.Abs("testdata/models")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("MODELS", models)
			env.Setenv("TERM", "xterm")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"mask": mask},
	})
}

// What differs between runs (times) or with the algorithms (amounts of work), and what stands for it in scripts.
var masked = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(` *[0-9]+\.[0-9]{3}s`), " TIME"},
	{regexp.MustCompile(` *[0-9]+ nodes  `), " SIZE  "},
	{regexp.MustCompile(`("[a-z_]*seconds"):[-+.e0-9]+`), "$1:0"},
	{regexp.MustCompile(`("(?:images|rounds|peak_nodes|product_nodes|reachable_nodes|memory_bytes)"):[0-9]+`), "$1:0"},
	{regexp.MustCompile(`("version"):"[^"]*"`), `$1:"VERSION"`},
	{regexp.MustCompile(`time="[.0-9]+"`), `time="0"`},
}

// mask copies a file (stdout and stderr are the last command's) with everything masked: mask FROM TO.
func mask(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mask FROM TO")
	}
	text := ts.ReadFile(args[0])
	for _, m := range masked {
		text = m.pattern.ReplaceAllString(text, m.with)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o666))
}
