package mc

import (
	"context"
	"errors"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Check decides the properties of a specification on a system: it runs a [Session] without events.
// Limits make results Unknown and are no error. The error is one of [NewChecker], or joins all
// internal errors, those of results among them.
func Check(ctx context.Context, sys *recipe.System, spec Specification, opts ...Option) (*Report, error) {
	s := &Session{Model: ModelOf(sys, spec, opts...), Properties: spec.Properties}
	if settings, err := newSettings(opts); err == nil && settings.vacuity {
		s.Warnings = Everything
	}
	r, err := s.Run(ctx)
	return r.faults(err)
}

// NewChecker encodes the system. The specification's fairness applies to all questions; its
// properties are only what [Checker.Check] goes through. Errors are faults of the system or the
// specification, a [*LimitError], or wrap [ErrInternal]. The caller closes the checker.
//
// Without options a checker uses all engines; see [WithDiagramsOnly] and [WithSymmetry].
func NewChecker(ctx context.Context, sys *recipe.System, spec Specification, opts ...Option) (*Checker, error) {
	switch {
	case ctx == nil:
		return nil, misuse("there is no context")
	case sys == nil:
		return nil, misuse("there is no system")
	}
	set, err := newSettings(opts)
	if err != nil {
		return nil, err
	}
	c := &Checker{spec: spec, phase: PhaseEncode, set: set, budget: set.budget}
	c.set.thresholds.setDefaults()
	if err := sys.Check(); err != nil {
		return nil, err
	}
	if err := checkSpecification(sys, spec); err != nil {
		return nil, err
	}
	c.fair = search.NewFairness(spec.Justice, spec.Compassion)
	c.sys = sys
	c.in = recipe.NewQuickInterpreter(c.sys)
	c.explicit = newExplicit(c.sys)
	saved, err := readSaved(c.set.reachable, c.systemDigest)
	if err != nil {
		return nil, err
	}
	if saved != nil {
		c.set.symbolic.Order, c.set.symbolic.NoTrials = saved.head.Order, true
	}
	c.makeEngines()
	endTurns := c.during(ctx, nil, true)
	defer endTurns()
	c.prepare(PhaseEncode)
	start := time.Now()
	if err := c.analyse(ctx); err != nil {
		return nil, err
	}
	if err := c.useSymmetry(ctx); err != nil {
		return nil, err
	}
	c.prepare(PhaseEncode)
	model, err := c.encode(ctx)
	if err != nil {
		c.endOrbits()
		if IsLimit(err) {
			return nil, &LimitError{Phase: PhaseEncode, Err: err, board: c.board()}
		}
		return nil, err
	}
	endTurns()
	c.adoptModel(model)
	c.sched.Encoded(c.work())
	if c.budget > 0 { // less what it took to try orders
		c.budget = max(1, c.budget-c.board().Diagrams+c.work())
	}
	c.newSearch()
	c.stats.EncodeSeconds = time.Since(start).Seconds()
	c.stats.Interactions = len(model.Interactions)
	c.stats.Variables = len(model.Variables())
	if saved != nil {
		if err := c.adopt(ctx, saved); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

// analyse finds the values that there are, which engines on circuits want to know before there are
// diagrams. Walks need not wait for that.
func (c *Checker) analyse(ctx context.Context) error {
	err := c.sched.Poll(stepsPerLook)
	if err == nil {
		c.set.symbolic.Values, err = symbolic.Analyse(ctx, c.sys, c.set.symbolic.Flow)
	}
	if IsLimit(err) {
		return &LimitError{Phase: PhaseEncode, Err: err, board: c.board()}
	}
	c.know(c.set.symbolic.Values)
	return err
}

// encode encodes the system while the other engines work. Where orbits answer everything first, the
// order of variables at hand will do for what is left.
func (c *Checker) encode(ctx context.Context) (*symbolic.Model, error) {
	encoding, work := c.set.symbolic, encoder{}
	encoding.Poll = func(m *bdd.Manager) error {
		if c.budget > 0 && c.board().Diagrams > c.budget {
			return ErrShare
		}
		return c.sched.Poll(work.since(m))
	}
	model, err := symbolic.Encode(ctx, c.sys, encoding)
	if errors.Is(err, schedule.ErrAnswered) {
		c.takeOrbits()
		encoding.NoTrials = true
		model, err = symbolic.Encode(ctx, c.sys, encoding)
	}
	return model, err
}

// Check is [Check] with the checker's specification, and leaves the checker open.
func (c *Checker) Check(ctx context.Context) (*Report, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	s := &Session{Properties: c.spec.Properties}
	if c.set.vacuity {
		s.Warnings = Everything
	}
	r, err := (&asking{Session: s, report: &Report{}}).ask(ctx, c)
	return r.faults(err)
}

// faults joins the internal errors of results to an error.
func (r *Report) faults(err error) (*Report, error) {
	if r != nil {
		for i := range r.Results {
			if fault := r.Results[i].Err; errors.Is(fault, ErrInternal) && !errors.Is(err, fault) {
				err = errors.Join(err, fault)
			}
		}
	}
	return r, err
}
