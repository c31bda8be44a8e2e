package bench_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// BenchmarkFamilies measures each phase of a check apart, as
// FAMILY/SIZE/PHASE: reading the file, encoding the system, computing the
// reachable states, and deciding all properties given those. With -short only
// the smallest of the sizes for tables is measured.
func BenchmarkFamilies(b *testing.B) {
	for _, f := range bench.Families() {
		for _, size := range f.Sizes {
			b.Run(fmt.Sprint(f.Name, "/", size), func(b *testing.B) { benchmarkPhases(b, f, size) })
			if testing.Short() {
				break
			}
		}
	}
}

func benchmarkPhases(b *testing.B, f *bench.Family, size int) {
	ctx := context.Background()
	program, err := bench.Read(f.File(), f.Set(size))
	require.NoError(b, err)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			_, err := bench.Read(f.File(), f.Set(size))
			require.NoError(b, err)
		}
	})
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			checkerOf(b, program).Close()
		}
	})
	b.Run("reach", func(b *testing.B) {
		var nodes int
		for b.Loop() {
			b.StopTimer()
			c := checkerOf(b, program)
			b.StartTimer()
			stats, err := c.Reach(ctx)
			require.NoError(b, err)
			nodes = stats.ReachableNodes
			c.Close()
		}
		b.ReportMetric(float64(nodes), "nodes")
	})
	b.Run("properties", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			c := checkerOf(b, program)
			_, err := c.Reach(ctx)
			require.NoError(b, err)
			b.StartTimer()
			for _, s := range program.Specs {
				r := c.CheckProperty(ctx, rcp.Property(s))
				require.NoError(b, r.Err, s.Name)
			}
			c.Close()
		}
	})
}

// checkerOf encodes a program.
func checkerOf(b *testing.B, program *rcheck.Program) *mc.Checker {
	c, err := mc.NewChecker(context.Background(), program.System, rcp.Fairness(program))
	require.NoError(b, err)
	return c
}

// commandLimit is how long the command may take, as a median, for the whole
// file of P000 Section 4 with all its properties.
const commandLimit = 300 * time.Millisecond

// BenchmarkCommand runs the command line on the system of P000 as printed and
// on the allocation family at the same size, process start, warnings and traces
// included, and fails if the median is above commandLimit.
func BenchmarkCommand(b *testing.B) {
	program := filepath.Join(b.TempDir(), "rcheck-bdd")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build, err := exec.Command("go", "build", "-o", program, "../cmd/rcheck-bdd").CombinedOutput()
	require.NoError(b, err, "%s", build)
	for _, model := range []string{"paper/p000.rcp", "paper/p003.rcp", "allocation.rcp"} {
		b.Run(model, func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				cmd := exec.Command(program, "check", filepath.Join("models", filepath.FromSlash(model)))
				start := time.Now()
				_ = cmd.Run() // a property is violated, so that the status is 1
				times = append(times, time.Since(start))
				require.Equal(b, 1, cmd.ProcessState.ExitCode())
			}
			slices.Sort(times)
			median := times[len(times)/2]
			b.ReportMetric(float64(median.Microseconds())/1000, "median-ms")
			if median > commandLimit {
				b.Errorf("the median is %v, above %v", median, commandLimit)
			}
		})
	}
}
