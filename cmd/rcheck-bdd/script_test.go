package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

var update = flag.Bool("update", false, "let the files that scripts compare with follow the program")

// tests are those of the package. They leave garbage that is collected less often; the program that
// scripts start has a rule of its own.
type tests struct{ *testing.M }

func (t tests) Run() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	return t.M.Run()
}

func TestMain(m *testing.M) {
	linkedVersion = "v0.0.0-test"
	testscript.Main(tests{m}, map[string]func(){programName: func() { os.Exit(run()) }})
}

// TestScripts runs the scenarios of testdata/script: what users do, and what goes wrong. Scripts
// find copies of testdata/models in the directory models.
func TestScripts(t *testing.T) {
	data, err := filepath.Abs("testdata") // the command status changes the folder of the process
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join(data, "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			return os.CopyFS(filepath.Join(env.WorkDir, "models"), os.DirFS(filepath.Join(data, "models")))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"mask": mask, "status": status, "process": process, "sed": sed},
	})
}

// What differs between runs (times) or with the algorithms (amounts of work), and what stands for
// it in scripts.
var masked = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(` *[0-9]+\.[0-9]{3}s`), " TIME"},
	{regexp.MustCompile(` *[0-9]+ nodes  `), " SIZE  "},
	{regexp.MustCompile(`("seconds"):[-+.e0-9]+`), "$1:0"},
	{regexp.MustCompile(`("(?:images|rounds|steps|peak_nodes|product_nodes|reachable_nodes|memory_bytes)"):[0-9]+`), "$1:0"},
	{regexp.MustCompile(`(Compared with the explicit semantics:).*`), "$1 COUNTS"},
	{regexp.MustCompile(`("certificate"):{[^}]*}`), "$1:{}"},
	{regexp.MustCompile(`time="[.0-9]+"`), `time="0"`},
	{regexp.MustCompile(`  [0-9]+\.[0-9]{2} +[0-9]+ {2,}`), "  TIME  SIZE  "},
	{regexp.MustCompile(`(?m),[0-9]+\.[0-9]{3},[0-9]+$`), ",TIME,SIZE"},
}

// mask copies a file (stdout and stderr are the last command's) with everything masked: mask FROM
// TO.
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

// sed copies a file with a text replaced everywhere by another, in which \n is a line break; the
// text has to be there: sed FILE OLD NEW TO.
func sed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: sed FILE OLD NEW TO")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s has no %s", args[0], args[1])
	}
	text = strings.ReplaceAll(text, args[1], strings.ReplaceAll(args[2], `\n`, "\n"))
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(text), 0o666))
}

// status runs the checker in the process of the tests, which must give an exit status:
// status N rcheck-bdd ARGUMENT... A process would need as much time for its start as for most checks. The commands
// process and exec start processes: for standard input, sweeps, exit statuses and first steps, and
// for limits of memory and time, which change when the process collects memory.
func status(ts *testscript.TestScript, neg bool, args []string) {
	given(ts, neg, args, func(args []string) int {
		if args[0] != programName {
			ts.Fatalf("%s is run by the command process", args[0])
		}
		inFolder.Lock()
		defer inFolder.Unlock()
		before, err := os.Getwd()
		ts.Check(err)
		ts.Check(os.Chdir(ts.MkAbs(".")))
		defer func() { ts.Check(os.Chdir(before)) }()
		env := &cli.Env{Stdin: strings.NewReader(""), Stdout: ts.Stdout(), Stderr: ts.Stderr(), Getenv: ts.Getenv}
		return program().Run(context.Background(), env, args[1:])
	})
}

// inFolder is locked while a command runs in the process of the tests, whose folder is a script's.
var inFolder sync.Mutex

// process runs a program that must give an exit status: process N PROGRAM ARGUMENT...
func process(ts *testscript.TestScript, neg bool, args []string) {
	given(ts, neg, args, func(args []string) int {
		var exit *exec.ExitError
		if err := ts.Exec(args[0], args[1:]...); errors.As(err, &exit) {
			return exit.ExitCode()
		} else if err != nil {
			ts.Fatalf("%v", err)
		}
		return 0
	})
}

// given compares the exit status of what a command runs with its first argument.
func given(ts *testscript.TestScript, neg bool, args []string, run func([]string) int) {
	if neg || len(args) < 2 {
		ts.Fatalf("an exit status and arguments are missing")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := run(args[1:]); got != want {
		ts.Fatalf("the exit status is %d, not %d", got, want)
	}
}
