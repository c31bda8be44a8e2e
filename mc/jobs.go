package mc

import (
	"bytes"
	"context"
	"runtime/debug"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// CheckProperties decides properties, which need not belong to the checker's specification, and
// calls each with the results in their order, as soon as they are known, in the caller's goroutine.
// The checker may be used by each.
func (c *Checker) CheckProperties(ctx context.Context, properties []Property, each func(Result)) {
	if each == nil {
		panic(misuse("CheckProperties: there is no function to give the results to"))
	}
	if c.usable(ctx) != nil {
		for _, p := range properties {
			each(c.CheckProperty(ctx, p))
		}
		return
	}
	jobs := min(c.set.jobs, len(properties))
	if jobs > 1 && c.known(ctx) == nil && c.finder == nil {
		if clones, err := c.clones(ctx, jobs); err == nil {
			c.checkInParallel(ctx, clones, properties, each)
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

// checkInParallel gives every clone its share of the properties, which does not depend on how fast
// they are: with three jobs the second decides properties 2, 5, 8 and so on. A clone shares nothing
// with another that its answers depend on, so that these are a function of the input and of the number
// of jobs.
func (c *Checker) checkInParallel(ctx context.Context, clones []*Checker, properties []Property, each func(Result)) {
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
				r, before := Result{Property: properties[i]}, d.effortInAll()
				if broken == nil {
					r, broken = d.checkSafely(ctx, properties[i])
				}
				if broken != nil {
					r = r.failed(broken)
				}
				answers[i] <- answer{r, d.effortInAll() - before}
			}
		})
	}
	defer func() {
		wait.Wait()
		for _, d := range clones {
			c.explicit.add(d.explicit)
		}
	}()
	for i := range answers {
		a := <-answers[i]
		c.inJobs += a.work
		each(a.Result)
	}
}

// checkSafely is CheckProperty with panics, which would end the program because they happen in a
// goroutine of the checker's, as internal errors. The checker is not to be used after one.
func (c *Checker) checkSafely(ctx context.Context, p Property) (r Result, broken error) {
	defer func() {
		if fault := recover(); fault != nil {
			r = Result{Property: p}
			broken = internal("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return c.CheckProperty(ctx, p), nil
}

// clones returns checkers like c, with encodings in the same order and copies of the reachable
// states. They report no progress.
func (c *Checker) clones(ctx context.Context, n int) ([]*Checker, error) {
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	if _, err := c.Compare(ctx); err != nil {
		return nil, err // which the checker itself will tell
	}
	var saved bytes.Buffer
	reached, dead, _ := c.search.Reached()
	if err := c.space.Manager().Dump(&saved, reached, dead); err != nil {
		return nil, err
	}
	var out []*Checker
	for range n {
		d, err := c.clone(ctx, saved.Bytes())
		if err != nil {
			for _, d := range out {
				d.Close()
			}
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

func (c *Checker) clone(ctx context.Context, saved []byte) (*Checker, error) {
	d := &Checker{
		sys: c.sys, kind: c.kind, spec: c.spec, fair: c.fair, in: c.in, set: c.set,
		renaming: c.renaming, answers: c.answers,
		explicit: c.explicit.forJob(), stats: c.stats, phase: c.phase,
	}
	d.sched, d.frozen = c.sched.Idle(), true
	d.set.progress, d.set.jobs = nil, 0
	if err := d.encodeLike(ctx, c); err != nil {
		return nil, err
	}
	sc := d.space.Manager().NewScope(ctx)
	defer sc.Close()
	roots, err := sc.Load(bytes.NewReader(saved))
	if err != nil {
		d.space.Close()
		return nil, err
	}
	if c.budget > 0 {
		d.budget = max(c.budget-c.effortInAll()+d.effortInAll(), 1)
	}
	d.search.Adopt(roots[0], roots[1])
	return d, nil
}

// encodeLike encodes the system of another checker in the same order, and begins to search it.
func (c *Checker) encodeLike(ctx context.Context, other *Checker) (err error) {
	if c.kind != nil {
		c.set.symbolic.BDD.Order, c.fair = other.Order(), search.Fairness{}
		return c.encodeKind(ctx)
	}
	c.set.symbolic.Order, c.set.symbolic.NoTrials = other.Order(), true
	model, err := symbolic.Encode(ctx, c.sys, c.set.symbolic)
	if err == nil {
		c.adoptModel(model)
		c.newSearch()
	}
	return err
}
