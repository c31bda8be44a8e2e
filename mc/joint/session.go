package joint

import (
	"context"
	"errors"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// ModelOf is an interpreted system with its fairness, for sessions.
func ModelOf(
	sys *interpreted.System, fairness []*ltol.StateFormula, o Options, more ...mc.Option,
) mc.Model {
	return func(ctx context.Context, tell func(mc.Event)) (mc.ModelChecker, error) {
		progress := mc.WithProgress(func(p mc.Progress) { tell(p) })
		c, err := New(ctx, sys, fairness, o, append([]mc.Option{progress}, more...)...)
		if err != nil {
			return nil, err
		}
		return c, nil
	}
}

// CheckProperties decides properties about states. The pruned systems are tried one after the other,
// if the options ask for them.
func (c *Checker) CheckProperties(
	ctx context.Context, properties []mc.Property, each func(mc.Result),
) {
	if c.options.Pruned {
		for _, p := range properties {
			each(c.CheckProperty(ctx, p))
		}
		return
	}
	c.Checker.CheckProperties(ctx, properties, func(r mc.Result) {
		c.note(&r)
		each(r)
	})
}

// CheckProperty decides a property about states, in the pruned systems if the options ask for it.
func (c *Checker) CheckProperty(ctx context.Context, p mc.Property) mc.Result {
	if c.options.Pruned && p.State != nil {
		return c.checkPruned(ctx, p)
	}
	r := c.Checker.CheckProperty(ctx, p)
	c.note(&r)
	return r
}

// checkPruned is CheckProperty in the pruned systems.
func (c *Checker) checkPruned(ctx context.Context, p mc.Property) mc.Result {
	start := time.Now()
	r := mc.Result{Property: p, Verdict: mc.Holds}
	ctx, cancel := c.Subject().ForProperty(ctx)
	defer cancel()
	a, err := c.CheckPruned(ctx, p.State)
	r.Seconds = time.Since(start).Seconds()
	switch {
	case err != nil:
		r.Verdict, r.Err, r.Reason = mc.Unknown, err, err.Error()
	case !a.Holds:
		r.Verdict = mc.Violated
	}
	return r
}

// note notes what was decided, for the certificate and the warnings.
func (c *Checker) note(r *mc.Result) {
	if r.Verdict != mc.Unknown {
		c.asked = append(c.asked, r.Property.State)
	}
}

// Show adds to the result of a property that holds why it does in some initial state. A limit
// leaves it as it is.
func (c *Checker) Show(ctx context.Context, r *mc.Result) error {
	if c.options.Pruned {
		return nil
	}
	err := c.Checker.Show(ctx, r)
	if limited(err) {
		return nil
	}
	return err
}

var _ mc.ModelChecker = (*Checker)(nil)

// limited tells of an error that takes nothing from a verdict.
func limited(err error) bool { return mc.IsLimit(err) || errors.Is(err, branch.ErrStrategy) }
