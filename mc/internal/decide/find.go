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
	return &Runs{s: s, comparison: comparison, occurring: map[string]bool{}}
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
	return t, stats, err
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
	if _, found, err := r.meet(ctx, f, false, new(Stats)); found || err != nil {
		return found, r.s.Fault(err)
	}
	_, err := r.comparison.Test(ctx, ltol.Not(f), 0)
	return false, err
}

// find searches for a fair computation that satisfies f, on orbits or on diagrams. It returns nil
// if there is none; one that it returns is still to be confirmed.
//
// Where obligations are bits and f is a conjunction, the first search on diagrams is for the last
// operand and what follows from each of the others; see [weaker]. If it finds a run, the operands
// that the run does not satisfy join, and the next search begins. For example, f is the negation of
// A → B: if B holds, or A has responses, few of their obligations need bits.
func (r *Runs) find(ctx context.Context, f *ltol.Formula, stats *Stats) (*trace.Trace, error) {
	if t, done, err := r.findOnOrbits(ctx, f, stats); done || err != nil {
		return t, err
	}
	var size Stats
	_, err := r.goals(ctx, f, &size)
	parts := f.Divided(1, 1)
	n := len(parts) - 1
	sought, left := parts[n:], parts[:n]
	for err == nil && size.Obligations > 0 && len(left) > 0 {
		query := ltol.And(sought...)
		for _, part := range left {
			query = ltol.And(query, weaker(part))
		}
		t, _, err := r.meet(ctx, query, true, stats)
		if t == nil || err != nil {
			return nil, r.s.Fault(err)
		}
		r.s.Engines.Board().Sought = nil // perhaps no run violates the property
		values, all := trace.Read(ctx, r.s.Recipe.Interpreter, t), len(left)
		left = slices.DeleteFunc(left, func(part *ltol.Formula) bool {
			ok, unknown := values.Satisfies(part)
			if err = errors.Join(err, unknown); !ok {
				sought = append(sought, part)
			}
			return !ok
		})
		if err != nil || len(left) == all {
			return t, r.s.Fault(err)
		}
	}
	t, found, err := r.meet(ctx, f, true, stats)
	if found {
		return t, r.s.Unconfirmed(err)
	}
	return nil, r.s.Fault(err)
}

// weaker is a formula that f implies, and that needs no more bits: G F a → G F b where f is
// G (a → F b), f where it is G of something else, or true.
func weaker(f *ltol.Formula) *ltol.Formula {
	if f.Op() != ltol.OpGlobally {
		return ltol.True()
	}
	body := f.Args()[0]
	args := body.Args()
	last := len(args) - 1
	var when *ltol.Formula
	switch body.Op() {
	case ltol.OpOr:
		when = ltol.Not(ltol.Or(args[:last]...))
	case ltol.OpNecessary:
		when = ltol.Prop(body.Atom())
	}
	if when == nil || args[last].Op() != ltol.OpFinally {
		return f
	}
	return ltol.Implies(ltol.Globally(ltol.Finally(when)), ltol.Globally(args[last]))
}

// meet searches on diagrams for a fair computation that satisfies f. Found tells that there is one,
// also where a limit ends the search for the run.
func (r *Runs) meet(ctx context.Context, f *ltol.Formula, run bool, stats *Stats) (t *trace.Trace, found bool, err error) {
	goals, err := r.goals(ctx, f, stats)
	for _, goal := range goals {
		out, err := r.s.Search.Find(ctx, goal, run, run && r.s.Set.Certify)
		stats.Interactions = max(stats.Interactions, out.Interactions)
		stats.ProductNodes = max(stats.ProductNodes, out.Nodes)
		if err != nil || out.Found {
			return report.Trace(r.s.Recipe.System, out.Run), out.Found, err
		}
	}
	return nil, false, err
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
