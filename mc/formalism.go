package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
)

// NewCheckerOf encodes a system of another kind than ReCiPe. The questions that are about ReCiPe
// systems alone fail with [ErrMisuse]. Errors are those of [NewChecker]. The caller closes the
// checker.
func NewCheckerOf(ctx context.Context, kind formalism.System, opts ...Option) (*Checker, error) {
	if ctx == nil || kind == nil {
		return nil, misuse("there is no context, or no system")
	}
	set, err := newSettings(opts)
	if err != nil {
		return nil, err
	}
	c := &Checker{}
	if err := c.open(ctx, kind, set); err != nil {
		return nil, err
	}
	return c, nil
}

// Begin computes the reachable states, unless that is done, and begins a phase. It gives the packages
// of formalisms the state of the check, for questions of their own.
func (c *Checker) Begin(ctx context.Context, phase string) (*subject.Subject, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if err := c.s.Reach(ctx); err != nil {
		return nil, err
	}
	c.s.Enter(phase)
	return c.s, nil
}

// Subject is the state of the check, which belongs to the checker.
func (c *Checker) Subject() *subject.Subject {
	if c == nil {
		return nil
	}
	return c.s
}
