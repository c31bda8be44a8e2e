package mc

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// useSymmetry prepares what the settings ask for.
func (c *Checker) useSymmetry(ctx context.Context) error {
	if c.set.symmetry == SymmetryOff {
		return nil
	}
	c.prepare(PhaseSymmetry)
	var err error
	if c.renaming, err = quotient.NewRenaming(ctx, c.sys, c.spec.formulas()); IsLimit(err) {
		return &LimitError{Phase: c.phase, Err: err, violation: c.hunt.trace}
	} else if err != nil {
		return err
	}
	if c.set.symmetry == SymmetryOrbits {
		c.finder = quotient.NewFinder(c.in, quotient.Options{
			Translation: c.set.translation, MaxOrbits: c.set.thresholds.MaxOrbits, Thresholds: c.set.thresholds.Orbits,
			Repeat:   c.set.certify,
			MaxBytes: c.set.symbolic.BDD.MaxBytes / 2, // diagrams may have to take over while orbits are there
		})
	}
	return nil
}

// newRepresentatives begins to collect conjuncts that are not alike; nil if all are to be checked.
func (c *Checker) newRepresentatives() *quotient.Representatives {
	if c.renaming == nil {
		return nil
	}
	return c.renaming.Representatives()
}

// findOnOrbits is find on the quotient; done is false if diagrams have to take over.
func (c *Checker) findOnOrbits(ctx context.Context, f *ltol.Formula, stats *PropertyStats) (t *trace.Trace, done bool, err error) {
	if c.finder == nil {
		return nil, false, nil
	}
	c.enter(PhaseOrbits)
	t, found, err := c.finder.Find(ctx, ltol.And(append([]*ltol.Formula{f}, c.spec.formulas()...)...))
	stats.Orbits = max(stats.Orbits, found.Orbits)
	switch {
	case errors.Is(err, quotient.ErrTooLarge) || errors.Is(err, ltol.ErrTooLarge):
		return nil, false, c.reach(ctx)
	case err != nil:
		return nil, true, c.fault(err)
	}
	stats.AutomatonStates += found.Automaton
	return t, true, nil
}
