package mc

import (
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// Where returns the number of reachable states in which a state proposition
// holds, given by its index in the propositions of the checker's system.
// Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) Where(ctx context.Context, proposition int) (*big.Int, error) {
	if err := c.aboutStates(ctx, proposition); err != nil {
		return nil, err
	}
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	c.enter(PhaseReport)
	k := c.model.Manager.Calculator(ctx)
	defer k.Close()
	set, err := k.Result(c.inReach(k, proposition))
	if err != nil {
		return nil, c.fault(err)
	}
	return c.model.Count(set), nil
}

// RunTo returns a shortest run from an initial state to one in which a state
// proposition holds, the last of the trace, or nil if no reachable state is
// such. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) RunTo(ctx context.Context, proposition int) (*trace.Trace, error) {
	if err := c.aboutStates(ctx, proposition); err != nil {
		return nil, err
	}
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	c.enter(PhaseReport)
	k := c.model.Manager.Calculator(ctx)
	defer k.Close()
	set, err := k.Result(c.inReach(k, proposition))
	if err != nil || set == bdd.False {
		return nil, c.fault(err)
	}
	t, err := c.runTo(ctx, set)
	return t, c.fault(err)
}
