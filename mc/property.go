package mc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/decide"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// CheckProperty decides one property, which need not belong to the checker's specification, under
// the specification's fairness.
func (c *Checker) CheckProperty(ctx context.Context, p Property) Result {
	if err := c.usable(ctx); err != nil {
		return Result{Property: p}.failed(err)
	}
	return result(c, p, c.core.Decide(ctx, c.question(ctx, p)))
}

// CheckProperties decides properties, which need not belong to the checker's specification, and
// calls each with the results in their order, as soon as they are known, in the caller's goroutine.
// The checker may be used by each.
func (c *Checker) CheckProperties(ctx context.Context, properties []Property, each func(Result)) {
	if each == nil {
		panic(misuse("CheckProperties: there is no function to give the results to"))
	}
	if err := c.usable(ctx); err != nil {
		for _, p := range properties {
			each(Result{Property: p}.failed(err))
		}
		return
	}
	questions := mapped(properties, func(p Property) decide.Question { return c.question(ctx, p) })
	c.core.DecideAll(ctx, c.s.Set.Jobs, questions, func(i int, a decide.Answer) {
		each(result(c, properties[i], a))
	})
}

// question is what a property asks.
func (c *Checker) question(ctx context.Context, p Property) decide.Question {
	q := decide.Question{Index: p.Index, Formula: p.Formula, State: p.State}
	if p.State != nil {
		q.Fault = c.aboutStates(ctx, p.State)
	} else {
		q.Fault = c.about(ctx, p.Formula)
	}
	return q
}

// Shorten gives a violated result a short run. It is a shortest one, counted in the states that
// show the violation (see [trace.Trace.Decisive]), if breadth-first search finds that within a
// budget of its own: always for [WithShortestRuns]. Else it is one that was found for the property
// alone, if there is one. So the run does not depend on what else is checked. A limit leaves the
// run as it is.
//
// [WithCounterexamples] asks for further ones, also for a property about states that says something
// of all runs; nothing else changes then. The error wraps [ErrInternal] or [ErrMisuse].
func (c *Checker) Shorten(ctx context.Context, r *Result) error {
	if r == nil || r.Verdict != Violated || r.Trace == nil && r.Witness == nil {
		return misuse("Shorten: there is no result with a run that violates a property")
	}
	q := c.question(ctx, r.Property)
	if q.Fault != nil {
		return q.Fault
	}
	run, further, err := c.core.Shorten(ctx, q, r.Trace, r.Witness)
	if err == nil {
		r.Trace, r.Further = run, further
	}
	return err
}

// result is an answer about a property as users see it. What is decided of an interpreted system
// counts for its certificate and its warnings.
func result(c *Checker, p Property, a decide.Answer) (r Result) {
	defer func() {
		if c.sys == nil && r.Verdict != Unknown {
			c.core.Asked = append(c.core.Asked, p.State)
		}
	}()
	r = Result{
		Property: p, Verdict: Holds, Seconds: a.Seconds, Trace: a.Trace, States: a.States, Witness: a.Witness,
		Stats: PropertyStats(a.Stats), Certificate: PropertyCertificate(a.Tested),
	}
	for _, u := range a.Unfair {
		names := mapped(u.Formula.Agents(), c.s.Recipe.Player)
		r.Warnings = append(r.Warnings, Warning{CodeUnfairStrategy, p.Pos, fmt.Sprintf(
			"in %s reachable states, such as %s, the coalition {%s} could win only by leaving no path fair, which does not count",
			u.States, c.s.Space.StateString(u.Example), strings.Join(names, ", "))})
	}
	if a.Violated {
		r.Verdict = Violated
	}
	if a.Err != nil {
		return r.failed(a.Err)
	}
	return r
}

