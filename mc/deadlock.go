package mc

import (
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A DeadlockReport is about the reachable states without any step.
type DeadlockReport struct {
	// States is their number.
	States *big.Int
	// Trace is a shortest run to one of them, where it stutters for ever.
	Trace *trace.Trace
	// Agents tells what each agent waits for there.
	Agents []recipe.AgentReport
}

// Deadlocks reports on reachable deadlocks; nil if there are none. Errors are
// [*LimitError] or wrap [ErrInternal].
func (c *Checker) Deadlocks(ctx context.Context) (*DeadlockReport, error) {
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	_, dead, _ := c.search.Reached()
	if dead == bdd.False {
		return nil, nil
	}
	return c.deadlockReport(ctx, dead)
}

// deadlockReport is about a set of reachable deadlocks that is not empty.
func (c *Checker) deadlockReport(ctx context.Context, set bdd.Node) (*DeadlockReport, error) {
	c.enter(PhaseReport)
	t, err := c.runTo(ctx, set)
	if err != nil {
		return nil, c.fault(err)
	}
	last := len(t.Steps) - 1
	t.Loop = last
	t.Steps[last].Message = recipe.Step{Kind: recipe.Stutter, Initiator: -1, Command: -1}
	if err := t.Replay(c.in); err != nil {
		return nil, internal("%w", err)
	}
	return &DeadlockReport{States: c.model.Count(set), Trace: t, Agents: c.in.Blocked(t.Steps[last].State)}, nil
}

// UnfairDeadlocks reports on reachable deadlocks in which stuttering for ever
// is not fair, so that no property sees them; nil if there are none. Errors
// are [*LimitError] or wrap [ErrInternal].
func (c *Checker) UnfairDeadlocks(ctx context.Context) (*DeadlockReport, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if c.fair.Trivial() {
		return nil, nil
	}
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	c.enter(PhaseReport)
	k := c.model.Manager.Calculator(ctx)
	defer k.Close()
	_, dead, _ := c.search.Reached()
	fair := dead
	for _, f := range c.spec.formulas() {
		fair = k.And(fair, c.stutteringSatisfies(k, f))
	}
	unfair, err := k.Result(k.Diff(dead, fair))
	if err != nil || unfair == bdd.False {
		return nil, c.fault(err)
	}
	return c.deadlockReport(ctx, unfair)
}

// stutteringSatisfies is the set of states s for which the computation
// s, stutter, s, stutter, … satisfies f after its first step: on a word with
// one letter, temporal connectives are Boolean ones, and no step atom holds.
func (c *Checker) stutteringSatisfies(k *bdd.Calculator, f *ltol.Formula) bdd.Node {
	return ltol.Fold(f, func(f *ltol.Formula, args []bdd.Node) bdd.Node {
		switch f.Op() {
		case ltol.OpAtom:
			if f.Atom().Kind == ltol.State {
				return k.Take(c.model.StateProposition(k.Scope(), f.Atom().ID))
			}
			return bdd.False
		case ltol.OpPossible:
			return bdd.False
		case ltol.OpNecessary:
			return bdd.True
		case ltol.OpNext, ltol.OpFinally, ltol.OpGlobally:
			return args[0]
		case ltol.OpUntil, ltol.OpRelease:
			return args[1]
		case ltol.OpWeakUntil:
			return k.Or(args[0], args[1])
		case ltol.OpStrongRelease:
			return k.And(args[0], args[1])
		}
		return search.Sets(k).Connect(f.Op(), args)
	})
}
