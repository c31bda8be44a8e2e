package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
)

// A command that works on after its time is left: it prints nothing more, and writes no file.
func TestCommandsEndAfterTheirTime(t *testing.T) {
	if processorTime() == 0 {
		return // it is not known here
	}
	ctx, cancel := context.WithCancel(context.Background())
	var out bytes.Buffer
	env := &cli.Env{Stdout: terminal.NewWriter(&out)}
	path := filepath.Join(t.TempDir(), "out")
	var cut atomic.Bool
	left := make(chan error, 2)
	var lasting atomic.Bool
	before := processorTime()
	err := punctual(ctx, env, &lasting, func() error {
		fmt.Fprint(env.Stdout, "known")
		cancel()
		for !cut.Load() { // busy, and deaf
		}
		_, err := fmt.Fprint(env.Stdout, "too late")
		left <- err
		left <- writeOutput(env, path, "too late")
		return nil
	})
	require.GreaterOrEqual(t, processorTime()-before, lastGrace)
	require.EqualError(t, err, "interrupted while reporting what is known; the output is not complete")
	require.True(t, isLimit(err))
	cut.Store(true)
	require.ErrorIs(t, <-left, terminal.ErrCut)
	require.Error(t, <-left)
	require.Equal(t, "known", out.String())
	require.NoFileExists(t, path)
}

// A command that ends soon after its time tells what it knows, and one that lasts is never left.
func TestCommandsTellWhatTheyKnow(t *testing.T) {
	for _, lasts := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		var lasting atomic.Bool
		lasting.Store(lasts)
		before := processorTime()
		err := punctual(ctx, &cli.Env{}, &lasting, func() error {
			cancel()
			for lasts && processorTime()-before < 2*lastGrace && processorTime() > 0 { // busy
			}
			return cli.Exit(1)
		})
		require.Equal(t, cli.Exit(1), err)
	}
}

// With as many workers as threads, one more thread is left for interrupts.
func TestThreadForInterrupts(t *testing.T) {
	before := runtime.GOMAXPROCS(2)
	defer runtime.GOMAXPROCS(before)
	for _, row := range []struct{ workers, threads int }{{1, 2}, {2, 3}, {8, 3}, {3, 3}} {
		runtime.GOMAXPROCS(2)
		keepThreadFree(row.workers)
		require.Equal(t, row.threads, runtime.GOMAXPROCS(0), "%d workers", row.workers)
	}
}

// What is known is reported after the end of the context, for a while.
func TestReportingGoesOn(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	known := reporting(ctx, now())
	cancel()
	require.NoError(t, known.Err())
	before := processorTime()
	for known.Err() == nil { // busy
	}
	if before > 0 {
		require.GreaterOrEqual(t, processorTime()-before, reportGrace-endInterval)
	}
	require.ErrorIs(t, known.Err(), context.Canceled)
}

// The grace grows with what a command has done, in the same proportion for each step, up to a
// bound.
func TestGraceGrows(t *testing.T) {
	begun := func(ago time.Duration) moment {
		return moment{at: time.Now().Add(-ago), cpu: processorTime() - ago}
	}
	require.Equal(t, lastGrace, begun(0).grace(lastGrace))
	require.Equal(t, reportGrace, begun(0).grace(reportGrace))
	for _, ago := range []time.Duration{2 * longLeft * lastGrace, 4 * longLeft * lastGrace} {
		require.Greater(t, begun(ago).grace(lastGrace), lastGrace)
		require.Less(t, begun(ago).grace(reportGrace), begun(ago).grace(lastGrace))
		require.LessOrEqual(t, begun(ago).grace(lastGrace), begun(2*ago).grace(lastGrace))
	}
	require.Equal(t, longGrace, begun(time.Hour).grace(lastGrace))

	// Neither waiting nor working on two threads counts.
	waited, twice := begun(time.Hour), begun(time.Hour)
	waited.cpu, twice.at = processorTime(), time.Now()
	require.Equal(t, lastGrace, twice.grace(lastGrace))
	if processorTime() > 0 {
		require.Equal(t, lastGrace, waited.grace(lastGrace))
	}
}

// A search for many results ends before the deadline, but has most of the time; without a deadline
// it has all.
func TestSearchesLeaveTimeToReport(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	deadline, _ := ctx.Deadline()
	for results, early := range map[int][2]time.Duration{
		0:             {0, 0},
		1000:          {1000 * reportPrice, 1000 * reportPrice},
		1_000_000_000: {14 * time.Minute, 15 * time.Minute},
	} {
		search, stop := searching(ctx, results)
		ends, is := search.Deadline()
		require.True(t, is)
		require.GreaterOrEqual(t, deadline.Sub(ends), early[0])
		require.LessOrEqual(t, deadline.Sub(ends), early[1])
		stop()
		require.NoError(t, ctx.Err())
	}
	search, stop := searching(t.Context(), 1000)
	defer stop()
	_, is := search.Deadline()
	require.False(t, is)
}
