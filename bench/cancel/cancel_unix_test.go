//go:build unix

package cancel

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

var (
	cancellations = flag.Int("cancellations", 8, "how many times work is cancelled")
	longest       = flag.Duration("longest", 400*time.Millisecond, "the processor time within which work is cancelled")
)

var rudd = symbolic.Options{BDD: bdd.Options{Engine: "rudd"}, NoTrials: true}

// allowed is how long work may go on, in processor time.
const allowed = 200 * time.Millisecond

// cpuTime is the processor time that this process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// cancelled runs work and cancels it after some processor time. It returns how long it went on and
// what it returned, or how long it took if it ended before. The collector of garbage counts, which
// may have been at work on what came before: work that went on for too long is cancelled once more,
// after a collection, and the shorter time counts. What does not look at its context goes on both
// times.
func cancelled(run func(context.Context) error, after time.Duration) (took time.Duration, err error, early bool) {
	took, err, early = once(run, after)
	if !early && took >= allowed {
		runtime.GC()
		if again, because, sooner := once(run, after); !sooner && again < took {
			took, err = again, because
		}
	}
	return took, err, early
}

func once(run func(context.Context) error, after time.Duration) (took time.Duration, err error, early bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error, 1)
	start := cpuTime()
	go func() { done <- run(ctx) }()
	for cpuTime()-start < after {
		select {
		case err := <-done:
			return cpuTime() - start, err, true
		case <-time.After(200 * time.Microsecond):
		}
	}
	cancel()
	at := cpuTime()
	err = <-done
	return cpuTime() - at, err, false
}

// Wherever work is cancelled, it ends within a fifth of a second of processor time.
func TestCancellations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, uint64(*cancellations)))
	latencies := map[string][]time.Duration{}
	runs := make([]func(context.Context) error, len(workloads))
	length := make([]time.Duration, len(workloads))
	for n := 0; n < *cancellations; n++ {
		if end, ok := t.Deadline(); ok && time.Until(end) < time.Minute {
			t.Logf("time is up after %d of %d", n, *cancellations)
			break
		}
		i := n % len(workloads)
		w := workloads[i]
		if runs[i] == nil {
			runs[i] = w.prepare(t)
			took, err, early := cancelled(runs[i], *longest)
			length[i] = *longest
			if early {
				require.NoError(t, err, w.name)
				length[i] = took
			} else {
				latencies[phaseOf(err, w.name)] = append(latencies[phaseOf(err, w.name)], took)
				assert.Less(t, took, allowed, "%s: it goes on while %s", w.name, phaseOf(err, w.name))
			}
		}
		took, err, early := cancelled(runs[i], time.Duration(random.Int64N(int64(length[i]))))
		if early || err == nil {
			continue // it was about to end
		}
		require.ErrorIs(t, err, context.Canceled, w.name)
		phase := phaseOf(err, w.name)
		latencies[phase] = append(latencies[phase], took)
		assert.Less(t, took, allowed, "%s: it goes on while %s", w.name, phase)
	}
	t.Log("\n" + table(latencies))
	require.NotEmpty(t, latencies)
}

func table(latencies map[string][]time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %-40s | times | median | 95 %%   | most   |\n|%s|\n", "phase", strings.Repeat("-", 42)+"|------:|-------:|-------:|-------:")
	var all []time.Duration
	line := func(name string, list []time.Duration) {
		slices.Sort(list)
		ms := func(i int) string { return fmt.Sprintf("%.1f ms", float64(list[i].Microseconds())/1000) }
		fmt.Fprintf(&b, "| %-40s | %5d | %s | %s | %s |\n", name, len(list), ms(len(list)/2), ms(len(list)*95/100), ms(len(list)-1))
	}
	for _, phase := range slices.Sorted(maps.Keys(latencies)) {
		all = append(all, latencies[phase]...)
		line(phase, latencies[phase])
	}
	line("all", all)
	return b.String()
}
