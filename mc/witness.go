package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// Witness returns a fair computation that satisfies the formula, confirmed
// like a counterexample, or nil if there is none. Errors are [*LimitError] or
// wrap [ErrInternal].
func (c *Checker) Witness(ctx context.Context, f *ltol.Formula) (*trace.Trace, PropertyStats, error) {
	var stats PropertyStats
	if err := c.reach(ctx); err != nil && !isLimit(err) {
		return nil, stats, err
	}
	c.restart()
	t, err := c.find(ctx, f, &stats)
	if err == nil && t != nil {
		t, err = c.confirmed(ctx, t, f, true)
	}
	stats.Images, stats.Rounds = c.effort.images, c.effort.rounds
	if err != nil {
		return nil, stats, err
	}
	return t, stats, nil
}

// occurs reports whether some fair computation satisfies the formula, without
// a trace to show it.
func (c *Checker) occurs(ctx context.Context, f *ltol.Formula) (bool, error) {
	var stats PropertyStats
	s, err := c.prepare(ctx, f, &stats)
	if s == nil || err != nil {
		return false, c.fault(err)
	}
	defer s.release()
	h, err := s.fairRegion(ctx)
	if h == nil || err != nil {
		return false, c.fault(err)
	}
	h.release()
	return true, nil
}
