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
	// CPU is processor time, that of all threads of the process together (not
	// of processes that it starts). On a machine that does other work as well
	// it depends less on that than real time. It is watched like Bytes.
	CPU time.Duration
	// Bytes is the resident memory of the process and of those that it starts,
	// in bytes. It is watched every few milliseconds where the system tells it
	// (Linux), and not watched elsewhere.
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
	// Seconds is the real time from start to end, CPU the processor time of all its threads, both
	// in seconds.
	Seconds, CPU float64
	// PeakBytes is the largest resident memory seen, that of processes which the
	// program started included; 0 if it is not known.
	PeakBytes int64
	// Stopped tells which limit ended the run, if one did.
	Stopped Stop
	// ExitCode is the exit status, -1 if a signal ended the program.
	ExitCode int
}

// Memory is looked at every firstInterval while a process is young, so that
// something is known of one that soon ends, and every watchInterval later.
const (
	firstInterval = time.Millisecond
	watchInterval = 5 * time.Millisecond
	youth         = 50 * time.Millisecond
)

// drain is how long the output of a program that has ended is waited for, when
// another that it started still holds it open.
const drain = time.Second

// Run runs a command until it ends or reaches a limit, when it is killed; with it end the processes
// that it started (on Unix those of its process group). The command's Stdout, Stderr and
// SysProcAttr must be unset. The error says that the program could not be run, or is the context's;
// an exit status is no error.
func Run(ctx context.Context, cmd *exec.Cmd, limits Limits) (*Outcome, error) {
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = drain
	ownGroup(cmd)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	own := OwnPeakBytes()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	o := &Outcome{}
	err := o.watch(ctx, cmd, limits, ended)
	_ = killGroup(cmd.Process) // what it may have left behind
	o.Seconds = time.Since(start).Seconds()
	o.Stdout, o.Stderr = stdout.Bytes(), stderr.Bytes()
	if ctx.Err() != nil {
		return o, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return o, err
	}
	o.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	o.ExitCode = cmd.ProcessState.ExitCode()
	// What was taken last is seen only afterwards, where this process has never taken as much.
	if after := peakAfter(cmd.ProcessState); o.PeakBytes == 0 || after > own {
		o.PeakBytes = max(o.PeakBytes, after)
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
	young := time.Now().Add(youth)
	tick := time.NewTicker(firstInterval)
	defer tick.Stop()
	kill := func() error {
		// It may have ended by itself, which is as good.
		_ = killGroup(cmd.Process)
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
		case now := <-tick.C:
			if !young.IsZero() && now.After(young) {
				tick.Reset(watchInterval)
				young = time.Time{}
			}
			o.PeakBytes = max(o.PeakBytes, peakOf(cmd.Process.Pid), together(cmd.Process.Pid))
			if limits.CPU > 0 && processorTime(cmd.Process.Pid) > limits.CPU {
				o.Stopped = OutOfTime
				return kill()
			}
			if limits.Bytes > 0 && o.PeakBytes > limits.Bytes {
				o.Stopped = OutOfSpace
				return kill()
			}
		}
	}
}
