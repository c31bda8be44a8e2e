package report

import (
	"context"
	"fmt"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Range is about a command that a range or a zero divisor alone keeps from a step in some
// reachable states.
type Range struct {
	// States is the number of these states.
	States *big.Int
	// Fault is what is wrong in the last state of Trace, a shortest run to one of them.
	Fault recipe.RangeFault
	Trace *trace.Trace
}

// RangeFaults reports on commands that are kept from taking part by a range or a zero divisor, one
// entry for each send, send with receive, or get with supply.
func (s *System) RangeFaults(ctx context.Context) ([]Range, error) {
	var out []Range
	meetings, err := symbolic.MayFault(ctx, s.Model.System)
	if err != nil {
		return nil, err
	}
	for _, m := range meetings {
		r, err := s.rangeFault(ctx, m)
		if err != nil {
			return nil, err
		}
		if r != nil {
			out = append(out, *r)
		}
	}
	return out, nil
}

func (s *System) rangeFault(ctx context.Context, at symbolic.Meeting) (*Range, error) {
	k := s.Model.Manager.Calculator(ctx)
	defer k.Close()
	reached, _, _ := s.Search.Reached()
	set, err := s.Model.RangeFault(k.Scope(), at, reached)
	if err != nil || set == bdd.False {
		return nil, err
	}
	t, err := s.RunTo(ctx, set)
	if err != nil {
		return nil, err
	}
	for _, f := range s.Interpreter.RangeFaults(t.Steps[len(t.Steps)-1].State) {
		if isAbout(f, at) {
			return &Range{States: s.Model.Count(set), Fault: f, Trace: t}, nil
		}
	}
	return nil, fmt.Errorf("the interpreter sees no range fault of %s where the encoding does", s.Model.System.CommandString(at.Initiator))
}

func isAbout(f recipe.RangeFault, at symbolic.Meeting) bool {
	partner := -1
	switch {
	case f.Message.Kind == recipe.PointToPointStep:
		partner = f.Message.Participants[0].Command
	case f.Command != f.Message.Command:
		partner = f.Command
	}
	return f.Message.Command == at.Initiator && partner == at.Partner
}
