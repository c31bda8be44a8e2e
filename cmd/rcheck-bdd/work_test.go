package main

import (
	"context"
	"io"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
)

// newTestWork is work on two properties with a body of its own.
func newTestWork(limit time.Duration, body func(w *work, ctx context.Context)) *work {
	w := &work{
		flags:      &checkFlags{propertyTimeout: limit},
		properties: []mc.Property{{Index: 1, Name: "first"}, {Index: 2, Name: "second"}},
		results:    make(chan *finding, ahead), left: make(chan struct{}), announced: map[int]bool{},
		done:     make(chan ending, 1),
		overtime: overtime,
	}
	w.body = func(ctx context.Context) { body(w, ctx) }
	return w
}

// follow gathers what a work says.
func follow(ctx context.Context, w *work) (lines []string, end ending) {
	end = w.follow(ctx, nil, func(r *finding) { lines = append(lines, r.Property.Name+" "+r.Verdict.String()+" "+r.Reason) })
	return lines, end
}

func TestWorkThatEndsIsReported(t *testing.T) {
	w := newTestWork(0, func(w *work, _ context.Context) {
		for _, p := range w.properties {
			w.tell(mc.Decided{Result: mc.Result{Property: p, Verdict: mc.Holds}})
		}
		w.done <- ending{report: mc.Report{Stats: mc.SystemStats{Layers: 7}}}
	})
	lines, end := follow(context.Background(), w)
	require.Equal(t, []string{"first holds ", "second holds "}, lines)
	require.Equal(t, 7, end.report.Stats.Layers)
}

// A check waits for those who show its results once it is far ahead of them, and ends when they are
// gone.
func TestChecksWaitForTheirReport(t *testing.T) {
	var told atomic.Int32
	gone := make(chan struct{})
	w := newTestWork(0, func(w *work, ctx context.Context) {
		defer close(gone)
		for n := range 10 * ahead {
			w.tell(mc.Decided{Result: mc.Result{Property: mc.Property{Index: n + 1}}})
			told.Add(1)
		}
	})
	w.overtime = 0
	ctx, cancel := context.WithCancel(t.Context())
	most := int32(0)
	shown := int32(0)
	w.follow(ctx, nil, func(f *finding) {
		if f.Property.Index > 10*ahead/2 {
			cancel()
		}
		most = max(most, told.Load()-shown)
		shown++
	})
	require.LessOrEqual(t, most, int32(ahead+2))
	<-gone
}

// A check that waited until a result was shown is not taken for one that does not end.
func TestChecksThatWaitAreNotAbandoned(t *testing.T) {
	w := newTestWork(time.Millisecond, func(w *work, _ context.Context) {
		w.tell(mc.Progress{Property: 1, Phase: "searching"})
		w.tell(mc.Decided{Result: mc.Result{Property: w.properties[0], Verdict: mc.Holds}})
		time.Sleep(3 * watchInterval) // while the check is looked at
		w.tell(mc.Decided{Result: mc.Result{Property: w.properties[1], Verdict: mc.Holds}})
		w.done <- ending{}
	})
	w.overtime = time.Minute
	lines := 0
	end := w.follow(t.Context(), nil, func(f *finding) {
		if lines++; lines == 1 { // as after a pager that waited for an hour
			w.mu.Lock()
			w.since = time.Now().Add(-time.Hour)
			w.mu.Unlock()
		}
	})
	require.NoError(t, end.report.Limit)
	require.Equal(t, 2, lines)
}

// A violation that is known before its turn is reported at once, and once; warnings about a
// property come after its line.
func TestFindingsComeAsTheyAreKnown(t *testing.T) {
	w := newTestWork(0, func(w *work, _ context.Context) {
		early := mc.Result{Property: w.properties[1], Verdict: mc.Violated}
		w.tell(mc.ViolationKnown{Result: early})
		w.tell(mc.Decided{Result: mc.Result{Property: w.properties[0], Verdict: mc.Holds}})
		w.tell(mc.Warned{Property: w.properties[0], Warnings: []mc.Warning{{Code: "trivial"}}})
		w.tell(mc.Decided{Result: early})
		w.done <- ending{}
	})
	var lines []string
	w.follow(context.Background(), nil, func(f *finding) {
		lines = append(lines, f.Property.Name+" "+map[part]string{whole: f.Verdict.String(), lineAlone: "line", restAlone: "rest", warningsAlone: "warnings"}[f.part])
	})
	require.Equal(t, []string{"second line", "first holds", "first warnings", "second rest"}, lines)
}

// What was announced stays a violation where its turn does not come.
func TestAnnouncedViolationsAreKept(t *testing.T) {
	w := newTestWork(0, func(w *work, _ context.Context) {
		w.tell(mc.ViolationKnown{Result: mc.Result{Property: w.properties[1], Verdict: mc.Violated}})
		w.done <- ending{err: mc.ErrInternal}
	})
	parts := map[string]part{}
	w.follow(context.Background(), nil, func(f *finding) { parts[f.Property.Name+" "+f.Verdict.String()] = f.part })
	require.Equal(t, map[string]part{"second violated": restAlone, "first unknown": whole}, parts)
}

