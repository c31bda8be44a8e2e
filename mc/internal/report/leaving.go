package report

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Leaving lists reachable states from which a step gives one of some locals a value beyond its
// type, if these locals were unlimited: one state for each command that initiates such steps. The
// run is a shortest one to such a state of one command; nil if it has none. See
// [symbolic.Model.Leaving].
func (n *Inspection) Leaving(ctx context.Context, unlimited []bool, of int) (states []recipe.State, run *trace.Trace, err error) {
	states, err = reported(ctx, n, func(s *System) (out []recipe.State, err error) {
		k := s.Model.Manager.Calculator(ctx)
		defer k.Close()
		reached, _, _ := s.Search.Reached()
		for id := range s.Model.System.Commands {
			if kind := s.Model.System.Commands[id].Kind; kind != recipe.Send && kind != recipe.Get {
				continue
			}
			set, err := s.Model.Leaving(k.Scope(), id, unlimited, reached)
			if err == nil && set != bdd.False && id == of {
				run, err = s.RunTo(ctx, set)
			}
			if err != nil {
				return nil, err
			}
			if at, ok := s.Model.Pick(set); ok {
				out = append(out, at)
			}
			k.Reset()
		}
		return out, nil
	})
	return states, run, err
}
