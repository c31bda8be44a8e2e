package mc

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// Witness returns a fair computation that satisfies the formula, confirmed like a counterexample,
// or nil if there is none. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) Witness(ctx context.Context, f *ltol.Formula) (*trace.Trace, PropertyStats, error) {
	var stats PropertyStats
	if err := c.about(ctx, f); err != nil {
		return nil, stats, err
	}
	if err := c.known(ctx); err != nil && !IsLimit(err) {
		return nil, stats, err
	}
	c.search.Restart()
	t, done, err := c.findOnOrbits(ctx, f, &stats)
	if !done && err == nil {
		t, err = c.find(ctx, f, &stats)
	}
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
// What is known of a formula is known of those that differ from it by exchanging agents.
func (c *Checker) occurs(ctx context.Context, f *ltol.Formula) (bool, error) {
	if c.renaming == nil {
		return c.looksFor(ctx, f)
	}
	f, key, err := c.renaming.InOrder(ctx, f)
	if err != nil {
		return false, c.fault(err)
	}
	known, asked := c.occurring[key]
	if !asked {
		if known, err = c.looksFor(ctx, f); err == nil {
			if c.occurring == nil {
				c.occurring = map[string]bool{}
			}
			c.occurring[key] = known
		}
	}
	return known, err
}

// looksFor is occurs of what was not asked before.
func (c *Checker) looksFor(ctx context.Context, f *ltol.Formula) (bool, error) {
	if t, done, err := c.findOnOrbits(ctx, f, new(PropertyStats)); done || err != nil {
		return t != nil, err
	}
	goals, err := c.goals(ctx, f, new(PropertyStats))
	if err != nil {
		return false, c.fault(err)
	}
	for _, goal := range goals {
		if ok, err := c.search.Occurs(ctx, goal); ok || err != nil {
			return ok, c.fault(err)
		}
	}
	_, err = c.testOnRuns(ctx, ltol.Not(f), 0)
	return false, err
}

// find searches for a fair computation that satisfies f. It returns nil if there is none; one that
// it returns is still to be confirmed.
func (c *Checker) find(ctx context.Context, f *ltol.Formula, stats *PropertyStats) (*trace.Trace, error) {
	goals, err := c.goals(ctx, f, stats)
	if err != nil {
		return nil, c.fault(err)
	}
	for _, goal := range goals {
		out, err := c.search.Find(ctx, goal, c.set.certify)
		stats.Interactions = max(stats.Interactions, out.Interactions)
		stats.ProductNodes = max(stats.ProductNodes, out.Nodes)
		if limit, ok := c.fault(err).(*LimitError); ok && out.Found {
			limit.Found = true
			return nil, limit
		}
		if err != nil || out.Run != nil {
			return report.Trace(c.sys, out.Run), c.fault(err)
		}
	}
	return nil, nil
}

// goals are what to search for to find a fair computation that satisfies a formula. Those that no
// word whatever meets are left out.
func (c *Checker) goals(ctx context.Context, f *ltol.Formula, stats *PropertyStats) ([]search.Goal, error) {
	c.enter(PhaseTranslate)
	goals, err := c.search.Goals(ctx, f, c.set.translation)
	for _, goal := range goals {
		stats.automaton(goal.Automaton)
	}
	return slices.DeleteFunc(goals, func(g search.Goal) bool { return g.Automaton.Strength() <= ltol.Rejecting }), err
}

func (s *PropertyStats) automaton(aut *ltol.Automaton) {
	s.AutomatonStates += len(aut.States)
	s.AutomatonEdges += aut.Edges()
	s.AcceptanceSets = max(s.AcceptanceSets, aut.Acceptance)
	s.Strength = max(s.Strength, aut.Strength())
}
