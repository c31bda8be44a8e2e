package mc

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Check decides the properties of a specification on a system. It is
// [NewChecker] followed by [Checker.Check].
func Check(ctx context.Context, sys *recipe.System, spec Specification, opts ...Option) (*Report, error) {
	c, err := NewChecker(ctx, sys, spec, opts...)
	var limit *LimitError
	if errors.As(err, &limit) {
		return undecided(spec, limit), nil
	}
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Check(ctx)
}

// undecided is the report of a check that ended before it began.
func undecided(spec Specification, limit *LimitError) *Report {
	r := &Report{}
	for _, p := range spec.Properties {
		r.Results = append(r.Results, Result{Property: p, Reason: limit.Error(), Err: limit})
	}
	return r
}

// Check decides all properties of the checker's specification, one after the
// other. Limits make results Unknown and are no error of Check; the error
// joins the internal errors of all results, which are Unknown as well.
func (c *Checker) Check(ctx context.Context) (*Report, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	r := &Report{}
	var errs []error
	if _, err := c.Reach(ctx); errors.Is(err, ErrInternal) {
		return nil, err
	}
	c.CheckProperties(ctx, c.spec.Properties, func(result Result) {
		if errors.Is(result.Err, ErrInternal) {
			errs = append(errs, result.Err)
		}
		r.Results = append(r.Results, result)
	})
	var err error
	if r.Certificate, err = c.Compare(ctx); errors.Is(err, ErrInternal) {
		errs = append(errs, err)
	}
	if c.set.vacuity && (c.finder == nil || c.haveReached()) {
		if r.Warnings, err = c.Warnings(ctx); errors.Is(err, ErrInternal) {
			errs = append(errs, err)
		}
	}
	c.stats.Engine = c.model.Manager.Stats()
	r.Stats = c.stats
	return r, errors.Join(errs...)
}

// CheckProperty decides one property, which need not belong to the checker's
// specification, under the specification's fairness.
func (c *Checker) CheckProperty(ctx context.Context, p Property) Result {
	r := Result{Property: p}
	if err := c.about(ctx, p.Formula); err != nil {
		return r.failed(err)
	}
	c.property = p.Index
	defer func() { c.property = 0 }()
	// What all properties share has no part in the time-out of one.
	_, err := c.Compare(ctx)
	if err != nil && (!IsLimit(err) || ctx.Err() != nil) {
		return r.failed(err)
	}
	start := time.Now()
	if c.set.propertyTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.set.propertyTimeout)
		defer cancel()
	}
	c.search.Restart()
	before := c.work()
	r.Trace, err = c.refute(ctx, p.Formula, &r.Stats)
	r.Stats.Images, r.Stats.Rounds = c.effort()
	r.Seconds = time.Since(start).Seconds()
	switch {
	case err != nil:
		return r.failed(err)
	case r.Trace != nil:
		r.Verdict = Violated
	default:
		r.Verdict = Holds
		r.Certificate, err = c.challenge(ctx, p.Formula, c.work()-before)
		r.Certificate.Repeated = c.set.certify
		r.Seconds = time.Since(start).Seconds()
		if errors.Is(err, ErrInternal) {
			return r.failed(err)
		}
		if c.set.vacuity && (c.finder == nil || c.haveReached()) {
			// What limits leave undone here takes nothing from the verdict.
			r.Warnings, err = c.Vacuity(ctx, p)
			if errors.Is(err, ErrInternal) {
				return r.failed(err)
			}
		}
	}
	return r
}

func (r Result) failed(err error) Result {
	r.Verdict, r.Trace, r.Err, r.Reason = Unknown, nil, err, err.Error()
	return r
}

// refute searches for a fair computation that does not satisfy f, conjunct by
// conjunct, and confirms that the one it returns is one.
func (c *Checker) refute(ctx context.Context, f *ltol.Formula, stats *PropertyStats) (*trace.Trace, error) {
	var limit error
	seen := c.newRepresentatives()
	for _, part := range f.Conjuncts() {
		if seen != nil {
			c.enter(PhaseSymmetry)
			if new, err := seen.Add(ctx, part); err != nil {
				return nil, c.fault(err)
			} else if !new {
				continue
			}
		}
		stats.Conjuncts++
		t, done, err := c.findOnOrbits(ctx, ltol.Not(part), stats)
		if !done && err == nil {
			t, err = c.find(ctx, ltol.Not(part), stats)
		}
		if err != nil {
			if limit == nil || !IsLimit(err) {
				limit = err
			}
			if IsLimit(err) && ctx.Err() == nil {
				continue // another conjunct may still be violated
			}
			return nil, limit
		}
		if t == nil {
			continue
		}
		return c.confirmed(ctx, t, f, false)
	}
	return nil, limit
}

