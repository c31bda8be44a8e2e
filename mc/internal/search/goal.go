package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// A Goal is what a search looks for: a fair computation that the automaton accepts and for which
// more conditions of fairness hold than those of the system. Where the automaton is nil, the
// computation satisfies the formula of a tableau, whose obligations are bits.
type Goal struct {
	Automaton *ltol.Automaton
	tableau   *ltol.Tableau
	also      Fairness
}

// Obligations is the number of bits that the search needs, 0 if it has an automaton.
func (g Goal) Obligations() int {
	if g.tableau == nil {
		return 0
	}
	return len(g.tableau.Obligations) + len(g.tableau.Pasts)
}

// Impossible reports whether no word whatever meets the goal, as far as its automaton tells.
func (g Goal) Impossible() bool {
	return g.Automaton != nil && g.Automaton.Strength() <= ltol.Rejecting
}

// Goals are what to look for where a fair computation is to satisfy a formula: it meets one of
// them.
func (s *System) Goals(ctx context.Context, f *ltol.Formula, o ltol.Options) ([]Goal, error) {
	alternatives, err := ltol.Alternatives(ctx, ltol.And(append([]*ltol.Formula{f}, s.fair.rest...)...), o)
	if err != nil {
		return nil, err
	}
	var goals []Goal
	for _, a := range alternatives {
		goal, err := s.goal(ctx, a.Core, o)
		if err != nil {
			return nil, err
		}
		goal.also = NewFairness(a.Justice, a.Compassion)
		if len(goal.also.rest) > 0 {
			return nil, fmt.Errorf("the condition of fairness %s is none on a letter", goal.also.rest[0])
		}
		goals = append(goals, goal)
	}
	return goals, nil
}

// goal is the automaton of a formula, or its tableau if the automaton is too large.
func (s *System) goal(ctx context.Context, f *ltol.Formula, o ltol.Options) (goal Goal, err error) {
	most, limit := s.opts.Thresholds.MaxAutomaton, cmp.Or(o.MaxStates, ltol.DefaultMaxStates)
	_, err = s.space.Manager().Extend()
	if err != nil || most >= limit {
		goal.Automaton, err = s.translator.Translate(ctx, f, o)
		return goal, err
	}
	if most > 0 {
		small, most := o, min(max(most, 2*len(f.Atoms())), limit)
		small.MaxStates, small.MaxEdges = most, min(8*most, cmp.Or(o.MaxEdges, 8*most))
		if goal.Automaton, err = s.translator.Translate(ctx, f, small); !errors.Is(err, ltol.ErrTooLarge) {
			return goal, err
		}
	}
	goal.tableau, err = ltol.Tabulate(ctx, f, o)
	return goal, err
}

// and are the conditions of both; g has no rest.
func (f Fairness) and(g Fairness) Fairness {
	return Fairness{
		justice:    append(f.justice[:len(f.justice):len(f.justice)], g.justice...),
		compassion: append(f.compassion[:len(f.compassion):len(f.compassion)], g.compassion...),
		rest:       f.rest,
	}
}
