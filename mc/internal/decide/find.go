package decide

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// Runs answers questions about the runs of a ReCiPe system.
type Runs struct {
	s          *subject.Subject
	comparison *certify.Comparison
	// occurring tells of formulas, by their keys up to exchanging agents, whether some fair
	// computation satisfies them.
	occurring map[string]bool
	// returns is what shiftReturns found out; nil if nobody has asked.
	returns *bool
}

// NewRuns answers questions about a subject that the comparison compares.
func NewRuns(s *subject.Subject, comparison *certify.Comparison) *Runs {
	return &Runs{s: s, comparison: comparison}
}

// Witness is a fair computation that satisfies the formula, confirmed like a counterexample; nil if
// there is none.
func (r *Runs) Witness(ctx context.Context, f *ltol.Formula) (*trace.Trace, Stats, error) {
	var stats Stats
	if err := r.s.Known(ctx); err != nil && !fault.IsLimit(err) {
		return nil, stats, err
	}
	r.s.Search.Restart()
	t, err := r.find(ctx, f, &stats)
	if err == nil && t != nil {
		t, err = certify.Confirm(ctx, r.s, t, f, true)
	}
	stats.Images, stats.Rounds = r.s.Effort()
	if err != nil {
		return nil, stats, err
	}
	return t, stats, nil
}

// Occurs reports whether some fair computation satisfies the formula, without a trace to show it.
// What is known of a formula is known of those that differ from it by exchanging agents.
func (r *Runs) Occurs(ctx context.Context, f *ltol.Formula) (bool, error) {
	if r.s.Renaming == nil {
		return r.looksFor(ctx, f)
	}
	f, key, err := r.s.Renaming.InOrder(ctx, f)
	if err != nil {
		return false, r.s.Fault(err)
	}
	known, asked := r.occurring[key]
	if !asked {
		if known, err = r.looksFor(ctx, f); err == nil {
			if r.occurring == nil {
				r.occurring = map[string]bool{}
			}
			r.occurring[key] = known
		}
	}
	return known, err
}

// Fair reports whether the system has a fair computation.
func (r *Runs) Fair(ctx context.Context) (bool, error) {
	if r.s.Fair.Trivial() {
		return true, nil // every state has a successor, if only by stuttering
	}
	if err := r.s.Known(ctx); err != nil {
		return false, err
	}
	return r.Occurs(ctx, ltol.True())
}

// looksFor is Occurs of what was not asked before.
func (r *Runs) looksFor(ctx context.Context, f *ltol.Formula) (bool, error) {
	if t, done, err := r.findOnOrbits(ctx, f, new(Stats)); done || err != nil {
		return t != nil, err
	}
	goals, err := r.goals(ctx, f, new(Stats))
	if err != nil {
		return false, r.s.Fault(err)
	}
	for _, goal := range goals {
		if out, err := r.s.Search.Find(ctx, goal, false, false); out.Found || err != nil {
			return out.Found, r.s.Fault(err)
		}
	}
	_, err = r.comparison.Test(ctx, ltol.Not(f), 0)
	return false, err
}

// find searches for a fair computation that satisfies f, on orbits or on diagrams. It returns nil
// if there is none; one that it returns is still to be confirmed.
func (r *Runs) find(ctx context.Context, f *ltol.Formula, stats *Stats) (*trace.Trace, error) {
	if t, done, err := r.findOnOrbits(ctx, f, stats); done || err != nil {
		return t, err
	}
	goals, err := r.goals(ctx, f, stats)
	if err != nil {
		return nil, r.s.Fault(err)
	}
	for _, goal := range goals {
		out, err := r.s.Search.Find(ctx, goal, true, r.s.Set.Certify)
		stats.Interactions = max(stats.Interactions, out.Interactions)
		stats.ProductNodes = max(stats.ProductNodes, out.Nodes)
		if err != nil && out.Found {
			return nil, r.s.Unconfirmed(err)
		}
		if err != nil || out.Run != nil {
			return report.Trace(r.s.Recipe.System, out.Run), r.s.Fault(err)
		}
	}
	return nil, nil
}

// goals are what to search for to find a fair computation that satisfies a formula. Those that no
// word whatever meets are left out.
func (r *Runs) goals(ctx context.Context, f *ltol.Formula, stats *Stats) ([]search.Goal, error) {
	r.s.Enter(fault.PhaseTranslate)
	goals, err := r.s.Search.Goals(ctx, f, r.s.Set.Translation)
	for _, goal := range goals {
		stats.Obligations = max(stats.Obligations, goal.Obligations())
		if goal.Automaton != nil {
			stats.automaton(goal.Automaton)
		}
	}
	return slices.DeleteFunc(goals, search.Goal.Impossible), err
}

// findOnOrbits is find on the quotient; done is false if diagrams have to take over.
func (r *Runs) findOnOrbits(ctx context.Context, f *ltol.Formula, stats *Stats) (t *trace.Trace, done bool, err error) {
	s := r.s
	if s.Finder == nil {
		return nil, false, nil
	}
	s.Enter(fault.PhaseOrbits)
	t, found, err := s.Finder.Find(ctx, ltol.And(append([]*ltol.Formula{f}, s.Recipe.Conditions()...)...))
	stats.Orbits = max(stats.Orbits, found.Orbits)
	switch {
	case errors.Is(err, quotient.ErrTooLarge) || errors.Is(err, ltol.ErrTooLarge):
		return nil, false, s.Reach(ctx)
	case err != nil:
		return nil, true, s.Fault(err)
	}
	stats.AutomatonStates += found.Automaton
	return t, true, nil
}