// failed is the result where an error ended the work: unknown, but for what the engines have
// answered before a limit.
func (r Result) failed(err error) Result {
	var limit *LimitError
	if errors.As(err, &limit) && limit != nil && !errors.Is(err, ErrInternal) {
		t := cmp.Or(limit.board.About(r.Property.State), limit.board.Target(r.Property.Formula))
		switch {
		case t == nil:
		case t.Trace != nil:
			r.Verdict, r.Trace = Violated, t.Trace
			return r
		case t.Path != nil:
			r.Verdict = Violated
			r.Witness = &branch.Witness{Formula: t.State, State: t.Path.States[0], Run: t.Path}
			return r
		case t.Proved:
			r.Stats.Clauses, r.Stats.InvariantNodes = t.Clauses, t.Nodes
			r.Verdict, r.Certificate.Reason = Holds, err.Error()
			return r
		case errors.Is(err, ErrUndecided) && len(t.Why) > 0:
			err = fmt.Errorf("%w; %s", err, strings.Join(t.Why, "; "))
		}
	}
	r.Verdict, r.Trace, r.Witness, r.Err, r.Reason = Unknown, nil, nil, err, err.Error()
	if limit != nil {
		r.Reason += limit.more[r.Property.Index]
	}
	return r
}

// Result is what is known of a property when the limit has ended the work on its system: that it is
// violated, if an engine has shown it.
func (e *LimitError) Result(p Property) Result {
	return Result{Property: p}.failed(e)
}

// Witness returns a fair computation that satisfies the formula, confirmed like a counterexample,
// or nil if there is none. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) Witness(ctx context.Context, f *ltol.Formula) (*trace.Trace, PropertyStats, error) {
	if err := c.about(ctx, f); err != nil {
		return nil, PropertyStats{}, err
	}
	t, stats, err := c.core.Runs.Witness(ctx, f)
	return t, PropertyStats(stats), err
}

// FairComputation reports whether the system has a fair computation. Errors are [*LimitError] or
// wrap [ErrInternal].
func (c *Checker) FairComputation(ctx context.Context) (bool, error) {
	if err := c.about(ctx); err != nil {
		return false, err
	}
	return c.core.Runs.Fair(ctx)
}

// ExplainStates shows why a property about states holds in one of the initial states in which it
// does: nil if it does in none. Errors are [*LimitError], of misuse, wrap [branch.ErrStrategy] or
// wrap [ErrInternal].
func (c *Checker) ExplainStates(ctx context.Context, p Property) (*branch.Witness, error) {
	if p.State == nil {
		return nil, misuse("ExplainStates: the property is not about states")
	}
	if err := c.aboutStates(ctx, p.State); err != nil {
		return nil, err
	}
	return c.core.States.Explain(ctx, p.State)
}

// Vacuity looks for trivial reasons for a property to hold. There may be no fair computation, or
// none that satisfies what the property assumes. The formula may be valid whatever its atoms mean.
// Or the left sides of implications, or observations, never come true. Ask it about properties that
// hold. Errors are [*LimitError] or wrap [ErrInternal]; with one come the warnings found so far.
func (c *Checker) Vacuity(ctx context.Context, p Property) ([]Warning, error) {
	named := report.Named{Label: p.label(), Pos: p.Pos}
	if p.State != nil {
		if err := c.aboutStates(ctx, p.State); err != nil || c.core.Pruned {
			return nil, err
		}
		list, err := report.VacuityOfStates(ctx, c.s, named, p.State)
		return warnings(list), err
	}
	if err := c.about(ctx, p.Formula); err != nil {
		return nil, err
	}
	list, err := c.core.Inspection.Vacuity(ctx, named, p.Formula, p.Assumed, c.core.Runs.Occurs)
	return warnings(list), err
}

// Warnings lists what users should know about the system, whatever its properties: reachable
// deadlocks and what agents wait for there, fairness that discards them or everything, range
// faults, and what never happens. An interpreted system can also have joint actions that leave the
// range of a variable, and strategies that do not count because no outcome is fair. When a limit
// ends the work, the warnings found so far come with the error, which is a [*LimitError] or wraps
// [ErrInternal].
func (c *Checker) Warnings(ctx context.Context) ([]Warning, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if c.core.Joint != nil {
		list, err := c.core.Joint.Warnings(ctx, c.core.Asked)
		return warnings(list), err
	}
	list, err := c.core.Inspection.Warnings(ctx)
	return warnings(list), err
}

func warnings(list []report.Warning) []Warning {
	return mapped(list, func(w report.Warning) Warning { return Warning(w) })
}
