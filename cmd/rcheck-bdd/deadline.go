package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
)

// After a limit or an interrupt, a command ends in three steps. All times are processor time of the
// process, from the end of the context on.
//
//   - Until grace, a search may end by itself. Then it is left behind, and what it has not decided is
//     unknown: see [work.follow].
//   - Until reportGrace, the command shows and writes what is known: see [reporting].
//   - At lastGrace, the command ends whatever it does: see [punctual].
//
// A command that has worked for long takes a longLeft-th of that time in all, at most longGrace:
// the results of thousands of properties need it. The real time of each step is bounded by
// overtime: on a machine with much other work, that is little processor time.
const (
	grace       = 60 * time.Millisecond
	reportGrace = 50 * time.Millisecond
	lastGrace   = 90 * time.Millisecond
	longLeft    = 16
	longGrace   = time.Second

	overtime = 5 * time.Second
	// watchInterval is how often a search is looked at, endInterval how often a command is after its
	// time.
	watchInterval = 50 * time.Millisecond
	endInterval   = 5 * time.Millisecond
)

// A moment is a point in time, on the clock and in the processor time of the process.
type moment struct {
	at  time.Time
	cpu time.Duration
}

func now() moment { return moment{time.Now(), processorTime()} }

// past reports whether so much processor time has been used since then, or so much time has passed.
func (m moment) past(cpu, passed time.Duration) bool {
	return processorTime()-m.cpu > cpu || time.Since(m.at) > passed
}

// grace is how much processor time a step takes at most, in a command that began at that moment: as
// much as given, or more after long work.
func (m moment) grace(least time.Duration) time.Duration {
	worked := time.Since(m.at)
	if cpu := processorTime(); cpu > 0 {
		worked = min(worked, cpu-m.cpu)
	}
	long := min(worked/longLeft, longGrace)
	return max(least, least*long/lastGrace)
}

// after is closed when so much processor time has been used from now on.
func after(cpu time.Duration) <-chan struct{} {
	passed := make(chan struct{})
	begun := now()
	go func() {
		for !begun.past(cpu, overtime) {
			time.Sleep(endInterval)
		}
		close(passed)
	}()
	return passed
}

// keepThreadFree gives Go a thread beside those of so many workers. Without it, an interrupt is
// seen only when a worker is preempted: up to 75 ms of processor time of two workers later.
func keepThreadFree(workers int) {
	if threads := runtime.GOMAXPROCS(0); workers > 1 && workers >= threads {
		runtime.GOMAXPROCS(threads + 1)
	}
}

// late is closed when lastGrace has passed from now on: servers wait so long for their last
// requests.
func late() <-chan struct{} { return after(lastGrace) }

// reporting is the context in which a command that began at that moment shows and writes what is
// known. It goes on after the end of ctx, until reportGrace, and then has its error.
func reporting(ctx context.Context, begun moment) context.Context {
	out := &ownContext{Context: context.WithoutCancel(ctx), done: make(chan struct{})}
	go func() {
		<-ctx.Done()
		<-after(begun.grace(reportGrace))
		out.end(ctx.Err())
	}()
	return out
}

// reportPrice is about the time it takes to print a result, and to write it into one document.
const reportPrice = 8 * time.Microsecond

// searching is the context of a search for so many results, printed or in a document. It ends
// before ctx has its deadline, by the time it takes to report them, so that a check of thousands of
// properties writes its results in time. It leaves at least three quarters of the time to the
// search.
func searching(ctx context.Context, results int) (context.Context, context.CancelFunc) {
	deadline, is := ctx.Deadline()
	if !is {
		return ctx, func() {}
	}
	reserve := min(time.Duration(results)*reportPrice, time.Until(deadline)/4)
	return context.WithDeadline(ctx, deadline.Add(-reserve))
}

// punctual runs a command. If the command goes on after the end of ctx, and beyond lastGrace,
// punctual leaves it: nothing more is printed or written, and the error is that of the context. So
// every command ends soon after its limit, in whatever operation it is. A lasting command is never
// left.
func punctual(ctx context.Context, env *cli.Env, lasting *atomic.Bool, run func() error) error {
	var err error
	begun := now()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		err = run()
	}()
	select {
	case <-ended:
		return err
	case <-ctx.Done():
	}
	if lasting.Load() {
		<-ended
		return err
	}
	last := after(begun.grace(lastGrace))
	// Memory is collected only near its limit: what is left to do is short. Setting this waits until a
	// collection that has begun ends, so nothing here waits for it.
	before := make(chan int, 1)
	go func() { before <- debug.SetGCPercent(-1) }()
	defer func() { go func() { debug.SetGCPercent(<-before) }() }()
	select {
	case <-ended:
		return err
	case <-last:
		env.Cut()
		return &interrupt.Error{Phase: "reporting what is known; the output is not complete", Err: ctx.Err()}
	}
}
