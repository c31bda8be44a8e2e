package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
)

func TestAxes(t *testing.T) {
	for text, want := range map[string][]int{
		"N=3": {3}, "N=2..5": {2, 3, 4, 5}, "N=1,4,2": {1, 4, 2}, "N=2..9:3,0": {2, 5, 8, 0}, " N = -2..-1 ": {-2, -1},
	} {
		a, err := ParseAxis(text)
		require.NoError(t, err, text)
		require.Equal(t, Axis{Name: "N", Values: want}, a, text)
	}
	for text, say := range map[string]string{
		"N": "NAME=VALUES", "=3": "NAME=VALUES", "N=": "not an integer", "N=a": "not an integer", "N=5..2": "5 is above 2",
		"N=1..9:0": "must be positive", "N=1,1": "1 is there twice", "N=1..3,2": "2 is there twice", "N=1..9999999": "more than",
		"N=1..": "not an integer", "N=9223372036854775807": "not an integer",
	} {
		_, err := ParseAxis(text)
		require.ErrorContains(t, err, say, text)
	}
	_, err := points([]Axis{{"N", []int{1}}, {"N", []int{2}}})
	require.ErrorContains(t, err, "twice")
	all, err := points([]Axis{{"N", []int{1, 2}}, {"M", []int{3, 4}}})
	require.NoError(t, err)
	require.Equal(t, []map[string]int{{"N": 1, "M": 3}, {"N": 1, "M": 4}, {"N": 2, "M": 3}, {"N": 2, "M": 4}}, all)
}

// conjuncts is the shape of a model with two properties, of which the second has N conjuncts.
func conjuncts(set map[string]int) ([]int, error) { return []int{1, set["N"]}, nil }

func planned(t *testing.T, split Split, values ...int) (*Plan, string) {
	p := NewPlan(report.Tool{Name: "test", Version: "1"}, []Axis{{"N", values}}, split, nil)
	require.NoError(t, p.Add("a/m.rcp", []byte("text"), conjuncts))
	dir := filepath.Join(t.TempDir(), "it's here")
	require.NoError(t, p.Write(dir, "prog"))
	return p, dir
}

func TestPlan(t *testing.T) {
	p, dir := planned(t, ByConjunct, 1, 3)
	want := []Job{
		{1, 0, map[string]int{"N": 1}, 1, 0}, {2, 0, map[string]int{"N": 1}, 2, 0},
		{3, 0, map[string]int{"N": 3}, 1, 0}, {4, 0, map[string]int{"N": 3}, 2, 1}, {5, 0, map[string]int{"N": 3}, 2, 2}, {6, 0, map[string]int{"N": 3}, 2, 3},
	}
	require.Equal(t, want, p.Jobs)
	q, err := ReadPlan(dir)
	require.NoError(t, err)
	require.Equal(t, p, q)
	require.NoError(t, p.Write(dir, "prog"), "again")

	jobs, err := os.ReadFile(filepath.Join(dir, "jobs.txt"))
	require.NoError(t, err)
	require.Equal(t, len(want), strings.Count(string(jobs), "\n"))
	require.Contains(t, string(jobs), `it'\''s here' 6`)

	other := NewPlan(p.Tool, p.Axes, ByPoint, nil)
	require.NoError(t, other.Add("m.rcp", []byte("text"), conjuncts))
	require.ErrorContains(t, other.Write(dir, "prog"), "another plan")
	require.NoError(t, other.Add("b/m.rcp", []byte("other"), conjuncts))
	require.Equal(t, "models/2/m.rcp", other.Models[1].Path)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "models/m.rcp"), []byte("changed"), 0o600))
	_, err = ReadPlan(dir)
	require.ErrorContains(t, err, "was changed")
	_, err = ReadPlan(t.TempDir())
	require.ErrorContains(t, err, "not the folder of a plan")
}

// A plan from elsewhere must not lead out of its folder, nor make anything panic.
func TestHostilePlans(t *testing.T) {
	for text, say := range map[string]string{
		`{"schema":1,"models":[{"name":"x","path":"../x","sha256":""}],"jobs":[]}`: "outside",
		`{"schema":1,"models":[],"jobs":[{"number":1,"model":0}]}`:                 "out of order",
		`{"schema":1,"models":[],"jobs":[{"number":1,"model":-1}]}`:                "out of order",
		`{"schema":2}`: "format 2", `{`: "not a plan", `[]`: "not a plan", ``: "not a plan",
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.json"), []byte(text), 0o600))
		_, err := ReadPlan(dir)
		require.ErrorContains(t, err, say, text)
	}
}

