package mc

import (
	"context"
	"errors"
	"slices"

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
		return &LimitError{Phase: c.phase, Err: err, board: c.board()}
	} else if err != nil {
		return err
	}
	switch {
	case c.set.symmetry == SymmetryOrbits:
		c.finder = c.newFinder(2)
	case c.set.symmetry == SymmetryAuto && !c.set.diagramsOnly && c.set.reachable == nil && len(c.renaming.Classes()) > 0 && c.aboutRuns():
		c.startOrbits()
	}
	return nil
}

// aboutRuns reports whether there are properties and all are about runs, as orbits decide them.
func (c *Checker) aboutRuns() bool {
	aboutStates := func(p Property) bool { return p.State != nil }
	return len(c.spec.Properties) > 0 && !slices.ContainsFunc(c.spec.Properties, aboutStates)
}

// onOrbits reports whether orbits are what is known of the reachable states.
func (c *Checker) onOrbits() bool { return c.finder != nil && c.stats.Reached && !c.haveReached() }

// newRepresentatives begins to collect conjuncts that are not alike; nil if all are to be checked.
func (c *Checker) newRepresentatives() *quotient.Representatives {
	if c.renaming == nil {
		return nil
	}
	return c.renaming.Representatives()
}

// unlike are those formulas that exchanging agents makes none of the others from, as far as is
// known.
func (c *Checker) unlike(ctx context.Context, fs []*ltol.Formula) (out []*ltol.Formula, err error) {
	seen := c.newRepresentatives()
	if seen == nil {
		return fs, nil
	}
	for _, f := range fs {
		new, err := seen.Add(ctx, f)
		if err != nil {
			return nil, err
		}
		if new {
			out = append(out, f)
		}
	}
	return out, nil
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
