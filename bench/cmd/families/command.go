package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/bench/models"
)

// A command is a way to use rcheck-bdd on a model: the arguments before its file.
type command []string

// The commands that are measured: as users type it, without looking for warnings, and with one way
// of exploring alone.
var (
	plain      = command{"check"}
	noWarnings = command{"check", "--warnings=none"}
	diagrams   = command{"check", "--warnings=none", "--symmetry=off"}
	orbits     = command{"check", "--warnings=none", "--symmetry=orbits"}
	reachable  = command{"reach"}
)

// A run is one run of a command on a family of one size.
type run struct {
	Family  string   `json:"family"`
	Size    int      `json:"size"`
	Command command  `json:"command"`
	Outcome *outcome `json:"outcome"`
}

// An outcome is what became of a run.
type outcome struct {
	// CPU is the processor time of the whole process in seconds, user and system, PeakBytes its
	// largest resident memory.
	CPU       float64 `json:"cpu_seconds"`
	PeakBytes int64   `json:"peak_bytes"`
	// States is the number of reachable states, decimal, if the command printed it, Decided that of
	// the properties with a verdict.
	States  string `json:"states,omitempty"`
	Decided int    `json:"decided"`
	// Failure says why it did not come to its end; empty if it did.
	Failure string `json:"failure,omitempty"`
}

func (o *outcome) finished() bool { return o.Failure == "" }

// tooLarge is the code of the error that models have too many expressions when quantifiers are
// written out.
const tooLarge = "RC0560"

// A bencher runs rcheck-bdd, each time as a process of its own in a directory for its files.
type bencher struct {
	*runner
	command   string
	directory string
	runs      []run
}

// openBencher builds the command from the sources around the working directory. The caller must
// close the bencher.
func openBencher(ctx context.Context, r *runner) (*bencher, error) {
	directory, err := os.MkdirTemp("", "families-")
	if err != nil {
		return nil, err
	}
	path, err := compare.BuildOurs(ctx, directory)
	if err != nil {
		os.RemoveAll(directory)
		return nil, err
	}
	return &bencher{runner: r, command: path, directory: directory}, nil
}

func (b *bencher) close() { os.RemoveAll(b.directory) }

// run runs a command once.
func (b *bencher) run(ctx context.Context, f *bench.Family, size int, c command) (*outcome, error) {
	source, err := models.Source(f.File())
	if err != nil {
		return nil, err
	}
	model, answers := filepath.Join(b.directory, f.File()), filepath.Join(b.directory, "answers.json")
	if err := os.WriteFile(model, source, 0o600); err != nil {
		return nil, err
	}
	arguments := slices.Clone(c)
	if c[0] == "check" {
		arguments = append(arguments, "--json="+answers)
	}
	if b.limits.Bytes > 0 {
		arguments = append(arguments, fmt.Sprintf("--max-mem=%dMiB", b.limits.Bytes>>20))
	}
	for name, value := range f.Set(size) {
		arguments = append(arguments, "--set", fmt.Sprintf("%s=%d", name, value))
	}
	if err := os.RemoveAll(answers); err != nil {
		return nil, err
	}
	o, err := limited.Run(ctx, exec.Command(b.command, append(arguments, model)...), b.limits)
	if err != nil {
		return nil, err
	}
	refused := o.ExitCode == 2 && bytes.Contains(o.Stderr, []byte("["+tooLarge+"]"))
	if o.Stopped == limited.NotStopped && (o.ExitCode < 0 || o.ExitCode == 2) && !refused {
		return nil, fmt.Errorf("%s %d, %s: exit status %d: %s", f.Name, size, strings.Join(c, " "), o.ExitCode, strings.TrimSpace(string(o.Stderr)))
	}
	out := &outcome{CPU: o.CPU, PeakBytes: o.PeakBytes, Failure: string(o.Stopped)}
	if o.ExitCode == 3 {
		out.Failure = string(limited.OutOfSpace) // the only limit that the command knows of
	}
	if refused {
		out.Failure = "expressions"
	}
	if err := out.read(answers, o.Stdout); err != nil {
		return nil, err
	}
	b.runs = append(b.runs, run{f.Name, size, c, out})
	fmt.Fprintf(b.progress, "%s %d, %s: %.2f s, %d MiB %s\n", f.Name, size, strings.Join(c, " "), out.CPU, out.PeakBytes>>20, out.Failure)
	return out, nil
}

// read takes the figures of a run from the document that `check` wrote, or from what `reach`
// printed. A run that was stopped may have written neither.
func (o *outcome) read(answers string, printed []byte) error {
	text, err := os.ReadFile(answers)
	if os.IsNotExist(err) {
		if words := strings.Fields(string(printed)); len(words) > 0 {
			o.States = words[0]
		}
		return nil
	}
	if err != nil {
		return err
	}
	var document struct {
		Runs []struct {
			Results []struct{ Verdict string }
			Stats   struct {
				States string `json:"reachable_states"`
			}
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return fmt.Errorf("%s: %w", answers, err)
	}
	for _, r := range document.Runs {
		o.States = r.Stats.States
		for _, one := range r.Results {
			if one.Verdict != "unknown" {
				o.Decided++
			}
		}
	}
	return nil
}
