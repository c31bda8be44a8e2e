// Package limited runs programs as processes of their own under limits of time
// and memory, and tells what they took. It is how measurements that may not
// end, or eat all memory, are made next to each other.
package limited

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"time"
)

// Limits bound one run. A zero field is no limit.
type Limits struct {
	// Time is real time.
	Time time.Duration
	// Bytes is the resident memory of the process, without that of processes
	// it starts. It is watched every few milliseconds where the system tells
	// it (Linux), and not watched elsewhere.
	Bytes int64
}

// A Stop is a reason why a run was stopped.
type Stop string

// The reasons.
const (
	NotStopped Stop = ""
	OutOfTime  Stop = "time"
	OutOfSpace Stop = "memory"
)

// An Outcome is what became of a run.
type Outcome struct {
	// Stdout and Stderr are what the program wrote until it ended.
	Stdout, Stderr []byte
	// Seconds is the real time from start to end, CPU that of all its threads.
	Seconds, CPU float64
	// PeakBytes is the largest resident memory seen; 0 if it is not known.
	PeakBytes int64
	// Stopped tells which limit ended the run, if one did.
	Stopped Stop
	// ExitCode is the exit status, -1 if a signal ended the program.
	ExitCode int
}

// watchInterval is how often memory is looked at.
const watchInterval = 5 * time.Millisecond

// Run runs a command until it ends or reaches a limit, when it is killed. The
// command's Stdout and Stderr must be unset. The error says that the program
// could not be run, or is the context's; an exit status is no error.
func Run(ctx context.Context, cmd *exec.Cmd, limits Limits) (*Outcome, error) {
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	o := &Outcome{}
	err := o.watch(ctx, cmd, limits, ended)
	o.Seconds = time.Since(start).Seconds()
	o.Stdout, o.Stderr = stdout.Bytes(), stderr.Bytes()
	if ctx.Err() != nil {
		return o, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return o, err
	}
	o.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	o.ExitCode = cmd.ProcessState.ExitCode()
	if o.PeakBytes == 0 {
		o.PeakBytes = peakAfter(cmd.ProcessState)
	}
	return o, nil
}

// watch waits for the end of the command, and kills it at a limit or the end
// of the context. It returns what waiting for the command did.
func (o *Outcome) watch(ctx context.Context, cmd *exec.Cmd, limits Limits, ended <-chan error) error {
	var deadline <-chan time.Time
	if limits.Time > 0 {
		timer := time.NewTimer(limits.Time)
		defer timer.Stop()
		deadline = timer.C
	}
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	kill := func() error {
		// It may have ended by itself, which is as good.
		_ = cmd.Process.Kill()
		return <-ended
	}
	for {
		select {
		case err := <-ended:
			return err
		case <-ctx.Done():
			return kill()
		case <-deadline:
			o.Stopped = OutOfTime
			return kill()
		case <-tick.C:
			o.PeakBytes = max(o.PeakBytes, peakOf(cmd.Process.Pid))
			if limits.Bytes > 0 && o.PeakBytes > limits.Bytes {
				o.Stopped = OutOfSpace
				return kill()
			}
		}
	}
}
