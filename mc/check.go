package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

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