// leave leaves the result of a job with verdicts of its properties.
func leave(t *testing.T, p *Plan, dir string, job, exit int, verdicts ...string) {
	var results []string
	for i, v := range verdicts {
		index := i + 1
		if p.Jobs[job-1].Property > 0 {
			index = p.Jobs[job-1].Property
		}
		results = append(results, fmt.Sprintf(`{"index":%d,"verdict":%q}`, index, v))
	}
	r := &Result{Schema: schema, Plan: p.digest, Job: p.Jobs[job-1], ExitCode: exit, CPUSeconds: 1, PeakBytes: int64(job) << 20,
		Report: json.RawMessage(`{"runs":[{"results":[` + strings.Join(results, ",") + `],"stats":{"reachable_states":"7"}}]}`)}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(p.resultPath(dir, r.Job), text, 0o600))
}

func TestMerge(t *testing.T) {
	p, dir := planned(t, ByConjunct, 3)
	s, err := Merge(dir)
	require.NoError(t, err)
	require.Len(t, s.Missing, 4)
	require.Equal(t, 3, s.Status())

	leave(t, p, dir, 1, 0, "holds")
	leave(t, p, dir, 2, 0, "holds")
	leave(t, p, dir, 3, 3, "unknown")
	leave(t, p, dir, 4, 0, "holds")
	verdict := func(dirs ...string) (string, int) {
		s, err := Merge(dirs...)
		require.NoError(t, err)
		require.Len(t, s.Outcomes, 1)
		require.Equal(t, "7", s.Outcomes[0].States)
		require.EqualValues(t, 4<<20, s.Outcomes[0].PeakBytes)
		require.EqualValues(t, 4, s.Outcomes[0].CPUSeconds)
		require.Equal(t, "holds", s.Outcomes[0].Verdicts[0].Verdict)
		return s.Outcomes[0].Verdicts[1].Verdict, s.Status()
	}
	v, status := verdict(dir)
	require.Equal(t, "unknown", v)
	require.Equal(t, 3, status)
	require.Empty(t, p.Open(dir))

	// A copy of the folder knows more.
	second := filepath.Join(t.TempDir(), "copy")
	require.NoError(t, os.CopyFS(second, os.DirFS(dir)))
	leave(t, p, second, 3, 1, "violated")
	for _, dirs := range [][]string{{dir, second}, {second, dir}} {
		v, status = verdict(dirs...)
		require.Equal(t, "violated", v)
		require.Equal(t, 1, status)
	}
	leave(t, p, dir, 3, 0, "holds")
	_, err = Merge(dir, second)
	require.ErrorIs(t, err, ErrContradiction)
	require.ErrorContains(t, err, "conjunct 2): 2 is holds and violated")
	_, other := planned(t, ByPoint, 3)
	_, err = Merge(dir, other)
	require.ErrorContains(t, err, "different plans")
}

// What is damaged, cut off or of another plan is no result: the job remains to be done.
func TestDamagedResults(t *testing.T) {
	p, dir := planned(t, ByPoint, 3)
	leave(t, p, dir, 1, 0, "holds", "holds")
	path := p.resultPath(dir, p.Jobs[0])
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Empty(t, p.Open(dir))
	for _, text := range []string{
		"", string(whole[:len(whole)/2]), strings.Replace(string(whole), p.digest, "0000", 1),
		strings.Replace(string(whole), `"number":1`, `"number":2`, 1), strings.Replace(string(whole), "holds", "perhaps", 1),
		strings.Replace(string(whole), `"schema":1`, `"schema":9`, 1),
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.Len(t, p.Open(dir), 1, text)
		s, err := Merge(dir)
		require.NoError(t, err)
		require.Len(t, s.Missing, 1)
	}
}

func TestFailedJobs(t *testing.T) {
	p, dir := planned(t, ByPoint, 1, 2)
	leave(t, p, dir, 1, 2)
	leave(t, p, dir, 2, 0, "holds", "holds")
	s, err := Merge(dir)
	require.NoError(t, err)
	require.Equal(t, 2, s.Status())
	var out strings.Builder
	require.NoError(t, s.Text(&out))
	require.Contains(t, out.String(), "failed: N=1")
	require.Error(t, errors.Join(s.Chart(brokenWriter{})))
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }
