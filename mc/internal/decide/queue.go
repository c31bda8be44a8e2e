package decide

import (
	"math"
	"sync"
	"sync/atomic"
)

// A queue hands out properties to jobs. The next property goes to the job that has taken the fewest
// steps of diagrams, where each property counts as one step more; of several, to the first. A job
// that asks for a property waits until all others have taken more steps. So who gets which property
// does not depend on how fast the jobs are.
//
// This is list scheduling (Graham, "Bounds for certain multiprocessing anomalies", 1966,
// doi:10.1002/j.1538-7305.1966.tb01709.x), with steps in place of time.
type queue struct {
	mu      sync.Mutex
	changed sync.Cond
	next    int            // the place of the property that is handed out next
	end     int            // the number of properties
	steps   []atomic.Int64 // by job, as far as it has told
	given   []int          // by job: the number of its properties
	waits   []bool         // by job: it waits for a property
	wanted  atomic.Int64   // the fewest steps of a job that waits
}

// newQueue makes a queue of so many properties. All jobs have taken as many steps.
func newQueue(jobs, properties int) *queue {
	q := &queue{end: properties, steps: make([]atomic.Int64, jobs), given: make([]int, jobs), waits: make([]bool, jobs)}
	q.changed.L = &q.mu
	q.want()
	return q
}

// broken are the steps of a job that decides nothing any more. It comes after the others.
const broken = math.MaxInt

// tell notes the steps that a job has taken, which works on a property.
func (q *queue) tell(job, steps int) {
	now := int64(steps + q.given[job])
	before := q.steps[job].Swap(now)
	if wanted := q.wanted.Load(); before <= wanted && now >= wanted {
		q.mu.Lock()
		q.changed.Broadcast()
		q.mu.Unlock()
	}
}

// take hands out the place of a property to a job that has taken so many steps. ok is false if no
// property is left.
func (q *queue) take(job, steps int) (place int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if steps != broken {
		steps += q.given[job]
	}
	q.steps[job].Store(int64(steps))
	q.waits[job] = true
	q.want()
	q.changed.Broadcast()
	for q.next < q.end && !q.first(job) {
		q.changed.Wait()
	}
	q.waits[job] = false
	if q.next < q.end {
		place, ok = q.next, true
		q.next++
	}
	if q.given[job]++; steps != broken {
		q.steps[job].Store(int64(steps + 1))
	}
	q.want()
	q.changed.Broadcast()
	return place, ok
}

// first reports whether a job has taken fewer steps than all others.
func (q *queue) first(job int) bool {
	own := q.steps[job].Load()
	for other := range q.steps {
		if steps := q.steps[other].Load(); steps < own || steps == own && other < job {
			return false
		}
	}
	return true
}

// want notes the fewest steps of a job that waits. Jobs that come to as many wake it.
func (q *queue) want() {
	least := int64(math.MaxInt64)
	for job, waits := range q.waits {
		if waits {
			least = min(least, q.steps[job].Load())
		}
	}
	q.wanted.Store(least)
}