// A line that was announced and is not true in the end is followed by another one.
func TestAnnouncedViolationsCanBeTakenBack(t *testing.T) {
	w := newTestWork(0, func(w *work, _ context.Context) {
		w.tell(mc.ViolationKnown{Result: mc.Result{Property: w.properties[0], Verdict: mc.Violated}})
		w.tell(mc.Decided{Result: mc.Result{Property: w.properties[0], Verdict: mc.Unknown, Err: mc.ErrInternal}})
		w.tell(mc.Decided{Result: mc.Result{Property: w.properties[1], Verdict: mc.Holds}})
		w.done <- ending{}
	})
	parts := map[string]part{}
	w.follow(context.Background(), nil, func(f *finding) { parts[f.Property.Name+" "+f.Verdict.String()] = f.part })
	require.Equal(t, map[string]part{"first violated": lineAlone, "first unknown": whole, "second holds": whole}, parts)
}

// Work that goes on after its time, as in an operation that nothing interrupts, is left to itself;
// what it has found counts.
func TestWorkThatDoesNotEndIsAbandoned(t *testing.T) {
	stuck := func(w *work, _ context.Context) {
		w.tell(mc.Progress{Phase: "searching for fair cycles", Property: 1})
		w.tell(mc.Decided{Result: mc.Result{Property: w.properties[0], Verdict: mc.Holds}})
		w.tell(mc.Progress{Phase: "searching for fair cycles", Property: 2, Images: 5, Rounds: 3, Nodes: 1000})
		select {}
	}
	want := []string{
		"first holds ",
		"second unknown time is up while searching for fair cycles (5 images, 3 rounds, 1000 nodes), in an operation that did not stop in time",
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	for _, w := range []struct {
		ctx   context.Context
		limit time.Duration
	}{{ctx, 0}, {context.Background(), 10 * time.Millisecond}} {
		short := newTestWork(w.limit, stuck)
		short.overtime = 20 * time.Millisecond
		lines, _ := follow(w.ctx, short)
		require.Equal(t, want, lines)
	}
}

// Neither a picture that is being drawn nor a text that is being laid out keeps an interrupt
// waiting.
func TestInterruptsEndDrawingAndLayout(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	env := &cli.Env{Stdout: io.Discard, Stderr: io.Discard}
	path := filepath.Join(t.TempDir(), "picture.svg")
	d := draw.Diagram{States: make([]draw.State, 100_000)}
	written := 0
	err := (&pictureFlags{output: path, formats: []string{"svg"}}).write(ctx, env, func(w io.Writer) error {
		cancel()
		for ; written < 1000; written++ {
			if err := d.WriteText(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
	require.EqualError(t, err, "interrupted while drawing")
	require.Zero(t, written)
	require.True(t, isLimit(err))
	require.NoFileExists(t, path)
	_, _, err = formatISPL(ctx, "model.ispl", []byte("Agent A"))
	require.EqualError(t, err, "interrupted while formatting model.ispl")
	require.True(t, isLimit(err))
}

// What takes processor time after its time is up is left as soon as that is more than is granted.
func TestBusyWorkIsAbandonedSoon(t *testing.T) {
	if processorTime() == 0 {
		return // it is not known here
	}
	var stop atomic.Bool
	defer stop.Store(true)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	before := processorTime()
	lines, end := follow(ctx, newTestWork(0, func(w *work, _ context.Context) {
		w.tell(mc.Progress{Phase: "looking for interchangeable agents"})
		for !stop.Load() { // busy, and deaf
		}
	}))
	require.Less(t, processorTime()-before, 5*grace)
	require.Len(t, lines, 2)
	require.ErrorContains(t, end.report.Limit, "interrupted while looking for interchangeable agents, in an operation that did not stop in time")
}

// A fault leaves every property that was not decided unknown.
func TestWorkThatFailsIsReported(t *testing.T) {
	w := newTestWork(0, func(w *work, _ context.Context) {
		w.tell(mc.Decided{Result: mc.Result{Property: w.properties[0], Verdict: mc.Holds}})
		w.done <- ending{err: mc.ErrInternal}
	})
	lines, end := follow(context.Background(), w)
	require.Equal(t, []string{"first holds ", "second unknown an error ended the check"}, lines)
	require.ErrorIs(t, end.err, mc.ErrInternal)
}

func TestPanicIsAnInternalError(t *testing.T) {
	w := newTestWork(0, nil)
	w.body = w.run // without a program
	_, end := follow(context.Background(), w)
	require.ErrorIs(t, end.err, mc.ErrInternal)
	require.ErrorContains(t, end.err, "work.go")
}

func TestDefaultMemory(t *testing.T) {
	if runtime.GOOS == "linux" {
		require.Positive(t, defaultMemory())
		require.Less(t, defaultMemory(), installedMemory())
	}
}
