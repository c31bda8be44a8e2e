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
	"github.com/rcheck-bdd/rcheck-bdd/bench/models"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// BenchmarkFamilies measures each phase of a check apart, as
// FAMILY/SIZE/PHASE: parsing the file, lowering it to a system, encoding that,
// computing the reachable states, deciding all properties given those (product,
// search and traces), and replaying and evaluating all traces. With -short only
// the smallest of the sizes for tables is measured.
//
// Each iteration does the same work on state of its own, so that figures can
// be compared by benchstat.
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
	source, err := models.Source(f.File())
	require.NoError(b, err)
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, list := parser.ParseFile(token.NewFileSet(), f.File(), source, parser.Options{})
			require.False(b, list.HasErrors())
		}
	})
	b.Run("parse and lower", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			program, _ := rcheck.Parse(f.File(), source, rcheck.Options{Set: f.Set(size)})
			require.NotNil(b, program)
		}
	})
	program, err := bench.Read(f.File(), f.Set(size))
	require.NoError(b, err)
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			checkerOf(b, program).Close()
		}
	})
	b.Run("reach", func(b *testing.B) { benchmarkReach(b, program) })
	b.Run("properties", func(b *testing.B) { benchmarkProperties(b, program) })
	b.Run("replay", func(b *testing.B) { benchmarkReplay(b, program) })
}

func benchmarkReach(b *testing.B, program *rcheck.Program) {
	b.ReportAllocs()
	var nodes int
	for b.Loop() {
		b.StopTimer()
		c := checkerOf(b, program)
		b.StartTimer()
		stats, err := c.Reach(b.Context())
		require.NoError(b, err)
		nodes = stats.ReachableNodes
		b.StopTimer()
		c.Close()
		b.StartTimer()
	}
	b.ReportMetric(float64(nodes), "nodes")
}

func benchmarkProperties(b *testing.B, program *rcheck.Program) {
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		c := reachedBy(b, program)
		b.StartTimer()
		for _, s := range program.Specs {
			r := c.CheckProperty(b.Context(), rcp.Property(s))
			require.NoError(b, r.Err, s.Name)
		}
		b.StopTimer()
		c.Close()
		b.StartTimer()
	}
}

// benchmarkReplay does what is done with every trace before it is returned.
func benchmarkReplay(b *testing.B, program *rcheck.Program) {
	c := reachedBy(b, program)
	defer c.Close()
	var violated []mc.Result
	for _, s := range program.Specs {
		r := c.CheckProperty(b.Context(), rcp.Property(s))
		require.NoError(b, r.Err, s.Name)
		if r.Trace != nil {
			violated = append(violated, r)
		}
	}
	require.NotEmpty(b, violated)
	in := recipe.NewInterpreter(program.System)
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range violated {
			require.NoError(b, r.Trace.Replay(in))
			satisfied, err := trace.Read(context.Background(), in, r.Trace).Satisfies(r.Property.Formula)
			require.NoError(b, err)
			require.False(b, satisfied)
		}
	}
	b.ReportMetric(float64(len(violated)), "traces")
}

// reachedBy encodes a program and computes its reachable states.
func reachedBy(b *testing.B, program *rcheck.Program) *mc.Checker {
	c := checkerOf(b, program)
	_, err := c.Reach(b.Context())
	require.NoError(b, err)
	return c
}

// checkerOf encodes a program.
func checkerOf(b *testing.B, program *rcheck.Program) *mc.Checker {
	c, err := mc.NewChecker(b.Context(), program.System, rcp.Fairness(program))
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
	build, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "../cmd/rcheck-bdd").CombinedOutput()
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
