package mc

import (
	"context"
	"errors"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Check decides the properties of a specification on a system. It is [NewChecker] with
// [WithBugsFirst] followed by [Checker.Check].
func Check(ctx context.Context, sys *recipe.System, spec Specification, opts ...Option) (*Report, error) {
	c, err := NewChecker(ctx, sys, spec, append([]Option{WithBugsFirst()}, opts...)...)
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
	c := &Checker{spec: spec, phase: PhaseEncode, set: set}
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
	if c.set.bugsFirst {
		c.hunt = newHunt(c.sys, spec, &c.set.thresholds)
		c.hunt.tell, c.hunt.figures = c.set.found, c.set.figures
		c.hunt.repeat = c.set.certify
	}
	hunting := c.hunting(ctx, nil)
	c.prepare(PhaseEncode)
	start := time.Now()
	if err := c.analyse(hunting); err != nil {
		return nil, err
	}
	if err := c.useSymmetry(hunting); err != nil {
		return nil, err
	}
	c.prepare(PhaseEncode)
	turns, encoding := c.turns(ctx, c.race), c.set.symbolic
	encoding.Started = turns.started
	model, err := symbolic.Encode(turns, c.sys, encoding)
	if errors.Is(err, errAnswered) {
		c.takeOrbits()
		encoding.NoTrials = true // the first order will do for what is left
		turns.race = nil
		model, err = symbolic.Encode(turns, c.sys, encoding)
	}
	if err != nil {
		c.endRace()
		if IsLimit(err) {
			return nil, &LimitError{Phase: PhaseEncode, Err: err, hunt: c.hunt}
		}
		return nil, err
	}
	c.model = model
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

// analyse finds the values that there are, which bounded checking wants to know before there are
// diagrams.
func (c *Checker) analyse(ctx context.Context) error {
	values, err := symbolic.Analyse(ctx, c.sys, c.set.symbolic.Flow)
	if IsLimit(err) {
		return &LimitError{Phase: PhaseEncode, Err: err, hunt: c.hunt}
	}
	c.set.symbolic.Values = values
	c.hunt.know(values)
	return err
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
