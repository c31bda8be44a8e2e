package sweep

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
)

// A Split says what is a job of its own.
type Split string

const (
	ByPoint    Split = "point"    // all properties of a model at one value of each constant
	ByProperty Split = "property" // one of them
	ByConjunct Split = "conjunct" // one conjunct of one of them
)

// A Plan lists jobs.
type Plan struct {
	Schema int         `json:"schema"`
	Tool   report.Tool `json:"tool"`
	Models []Model     `json:"models"`
	Axes   []Axis      `json:"axes"`
	Split  Split       `json:"split"`
	// Flags are those of check for all jobs.
	Flags []string `json:"flags"`
	Jobs  []Job    `json:"jobs"`

	// digest identifies a plan that was written or read, by a name that every system takes.
	digest string
}

// schema is the version of the formats of plans and results.
const schema = 1

// A Model is a file that is checked.
type Model struct {
	// Name is what users call it, Path where its copy is in the folder of the plan.
	Name   string `json:"name"`
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	text   []byte
}

// A Job is one check.
type Job struct {
	// Number counts from 1.
	Number int `json:"number"`
	// Model is the number of the model in the plan, from 0.
	Model int            `json:"model"`
	Set   map[string]int `json:"set,omitempty"`
	// Property and Conjunct are numbers from 1; 0 stands for all.
	Property int `json:"property,omitempty"`
	Conjunct int `json:"conjunct,omitempty"`
}

// NewPlan begins a plan without models and jobs.
func NewPlan(tool report.Tool, axes []Axis, split Split, flags []string) *Plan {
	return &Plan{Schema: schema, Tool: tool, Axes: axes, Split: split, Flags: flags}
}

// Add adds the jobs of a model. Shape tells how many conjuncts each of its properties has where its
// constants have these values; its error says why it is no model there.
func (p *Plan) Add(name string, text []byte, shape func(set map[string]int) ([]int, error)) error {
	all, err := points(p.Axes)
	if err != nil {
		return err
	}
	m := Model{Name: name, Path: "models/" + filepath.Base(name), SHA256: sha256Of(text), text: text}
	if slices.ContainsFunc(p.Models, func(o Model) bool { return o.Path == m.Path }) {
		m.Path = fmt.Sprintf("models/%d/%s", len(p.Models)+1, filepath.Base(name))
	}
	p.Models = append(p.Models, m)
	for _, set := range all {
		conjuncts, err := shape(set)
		if err != nil {
			return err
		}
		p.addPoint(Job{Model: len(p.Models) - 1, Set: set}, conjuncts)
		if len(p.Jobs) > maxJobs {
			return fmt.Errorf("more than %d jobs", maxJobs)
		}
	}
	return nil
}

func (p *Plan) addPoint(j Job, conjuncts []int) {
	add := func() {
		j.Number = len(p.Jobs) + 1
		p.Jobs = append(p.Jobs, j)
	}
	if p.Split == ByPoint {
		add()
		return
	}
	for i, n := range conjuncts {
		j.Property = i + 1
		if p.Split == ByProperty || n < 2 {
			j.Conjunct = 0
			add()
			continue
		}
		for j.Conjunct = 1; j.Conjunct <= n; j.Conjunct++ {
			add()
		}
	}
}

// planFile is the plan within its folder.
const planFile = "plan.json"

// Write writes the plan into a folder, which is made if it is not there. If it has the same plan
// already, its results stay; another plan is an error.
func (p *Plan) Write(dir, program string) error {
	text, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	p.digest = digestOf(text)
	old, err := os.ReadFile(filepath.Join(dir, planFile))
	if err == nil && string(old) != string(text) {
		return fmt.Errorf("%s holds another plan (of other models, values, flags, or of another version); choose another folder", dir)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	files := map[string][]byte{}
	for _, m := range p.Models {
		files[m.Path] = m.text
	}
	p.lists(dir, program, files)
	names := append(slices.Sorted(maps.Keys(files)), planFile) // the plan last: with it the folder is complete
	files[planFile] = text
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := output.WriteFile(path, files[name]); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Join(dir, resultsFolder), 0o777)
}

