package mc

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// Symmetry says what use a checker makes of interchangeable agents (package
// recipe/symmetry). It never changes a verdict.
type Symmetry uint8

const (
	// SymmetryConjuncts checks one of several conjuncts of a property that
	// differ by exchanging agents. It costs next to nothing.
	SymmetryConjuncts Symmetry = iota
	// SymmetryOff makes no use of them.
	SymmetryOff
	// SymmetryOrbits explores orbits of states one by one instead of sets of
	// states (package quotient), and turns to diagrams where there are too
	// many. The figures of the system are those of the orbits added up. What
	// needs the reachable states as a set, the warnings of [WithVacuity], is only
	// there for diagrams.
	SymmetryOrbits
)

// WithSymmetry sets the use of interchangeable agents.
func WithSymmetry(use Symmetry) Option { return func(s *settings) { s.symmetry = use } }

// useSymmetry prepares what the settings ask for.
func (c *Checker) useSymmetry(ctx context.Context) error {
	if c.set.symmetry == SymmetryOff {
		return nil
	}
	c.prepare(PhaseSymmetry)
	var err error
	if c.renaming, err = quotient.NewRenaming(ctx, c.sys, c.spec.formulas()); err != nil {
		return &LimitError{Phase: c.phase, Err: err}
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

// newRepresentatives begins to collect conjuncts that are not alike; nil if
// all are to be checked.
func (c *Checker) newRepresentatives() *quotient.Representatives {
	if c.renaming == nil {
		return nil
	}
	return c.renaming.Representatives()
}

// findOnOrbits is find on the quotient; done is false if diagrams have to take
// over.
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

// countOrbits fills in the figures of the system from orbits; where there are
// too many of them, from the reachable states as a set.
func (c *Checker) countOrbits(ctx context.Context) error {
	if c.haveReached() {
		return nil
	}
	c.enter(PhaseOrbits)
	states, deadlocks, orbits, err := c.finder.Count(ctx)
	if errors.Is(err, quotient.ErrTooLarge) {
		return c.reach(ctx)
	}
	if err != nil {
		return c.fault(err)
	}
	c.stats.States, c.stats.Deadlocks, c.stats.Orbits, c.stats.Reached = states, deadlocks, orbits, true
	return nil
}
