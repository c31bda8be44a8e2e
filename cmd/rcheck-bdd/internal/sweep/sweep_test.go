package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

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
		{1, 0, map[string]int{"N": 1}, 1, 0, 2}, {2, 0, map[string]int{"N": 1}, 2, 0, 2},
		{3, 0, map[string]int{"N": 3}, 1, 0, 2}, {4, 0, map[string]int{"N": 3}, 2, 1, 2}, {5, 0, map[string]int{"N": 3}, 2, 2, 2}, {6, 0, map[string]int{"N": 3}, 2, 3, 2},
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

// signed writes a plan as [Plan.Write] does, whatever it says.
func signed(t *testing.T, p *Plan, dir string) {
	var err error
	p.Digest, err = p.digest()
	require.NoError(t, err)
	text, err := json.Marshal(p)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, planFile), text, 0o600))
}

// A plan from elsewhere must not lead out of its folder, leave jobs out, nor make anything panic,
// even if its digest is right.
func TestHostilePlans(t *testing.T) {
	for text, say := range map[string]string{
		`{"schema":1}`: "format 1", `{"schema":2}`: "was changed", `{`: "not a plan", `[]`: "not a plan", ``: "not a plan",
		`{"schema":2,"more":1}`: "unknown field", `{"schema":2}{}`: "something follows",
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, planFile), []byte(text), 0o600))
		_, err := ReadPlan(dir)
		require.ErrorContains(t, err, say, text)
	}
	for say, change := range map[string]func(p *Plan){
		`"../x" lies outside`:               func(p *Plan) { p.Models[0].Path = "../x" },
		`"models/../../x" lies outside`:     func(p *Plan) { p.Models[0].Path = "models/../../x" },
		`control character`:                 func(p *Plan) { p.Models[0].Name = "a\nb" },
		`"a\x00b" is no constant`:           func(p *Plan) { p.Axes[0].Name = "a\x00b" },
		`"N" is no constant`:                func(p *Plan) { p.Axes[0].Values = nil },
		`the jobs from 1 on`:                func(p *Plan) { p.Jobs[0].Number = 2 },
		`the jobs from 3 on`:                func(p *Plan) { p.Jobs[3].Conjunct = 2 },
		`job 7 is out of order`:             func(p *Plan) { p.Jobs = append(p.Jobs, p.Jobs[0]) },
		`job 1 is none of its model`:        func(p *Plan) { p.Jobs = p.Jobs[1:] },
		`job 1 is out of order`:             func(p *Plan) { p.Jobs[0].Model = -1 },
		`job 3 is none of its model`:        func(p *Plan) { p.Jobs[2].Properties = 3 },
		`job 1 is none of its model; make `: func(p *Plan) { p.Split = "perhaps" },
	} {
		p, dir := planned(t, ByConjunct, 1, 3)
		change(p)
		signed(t, p, dir)
		_, err := ReadPlan(dir)
		require.ErrorContains(t, err, say)
	}
	p, dir := planned(t, ByConjunct, 3)
	require.NoError(t, p.Fits(p.Jobs[2], conjuncts))
	p.Jobs = p.Jobs[:3] // the last conjunct
	signed(t, p, dir)
	p, err := ReadPlan(dir)
	require.NoError(t, err)
	require.ErrorContains(t, p.Fits(p.Jobs[0], conjuncts), "does not have the jobs that the model has")
	for _, dir := range []string{"a\nb", "a\u2028b", "a\x1b[2J", "a\xffb"} {
		require.ErrorContains(t, p.Write(filepath.Join(t.TempDir(), dir), "prog"), "control character")
	}
}

// leave leaves the result of a job with verdicts of its properties.
func leave(t *testing.T, p *Plan, dir string, job, exit int, verdicts ...string) {
	j := p.Jobs[job-1]
	var results []string
	for i, v := range verdicts {
		index := i + 1
		if j.Property > 0 {
			index = j.Property
		}
		results = append(results, fmt.Sprintf(`{"index":%d,"conjunct":%d,"verdict":%q}`, index, j.Conjunct, v))
	}
	report := fmt.Sprintf(`{"runs":[{"file":"m.rcp","settings":{"set":{"N":"%d"}},"results":[%s],"stats":{"reachable_states":"7"}}]}`,
		j.Set["N"], strings.Join(results, ","))
	leaveReport(t, p, dir, job, exit, report)
}

