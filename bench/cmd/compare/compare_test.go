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
	tool, err := compare.BuildOurs(t.Context(), t.TempDir(), "")
	require.NoError(t, err)
	require.NotEmpty(t, tool.Version)
	return tool.Path()
}

// TestQuick measures the command of this checkout alone, which needs little time on any machine, is
// interrupted, goes on, merges and reports.
func TestQuick(t *testing.T) {
	program := ours(t)
	t.Setenv("PATH", t.TempDir())
	path, folder := filepath.Join(t.TempDir(), "results.json"), filepath.Join(t.TempDir(), "report")
	args := []string{"-quick", "-ours", program, "-machine", "some", "-o", path}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	require.Equal(t, interrupted, command(ctx, args, io.Discard, &trigger{"[5/", cancel}))
	results, err := compare.ReadFile(path)
	require.NoError(t, err)
	require.False(t, results.Sessions[0].Complete)

	status, stdout, stderr := call(t, append(args, "-resume", path, "-report", folder)...)
	require.Equal(t, agreed, status, stderr)
	require.Contains(t, stdout, path)
	require.Contains(t, stderr, "0 of the former differ")
	require.NotContains(t, stderr, "[5/")
	results, err = compare.ReadFile(path)
	require.NoError(t, err)
	require.True(t, results.Sessions[0].Complete)
	for _, c := range results.Sessions[0].Cases {
		require.Equal(t, compare.Answered, c.Runs[0].Outcome, "%v %s: %v", c.Question, c.Configuration, c.Runs[0])
	}
	for _, name := range results.Sessions[0].Absent {
		require.Contains(t, stderr, name+" is not in the PATH")
	}

	merged, again := filepath.Join(t.TempDir(), "merged.json"), filepath.Join(t.TempDir(), "again")
	status, _, stderr = call(t, "merge", path, path, "-o", merged)
	require.Equal(t, agreed, status, stderr)
	status, _, stderr = call(t, "report", "-o", again, merged)
	require.Equal(t, agreed, status, stderr)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Greater(t, len(entries), 3)
	for _, e := range entries {
		want, err := os.ReadFile(filepath.Join(folder, e.Name()))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(again, e.Name()))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
	for _, file := range []string{path, merged} {
		table, err := os.ReadFile(strings.TrimSuffix(file, ".json") + ".csv")
		require.NoError(t, err)
		require.Contains(t, string(table), "\n\"some (")
	}
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
	path := filepath.Join("testdata", "disagreement.json")
	for _, args := range [][]string{
		{"report", path, "-o", t.TempDir()},
		{"merge", path, "-o", filepath.Join(t.TempDir(), "merged.json")},
	} {
		status, _, stderr := call(t, args...)
		require.Equal(t, disagreed, status)
		require.Contains(t, stderr, "ANSWERS DIFFER: ring 2, rests: violated (native) but holds (nusmv)")
	}
}

func TestPlan(t *testing.T) {
	status, stdout, _ := call(t, "plan", "-quick", "-families", "ring", "-sizes", "5", "-kinds", "reach", "-configurations", "native|nuxmv", "-runs", "4", "-timeout", "90s", "-mem", "77")
	require.Equal(t, agreed, status)
	require.Equal(t, `# ring 5, reachable states
rcheck-bdd check --quiet --warnings=none --json=- --engine=native --symmetry=auto --set=N=5 --prop=true --run=13 bench/models/ring.rcp
rcheck-bdd export smv --dialect=nuxmv --relation=disjunctive --set=N=5 --no-properties --output=ring-5-reach.disjunctive.nuxmv.smv bench/models/ring.rcp
nuXmv -dcx -r ring-5-reach.disjunctive.nuxmv.smv
# 2 measurements, 4 runs of each, of at most 1m30s and 77 MiB: 12m0s at the very most; a limit that is reached is not
# tried again, nor at larger sizes
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

// TestCommittedPlan is the one whose results are in bench/results.
func TestCommittedPlan(t *testing.T) {
	status, stdout, stderr := call(t, "plan", "-plan", filepath.Join("..", "..", "results", "plan.json"))
	require.Equal(t, agreed, status, stderr)
	require.Contains(t, stdout, "\nNuSMV -dcx ")
	require.Contains(t, stdout, "\nnuXmv ")
}

func TestUsage(t *testing.T) {
	program := ours(t)
	for want, args := range map[string][]string{
		"no command":           {"draw"},
		"one of them, please":  {"-quick", "-plan", "x"},
		"what is":              {"plan", "-quick", "and", "so"},
		"none.json":            {"plan", "-plan", "none.json"},
		"there must be one":    {"plan", "-runs", "-1"},
		"kind of question":     {"plan", "-kinds", "any"},
		"-sizes":               {"plan", "-sizes", "two"},
		"-families":            {"plan", "-families", "("},
		"-configurations":      {"plan", "-configurations", "("},
		"not a directory":      {"-quick", "-ours", program, "-o", filepath.Join(t.TempDir(), "x.json"), "-report", program},
		"no family":            {"plan", "-published", "king:2=x"},
		"-o FILE":              {"merge", "x"},
		"-o DIRECTORY":         {"report", "x"},
		"no such file":         {"report", "x", "-o", "y"},
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
	require.Contains(t, stderr, "usage: compare [run]")
}

// TestMain keeps the test binary from testing when it is asked for its version.
func TestMain(m *testing.M) {
	if os.Getenv("COMPARE_TEST_SILENT") != "" && len(os.Args) > 1 && os.Args[1] == "version" {
		return
	}
	os.Exit(m.Run())
}

// TestCommittedResults asserts that report and table in bench/results are those
// of the results beside them, in which all answers agree and no place of the
// machine is shown.
func TestCommittedResults(t *testing.T) {
	folder := filepath.Join("..", "..", "results")
	text, err := os.ReadFile(filepath.Join(folder, "results.json"))
	require.NoError(t, err)
	results, err := compare.Read(bytes.NewReader(text))
	require.NoError(t, err)
	a := results.Agreement()
	require.Empty(t, a.Disagreements)
	require.Greater(t, a.Compared, 100)
	require.NotRegexp(t, `[ "'=]/\w`, string(text), "an absolute path")
	for name, want := range compare.Report(results, compare.BaselineName) {
		got, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "%s: go run ./bench/cmd/compare report bench/results/results.json -o bench/results writes it anew", name)
	}
	var table bytes.Buffer
	require.NoError(t, results.WriteCSV(&table))
	got, err := os.ReadFile(filepath.Join(folder, "results.csv"))
	require.NoError(t, err)
	require.Equal(t, table.String(), string(got))
}
