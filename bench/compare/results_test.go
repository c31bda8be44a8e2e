package compare_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

var update = flag.Bool("update", false, "write the golden files in testdata anew")

// made is a session with everything that can be: figures that differ from run
// to run, limits, crashes, what is skipped, two kinds of peers.
func made() *compare.Session {
	load := 0.25
	s := &compare.Session{
		Started: date, Complete: true, Load: &load,
		Machine: compare.Machine{Name: "a machine", Hardware: limited.Hardware{Processor: "CPU <9>", Cores: 4, MemoryBytes: 8 << 30, System: "linux/amd64", Go: "go1.26"}},
		Plan:    &compare.Plan{Runs: 3, Seconds: 20, MebiBytes: 2048, Groups: []compare.Group{}},
		Tools:   []compare.Tool{{Name: compare.Ours, Version: "v1"}, {Name: compare.NuSMV, Version: "2.6.0"}},
		Absent:  []string{compare.NuXmv},
	}
	for _, c := range compare.Configurations() {
		if slices.Contains([]string{"native", "rudd", "nusmv", "nusmv-dynamic", "nusmv-cache"}, c.Name) {
			s.Configurations = append(s.Configurations, c)
		}
	}
	for i, size := range []int{2, 4, 8} {
		for j, c := range s.Configurations {
			base := 0.01 * float64((j+1)*size*size)
			for _, q := range []compare.Question{
				{Kind: compare.OneProperty, Property: "agreement"}, {Kind: compare.OneProperty, Property: "decided"},
				{Kind: compare.AllProperties}, {Kind: compare.ReachableStates},
			} {
				q.Family, q.Size = "commit", size
				one := &compare.Case{Question: q, Configuration: c.Name, Command: c.Tool + " -x", Input: "make, \"it\""}
				s.Cases = append(s.Cases, one)
				for run := range 3 {
					one.Runs = append(one.Runs, madeRun(q, base*(1+0.1*float64(run*run))))
				}
				switch {
				case c.Name == "nusmv" && i > 0 && q.Property == "decided":
					one.Runs = []compare.Run{{Outcome: compare.TimeOut, Seconds: 20.1, PeakBytes: 300 << 20}}
					if i > 1 {
						one.Runs, one.Skipped = nil, "out of time at size 4"
					}
				case c.Name == "nusmv-dynamic" && i == 2 && q.Kind == compare.AllProperties:
					one.Runs = one.Runs[:1]
					one.Runs[0] = compare.Run{Outcome: compare.MemoryOut, Verdicts: map[string]string{"agreement": "holds"}, Seconds: 5, PeakBytes: 2049 << 20}
				case c.Name == "nusmv-cache" && i == 2 && q.Kind == compare.ReachableStates:
					one.Runs[1] = compare.Run{Outcome: compare.Crashed, Message: "ended by a signal: out of luck", Seconds: 1}
				}
			}
		}
	}
	return s
}

func madeRun(q compare.Question, seconds float64) compare.Run {
	r := compare.Run{Outcome: compare.Answered, Seconds: seconds, CPU: seconds * 0.9, PeakBytes: int64(seconds * 1e8)}
	switch q.Kind {
	case compare.ReachableStates:
		r.States = []string{"31", "106", "1.30000e+06"}[min(q.Size/4, 2)]
	case compare.AllProperties:
		r.Verdicts = map[string]string{"agreement": "holds", "decided": "violated"}
	default:
		r.Verdicts = map[string]string{q.Property: map[string]string{"agreement": "holds", "decided": "violated"}[q.Property]}
	}
	return r
}

// elsewhere is a session on another machine, with another version of a peer.
func elsewhere() *compare.Session {
	s := made()
	s.Machine.Name, s.Started, s.Complete = "another", date.Add(-time.Hour), false
	s.Tools[1].Version = "2.5.4"
	s.Cases = s.Cases[:8]
	return s
}

// TestReportGolden compares a report about two machines.
func TestReportGolden(t *testing.T) {
	path := filepath.Join("testdata", "report.md")
	text := report(made(), elsewhere())
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "go test ./bench/compare -run Golden -update writes it anew")
}