// leaveReport leaves the result of a job with a report.
func leaveReport(t *testing.T, p *Plan, dir string, job, exit int, report string) {
	r := &Result{Schema: schema, Plan: p.Digest, Job: p.Jobs[job-1], ExitCode: exit, CPUSeconds: 1, PeakBytes: int64(job) << 20,
		Report: json.RawMessage(report)}
	var err error
	r.Digest, err = r.digest()
	require.NoError(t, err)
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(p.resultPath(dir, r.Job), text, 0o600))
}

// A result without all that its job asks for, or which contradicts itself, is none, even if its
// digest is right.
func TestRefusedResults(t *testing.T) {
	p, dir := planned(t, ByPoint, 3)
	verdicts := func(list string) string {
		return `{"runs":[{"file":"x/m.rcp","settings":{"set":{"N":"3"}},"results":[` + list + `]}]}`
	}
	both := `{"index":1,"verdict":"holds"},{"index":2,"verdict":"violated"}`
	for _, c := range []struct {
		exit   int
		report string
		say    string // empty: it is taken
	}{
		{1, verdicts(both), ""},
		{3, `{"runs":[{"file":"m.rcp","settings":{"set":{"N":"3"}},"results":[],"reason":"time is up"}]}`, ""},
		{0, `null`, "0 checks"}, {0, `{}`, "0 checks"}, {0, `{"runs":[]}`, "0 checks"}, {2, `null`, "does not say why"},
		{0, verdicts(both), "mean exit status 1, but it has 0"}, {3, verdicts(both), "mean exit status 1"}, {2, verdicts(both), "mean exit status 1"},
		{0, verdicts(`{"index":1,"verdict":"holds"}`), "[1], where the job is about [1 2]"},
		{0, verdicts(``), "[], where the job is about [1 2]"},
		{0, verdicts(`{"index":1,"verdict":"holds"},{"index":1,"verdict":"holds"}`), "[1 1], where"},
		{0, verdicts(`{"index":1,"verdict":"holds"},{"index":2,"conjunct":1,"verdict":"holds"}`), "another conjunct"},
		{1, verdicts(`{"index":1,"verdict":"perhaps"}`), "no verdict"},
		{0, verdicts(`{"index":1,"verdict":"perhaps","expected":"perhaps"},{"index":2,"verdict":"holds"}`), "no verdict"},
		{1, strings.Replace(verdicts(both), "m.rcp", "n.rcp", 1), "another model"},
		{1, strings.Replace(verdicts(both), `"3"`, `"4"`, 1), "other values"},
		{1, strings.Replace(verdicts(both), `"results"`, `"stats":{"reachable_states":"many"},"results"`, 1), "number of states"},
		{1, strings.Replace(verdicts(both), `"verdict"`, `"name":"a\nb","verdict"`, 1), "no name"},
	} {
		leaveReport(t, p, dir, 1, c.exit, c.report)
		s, err := Merge(t.Context(), dir)
		require.NoError(t, err)
		if c.say == "" {
			require.Empty(t, s.Missing, c.report)
			require.Len(t, s.Outcomes[0].Verdicts, 2)
			continue
		}
		require.Len(t, s.Missing, 1, c.report)
		require.Contains(t, s.Missing[0], c.say, c.report)
	}
}

