package search

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// A Goal is what a search looks for: a fair computation that the automaton accepts and for which
// more conditions of fairness hold than those of the system.
type Goal struct {
	Automaton *ltol.Automaton
	also      Fairness
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
		aut, err := s.translator.Translate(ctx, a.Core, o)
		if err != nil {
			return nil, err
		}
		goal := Goal{aut, NewFairness(a.Justice, a.Compassion)}
		if len(goal.also.rest) > 0 {
			return nil, fmt.Errorf("the condition of fairness %s is none on a letter", goal.also.rest[0])
		}
		goals = append(goals, goal)
	}
	return goals, nil
}

// and are the conditions of both; g has no rest.
func (f Fairness) and(g Fairness) Fairness {
	return Fairness{
		justice:    append(f.justice[:len(f.justice):len(f.justice)], g.justice...),
		compassion: append(f.compassion[:len(f.compassion):len(f.compassion)], g.compassion...),
		rest:       f.rest,
	}
}
