package flow

import "context"

// An effort counts the nodes of expressions that an analysis evaluates.
type effort struct {
	ctx    context.Context
	limits Thresholds
	work   int
	most   int // give up beyond it; 0 for never
	asked  int // the work at which the context was last asked
	err    error
}

// askEvery is how much work is done between two looks at the context: less
// than a millisecond.
const askEvery = 1 << 13

func (e *effort) spend(n int) {
	if e.work += n; e.work-e.asked >= askEvery && e.err == nil {
		e.asked, e.err = e.work, e.ctx.Err()
	}
}

// stopped reports whether the analysis is to end at once.
func (e *effort) stopped() bool { return e.err != nil || e.exhausted() }

func (e *effort) exhausted() bool { return e.most > 0 && e.work > e.most }

// coarse reports whether it is time to be fast rather than precise.
func (e *effort) coarse() bool { return e.work > e.limits.Effort }
