package main

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// The tables of decision diagrams keep to the limit on memory by themselves. The process as a whole
// may take more than they do, for the model, its parts written out, formulas, traces and what has
// not been collected, up to one and a half times the limit and 30 MB: the collector must keep
// within softMemory, and beyond hardMemory the work ends. What is left is for what is allocated
// until it notices.
func softMemory(limit int64) int64 { return limit/10*11 + 14<<20 }
func hardMemory(limit int64) int64 { return limit/10*12 + 18<<20 }

// lastMemory is within what the collector keeps after hardMemory, while what is known is reported:
// within softMemory it would be at work all the time.
func lastMemory(limit int64) int64 { return limit/10*13 + 22<<20 }

// memoryInterval is how often the memory of the process is looked at. The first look is later, as
// it costs more than the others, and a process that has just begun cannot have taken much.
const (
	memoryInterval = 2 * time.Millisecond
	firstLook      = 10 * time.Millisecond
)

// later is the percentage of collectLater.
const later = 400

// ample is a limit on memory, in bytes, under which garbage does not count.
const ample = 1 << 30

// collectLater lets the process grow to 16 MB, instead of 4 MB, before memory is collected for the
// first time, unless the environment says when to collect. Most checks of small models, and of large
// ones that are violated soon, end before that. For others nothing changes from then on. Where there
// is a limit that is not ample, the first collection does not wait. A process that grows to 32 MB
// takes longer: new pages cost more than to collect.
func collectLater() {
	if percent := debug.SetGCPercent(later); percent != 100 {
		debug.SetGCPercent(percent)
		return
	}
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, 100)
}

// watchMemory returns a context that ends when ctx does, or, with [bdd.ErrMemoryLimit] as its
// error, when the process takes more memory than the limit allows, in bytes; 0 is no limit.
func watchMemory(ctx context.Context, limit int64) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	before := debug.SetMemoryLimit(softMemory(limit))
	if percent := debug.SetGCPercent(100); percent != later || limit >= ample {
		debug.SetGCPercent(percent)
	}
	w := &ownContext{Context: ctx, done: make(chan struct{})}
	stop := make(chan struct{})
	go w.watch(limit, stop)
	return w, sync.OnceFunc(func() {
		close(stop)
		w.end(context.Canceled)
		debug.SetMemoryLimit(before)
	})
}

// ownContext has an error of its own, so that work which ends with it, or with a context made from
// it, names the cause.
type ownContext struct {
	context.Context
	done chan struct{}

	mu  sync.Mutex // of end and tell: no message comes after the end
	err atomic.Pointer[error]
}

func (w *ownContext) Done() <-chan struct{} { return w.done }

func (w *ownContext) Err() error {
	if err := w.err.Load(); err != nil {
		return *err
	}
	return nil
}

func (w *ownContext) end(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err.CompareAndSwap(nil, &err) {
		close(w.done)
	}
}

// tell gives the collector a limit as long as the work goes on.
func (w *ownContext) tell(limit int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.Err() == nil {
		debug.SetMemoryLimit(max(limit, softMemory(0)))
	}
}

// watch tells the collector as well what the tables of diagrams have outside the heap, where that
// has changed much.
func (w *ownContext) watch(limit int64, stop chan struct{}) {
	known := int64(0)
	tick := time.NewTicker(firstLook)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-w.Context.Done():
			w.end(w.Context.Err())
			return
		case <-tick.C:
			if mapped := bdd.MappedBytes(); max(mapped-known, known-mapped) > limit/32 {
				known = mapped
				w.tell(softMemory(limit) - mapped)
			}
			if bdd.ProcessBytes() > hardMemory(limit) {
				w.end(bdd.ErrMemoryLimit)
				debug.SetMemoryLimit(max(lastMemory(limit)-known, softMemory(0)))
				return
			}
			tick.Reset(memoryInterval)
		}
	}
}

// defaultMemory is the limit on memory if none is given: three quarters of the machine's memory or
// of what its control groups may use, so that a check that needs more says so instead of being
// killed. It is 0, no limit, where the system does not tell.
func defaultMemory() int64 {
	total := allMemory()
	if total == math.MaxInt64 {
		return 0
	}
	return total / 4 * 3
}

// allMemory is the memory of the machine, or what the control groups of the process may use. It is
// read once: the files of control groups take as long to read as a small model takes to check.
var allMemory = sync.OnceValue(func() int64 { return min(installedMemory(), groupMemory()) })

// leastMemory is the smallest limit that a small `ulimit -v` leads to, in bytes.
const leastMemory = 8 << 20

// mappable is the largest limit on memory at which the process stays within free bytes that it may
// still map, as `ulimit -v` has it: beyond them it would not end with a message. Half of them are
// left for the memory that the collector has not returned, and for what the process takes beyond
// the limit.
func mappable(limit, free int64) int64 {
	if free == math.MaxInt64 {
		return limit
	}
	most := max(free/2-hardMemory(0), leastMemory)
	if limit == 0 {
		return most
	}
	return min(limit, most)
}
