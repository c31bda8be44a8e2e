package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// resultsFolder is where results are, within the folder of the plan.
const resultsFolder = "results"

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

	// told is what the report of a result that was read says.
	told *Outcome
}

// failed is the exit status of a check that could not do what it was asked.
const failed = 2

// arguments are those of check for a job.
func (p *Plan) arguments(dir string, j Job) []string {
	args := append([]string{"check", "--json=-", "--progress=off"}, p.Flags...)
	for _, a := range p.Axes {
		args = append(args, fmt.Sprintf("--set=%s=%d", a.Name, j.Set[a.Name]))
	}
	if j.Property > 0 {
		args = append(args, fmt.Sprintf("--run=^%d$", j.Property))
	}
	if j.Conjunct > 0 {
		args = append(args, fmt.Sprintf("--conjunct=%d", j.Conjunct))
	}
	return append(args, filepath.Join(dir, filepath.FromSlash(p.Models[j.Model].Path)))
}

// maxErrors bounds what is kept of a check's standard error.
const maxErrors = 10_000

// Run does a job by a process of its own of the program at a path, and leaves its result in the
// folder. A process that was killed leaves none; that is an error, and the job remains to be done.
func (p *Plan) Run(ctx context.Context, program, dir string, j Job) (*Result, error) {
	out, err := limited.Run(ctx, exec.Command(program, p.arguments(dir, j)...), limited.Limits{})
	if err != nil {
		return nil, err
	}
	if out.ExitCode < 0 {
		return nil, fmt.Errorf("job %d (%s): a signal ended its process; run it again", j.Number, p.Describe(j))
	}
	r := &Result{
		Schema: schema, Plan: p.digest, Job: j, ExitCode: out.ExitCode,
		Errors:  strings.ToValidUTF8(string(out.Stderr[:min(len(out.Stderr), maxErrors)]), "?"),
		Seconds: out.Seconds, CPUSeconds: out.CPU, PeakBytes: out.PeakBytes, Machine: limited.ThisMachine(),
		Report: json.RawMessage("null"),
	}
	if json.Valid(out.Stdout) {
		r.Report = out.Stdout
	} else if out.ExitCode != failed {
		return nil, fmt.Errorf("job %d (%s): what check wrote is cut off; run it again", j.Number, p.Describe(j))
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return r, output.WriteFile(p.resultPath(dir, j), append(text, '\n'))
}

func (p *Plan) resultPath(dir string, j Job) string {
	width := len(strconv.Itoa(len(p.Jobs)))
	return filepath.Join(dir, resultsFolder, fmt.Sprintf("%0*d.json", width, j.Number))
}

// Result reads the result of a job. The error says why there is none; it wraps [os.ErrNotExist] if
// there is no file.
func (p *Plan) Result(dir string, j Job) (*Result, error) {
	path := p.resultPath(dir, j)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if r.Schema != schema || r.Plan != p.digest || r.Job.Number != j.Number {
		return nil, fmt.Errorf("%s is of another plan or job", path)
	}
	if r.told, err = r.outcome(); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return r, nil
}

// Open lists the jobs without a result.
func (p *Plan) Open(dir string) []Job {
	var out []Job
	for _, j := range p.Jobs {
		if _, err := p.Result(dir, j); err != nil {
			out = append(out, j)
		}
	}
	return out
}

// RunAll does jobs, some at a time, and calls each, not concurrently, as they end. A job that fails
// does not keep others from being done; the errors are joined. When the context ends, jobs that are
// being done are given up.
func (p *Plan) RunAll(ctx context.Context, program, dir string, jobs []Job, workers int, each func(Job, *Result, error)) error {
	next := make(chan Job)
	var wait sync.WaitGroup
	var mu sync.Mutex
	var errs []error
	for range workers {
		wait.Go(func() {
			for j := range next {
				r, err := p.Run(ctx, program, dir, j)
				mu.Lock()
				if err == nil || ctx.Err() == nil {
					each(j, r, err)
				}
				errs = append(errs, err)
				mu.Unlock()
			}
		})
	}
	for _, j := range jobs {
		select {
		case next <- j:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(next)
	wait.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(errs...)
}
