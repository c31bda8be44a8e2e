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
	"unicode"
	"unicode/utf8"

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
	// Digest identifies the plan: it is made of all that is above.
	Digest string `json:"digest"`
}

// schema is the version of the formats of plans and results.
const schema = 2

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
	// Properties is how many properties the model has here. A job about all of them has a verdict of
	// each.
	Properties int `json:"properties"`
}

// NewPlan begins a plan without models and jobs.
func NewPlan(tool report.Tool, axes []Axis, split Split, flags []string) *Plan {
	return &Plan{Schema: schema, Tool: tool, Axes: axes, Split: split, Flags: flags}
}

// A Shape tells how many conjuncts each property of a model has where its constants have these
// values. The error says why it is no model there.
type Shape func(set map[string]int) ([]int, error)

// Add adds the jobs of a model.
func (p *Plan) Add(name string, text []byte, shape Shape) error {
	all, err := points(p.Axes)
	if err != nil {
		return err
	}
	if strings.ContainsFunc(name, isControl) {
		return fmt.Errorf("the model %q has a control character in its name; give it another", name)
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
		p.Jobs = p.Split.jobs(p.Jobs, Job{Model: len(p.Models) - 1, Set: set, Properties: len(conjuncts)}, conjuncts)
		if len(p.Jobs) > maxJobs {
			return fmt.Errorf("more than %d jobs", maxJobs)
		}
	}
	return nil
}

// jobs adds the jobs of a model at one value of each constant to others.
func (s Split) jobs(all []Job, j Job, conjuncts []int) []Job {
	add := func() {
		j.Number = len(all) + 1
		all = append(all, j)
	}
	if s == ByPoint {
		add()
		return all
	}
	for i, n := range conjuncts {
		j.Property = i + 1
		if s == ByProperty || n < 2 {
			j.Conjunct = 0
			add()
			continue
		}
		for j.Conjunct = 1; j.Conjunct <= n; j.Conjunct++ {
			add()
		}
	}
	return all
}

// planFile is the plan within its folder.
const planFile = "plan.json"

// resultsFolder is where results are, within the folder of the plan.
const resultsFolder = "results"

// Write writes the plan into a folder, which is made if it is not there. If it has the same plan
// already, its results stay; another plan is an error.
func (p *Plan) Write(dir, program string) error {
	dir, err := plainFolder(dir)
	if err != nil {
		return err
	}
	if p.Digest, err = p.digest(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
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

// plainFolder is the path of a folder as the lists name it. They have a line for each command, so
// that no control character can be in it; and no program takes it for a flag.
func plainFolder(dir string) (string, error) {
	if !utf8.ValidString(dir) || strings.ContainsFunc(dir, isControl) {
		return "", fmt.Errorf("the folder %q has a line break or another control character in its path, which lists of commands cannot hold; choose another folder", dir)
	}
	if strings.HasPrefix(dir, "-") {
		dir = "./" + dir
	}
	return dir, nil
}

// isControl reports whether a character ends a line or may drive a terminal.
func isControl(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

func sha256Of(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// digest is what identifies the plan, short enough for the names of a plan.
func (p *Plan) digest() (string, error) {
	bare := *p
	bare.Digest = ""
	text, err := json.Marshal(&bare)
	return sha256Of(text)[:16], err
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
`, p.Digest, len(p.Jobs), program, program)
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

func (p *Plan) resultPath(dir string, j Job) string {
	width := len(strconv.Itoa(len(p.Jobs)))
	return filepath.Join(dir, resultsFolder, fmt.Sprintf("%0*d.json", width, j.Number))
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