// Reading results ends with the context.
func TestMergeEndsWithItsContext(t *testing.T) {
	_, dir := planned(t, ByConjunct, 3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Merge(ctx, dir)
	require.ErrorIs(t, err, context.Canceled)
	require.EqualError(t, err, "interrupted while reading the results")
}

func TestMerge(t *testing.T) {
	p, dir := planned(t, ByConjunct, 3)
	s, err := Merge(t.Context(), dir)
	require.NoError(t, err)
	require.Len(t, s.Missing, 4)
	require.Equal(t, 3, s.Status())

	leave(t, p, dir, 1, 0, "holds")
	leave(t, p, dir, 2, 0, "holds")
	s, err = Merge(t.Context(), dir)
	require.NoError(t, err)
	require.Equal(t, "unknown", s.Outcomes[0].Verdicts[1].Verdict, "two conjuncts are missing")
	leave(t, p, dir, 3, 3, "unknown")
	leave(t, p, dir, 4, 0, "holds")
	verdict := func(dirs ...string) (string, int) {
		s, err := Merge(t.Context(), dirs...)
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
	_, err = Merge(t.Context(), dir, second)
	require.ErrorIs(t, err, ErrContradiction)
	require.ErrorContains(t, err, "conjunct 2): 2 is holds and violated")
	_, other := planned(t, ByPoint, 3)
	_, err = Merge(t.Context(), dir, other)
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
		"", string(whole[:len(whole)/2]), strings.Replace(string(whole), p.Digest, "0000", 1),
		strings.Replace(string(whole), `"number":1`, `"number":2`, 1), strings.Replace(string(whole), "holds", "perhaps", 1),
		strings.Replace(string(whole), `"schema":2`, `"schema":9`, 1),
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.Len(t, p.Open(dir), 1, text)
		s, err := Merge(t.Context(), dir)
		require.NoError(t, err)
		require.Len(t, s.Missing, 1)
	}
}

// The lists of commands name the folder, whatever its name is, or the plan is refused.
func TestFolderNames(t *testing.T) {
	bin := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "prog"), []byte("#!/bin/sh\nprintf '%s|' \"$@\"\n"), 0o700))
	pieces := []string{"a", " ", "'", `"`, "$(touch x)", "`", ";", "&", "|", "\\", "-", "*", "~", "#", "é", "\n", "\r", "\x1b", "\u0085", "\u2029", "\xff", "touch x"}
	r := rand.New(rand.NewPCG(1, 2))
	written, refused := 0, 0
	for range 100 {
		name := ""
		for range 1 + r.IntN(4) {
			name += pieces[r.IntN(len(pieces))]
		}
		t.Chdir(t.TempDir())
		p := NewPlan(report.Tool{}, []Axis{{"N", []int{1}}}, ByPoint, nil)
		require.NoError(t, p.Add("m.rcp", nil, conjuncts))
		if err := p.Write(name, "prog"); err != nil {
			require.ErrorContains(t, err, "control character")
			require.True(t, strings.ContainsAny(name, "\n\r\x1b\u0085\u2029") || !utf8.ValidString(name), "%q", name)
			refused++
			continue
		}
		written++
		folder, err := filepath.Abs(name)
		require.NoError(t, err)
		for _, list := range []string{"jobs.txt", "slurm.sh"} {
			run := exec.Command("sh", filepath.Join(folder, list))
			run.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "SLURM_ARRAY_TASK_ID=1"}
			out, err := run.CombinedOutput()
			require.NoError(t, err, "%q: %s", name, out)
			if strings.HasPrefix(name, "-") {
				name = "./" + name
			}
			require.Equal(t, "job|"+name+"|1|", string(out))
		}
		require.NoFileExists(t, "x")
	}
	require.Positive(t, min(written, refused))
}

func TestFailedJobs(t *testing.T) {
	p, dir := planned(t, ByPoint, 1, 2)
	leaveReport(t, p, dir, 1, 2, `{"runs":[{"file":"m.rcp","settings":{"set":{"N":"1"}},"errors":[{"code":"internal","message":"a\nb"}]}]}`)
	leave(t, p, dir, 2, 0, "holds", "holds")
	s, err := Merge(t.Context(), dir)
	require.NoError(t, err)
	require.Equal(t, 2, s.Status())
	var out strings.Builder
	require.NoError(t, s.Text(&out))
	require.Contains(t, out.String(), "failed: N=1: a b\n")
	require.Error(t, errors.Join(s.Chart(brokenWriter{})))
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }
