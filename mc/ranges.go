package mc

import (
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/faults"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A RangeReport is about a command that a range or a zero divisor alone keeps
// from a step in some reachable states (LANGUAGE: range and division).
type RangeReport struct {
	// States is the number of these states.
	States *big.Int
	// Fault is what is wrong in the last state of Trace, a shortest run to one
	// of them.
	Fault recipe.RangeFault
	Trace *trace.Trace
}

// RangeFaults reports on commands that are kept from taking part by a range or
// a zero divisor, one entry for each send, send with receive, or get with
// supply. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) RangeFaults(ctx context.Context) ([]RangeReport, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if len(c.candidates) == 0 {
		return nil, nil
	}
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	c.enter(PhaseReport)
	var out []RangeReport
	for i, candidate := range c.candidates {
		r, err := c.rangeFault(ctx, candidate, c.firstFault+i)
		if err != nil {
			return nil, c.fault(err)
		}
		if r != nil {
			out = append(out, *r)
		}
	}
	return out, nil
}

func (c *Checker) rangeFault(ctx context.Context, candidate faults.Candidate, proposition int) (*RangeReport, error) {
	k := c.model.Manager.Calculator(ctx)
	defer k.Close()
	set, err := k.Result(c.inReach(k, proposition))
	if err != nil || set == bdd.False {
		return nil, err
	}
	t, err := c.runTo(ctx, set)
	if err != nil {
		return nil, err
	}
	for _, f := range c.in.RangeFaults(t.Steps[len(t.Steps)-1].State) {
		if isAbout(f, candidate) {
			return &RangeReport{States: c.model.Count(set), Fault: f, Trace: t}, nil
		}
	}
	return nil, internal("the interpreter sees no range fault of %s where the encoding does", c.sys.CommandString(candidate.Initiator))
}

func isAbout(f recipe.RangeFault, candidate faults.Candidate) bool {
	partner := -1
	switch {
	case f.Message.Kind == recipe.PointToPointStep:
		partner = f.Message.Participants[0].Command
	case f.Command != f.Message.Command:
		partner = f.Command
	}
	return f.Message.Command == candidate.Initiator && partner == candidate.Partner
}