// TestAnswersAreComparedAcrossMachines although times are not.
func TestAnswersAreComparedAcrossMachines(t *testing.T) {
	other := elsewhere()
	other.Cases[0].Runs[0].Verdicts["agreement"] = "violated"
	a := agreement(made(), other)
	require.Len(t, a.Disagreements, 1)
	require.Contains(t, a.Disagreements[0], "commit 2, agreement: holds (native, rudd,")
}

// TestNumbersOfStates agree as far as they are printed.
func TestNumbersOfStates(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		agree bool
	}{
		{"34376157", "3.43762e+07", true},
		{"34376157", "3.43761e+07", false},
		{"1234567", "1.23457e+06", true},
		{"1234567", "1234567", true},
		{"1234567", "1234568", false},
		{"306", "307", false},
		{"281043513332978782646351", "2.81044e+23", true},
	} {
		s := made()
		s.Cases = s.Cases[3:4]
		s.Cases[0].Runs = s.Cases[0].Runs[:2]
		s.Cases[0].Runs[0].States, s.Cases[0].Runs[1].States = c.a, c.b
		require.Equal(t, c.agree, len(agreement(s).Disagreements) == 0, "%s and %s", c.a, c.b)
	}
}

func TestWriteAndRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.json")
	require.NoError(t, compare.WriteFile(path, made(), elsewhere()))
	back, err := compare.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, []*compare.Session{made(), elsewhere()}, back)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, 20*3+8, strings.Count(string(text), "\n{\"family\""), "a line for each case")
}

// TestReadRejects what is no results, of another version, or inconsistent.
func TestReadRejects(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.json")
	require.NoError(t, compare.WriteFile(path, made()))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	good := string(text)
	for _, c := range []struct{ old, new, want string }{
		{good, "[]", "not results"},
		{`"rcheck-bdd comparison"`, `"rcheck-bdd something"`, "not results"},
		{`"schema":1`, `"schema":7`, "not results of a comparison in version 1"},
		{`"complete"`, `"completed"`, "unknown field"},
		{`"peak_bytes"`, `"peak"`, "unknown field"},
		{`"configuration":"native"`, `"configuration":"naive"`, "unknown configuration \"naive\""},
		{`"outcome":"timeout"`, `"outcome":"timeup"`, "unknown outcome"},
		{`"kind":"reach"`, `"kind":"search"`, "not a question"},
		{`"kind":"all"`, `"kind":"property"`, "not a question"},
		{`"plan":`, `"plan":null,"load":`, "json"},
	} {
		require.Contains(t, good, c.old)
		require.NoError(t, os.WriteFile(path, []byte(strings.Replace(good, c.old, c.new, 1)), 0o666))
		_, err := compare.ReadFile(path)
		require.ErrorContains(t, err, c.want, "%s for %s", c.new, c.old)
	}
	_, err = compare.ReadFile(filepath.Join(t.TempDir(), "none"))
	require.Error(t, err)
}

func TestReadPlan(t *testing.T) {
	good := `{"runs":2,"seconds":5,"mebibytes":100,"groups":[{"families":[{"family":"ring","sizes":[2]}],"kinds":["all"],"configurations":"native"}]}`
	p, err := compare.ReadPlan(strings.NewReader(good))
	require.NoError(t, err)
	require.Equal(t, 2, p.Runs)
	for _, c := range []struct{ old, new, want string }{
		{`"runs":2`, `"runs":0`, "runs"},
		{`"seconds":5`, `"seconds":0`, "seconds"},
		{`"mebibytes":100`, `"mebibytes":-1`, "MiB"},
		{`"ring"`, `"king"`, `no family "king"`},
		{`[2]`, `[0]`, "size 0"},
		{`"all"`, `"any"`, `"any"`},
		{`"native"`, `"("`, "configurations"},
		{`"kinds"`, `"kind"`, "unknown field"},
	} {
		_, err := compare.ReadPlan(strings.NewReader(strings.Replace(good, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want)
	}
}
