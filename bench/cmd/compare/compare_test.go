package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
)

// call carries out a command line and returns the exit status and what was
// written.
func call(t *testing.T, args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = command(t.Context(), args, &out, &err)
	return status, out.String(), err.String()
}

// ours builds the command that is measured.
func ours(t *testing.T) string {
	path, err := compare.BuildOurs(t.Context(), t.TempDir())
	require.NoError(t, err)
	return path
}

// TestQuick measures the command of this checkout alone, which needs little time on any machine, is
// interrupted, and reports.
func TestQuick(t *testing.T) {
	program := ours(t)
	t.Setenv("PATH", t.TempDir())
	path, page := filepath.Join(t.TempDir(), "results.json"), filepath.Join(t.TempDir(), "report.md")
	// Two of the four ways to ask this program are enough, and all peers are looked for.
	args := []string{"-quick", "-configurations", "native|rudd|nusmv|nuxmv|abc-pdr", "-ours", program, "-machine", "some", "-o", path, "-report", page}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	require.Equal(t, interrupted, command(ctx, args, io.Discard, &trigger{"[5/", cancel}))
	sessions, err := compare.ReadFile(path)
	require.NoError(t, err)
	require.False(t, sessions[0].Complete)

	status, _, stderr := call(t, args...)
	require.Equal(t, agreed, status, stderr)
	require.Contains(t, stderr, "0 of the former differ")
	sessions, err = compare.ReadFile(path)
	require.NoError(t, err)
	require.True(t, sessions[0].Complete)
	for _, c := range sessions[0].Cases {
		require.Equal(t, compare.Answered, c.Runs[0].Outcome, "%v %s: %v", c.Question, c.Configuration, c.Runs[0])
	}
	for _, name := range sessions[0].Absent {
		require.Contains(t, stderr, name+" is not in the PATH")
	}

	again := filepath.Join(t.TempDir(), "again.md")
	status, _, stderr = call(t, "report", path, "-report", again)
	require.Equal(t, agreed, status, stderr)
	want, err := os.ReadFile(page)
	require.NoError(t, err)
	got, err := os.ReadFile(again)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}

// A trigger calls a function when something is written.
type trigger struct {
	at   string
	then func()
}

func (w *trigger) Write(text []byte) (int, error) {
	if strings.Contains(string(text), w.at) {
		w.then()
	}
	return len(text), nil
}

// TestDisagreement ends with a status and a line of its own.
func TestDisagreement(t *testing.T) {
	status, _, stderr := call(t, "report", filepath.Join("testdata", "disagreement.json"), "-report", filepath.Join(t.TempDir(), "report.md"))
	require.Equal(t, disagreed, status)
	require.Contains(t, stderr, "ANSWERS DIFFER: ring 2, rests: holds (nusmv) but violated (native)")
}

func TestPlan(t *testing.T) {
	status, stdout, _ := call(t, "plan", "-quick", "-families", "ring", "-sizes", "5", "-kinds", "reach", "-configurations", "native|nuxmv", "-runs", "4", "-timeout", "90s", "-mem", "77")
	require.Equal(t, agreed, status)
	require.Equal(t, `# ring 5, reachable states
rcheck-bdd check --quiet --warnings=none --json=- --engine=native --symmetry=auto --set=N=5 --prop=true --run=13 bench/models/ring.rcp
rcheck-bdd export smv --dialect=nuxmv --relation=disjunctive --set=N=5 --no-properties --output=ring-5-reach.disjunctive.nuxmv.smv bench/models/ring.rcp
nuXmv -dcx -r ring-5-reach.disjunctive.nuxmv.smv
# 2 measurements, 4 runs of each, of at most 90 s and 77 MiB
`, stdout)
	status, stdout, _ = call(t, "plan", "-plan", filepath.Join("testdata", "plan.json"), "-configurations", "nusmv-coi|rudd|native-plain")
	require.Equal(t, agreed, status)
	require.Contains(t, stdout, "NuSMV -dcx -coi commit-4-agreement.disjunctive.smv\n")
	require.NotContains(t, stdout, "NuSMV -dcx commit")
	require.NotContains(t, stdout, "--symmetry=off", "the plan does not have it")
	require.NotContains(t, stdout, "commit 12", "asked of a configuration that is not selected")
	status, stdout, _ = call(t, "plan", "-sizes", "2", "-families", "ring|stable")
	require.Equal(t, agreed, status)
	require.Contains(t, stdout, "# stable 2, converges\n")
}

// TestCommittedPlan is the one whose results are in bench/results. It is read as a whole, and some of
// its families are printed.
func TestCommittedPlan(t *testing.T) {
	plan := filepath.Join("..", "..", "results", "plan.json")
	status, stdout, stderr := call(t, "plan", "-plan", plan, "-families", "ring|pipeline")
	require.Equal(t, agreed, status, stderr)
	require.Contains(t, stdout, "\nNuSMV -dcx ")
	require.Contains(t, stdout, "\nnuXmv ")
}

func TestUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"no command":           {"draw"},
		"one of them, please":  {"-quick", "-plan", "x"},
		"plan does not need":   {"plan", "-quick", "and", "so"},
		"none.json":            {"plan", "-plan", "none.json"},
		"there must be one":    {"plan", "-runs", "-1"},
		"kind of question":     {"plan", "-kinds", "any"},
		"-sizes":               {"plan", "-sizes", "two"},
		"-families":            {"plan", "-families", "("},
		"configurations":       {"plan", "-configurations", "("},
		"-report FILE":         {"report", "x"},
		"no such file":         {"report", "x", "-report", "y"},
		"flag provided but":    {"-slow"},
		"is not rcheck-bdd":    {"-quick", "-ours", os.Args[0]},
		"no such file or dire": {"-quick", "-ours", "no/such"},
	} {
		if args[len(args)-1] == os.Args[0] {
			t.Setenv("COMPARE_TEST_SILENT", "1")
		}
		status, _, stderr := call(t, args...)
		require.Equal(t, failed, status, "%v", args)
		require.Contains(t, stderr, want, "%v", args)
	}
	status, _, stderr := call(t, "-h")
	require.Equal(t, agreed, status)
	require.Contains(t, stderr, "usage: compare [run")
}

// TestMain keeps the test binary from testing when it is asked for its version.
func TestMain(m *testing.M) {
	if os.Getenv("COMPARE_TEST_SILENT") != "" && len(os.Args) > 1 && os.Args[1] == "version" {
		return
	}
	os.Exit(m.Run())
}

// TestCommittedResults asserts that the report in bench/results is that of the results next to it,
// in which all answers agree and no place of the machine is shown.
func TestCommittedResults(t *testing.T) {
	folder := filepath.Join("..", "..", "results")
	text, err := os.ReadFile(filepath.Join(folder, "results.json"))
	require.NoError(t, err)
	sessions, err := compare.ReadFile(filepath.Join(folder, "results.json"))
	require.NoError(t, err)
	a := compare.Agree(sessions)
	require.Empty(t, a.Disagreements)
	require.Greater(t, a.Compared, 100)
	require.NotRegexp(t, `[ "'=]/\w`, string(text), "an absolute path")
	got, err := os.ReadFile(filepath.Join(folder, "report.md"))
	require.NoError(t, err)
	require.Equal(t, compare.Report(sessions), string(got),
		"go run ./bench/cmd/compare report bench/results/results.json -report bench/results/report.md writes it anew")
}
