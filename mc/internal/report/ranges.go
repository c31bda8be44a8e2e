package report

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
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
// entry for each send, send with receive, or get with supply. Commands with one text count as one.
func (s *System) RangeFaults(ctx context.Context) ([]Range, error) {
	meetings, err := symbolic.MayFault(ctx, s.Model.System)
	if err != nil {
		return nil, err
	}
	var texts [][]symbolic.Meeting
	at := map[symbolic.Meeting]int{}
	for _, m := range meetings {
		text := symbolic.Meeting{Initiator: recipe.FirstOfText(s.Model.System, m.Initiator), Partner: m.Partner}
		if m.Partner >= 0 {
			text.Partner = recipe.FirstOfText(s.Model.System, m.Partner)
		}
		n, known := memo.Number(at, text)
		if !known {
			texts = append(texts, nil)
		}
		texts[n] = append(texts[n], m)
	}
	var out []Range
	for _, list := range texts {
		r, err := s.rangeFault(ctx, list)
		if err != nil {
			return nil, err
		}
		if r != nil {
			out = append(out, *r)
		}
	}
	return out, nil
}

// runToSome looks for reachable states that one of a list is about. It returns their number and a run
// to one of them, or no run if there are none.
func runToSome[T any](
	ctx context.Context, s *System, list []T, about func(sc *bdd.Scope, one T, reached bdd.Node) (bdd.Node, error),
) (*big.Int, *trace.Trace, error) {
	k := s.Model.Manager.Calculator(ctx)
	defer k.Close()
	reached, _, _ := s.Search.Reached()
	set := bdd.False
	for _, one := range list {
		set = k.Or(set, k.Take(about(k.Scope(), one, reached)))
	}
	if set, err := k.Result(set); err != nil || set == bdd.False {
		return nil, nil, err
	}
	t, err := s.RunTo(ctx, set)
	return s.Model.Count(set), t, err
}

// rangeFault reports on some meetings as one.
func (s *System) rangeFault(ctx context.Context, list []symbolic.Meeting) (*Range, error) {
	states, t, err := runToSome(ctx, s, list, s.Model.RangeFault)
	if t == nil {
		return nil, err
	}
	for _, f := range s.Interpreter.RangeFaults(t.Steps[len(t.Steps)-1].State) {
		if slices.ContainsFunc(list, func(at symbolic.Meeting) bool { return isAbout(f, at) }) {
			return &Range{States: states, Fault: f, Trace: t}, nil
		}
	}
	return nil, fmt.Errorf("the interpreter sees no range fault of %s where the encoding does", s.Model.System.CommandString(list[0].Initiator))
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
