package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// maxFile bounds the files of a plan in bytes: a foreign folder must not fill the memory.
const maxFile = 256 << 20

// readFile reads a file of a plan. A pipe or a device, which may never end, is none.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s is no file of a plan: it is not regular, or has more than %d bytes", path, maxFile)
	}
	return os.ReadFile(path)
}

// decode reads one JSON value with no members but those of the target, and nothing after it.
func decode(text []byte, target any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(target); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the value")
	}
	return nil
}

// ReadPlan reads the plan of a folder. It tests that the plan is one that [Plan.Write] wrote and
// the models are those that were planned. Whether the flags are possible, and the jobs those of the
// models, is for who knows commands and models: see [Plan.Fits].
func ReadPlan(dir string) (*Plan, error) {
	text, err := readFile(filepath.Join(dir, planFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s has no %s: it is not the folder of a plan", dir, planFile)
	}
	if err != nil {
		return nil, err
	}
	var any struct{ Schema int }
	if err := json.Unmarshal(text, &any); err == nil && any.Schema != schema {
		return nil, fmt.Errorf("%s: a plan in format %d, where this version knows %d; make a new plan", dir, any.Schema, schema)
	}
	p := &Plan{}
	if err = decode(text, p); err == nil {
		err = p.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: not a plan: %w; make a new one", filepath.Join(dir, planFile), err)
	}
	for i := range p.Models {
		m := &p.Models[i]
		if m.text, err = readFile(filepath.Join(dir, filepath.FromSlash(m.Path))); err != nil {
			return nil, err
		}
		if sha256Of(m.text) != m.SHA256 {
			return nil, fmt.Errorf("%s was changed since it was planned; make a new plan", filepath.Join(dir, m.Path))
		}
	}
	return p, nil
}

// check tells why this is no plan.
func (p *Plan) check() error {
	if digest, err := p.digest(); err != nil || digest != p.Digest {
		return errors.New("it was changed, or damaged, after it was written")
	}
	if len(p.Jobs) > maxJobs {
		return fmt.Errorf("it has more than %d jobs", maxJobs)
	}
	paths := map[string]bool{}
	for i, m := range p.Models {
		local := "models/" + path.Base(m.Path)
		if m.Path != local && m.Path != fmt.Sprintf("models/%d/%s", i+1, path.Base(m.Path)) || !filepath.IsLocal(filepath.FromSlash(m.Path)) {
			return fmt.Errorf("the model %q lies outside of the folder's models", m.Path)
		}
		if strings.ContainsFunc(m.Name, isControl) || strings.ContainsFunc(m.Path, isControl) {
			return fmt.Errorf("the model %q has a control character in its name", m.Name)
		}
		if paths[m.Path] {
			return fmt.Errorf("the model %q is there twice", m.Path)
		}
		paths[m.Path] = true
	}
	all, err := p.points()
	if err != nil {
		return err
	}
	rest := p.Jobs
	for model := range p.Models {
		for _, set := range all {
			at, err := p.pointOf(rest, Job{Number: len(p.Jobs) - len(rest) + 1, Model: model, Set: set})
			if err != nil {
				return err
			}
			rest = rest[at:]
		}
	}
	if len(rest) > 0 {
		return fmt.Errorf("job %d is out of order", len(p.Jobs)-len(rest)+1)
	}
	return nil
}

// identifier is what a constant can be called.
var identifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*$`) })

// points are all combinations of values, if the axes are such as [ParseAxis] reads.
func (p *Plan) points() ([]map[string]int, error) {
	for _, a := range p.Axes {
		var values []string
		for _, v := range a.Values {
			values = append(values, strconv.Itoa(v))
		}
		if _, err := ParseAxis(a.Name + "=" + strings.Join(values, ",")); err != nil || !identifier().MatchString(a.Name) {
			return nil, fmt.Errorf("%q is no constant with values", a.Name)
		}
	}
	return points(p.Axes)
}

// pointOf is the number of the jobs that a list begins with which are of the same model and values
// as a first one. They have to be what a model can have.
func (p *Plan) pointOf(list []Job, first Job) (int, error) {
	n := 0
	for n < len(list) && list[n].Model == first.Model && maps.Equal(list[n].Set, first.Set) {
		n++
	}
	if n == 0 && p.Split == ByPoint {
		return 0, fmt.Errorf("job %d is out of order", first.Number)
	}
	var conjuncts []int
	for _, j := range list[:n] {
		if j.Property > len(conjuncts) {
			conjuncts = append(conjuncts, 0)
		}
		if k := len(conjuncts); k > 0 {
			conjuncts[k-1]++
		}
	}
	if n > 0 {
		first.Properties = list[0].Properties
	}
	if first.Properties < 0 || p.Split != ByPoint && first.Properties != len(conjuncts) || !slices.Contains([]Split{ByPoint, ByProperty, ByConjunct}, p.Split) {
		return 0, fmt.Errorf("job %d is none of its model", first.Number)
	}
	if !slices.EqualFunc(list[:n], p.Split.jobs(nil, first, conjuncts), func(a, b Job) bool { return a.equal(b, first.Number-1) }) {
		return 0, fmt.Errorf("the jobs from %d on are out of order", first.Number)
	}
	return n, nil
}

// equal reports whether two jobs are the same but for their numbers, which differ by shift.
func (j Job) equal(k Job, shift int) bool {
	return j.Number == k.Number+shift && j.Model == k.Model && maps.Equal(j.Set, k.Set) && j.Property == k.Property &&
		j.Conjunct == k.Conjunct && j.Properties == k.Properties
}

// Fits tests that a job is one of those that its model has at its values, and that none of these is
// left out of the plan. Shape is about the job's model.
func (p *Plan) Fits(j Job, shape Shape) error {
	conjuncts, err := shape(j.Set)
	if err != nil {
		return err
	}
	first := j.Number - 1
	for first > 0 && p.Jobs[first-1].Model == j.Model && maps.Equal(p.Jobs[first-1].Set, j.Set) {
		first--
	}
	want := p.Split.jobs(nil, Job{Model: j.Model, Set: j.Set, Properties: len(conjuncts)}, conjuncts)
	if rest := p.Jobs[first:]; len(rest) < len(want) || !slices.EqualFunc(rest[:len(want)], want, func(a, b Job) bool { return a.equal(b, first) }) {
		return fmt.Errorf("the plan does not have the jobs that the model has at job %d (%s); make a new plan", j.Number, p.Describe(j))
	}
	return nil
}

// Model is the path within the folder, and the text, of a job's model.
func (p *Plan) Model(j Job) (path string, text []byte) {
	return p.Models[j.Model].Path, p.Models[j.Model].text
}

// A Result is what a job came to.
type Result struct {
	Schema int `json:"schema"`
	// Plan identifies the plan that the job is of.
	Plan string `json:"plan"`
	Job  Job    `json:"job"`
	// ExitCode is that of check, Errors what it wrote to standard error.
	ExitCode int    `json:"exit_code"`
	Errors   string `json:"errors,omitempty"`
	// Seconds is real time, CPUSeconds processor time, PeakBytes the largest memory; 0 if it is not
	// known.
	Seconds    float64 `json:"seconds"`
	CPUSeconds float64 `json:"cpu_seconds"`
	PeakBytes  int64   `json:"peak_bytes"`
	// Machine is what the job ran on.
	Machine limited.Hardware `json:"machine"`
	// Report is the document that check --json writes.
	Report json.RawMessage `json:"report"`
	// Digest is made of all that is above, and so of the job and its plan.
	Digest string `json:"digest"`

	// outcome is what the report of a result that was read says.
	outcome *Outcome
}

// Result reads the result of a job. The error says why there is none; it wraps [os.ErrNotExist] if
// there is no file.
func (p *Plan) Result(dir string, j Job) (*Result, error) {
	path := p.resultPath(dir, j)
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	if err := decode(text, r); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if r.Schema != schema || r.Plan != p.Digest || !r.Job.equal(j, 0) {
		return nil, fmt.Errorf("%s is of another plan or job", path)
	}
	digest, err := r.digest()
	if err == nil && digest != r.Digest {
		err = errors.New("it was changed after it was written")
	}
	if err == nil {
		r.outcome, err = p.outcome(r)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return r, nil
}

// digest is made of all that the result says.
func (r *Result) digest() (string, error) {
	bare := *r
	bare.Digest = ""
	text, err := json.Marshal(&bare)
	return sha256Of(text), err
}

// maxDigits is the most digits of a number of states.
const maxDigits = 400

// decimal reports whether a text has the form of a number of states, which may be missing.
func decimal(text string) bool {
	return len(text) <= maxDigits && strings.Trim(text, "0123456789") == ""
}

// An Outcome is what the jobs about one model, at one value of each constant, came to.
type Outcome struct {
	Model string         `json:"model"`
	Set   map[string]int `json:"set,omitempty"`
	// States counts the reachable states, if some job counted them.
	States string `json:"states,omitempty"`
	// CPUSeconds is that of all jobs together, PeakBytes the largest of one.
	CPUSeconds float64   `json:"cpu_seconds"`
	PeakBytes  int64     `json:"peak_bytes"`
	Verdicts   []Verdict `json:"verdicts"`
	// Errors are those of jobs that failed.
	Errors []string `json:"errors,omitempty"`
	// Missing are the numbers of the jobs without a result.
	Missing []int `json:"missing,omitempty"`
}

// failed is the exit status of a check that could not do what it was asked, undecided that of one
// that left something open.
const (
	failed    = 2
	undecided = 3
)

// outcome is what one result tells. The error says what it contradicts or leaves out.
func (p *Plan) outcome(r *Result) (*Outcome, error) {
	o := &Outcome{CPUSeconds: r.CPUSeconds, PeakBytes: r.PeakBytes}
	if min(r.Seconds, r.CPUSeconds, float64(r.PeakBytes)) < 0 || max(r.Seconds, r.CPUSeconds) > maxValue {
		return nil, errors.New("a figure is impossible")
	}
	var d report.SavedDocument
	if err := json.Unmarshal(r.Report, &d); err != nil {
		return nil, err
	}
	if r.ExitCode == failed && len(d.Runs) == 0 {
		if strings.TrimSpace(r.Errors) == "" {
			return nil, errors.New("it failed, but does not say why")
		}
		o.Errors = []string{r.Errors}
		return o, nil
	}
	if len(d.Runs) != 1 {
		return nil, fmt.Errorf("it tells of %d checks, where it is about one", len(d.Runs))
	}
	run := d.Runs[0].Run
	for _, x := range d.Runs[0].Results {
		run.Results = append(run.Results, x.Result)
	}
	if status := report.Status([]report.Run{run}); status != r.ExitCode {
		return nil, fmt.Errorf("its verdicts mean exit status %d, but it has %d", status, r.ExitCode)
	}
	if err := p.about(&run, r.Job); err != nil {
		return nil, err
	}
	if run.Stats != nil {
		o.States = run.Stats.ReachableStates
	}
	if !decimal(o.States) {
		return nil, errors.New("the number of states is none")
	}
	for _, e := range run.Errors {
		o.Errors = append(o.Errors, e.Message)
	}
	var err error
	o.Verdicts, err = r.Job.verdicts(&run)
	return o, err
}

// about tests that a check was of the job's model at the job's values.
func (p *Plan) about(run *report.Run, j Job) error {
	set := map[string]string{}
	for name, value := range j.Set {
		set[name] = strconv.Itoa(value)
	}
	var settings report.Settings
	if run.Settings != nil {
		settings = *run.Settings
	}
	if path.Base(filepath.ToSlash(run.File)) != path.Base(p.Models[j.Model].Path) || !maps.Equal(settings.Set, set) {
		return errors.New("its report is about another model or other values")
	}
	return nil
}

// asked are the numbers of the properties that a job is about.
func (j Job) asked() []int {
	if j.Property > 0 {
		return []int{j.Property}
	}
	var all []int
	for i := range j.Properties {
		all = append(all, i+1)
	}
	return all
}

// A Verdict is that of a property, over all of its conjuncts.
type Verdict struct {
	Property int    `json:"property"`
	Name     string `json:"name,omitempty"`
	Verdict  string `json:"verdict"`
	Expected string `json:"expected,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

// unknown is the verdict of what is open.
var unknown = mc.Unknown.String()

// ranks orders verdicts: that of a conjunction is the greatest of its parts.
var ranks = map[string]int{mc.Holds.String(): 0, unknown: 1, mc.Violated.String(): 2}

// verdicts are those of a check for a job. All properties that it is about have one, unless it
// failed; where a limit came before the properties were known, they are unknown.
func (j Job) verdicts(run *report.Run) ([]Verdict, error) {
	var out []Verdict
	if len(run.Results) == 0 && run.Reason != "" && len(run.Errors) == 0 {
		for _, i := range j.asked() {
			out = append(out, Verdict{Property: i, Verdict: unknown, Reason: run.Reason})
		}
		return out, nil
	}
	var decided []int
	for _, r := range run.Results {
		if _, known := ranks[r.Verdict]; !known {
			return nil, fmt.Errorf("there is no verdict %q", r.Verdict)
		}
		if _, known := ranks[r.Expected]; !known && r.Expected != "" {
			return nil, fmt.Errorf("there is no verdict %q to expect", r.Expected)
		}
		if strings.ContainsFunc(r.Name, isControl) {
			return nil, fmt.Errorf("%q is no name of a property", r.Name)
		}
		if r.Conjunct != j.Conjunct {
			return nil, fmt.Errorf("property %d has a verdict of another conjunct", r.Index)
		}
		decided = append(decided, r.Index)
		out = append(out, Verdict{Property: r.Index, Name: r.Name, Verdict: r.Verdict, Expected: r.Expected, Reason: r.Reason})
	}
	slices.Sort(decided)
	if len(run.Errors) == 0 && !slices.Equal(decided, j.asked()) {
		return nil, fmt.Errorf("it has verdicts of the properties %v, where the job is about %v", decided, j.asked())
	}
	return out, nil
}
