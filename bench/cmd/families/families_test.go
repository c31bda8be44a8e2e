package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

// TestMain lets the test binary play the command for the processes that it
// starts.
func TestMain(m *testing.M) {
	if slices.Contains(os.Args, "-case") {
		main()
		return
	}
	status := m.Run()
	if b, err := opened(); err == nil {
		b.close()
	}
	os.Exit(status)
}

// small is a family with sizes for tests.
var small = &bench.Family{Name: "ring", Constants: []string{"N"}, Sizes: [3]int{2, 3, 4}, Step: 1}

func newRunner(limits limited.Limits) *runner {
	return &runner{program: os.Args[0], limits: limits, progress: io.Discard}
}

// opened is built once for all tests, which take copies. TestMain closes it.
var opened = sync.OnceValues(func() (*bencher, error) { return openBencher(context.Background(), newRunner(limited.Limits{})) })

func newBencher(t *testing.T, limits limited.Limits) *bencher {
	b, err := opened()
	require.NoError(t, err)
	return &bencher{runner: newRunner(limits), command: b.command, directory: b.directory}
}

func TestSizes(t *testing.T) {
	var out bytes.Buffer
	b := newBencher(t, limited.Limits{Time: time.Minute, Bytes: 1 << 30})
	require.NoError(t, b.sizes(context.Background(), []*bench.Family{small}, 2, &out))
	require.Len(t, b.runs, 3*4*2)
	for _, r := range b.runs {
		require.Empty(t, r.Outcome.Failure)
		require.Positive(t, r.Outcome.Decided, "%v", r)
	}
	lines := strings.Split(out.String(), "\n")
	require.Contains(t, lines[0], "family")
	for i, states := range []string{"32", "96", "256"} {
		cells := strings.Split(lines[i+2], "|")
		require.Equal(t, "ring", strings.TrimSpace(cells[1]))
		require.Equal(t, states, strings.TrimSpace(cells[3]))
	}

	out.Reset()
	require.NoError(t, b.sizes(context.Background(), nil, 1, &out), "a table of nothing")
	one, err := b.run(context.Background(), small, 3, reachable)
	require.NoError(t, err)
	require.Equal(t, "96", one.States)
}

func TestLimitsShow(t *testing.T) {
	b := newBencher(t, limited.Limits{})
	for _, c := range []struct {
		limits limited.Limits
		stop   limited.Stop
	}{
		{limited.Limits{Time: time.Millisecond}, limited.OutOfTime},
		{limited.Limits{Bytes: 1 << 20, Time: time.Minute}, limited.OutOfSpace},
	} {
		b.limits = c.limits
		one, err := b.run(context.Background(), small, 3, plain)
		require.NoError(t, err)
		require.Equal(t, string(c.stop), one.Failure)
		require.Contains(t, spent([]*outcome{one}), "out of "+one.Failure)
		inProcess, err := b.runCase(context.Background(), small.Name, 3, bench.Case{Model: small.File(), Set: small.Set(3)}, "")
		require.NoError(t, err)
		require.Equal(t, string(c.stop), inProcess.Failure)
		require.Contains(t, process([]*result{inProcess}), "out of "+inProcess.Failure)
	}
}

func TestFaultsShow(t *testing.T) {
	broken := &bench.Family{Name: "ring", Constants: []string{"UNKNOWN"}}
	b := newBencher(t, limited.Limits{Time: time.Minute})
	_, err := b.run(context.Background(), broken, 3, plain)
	require.ErrorContains(t, err, "UNKNOWN")
	_, err = b.runCase(context.Background(), broken.Name, 3, bench.Case{Model: broken.File(), Set: broken.Set(3)}, "")
	require.ErrorContains(t, err, "UNKNOWN")
}

// TestLargestOf looks for each possible border among sizes. A size at which the model is refused as
// too large is out of what is possible, as one that takes too long is.
func TestRefusedSizes(t *testing.T) {
	gossip := &bench.Family{Name: "gossip", Constants: []string{"N"}}
	one, err := newBencher(t, limited.Limits{}).run(t.Context(), gossip, 256, plain)
	require.NoError(t, err)
	require.Equal(t, "expressions", one.Failure)
}

func TestLargestOf(t *testing.T) {
	for border := range 20 {
		tried := map[int]bool{}
		good, best, next, err := largestOf(func(steps int) (*outcome, error) {
			require.False(t, tried[steps], "border %d: %d twice", border, steps)
			tried[steps] = true
			o := &outcome{Decided: steps}
			if steps >= border {
				o.Failure = "time"
			}
			return o, nil
		})
		require.NoError(t, err)
		require.Equal(t, border, next.Decided)
		require.Equal(t, border-1, good)
		if border == 0 {
			require.Nil(t, best)
		} else {
			require.Equal(t, border-1, best.Decided)
		}
		require.LessOrEqual(t, len(tried), 10)
	}
}

func TestFlags(t *testing.T) {
	s, err := parse([]string{"-only", "ring|commit", "-timeout", "5s", "-mem", "512MiB", "-runs", "5"})
	require.NoError(t, err)
	require.Equal(t, limited.Limits{Time: 5 * time.Second, Bytes: 512 << 20}, s.limits)
	require.Equal(t, 5, s.runs)
	for _, bad := range [][]string{{"-mem", "2"}, {"-mem", "-1GiB"}, {"-runs", "0"}, {"-only", "("}} {
		_, err := parse(bad)
		require.Error(t, err, "%v", bad)
	}
}

func TestWriteJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.json")
	require.NoError(t, writeJSON(path, []*result{{Family: "ring", Size: 3, What: &bench.Measurement{States: "96"}}}))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var back struct {
		Machine string
		Results []result
	}
	require.NoError(t, json.Unmarshal(text, &back))
	require.Equal(t, "96", back.Results[0].What.States)
	require.NotEmpty(t, back.Machine)
}

func TestMedian(t *testing.T) {
	odd := []*result{{Seconds: 3}, {Seconds: 1}, {Seconds: 2}}
	require.InDelta(t, 2, median(odd, func(r *result) float64 { return r.Seconds }), 0)
	require.InDelta(t, 2.5, median(append(odd, &result{Seconds: 9}), func(r *result) float64 { return r.Seconds }), 0)
}
