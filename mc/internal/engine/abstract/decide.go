package abstract

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
)

// A Recurrence is a condition of fairness of an abstraction: a run that is in a state of the first
// set again and again is in one of the second set again and again.
type Recurrence [2]bdd.Node

// Holds reports whether all runs of the space that satisfy the recurrences also satisfy a formula
// over its propositions. If they do, all runs of all systems that the space stands for do. If not,
// nothing is known: a run of the space need not be one of a system. The error is that of a limit.
func (s *Space) Holds(ctx context.Context, f *ltol.Formula, fair []Recurrence, o ltol.Options) (bool, error) {
	// Explicit probes look for runs to show, which are not wanted.
	system := search.NewSystem(s, search.Fairness{}, search.Options{Thresholds: search.Thresholds{RoundsBeforeProbe: -1}})
	var compassion [][2]*ltol.Formula
	for _, r := range fair {
		compassion = append(compassion, [2]*ltol.Formula{ltol.Prop(system.Derive(r[0])), ltol.Prop(system.Derive(r[1]))})
	}
	system.Assume(search.NewFairness(nil, compassion))
	goals, err := system.Goals(ctx, ltol.Not(f), o)
	if err != nil {
		return false, err
	}
	for _, g := range goals {
		if out, err := system.Find(ctx, g, false, false); out.Found || err != nil {
			return false, err
		}
	}
	return true, nil
}
