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

// Check decides the properties of a specification on a system. It is [NewChecker] followed by
// [Checker.Check].
func Check(ctx context.Context, sys *recipe.System, spec Specification, opts ...Option) (*Report, error) {
	c, err := NewChecker(ctx, sys, spec, opts...)
	var limit *LimitError
	if errors.As(err, &limit) {
		r := &Report{}
		for _, p := range spec.Properties {
			r.Results = append(r.Results, limit.Result(p))
		}
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Check(ctx)
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
	c := &Checker{spec: spec, phase: PhaseEncode, set: set, most: set.budget}
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
	saved, err := readSaved(c.set.reachable, sys)
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
	c.model = model
	model.Manager.SetPoll(c.poll)
	c.sched.Encoded(c.work())
	if c.most > 0 { // less what it took to try orders
		c.most = max(1, c.most-c.board().Diagrams+c.work())
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
		if c.most > 0 && c.board().Diagrams > c.most {
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

// Check decides all properties of the checker's specification, one after the other. Limits make
// results Unknown and are no error of Check; the error joins the internal errors of all results,
// which are Unknown as well.
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
	if c.set.vacuity {
		if r.Warnings, err = c.Warnings(ctx); errors.Is(err, ErrInternal) {
			errs = append(errs, err)
		}
	}
	c.stats.Engine = c.model.Manager.Stats()
	r.Stats = c.stats
	return r, errors.Join(errs...)
}
