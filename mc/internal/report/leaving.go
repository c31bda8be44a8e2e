package report

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Leaving lists reachable states from which a step gives one of some locals a value beyond its type,
// if these locals were unlimited: one state for each command that initiates such steps. See
// [symbolic.Model.Leaving].
func (s *System) Leaving(ctx context.Context, unlimited []bool) ([]recipe.State, error) {
	k := s.Model.Manager.Calculator(ctx)
	defer k.Close()
	reached, _, _ := s.Search.Reached()
	var out []recipe.State
	for id := range s.Model.System.Commands {
		if kind := s.Model.System.Commands[id].Kind; kind != recipe.Send && kind != recipe.Get {
			continue
		}
		set, err := s.Model.Leaving(k.Scope(), id, unlimited, reached)
		if err != nil {
			return nil, err
		}
		if set == bdd.False {
			continue
		}
		if at, ok := s.Model.Pick(set); ok {
			out = append(out, at)
		}
		k.Reset()
	}
	return out, nil
}

// Leaving is [System.Leaving] of the system under check.
func (n *Inspection) Leaving(ctx context.Context, unlimited []bool) ([]recipe.State, error) {
	return reported(ctx, n, func(s *System) ([]recipe.State, error) { return s.Leaving(ctx, unlimited) })
}

// RunLeaving is a shortest run to a state from which a step that a command initiates gives one of the locals
// a value beyond its type; nil if there is no such state.
func (n *Inspection) RunLeaving(ctx context.Context, command int, unlimited []bool) (*trace.Trace, error) {
	return reported(ctx, n, func(s *System) (*trace.Trace, error) {
		k := s.Model.Manager.Calculator(ctx)
		defer k.Close()
		reached, _, _ := s.Search.Reached()
		set, err := s.Model.Leaving(k.Scope(), command, unlimited, reached)
		if err != nil || set == bdd.False {
			return nil, err
		}
		return s.RunTo(ctx, set)
	})
}
