package mc

import (
	"context"
	"runtime/debug"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
)

// CheckProperties decides properties, which need not belong to the checker's specification, and
// calls each with the results in their order, as soon as they are known, in the caller's goroutine.
// The checker may be used by each.
func (c *Checker) CheckProperties(ctx context.Context, properties []Property, each func(Result)) {
	if each == nil {
		panic(misuse("CheckProperties: there is no function to give the results to"))
	}
	jobs := 0
	if c.usable(ctx) == nil && !c.pruned {
		jobs = min(c.s.Set.Jobs, len(properties))
	}
	if jobs > 1 && c.s.Known(ctx) == nil && c.s.Finder == nil {
		if clones, err := clonesOf(ctx, c, jobs); err == nil {
			checkInParallel(ctx, c, clones, properties, each)
			return
		}
		// There is no room for copies, or no time; the checker itself will meet the limit and
		// report it.
	}
	for _, p := range properties {
		each(c.CheckProperty(ctx, p))
	}
}

// An answer of a job is a result, with the steps of diagrams that the job has taken for it.
type answer struct {
	Result
	work int
}

// checkInParallel gives every clone its part of the properties, which does not depend on how fast
// they are: with three jobs the second decides properties 2, 5, 8 and so on. A clone shares nothing
// with another that its answers depend on, so that these are a function of the input and of the number
// of jobs.
func checkInParallel(ctx context.Context, c *Checker, clones []*Checker, properties []Property, each func(Result)) {
	answers := make([]chan answer, len(properties))
	for i := range answers {
		answers[i] = make(chan answer, 1)
	}
	var wait sync.WaitGroup
	for job, d := range clones {
		wait.Go(func() {
			defer d.Close()
			var broken error
			for i := job; i < len(properties); i += len(clones) {
				r, before := Result{Property: properties[i]}, d.s.Engines.Meter.Work()
				if broken == nil {
					r, broken = checkSafely(ctx, d, properties[i])
				}
				if broken != nil {
					r = r.failed(broken)
				}
				answers[i] <- answer{r, d.s.Engines.Meter.Work() - before}
			}
		})
	}
	defer func() {
		wait.Wait()
		for _, d := range clones {
			if c.comparison != nil {
				c.comparison.Add(d.comparison)
			}
		}
	}()
	for i := range answers {
		a := <-answers[i]
		c.s.Engines.Meter.AddJob(a.work)
		c.note(&a.Result)
		each(a.Result)
	}
}

// checkSafely is CheckProperty with panics, which would end the program because they happen in a
// goroutine of the checker's, as internal errors. The checker is not to be used after one.
func checkSafely(ctx context.Context, c *Checker, p Property) (r Result, broken error) {
	defer func() {
		if fault := recover(); fault != nil {
			r = Result{Property: p}
			broken = internal("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return c.CheckProperty(ctx, p), nil
}

// clonesOf returns checkers like c, with encodings in the same order and copies of the reachable
// states. They report no progress.
func clonesOf(ctx context.Context, c *Checker, n int) ([]*Checker, error) {
	if err := c.s.Reach(ctx); err != nil {
		return nil, err
	}
	if _, err := compare(ctx, c); err != nil {
		return nil, err // which the checker itself will tell
	}
	dump, err := c.s.Dump()
	if err != nil {
		return nil, err
	}
	var out []*Checker
	for range n {
		s, err := c.s.Clone(ctx, dump)
		if err != nil {
			for _, d := range out {
				d.Close()
			}
			return nil, err
		}
		d := &Checker{spec: c.spec, sys: c.sys}
		var comparison *certify.Comparison
		if c.comparison != nil {
			comparison = c.comparison.ForJob(s)
		}
		answerAbout(d, s, comparison)
		out = append(out, d)
	}
	return out, nil
}
