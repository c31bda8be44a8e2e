package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ModelOf is a ReCiPe system with a specification and the options of [NewChecker].
func ModelOf(sys *recipe.System, spec Specification, opts ...Option) Model {
	return func(ctx context.Context, tell func(Event)) (*Checker, error) {
		events := []Option{
			WithFound(func(property int, violation *trace.Trace) {
				tell(ViolationKnown{Result{Property: spec.Properties[property], Verdict: Violated, Trace: violation}})
			}),
			WithProgress(func(p Progress) { tell(p) }),
		}
		return NewChecker(ctx, sys, spec, append(events, opts...)...)
	}
}

// Check decides the properties of a specification on a system: it runs a [Session] without events.
// Limits make results Unknown and are no error. The error is one of [NewChecker], or joins all
// internal errors, those of results among them.
func Check(ctx context.Context, sys *recipe.System, spec Specification, opts ...Option) (*Report, error) {
	s := &Session{Model: ModelOf(sys, spec, opts...), Properties: spec.Properties}
	if set, err := newSettings(opts); err == nil && set.Vacuity {
		s.Warnings = Everything
	}
	r, err := s.Run(ctx)
	return r.faults(err)
}

// Check is [Check] with the checker's specification, and leaves the checker open.
func (c *Checker) Check(ctx context.Context) (*Report, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	s := &Session{Properties: c.spec.Properties}
	if c.s.Set.Vacuity {
		s.Warnings = Everything
	}
	r, err := newAsking(s).ask(ctx, c)
	return r.faults(err)
}