func sha256Of(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// digestOf is short enough for the names of a plan.
func digestOf(text []byte) string { return sha256Of(text)[:16] }

// ReadPlan reads the plan of a folder and tests that the models are those that were planned.
func ReadPlan(dir string) (*Plan, error) {
	text, err := os.ReadFile(filepath.Join(dir, planFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s has no %s: it is not the folder of a plan", dir, planFile)
	}
	if err != nil {
		return nil, err
	}
	p := &Plan{digest: digestOf(text)}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("%s: not a plan: %w", filepath.Join(dir, planFile), err)
	}
	if p.Schema != schema {
		return nil, fmt.Errorf("%s: a plan in format %d, where this version knows %d", dir, p.Schema, schema)
	}
	for i, j := range p.Jobs {
		if j.Number != i+1 || j.Model < 0 || j.Model >= len(p.Models) {
			return nil, fmt.Errorf("%s: not a plan: job %d is out of order", dir, i+1)
		}
	}
	for i := range p.Models {
		m := &p.Models[i]
		if !filepath.IsLocal(filepath.FromSlash(m.Path)) {
			return nil, fmt.Errorf("%s: not a plan: the model %q lies outside of the folder", dir, m.Path)
		}
		if m.text, err = os.ReadFile(filepath.Join(dir, filepath.FromSlash(m.Path))); err != nil {
			return nil, err
		}
		if sha256Of(m.text) != m.SHA256 {
			return nil, fmt.Errorf("%s was changed since it was planned; make a new plan", filepath.Join(dir, m.Path))
		}
	}
	return p, nil
}

// lists adds the files that give the jobs to those who distribute work.
func (p *Plan) lists(dir, program string, files map[string][]byte) {
	var commands strings.Builder
	for _, j := range p.Jobs {
		fmt.Fprintf(&commands, "%s job %s %d\n", program, shellQuote(dir), j.Number)
	}
	files["jobs.txt"] = []byte(commands.String())
	files["slurm.sh"] = fmt.Appendf(nil, `#!/bin/sh
#SBATCH --array=1-%d
#SBATCH --cpus-per-task=1
# One task a job: sbatch %s
exec %s job %s "$SLURM_ARRAY_TASK_ID"
`, len(p.Jobs), shellQuote(filepath.Join(dir, "slurm.sh")), program, shellQuote(dir))
	files["kubernetes.yaml"] = fmt.Appendf(nil, `# Each index of the Job does one job of the plan, which all of them see as /plan: put the folder on a volume that can be
# written from several nodes, name its claim below, and the image that has the program.
apiVersion: batch/v1
kind: Job
metadata:
  name: sweep-%s
spec:
  completionMode: Indexed
  completions: %d
  parallelism: 2
  backoffLimitPerIndex: 2
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: check
          image: %s
          command: ["/bin/sh", "-c", "exec %s job /plan $((JOB_COMPLETION_INDEX + 1))"]
          volumeMounts: [{name: plan, mountPath: /plan}]
      volumes:
        - name: plan
          persistentVolumeClaim: {claimName: plan}
`, p.digest, len(p.Jobs), program, program)
}

// Describe is a job in a few words: the model if there are several, values, property.
func (p *Plan) Describe(j Job) string {
	var words []string
	if len(p.Models) > 1 {
		words = append(words, p.Models[j.Model].Name)
	}
	for _, a := range p.Axes {
		words = append(words, a.Name+"="+strconv.Itoa(j.Set[a.Name]))
	}
	if j.Property > 0 {
		words = append(words, fmt.Sprintf("property %d", j.Property))
	}
	if j.Conjunct > 0 {
		words = append(words, fmt.Sprintf("conjunct %d", j.Conjunct))
	}
	if len(words) == 0 {
		return p.Models[j.Model].Name
	}
	return strings.Join(words, " ")
}

func shellQuote(s string) string {
	plain := func(r rune) bool {
		return r < 128 && (strings.ContainsRune("/._-+=:,@", r) || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
