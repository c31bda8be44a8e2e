package decide

import (
	"context"
	"runtime/debug"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// A Checker is a subject with all that answers questions about it. It is not safe for concurrent use.
type Checker struct {
	Subject *subject.Subject
	States  *States
	// Of ReCiPe systems; nil for interpreted ones.
	Comparison *certify.Comparison
	Runs       *Runs
	Inspection *report.Inspection
	// Joint is of interpreted systems; nil for ReCiPe systems.
	Joint *report.Joint
	// Pruned tells that properties are to hold in some pruned system; see [CheckPruned].
	Pruned bool
	// Asked are formulas about an interpreted system that were decided, as far as it is told.
	Asked []*ltol.StateFormula

	jointly *certify.Joint
}

// A Question is a property: a formula about runs, or one about states. Index is its number, Fault why
// it cannot be asked.
type Question struct {
	Index   int
	Formula *ltol.Formula
	State   *ltol.StateFormula
	Fault   error
}

// NewChecker answers questions about a subject with so many properties.
func NewChecker(s *subject.Subject, properties int) *Checker {
	if s.Recipe == nil {
		return newChecker(s, nil)
	}
	return newChecker(s, certify.New(s, properties))
}

// newChecker answers questions about a subject. The comparison is that of a ReCiPe system.
func newChecker(s *subject.Subject, comparison *certify.Comparison) *Checker {
	c := &Checker{Subject: s, Comparison: comparison}
	compare := c.Compare
	if s.Recipe == nil {
		c.jointly, c.Joint = certify.NewJoint(s), report.InspectJoint(s)
		compare = func(context.Context) (certify.Done, error) { return certify.Done{}, nil } // a session compares the whole once
	} else {
		c.Runs = NewRuns(s, comparison)
		c.Inspection = report.Inspect(s, comparison, c.Runs.Fair)
	}
	c.States = NewStates(s, compare)
	return c
}

// Unencoded only looks for short and further runs of a subject that has no encoding.
func Unencoded(s *subject.Subject) *Checker {
	return &Checker{Subject: s, Runs: NewRuns(s, nil), States: NewStates(s, nil)}
}

// Shorten is a short run that violates a property about runs, of which one is known, with further ones if
// several are wanted; see [Runs.Shorten]. A property about states, of which a witness is known, has only
// further ones. The error is a fault.
func (c *Checker) Shorten(
	ctx context.Context, q Question, known *trace.Trace, w *branch.Witness,
) (run *trace.Trace, more *branch.Further, err error) {
	c.Subject.Property = q.Index
	defer func() { c.Subject.Property = 0 }()
	ctx, cancel := c.Subject.ForProperty(ctx)
	defer cancel()
	switch {
	case q.State == nil:
		return c.Runs.Shorten(ctx, q.Formula, known)
	case c.Subject.Set.Counterexamples > 1:
		more, err = c.States.Further(ctx, q.State, w)
	}
	return known, more, err
}

// Compare compares the system with its explicit semantics, unless that is done.
func (c *Checker) Compare(ctx context.Context) (certify.Done, error) {
	if c.jointly != nil {
		return c.jointly.Compare(ctx, c.Asked)
	}
	return c.Comparison.Compare(ctx)
}

// Decide decides a property.
func (c *Checker) Decide(ctx context.Context, q Question) Answer {
	s := c.Subject
	if err := ctx.Err(); err != nil { // of many properties, most are left when a limit is met
		return Answer{Err: s.Fault(err)}
	}
	s.Property = q.Index
	defer func() { s.Property = 0 }()
	switch {
	case q.Fault != nil:
		return Answer{Err: q.Fault}
	case q.State == nil:
		return c.Runs.Check(ctx, q.Formula)
	case c.Pruned:
		return CheckPruned(ctx, s, q.State)
	}
	return c.States.Check(ctx, q.State)
}

// DecideAll decides properties, several at the same time if there is more than one job, and calls each
// with the answers in their order, in the caller's goroutine. The checker may be used by each.
func (c *Checker) DecideAll(ctx context.Context, jobs int, list []Question, each func(int, Answer)) {
	if !c.Pruned && min(jobs, len(list)) > 1 && c.Subject.Known(ctx) == nil && c.Subject.Finder == nil {
		if clones, err := c.Clones(ctx, min(jobs, len(list))); err == nil {
			c.InParallel(ctx, clones, list, each)
			return
		}
		// There is no room for copies, or no time; the checker itself will meet the limit and
		// report it.
	}
	for i, q := range list {
		each(i, c.Decide(ctx, q))
	}
}

// InParallel gives every clone its part of the properties, which does not depend on how fast they are
// (see queue). A clone shares nothing with another that its answers depend on, so that these are a
// function of the input and of the number of jobs.
func (c *Checker) InParallel(ctx context.Context, clones []*Checker, list []Question, each func(int, Answer)) {
	type done struct {
		Answer
		work int // the steps of diagrams that the job has taken
	}
	answers := make([]chan done, len(list))
	for i := range answers {
		answers[i] = make(chan done, 1)
	}
	var wait sync.WaitGroup
	q := newQueue(len(clones), len(list))
	for job, d := range clones {
		wait.Go(func() {
			defer d.Subject.Close()
			meter := d.Subject.Engines.Meter
			start := meter.Work()
			meter.Told = func(work int) { q.tell(job, work-start) }
			var fault error
			for {
				before := meter.Work()
				steps := before - start
				if fault != nil {
					steps = broken
				}
				i, ok := q.take(job, steps)
				if !ok {
					return
				}
				a := Answer{Err: fault}
				if fault == nil {
					a, fault = d.safely(ctx, list[i])
				}
				answers[i] <- done{a, meter.Work() - before}
			}
		})
	}
	defer func() {
		wait.Wait()
		for _, d := range clones {
			if c.Comparison != nil {
				c.Comparison.Add(d.Comparison)
			}
		}
	}()
	for i := range list {
		a := <-answers[i]
		c.Subject.Engines.Meter.AddJob(a.work)
		each(i, a.Answer)
	}
}

// safely is Decide with panics, which would end the program because they happen in a goroutine of the
// checker's, as internal errors. The checker is not to be used after one.
func (c *Checker) safely(ctx context.Context, q Question) (a Answer, broken error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			broken = fault.Internal("panic: %v\n%s", panicked, debug.Stack())
			a = Answer{Err: broken}
		}
	}()
	return c.Decide(ctx, q), nil
}

// Clones returns checkers like c, with encodings in the same order and copies of the reachable
// states. They report no progress.
func (c *Checker) Clones(ctx context.Context, n int) ([]*Checker, error) {
	if err := c.Subject.Reach(ctx); err != nil {
		return nil, err
	}
	if _, err := c.Compare(ctx); err != nil {
		return nil, err // which the checker itself will tell
	}
	dump, err := c.Subject.Dump()
	if err != nil {
		return nil, err
	}
	var out []*Checker
	for range n {
		s, err := c.Subject.Clone(ctx, dump)
		if err != nil {
			for _, d := range out {
				d.Subject.Close()
			}
			return nil, err
		}
		comparison := c.Comparison
		if comparison != nil {
			comparison = comparison.ForJob(s)
		}
		out = append(out, newChecker(s, comparison))
	}
	return out, nil
}