// confirmed checks a lasso by replaying it and by evaluating the formula and
// the fairness conditions on it, shortens it, and checks what it returns once
// more. A limit before it is confirmed leaves the question open; one that comes
// later leaves the trace as long as it is.
func (c *Checker) confirmed(ctx context.Context, t *trace.Trace, f *ltol.Formula, want bool) (*trace.Trace, error) {
	c.enter(PhaseConfirm)
	if err := c.confirm(ctx, t, f, want); err != nil {
		if limit, ok := c.fault(err).(*LimitError); ok {
			limit.Found = true
			return nil, limit
		}
		return nil, c.fault(err)
	}
	shorter, err := c.shorten(ctx, t, f, want)
	if err == nil {
		err = c.confirm(ctx, shorter, f, want)
	}
	switch {
	case err == nil:
		return shorter, nil
	case IsLimit(err):
		return t, nil
	}
	return nil, c.fault(err)
}

func (c *Checker) confirm(ctx context.Context, t *trace.Trace, f *ltol.Formula, want bool) error {
	if err := t.Replay(c.in); err != nil {
		return internal("%w", err)
	}
	ok, err := c.stands(ctx, t, f, want)
	if err != nil {
		return err
	}
	if !ok {
		return internal("the trace is no fair computation that gives the formula the value %t", want)
	}
	return nil
}

// Satisfies reports whether the computation that the trace repeats satisfies
// the formula, by the semantics of formulas on lassos (ltol.Eval), atoms being
// judged by the interpreter. The trace must be a lasso. It does not ask
// whether the trace is a run of the system; see [trace.Trace.Replay].
func Satisfies(in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (bool, error) {
	if err := checkTrace(in, t, f); err != nil {
		return false, err
	}
	return satisfies(context.Background(), in, t, f)
}

// Fair reports whether the computation that the trace repeats is fair by the
// specification. The trace must be a lasso.
func Fair(in *recipe.Interpreter, t *trace.Trace, spec Specification) (bool, error) {
	if err := checkTrace(in, t, spec.formulas()...); err != nil {
		return false, err
	}
	for _, condition := range spec.formulas() {
		if ok, err := Satisfies(in, t, condition); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Refutes reports whether the steps of a finite run themselves show that no
// computation which begins with them satisfies the formula; see
// [ltol.Prefix.Refutes].
func Refutes(in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (bool, error) {
	if err := checkTrace(in, t, f); err != nil {
		return false, err
	}
	return refutes(context.Background(), in, t, len(t.Steps)-1, f)
}

// refutes is [Refutes] of the first steps of a run.
func refutes(ctx context.Context, in *recipe.Interpreter, t *trace.Trace, steps int, f *ltol.Formula) (bool, error) {
	if steps < 1 {
		return false, nil
	}
	return newLetters(ctx, in, t).refute(steps, f)
}

func (l *letters) refute(steps int, f *ltol.Formula) (bool, error) {
	refuted := ltol.Prefix{Length: steps, State: l.state, Step: l.step}.Refutes(f)
	return refuted && l.fault == nil, l.fault
}

// satisfies is [Satisfies]; its error is the context's if that is done before
// the answer is known.
func satisfies(ctx context.Context, in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (bool, error) {
	return newLetters(ctx, in, t).satisfy(f)
}

func (l *letters) satisfy(f *ltol.Formula) (bool, error) {
	t := l.run
	got, err := ltol.Eval(f, ltol.Lasso{Length: len(t.Steps), Loop: t.Loop, State: l.state, Step: l.step})
	return got, errors.Join(err, l.fault)
}

// letters is what atoms say of the positions of a run, by the interpreter.
type letters struct {
	ctx   context.Context
	in    *recipe.Interpreter
	run   *trace.Trace
	fault error // the first; after it values mean nothing

	// walk, if there is one, begins with the states of the run, and with all its
	// steps but, if it is a lasso, the last.
	walk   *walk
	id     int // of the proposition that column is about
	column []atomic.Uint32
}

func newLetters(ctx context.Context, in *recipe.Interpreter, run *trace.Trace) *letters {
	return &letters{ctx: ctx, in: in, run: run}
}

func (l *letters) note(b bool, err error) bool {
	if err != nil && l.fault == nil {
		l.fault = err
	}
	return b
}

func (l *letters) state(i, id int) bool {
	return l.remember(i, id, func() (bool, error) { return l.in.StateHolds(id, l.run.Steps[i].State) })
}

func (l *letters) step(i, id int) bool {
	if l.fault != nil {
		return false
	}
	holds := func() (bool, error) {
		return l.in.StepHoldsContext(l.ctx, id, l.run.Steps[i].State, l.run.Steps[i].Message)
	}
	if l.run.Lasso() && i == len(l.run.Steps)-1 {
		return l.note(holds()) // this step is the lasso's own
	}
	return l.remember(i, id, holds)
}

// remember looks on the walk for what holds says at a position.
func (l *letters) remember(i, id int, holds func() (bool, error)) bool {
	if l.walk == nil {
		return l.note(holds())
	}
	if l.column == nil || l.id != id {
		l.id, l.column = id, l.walk.atoms.column(id, len(l.walk.steps))
	}
	if v := l.column[i].Load(); v > 0 {
		return v == 2
	}
	b := l.note(holds())
	switch {
	case l.fault != nil:
	case b:
		l.column[i].Store(2)
	default:
		l.column[i].Store(1)
	}
	return b
}
