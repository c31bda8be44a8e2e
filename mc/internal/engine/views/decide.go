package views

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
)

// Holds reports whether all runs of the space satisfy a formula over the propositions of the
// abstraction. If they do, all runs of all systems of the family do that have enough agents. If not,
// nothing is known: a run of views need not be one of a system. The error is that of a limit.
func (s *Space) Holds(ctx context.Context, f *ltol.Formula, o ltol.Options) (bool, error) {
	// Explicit probes look for runs to show, which are not wanted.
	system := search.NewSystem(s, search.Fairness{}, search.Options{Thresholds: search.Thresholds{RoundsBeforeProbe: -1}})
	goals, err := system.Goals(ctx, ltol.Not(f), o)
	if err != nil {
		return false, err
	}
	for _, g := range goals {
		if found, err := system.Occurs(ctx, g); found || err != nil {
			return false, err
		}
	}
	return true, nil
}
