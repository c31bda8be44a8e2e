// Package report tells what a system does and never does, whatever is asked of it: deadlocks, range
// faults, what stays idle, where a condition holds and how to get there; and why a formula holds
// trivially. It knows an encoded system and its reachable states, and no checker. Runs that it
// shows are confirmed by the interpreter.
package report

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A System is what reports are about: an encoded system whose reachable states the search knows.
type System struct {
	Model       *symbolic.Model
	Interpreter *recipe.Interpreter
	Search      *search.System
}

// Where is the set of reachable states in which a state proposition holds.
func (s *System) Where(k *bdd.Calculator, proposition int) bdd.Node {
	reached, _, _ := s.Search.Reached()
	return k.And(k.Take(s.Model.StateProposition(k.Scope(), proposition)), reached)
}

// RunTo returns a shortest run from an initial state to a state of the set, which must be reachable
// and not empty: its last state is in the set.
func (s *System) RunTo(ctx context.Context, target bdd.Node) (*trace.Trace, error) {
	r, err := s.Search.RunTo(ctx, target)
	if err != nil {
		return nil, err
	}
	t := Trace(s.Model.System, r)
	if err := t.Replay(s.Interpreter); err != nil {
		return nil, err
	}
	return t, nil
}

// Trace is a run of a ReCiPe system as a trace; nil if it is nil.
func Trace(sys *recipe.System, r *search.Run) *trace.Trace {
	if r == nil {
		return nil
	}
	return trace.Of(sys, r.States, r.Steps, r.Loop)
}
