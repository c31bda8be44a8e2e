package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/integers"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// NewChecker encodes the system. The specification's fairness applies to all questions; its
// properties are only what [Checker.Check] goes through. Errors are faults of the system or the
// specification, a [*LimitError], or wrap [ErrInternal]. The caller closes the checker.
//
// Without options a checker uses all engines; see [WithEngines] and [WithSymmetry].
//
// If integers of the system have no range, the checker is about the system that [Bounded] returns.
// If there is none, the [*LimitError] has violations that were found all the same.
func NewChecker(ctx context.Context, sys *recipe.System, spec Specification, opts ...Option) (*Checker, error) {
	set, err := accepted(ctx, sys, opts)
	if err != nil {
		return nil, err
	}
	narrowed, ranges, err := bounded(ctx, sys, spec, set)
	if err != nil {
		return nil, err
	}
	c, err := newChecker(ctx, narrowed, spec, set)
	if err == nil && narrowed != sys {
		c.given, c.ranges = sys, ranges
	}
	return c, err
}

// accepted returns the settings of a call about a system, or says what is wrong with the call.
func accepted(ctx context.Context, sys *recipe.System, opts []Option) (settings.Settings, error) {
	switch {
	case ctx == nil:
		return settings.Settings{}, misuse("there is no context")
	case sys == nil:
		return settings.Settings{}, misuse("there is no system")
	}
	set, err := newSettings(opts)
	if err == nil {
		err = sys.Check()
	}
	return set, err
}

// Bounded returns a system whose integers all have ranges, and that has the same computations as
// the given one, whose integers may have none (P000 Sections 5.1 and 6). All indices stay the same.
// A system whose integers have ranges is returned as it is. The error is a [*LimitError] that wraps
// [ErrGrows] if no range up to a limit is large enough, or is one of [NewChecker].
func Bounded(ctx context.Context, sys *recipe.System, opts ...Option) (*recipe.System, error) {
	set, err := accepted(ctx, sys, opts)
	if err != nil {
		return nil, err
	}
	out, _, err := bounded(ctx, sys, Specification{}, set)
	return out, err
}

// bounded is [Bounded]. If no range is large enough, the error has the violations of properties
// over all integers. It also returns the ranges by local.
func bounded(ctx context.Context, sys *recipe.System, spec Specification, set settings.Settings) (*recipe.System, []recipe.Interval, error) {
	if _, any := sys.Unbounded(); !any {
		return sys, nil, nil
	}
	set.Thresholds.SetDefaults()
	set.Found, set.Reachable, set.Certify, set.Vacuity = nil, nil, false, false
	if work := set.Thresholds.IntegersWork; set.Budget == 0 || set.Budget > work {
		set.Budget = work
	}
	work, properties := 0, map[*integers.Property]Property{}
	w := &integers.Widening{
		System: sys, Fairness: spec.Conditions(), First: set.Thresholds.IntegersFirst, Most: set.Thresholds.IntegersMost,
		Leaving: func(ctx context.Context, ranged *recipe.System, unlimited []bool, of int) ([]recipe.State, *trace.Trace, error) {
			set := set
			set.Engines, set.Jobs, set.Symmetry = nil, 0, settings.Conjuncts
			c, err := newChecker(ctx, ranged, Specification{}, set)
			if err != nil {
				return nil, nil, err
			}
			defer c.Close()
			defer func() { work += c.Work() }()
			return c.core.Inspection.Leaving(ctx, unlimited, of)
		},
		Decide: func(ctx context.Context, ranged *recipe.System, list []*integers.Property) ([]integers.Answer, error) {
			own := spec
			own.Properties = mapped(list, func(p *integers.Property) Property { return properties[p] })
			session := &Session{
				Model:      func(ctx context.Context, _ func(Event)) (*Checker, error) { return newChecker(ctx, ranged, own, set) },
				Properties: own.Properties, Verdicts: true,
				Inspect: func(_ context.Context, c *Checker, _ *Report) { work += c.Work() },
			}
			r, err := session.Run(ctx)
			if r, err = r.faults(err); err != nil {
				return nil, err
			}
			return mapped(r.Results, func(r Result) integers.Answer {
				return integers.Answer{Run: r.Trace, Holds: r.Verdict == Holds}
			}), nil
		},
	}
	for _, p := range spec.Properties {
		if w.More = w.More || p.State != nil; p.State == nil {
			own := &integers.Property{Formula: p.Formula}
			w.Properties, properties[own] = append(w.Properties, own), p
		}
	}
	ranged, err := w.Run(ctx)
	if IsLimit(err) {
		limit := &LimitError{Phase: fault.PhaseIntegers, Err: err, board: &engine.Board{System: sys, Work: func() int { return work }}, more: map[int]string{}}
		for _, p := range spec.Properties {
			limit.more[p.Index] = "; a property about states is decided only in a range that is large enough"
		}
		for _, own := range w.Properties {
			if limit.more[properties[own].Index] = w.Also(own); own.Run != nil {
				limit.board.Add(&engine.Target{Formula: own.Formula, Trace: own.Run})
			}
		}
		err = limit
	}
	return ranged, w.Ranges, err
}
