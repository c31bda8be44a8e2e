package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

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
	return append(args, "--", filepath.Join(dir, filepath.FromSlash(p.Models[j.Model].Path)))
}

// maxErrors bounds what is kept of a check's standard error.
const maxErrors = 10_000

// WorkerVariable is set in the environment of the processes that do jobs. Such a process holds no
// signal back, so that an interrupt leaves no report; and it ends when its standard input does,
// which is when the process that started it has ended, however that was.
const WorkerVariable = "RCHECK_BDD_WORKER"

// Run does a job by a process of its own of the program at a path, and leaves its result in the
// folder. A process that was interrupted or killed leaves none; that is an error, and the job
// remains to be done.
func (p *Plan) Run(ctx context.Context, program, dir string, j Job) (*Result, error) {
	unfinished := func(why string) error {
		return fmt.Errorf("job %d (%s) is not done: %s; run it again", j.Number, p.Describe(j), why)
	}
	if err := plainPlace(p.resultPath(dir, j)); err != nil {
		return nil, err
	}
	out, err := worker(ctx, exec.Command(program, p.arguments(dir, j)...))
	if err != nil {
		return nil, err
	}
	if out.ExitCode < 0 || out.ExitCode > undecided {
		return nil, unfinished("a signal ended its process")
	}
	r := &Result{
		Schema: schema, Plan: p.Digest, Job: j, ExitCode: out.ExitCode,
		Errors:  strings.ToValidUTF8(string(out.Stderr[:min(len(out.Stderr), maxErrors)]), "?"),
		Seconds: out.Seconds, CPUSeconds: out.CPU, PeakBytes: out.PeakBytes, Machine: limited.ThisMachine(),
		Report: json.RawMessage("null"),
	}
	if json.Valid(out.Stdout) {
		r.Report = out.Stdout
	}
	if r.outcome, err = p.outcome(r); err != nil {
		return nil, unfinished("what check wrote is cut off, or no answer: " + err.Error())
	}
	if r.Digest, err = r.digest(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return r, output.WriteFile(p.resultPath(dir, j), append(text, '\n'))
}

// plainPlace tests that a result can be written to a path without leading elsewhere: the folder may
// be somebody else's.
func plainPlace(path string) error {
	folder, err := os.Lstat(filepath.Dir(path))
	if err != nil {
		return err
	}
	file, err := os.Lstat(path)
	if !folder.IsDir() || err == nil && !file.Mode().IsRegular() {
		return fmt.Errorf("%s is a link, or no regular file in a folder; remove it", path)
	}
	return nil
}

// worker runs a command that ends with this process.
func worker(ctx context.Context, cmd *exec.Cmd) (*limited.Outcome, error) {
	in, alive, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	defer alive.Close()
	cmd.Stdin = in
	cmd.Env = append(os.Environ(), WorkerVariable+"=1")
	return limited.Run(ctx, cmd, limited.Limits{})
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
