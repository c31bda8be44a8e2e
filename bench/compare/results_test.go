package compare_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
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

// TestReportGolden compares all files of a report.
func TestReportGolden(t *testing.T) {
	for name, results := range map[string]*compare.Results{
		"one": compare.NewResults(made()), "two": compare.NewResults(made(), elsewhere()),
	} {
		directory := filepath.Join("testdata", "report-"+name)
		if *update {
			require.NoError(t, os.RemoveAll(directory))
			require.NoError(t, compare.WriteReport(results, directory, compare.BaselineName))
		}
		files := compare.Report(results, compare.BaselineName)
		entries, err := os.ReadDir(directory)
		require.NoError(t, err)
		require.Len(t, files, len(entries))
		for _, e := range entries {
			want, err := os.ReadFile(filepath.Join(directory, e.Name()))
			require.NoError(t, err)
			require.Equal(t, string(want), string(files[e.Name()]), "go test ./bench/compare -run Golden -update writes it anew")
		}
	}
}

// TestMediansStayApart keeps times of different machines, limits and versions
// apart, and takes those together that can be.
func TestMediansStayApart(t *testing.T) {
	report := func(r *compare.Results) string { return string(compare.Report(r, compare.BaselineName)["report.md"]) }
	two := report(compare.NewResults(made(), elsewhere()))
	require.Contains(t, two, "# Machine 1")
	require.Contains(t, two, "# Machine 2")

	later := made() // the same machine: nine runs where there were three
	later.Started = date.Add(time.Hour)
	for _, c := range later.Cases {
		for i := range c.Runs {
			if c.Runs[i].Outcome == compare.Answered {
				c.Runs[i].Seconds *= 100
			}
		}
	}
	pooled := compare.Report(compare.NewResults(made(), later), compare.BaselineName)
	require.NotContains(t, string(pooled["report.md"]), "# Machine")
	require.Contains(t, string(pooled["commit.md"]), "| 0.040 – 5.60 ")

	later.Tools[1].Version = "2.5.4" // then its columns stand beside the others
	versions := report(compare.NewResults(made(), later))
	require.NotContains(t, versions, "# Machine")
	require.Contains(t, versions, "| nusmv 2.5.4 ")
	require.Contains(t, versions, "| nusmv 2.6.0 ")

	later.Plan.Seconds = 30
	require.Contains(t, report(compare.NewResults(made(), later)), "# Machine 2")
}

// TestAnswersAreComparedAcrossMachines although times are not.
func TestAnswersAreComparedAcrossMachines(t *testing.T) {
	other := elsewhere()
	other.Cases[0].Runs[0].Verdicts["agreement"] = "violated"
	a := compare.NewResults(made(), other).Agreement()
	require.Len(t, a.Disagreements, 1)
	require.Contains(t, a.Disagreements[0].String(), "commit 2, agreement: holds (native, rudd,")
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
		require.Equal(t, c.agree, len(compare.NewResults(s).Agreement().Disagreements) == 0, "%s and %s", c.a, c.b)
	}
}

func TestWriteAndRead(t *testing.T) {
	results := compare.NewResults(made(), elsewhere())
	var out, again bytes.Buffer
	require.NoError(t, results.Write(&out))
	back, err := compare.Read(bytes.NewReader(out.Bytes()))
	require.NoError(t, err)
	require.Equal(t, results, back)
	require.NoError(t, back.Write(&again))
	require.Equal(t, out.String(), again.String())
	require.Equal(t, 20*3+8, strings.Count(out.String(), "\n  {\"family\""), "a line for each case")
}

// TestReadRejects what is no results, of another version, or inconsistent.
func TestReadRejects(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, compare.NewResults(made()).Write(&out))
	good := out.String()
	for _, c := range []struct{ old, new, want string }{
		{good, "[]", "not results"},
		{`"rcheck-bdd comparison"`, `"rcheck-bdd something"`, "not results"},
		{`"schema":1`, `"schema":7`, "version 7"},
		{`"complete"`, `"completed"`, "unknown field"},
		{`"peak_bytes"`, `"peak"`, "unknown field"},
		{`"configuration":"native"`, `"configuration":"naive"`, "unknown configuration \"naive\""},
		{`"tool": "NuSMV"`, `"tool": "NuSVM"`, "unknown tool"},
		{`"outcome":"timeout"`, `"outcome":"timeup"`, "unknown outcome"},
		{`"agreement":"holds"`, `"agreement":"holts"`, "unknown verdict"},
		{`"kind":"reach"`, `"kind":"search"`, "kind"},
		{`"kind":"all"`, `"kind":"property"`, "kind"},
		{`"seconds":0.04,`, `"seconds":-1,`, "negative"},
		{`"states":"31",`, ``, "without an answer"},
		{`"started": "2024-05-06T07:08:09Z"`, `"started": "0001-01-01T00:00:00Z"`, "date"},
		{`"configuration":"rudd"`, `"configuration":"native"`, "twice"},
	} {
		require.Contains(t, good, c.old)
		_, err := compare.Read(strings.NewReader(strings.Replace(good, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want, "%s for %s", c.new, c.old)
	}
	_, err := compare.ReadFile(filepath.Join(t.TempDir(), "none"))
	require.Error(t, err)
}

func TestMerge(t *testing.T) {
	a, b := compare.NewResults(made()), compare.NewResults(elsewhere())
	merged, err := compare.Merge(a, b, a)
	require.NoError(t, err)
	require.Len(t, merged.Sessions, 2)
	require.Equal(t, "another", merged.Sessions[0].Machine.Name, "by date")
	require.Equal(t, compare.Schema, merged.Schema)

	c := compare.NewResults(made())
	c.Sessions[0].Tools[0].Version = "v2"
	_, err = compare.Merge(a, c)
	require.ErrorContains(t, err, "other tools")
}

func TestCSV(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, compare.NewResults(made()).WriteCSV(&out))
	lines, err := csv.NewReader(&out).ReadAll()
	require.NoError(t, err)
	require.Equal(t, "family", lines[0][2])
	column := func(name string) int { return slices.Index(lines[0], name) }
	runs := 0
	for _, s := range made().Cases {
		runs += max(len(s.Runs), 1)
	}
	require.Len(t, lines, runs+1)
	found := map[string]bool{}
	for _, l := range lines[1:] {
		found[fmt.Sprint(l[column("outcome")], " ", l[column("answer")])] = true
		require.Equal(t, "make, \"it\"", l[column("input")])
	}
	for _, want := range []string{"answered holds", "answered 106", "answered agreement=holds decided=violated", "timeout ", "skipped ", "memory holds", "crashed "} {
		require.True(t, found[want], "%q in %v", want, found)
	}
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
