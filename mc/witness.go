package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// Witness returns a fair computation that satisfies the formula, confirmed like a counterexample,
// or nil if there is none. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) Witness(ctx context.Context, f *ltol.Formula) (*trace.Trace, PropertyStats, error) {
	var stats PropertyStats
	if err := c.about(ctx, f); err != nil {
		return nil, stats, err
	}
	if err := c.reach(ctx); err != nil && !IsLimit(err) {
		return nil, stats, err
	}
	c.search.Restart()
	t, err := c.find(ctx, f, &stats)
	if err == nil && t != nil {
		t, err = c.confirmed(ctx, t, f, true)
	}
	stats.Images, stats.Rounds = c.effort()
	if err != nil {
		return nil, stats, err
	}
	return t, stats, nil
}

// occurs reports whether some fair computation satisfies the formula, without a trace to show it.
func (c *Checker) occurs(ctx context.Context, f *ltol.Formula) (bool, error) {
	aut, err := c.automaton(ctx, f, new(PropertyStats))
	if err != nil {
		return false, c.fault(err)
	}
	if aut != nil {
		if ok, err := c.search.Occurs(ctx, aut); ok || err != nil {
			return ok, c.fault(err)
		}
	}
	_, err = c.challenge(ctx, ltol.Not(f), 0)
	return false, err
}

// find searches for a fair computation that satisfies f. It returns nil if there is none; one that
// it returns is still to be confirmed.
func (c *Checker) find(ctx context.Context, f *ltol.Formula, stats *PropertyStats) (*trace.Trace, error) {
	aut, err := c.automaton(ctx, f, stats)
	if aut == nil || err != nil {
		return nil, c.fault(err)
	}
	out, err := c.search.Find(ctx, aut, c.set.certify)
	stats.Interactions = max(stats.Interactions, out.Interactions)
	stats.ProductNodes = max(stats.ProductNodes, out.Nodes)
	if limit, ok := c.fault(err).(*LimitError); ok && out.Found {
		limit.Found = true
		return nil, limit
	}
	return report.Trace(c.sys, out.Run), c.fault(err)
}

// automaton translates a formula, joined with the fairness that edges do not tell; nil if no word
// whatever satisfies it.
func (c *Checker) automaton(ctx context.Context, f *ltol.Formula, stats *PropertyStats) (*ltol.Automaton, error) {
	c.enter(PhaseTranslate)
	aut, err := ltol.Translate(ctx, ltol.And(append([]*ltol.Formula{f}, c.fair.Rest()...)...), c.set.translation)
	if err != nil {
		return nil, err
	}
	stats.automaton(aut)
	if aut.Strength() <= ltol.Rejecting {
		return nil, nil
	}
	return aut, nil
}

func (s *PropertyStats) automaton(aut *ltol.Automaton) {
	s.AutomatonStates += len(aut.States)
	s.AutomatonEdges += aut.Edges()
	s.AcceptanceSets = max(s.AcceptanceSets, aut.Acceptance)
	s.Strength = max(s.Strength, aut.Strength())
}
