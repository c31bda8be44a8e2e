package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

// A result is one run of one case.
type result struct {
	Family string             `json:"family"`
	Size   int                `json:"size"`
	Case   bench.Case         `json:"case"`
	What   *bench.Measurement `json:"measurement"`
	// Seconds is the real time of the whole process, CPU its processor time,
	// PeakBytes its largest resident memory.
	Seconds   float64 `json:"seconds"`
	CPU       float64 `json:"cpu_seconds"`
	PeakBytes int64   `json:"peak_bytes"`
	// Failure says why the case was not finished; empty if it was.
	Failure string `json:"failure,omitempty"`
}

func (r *result) finished() bool { return r.Failure == "" }

// A runner runs cases as processes of their own.
type runner struct {
	program  string
	limits   limited.Limits
	progress io.Writer
	all      []*result
}

// line is what a process writes after each phase.
type line struct {
	Measurement *bench.Measurement
	PeakBytes   int64
}

// measure measures a case, given in JSON, and writes a line after each phase.
func measure(ctx context.Context, text string, out io.Writer) error {
	var c bench.Case
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return err
	}
	if c.MaxBytes > 0 {
		debug.SetMemoryLimit(c.MaxBytes)
	}
	encoder := json.NewEncoder(out)
	var lost error
	report := func(m *bench.Measurement) {
		if err := encoder.Encode(line{m, limited.OwnPeakBytes()}); err != nil {
			lost = err
		}
	}
	m, err := bench.Measure(ctx, c, report)
	if err == nil {
		report(m)
		err = lost
	}
	return err
}

// runCase runs one case once, with the limit on memory as one on tables too. The family, the size
// and the description are for reports.
func (r *runner) runCase(ctx context.Context, family string, size int, c bench.Case, description string) (*result, error) {
	c.MaxBytes = r.limits.Bytes
	out := &result{Family: family, Size: size, Case: c, What: &bench.Measurement{}}
	text, err := json.Marshal(out.Case)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(r.program, "-timeout", "0", "-case", string(text))
	cmd.Env = os.Environ()
	o, err := limited.Run(ctx, cmd, r.limits)
	if err != nil {
		return nil, err
	}
	out.Seconds, out.CPU, out.PeakBytes = o.Seconds, o.CPU, o.PeakBytes
	for text := range bytes.Lines(o.Stdout) {
		var l line
		if json.Unmarshal(text, &l) == nil && l.Measurement != nil {
			out.What, out.PeakBytes = l.Measurement, max(out.PeakBytes, l.PeakBytes)
		}
	}
	switch {
	case o.Stopped != limited.NotStopped:
		out.Failure = string(o.Stopped)
	case o.ExitCode != 0:
		return nil, fmt.Errorf("%s, size %d: exit status %d: %s", family, size, o.ExitCode, strings.TrimSpace(string(o.Stderr)))
	case !out.What.Decided():
		out.Failure = string(limited.OutOfSpace) // the only limit the process itself knows
	}
	r.all = append(r.all, out)
	fmt.Fprintf(r.progress, "%s %d, %s: %.2f s, %d MiB %s\n", family, size, description, out.Seconds, out.PeakBytes>>20, out.Failure)
	return out, nil
}
