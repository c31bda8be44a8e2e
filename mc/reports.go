package mc

import (
	"context"
	"errors"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// byOrbits reports from orbits where these are what is known of the reachable states, and from the
// reachable states as a set where they are not, or where the orbits to be asked are too many.
func byOrbits[T any](ctx context.Context, c *Checker, on func(context.Context) (T, error), of func(*report.System) (T, error)) (out T, err error) {
	if err := c.ofRecipe(ctx); err != nil {
		return out, err
	}
	if err := c.known(ctx); err != nil {
		return out, err
	}
	if c.onOrbits() {
		c.enter(PhaseReport)
		if out, err = on(ctx); !errors.Is(err, quotient.ErrTooLarge) {
			return out, c.fault(err)
		}
	}
	return reported(ctx, c, of)
}

// reported is what of says of the system when its reachable states are known. Errors are
// [*LimitError] or wrap [ErrInternal].
func reported[T any](ctx context.Context, c *Checker, of func(*report.System) (T, error)) (out T, err error) {
	if err := c.ofRecipe(ctx); err != nil {
		return out, err
	}
	if err := c.reach(ctx); err != nil {
		return out, err
	}
	c.enter(PhaseReport)
	out, err = of(&report.System{Model: c.model, Interpreter: c.in, Search: c.search})
	return out, c.fault(err)
}

// Deadlocks reports on reachable deadlocks; nil if there are none. Errors are [*LimitError] or wrap
// [ErrInternal].
func (c *Checker) Deadlocks(ctx context.Context) (*DeadlockReport, error) {
	return byOrbits(ctx, c, c.deadlockedOrbits, func(s *report.System) (*DeadlockReport, error) { return s.Deadlocks(ctx) })
}

// UnfairDeadlocks reports on reachable deadlocks in which stuttering for ever is not fair, so that
// no property sees them; nil if there are none. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) UnfairDeadlocks(ctx context.Context) (*DeadlockReport, error) {
	return byOrbits(ctx, c, c.unfairOrbits, func(s *report.System) (*DeadlockReport, error) {
		return s.UnfairDeadlocks(ctx, c.spec.formulas())
	})
}

// RangeFaults reports on commands that are kept from taking part by a range or a zero divisor, one
// entry for each send, send with receive, or get with supply; where orbits are explored one for all
// of these that differ by exchanging agents, with the number of states in which some of them is. Errors
// are [*LimitError] or wrap [ErrInternal].
func (c *Checker) RangeFaults(ctx context.Context) ([]RangeReport, error) {
	return byOrbits(ctx, c, c.rangesOnOrbits, func(s *report.System) ([]RangeReport, error) { return s.RangeFaults(ctx) })
}

// Idle finds the commands that are never executed and the control states that are never reached.
// Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) Idle(ctx context.Context) (*IdleReport, error) {
	r, err := byOrbits(ctx, c, c.idleOnOrbits, func(s *report.System) (*IdleReport, error) { return s.Idle(ctx) })
	if err != nil {
		return nil, err
	}
	return r, c.explicit.refutes(r)
}

// Contacts tells who takes part in whose messages in some reachable state. Errors are [*LimitError] or
// wrap [ErrInternal].
func (c *Checker) Contacts(ctx context.Context) ([]Contact, error) {
	return reported(ctx, c, func(s *report.System) ([]Contact, error) { return s.Contacts(ctx) })
}

// refutes is an error if the interpreter has met what a report says never happens.
func (e *explicit) refutes(r *IdleReport) error {
	for _, id := range r.Commands {
		if e.executed[id] {
			return internal("the interpreter executes %s, which the encoding never does", e.plain.System().CommandString(id))
		}
	}
	for _, s := range r.States {
		if e.visited[s.Agent][s.State] {
			return internal("%s reaches control state %d for the interpreter, which it never does for the encoding",
				e.plain.System().Agents[s.Agent].Name, s.State)
		}
	}
	return nil
}

// Where returns the number of reachable states in which a state proposition holds, given by its
// index in the propositions of the checker's system. Errors are [*LimitError] or wrap
// [ErrInternal].
func (c *Checker) Where(ctx context.Context, proposition int) (*big.Int, error) {
	return where(ctx, c, proposition, func(s *report.System, set bdd.Node) (*big.Int, error) {
		return s.Model.Count(set), nil
	})
}

// RunTo returns a shortest run from an initial state to one in which a state proposition holds, the
// last of the trace, or nil if it holds in no reachable state. Errors are [*LimitError] or wrap
// [ErrInternal].
func (c *Checker) RunTo(ctx context.Context, proposition int) (*trace.Trace, error) {
	return where(ctx, c, proposition, func(s *report.System, set bdd.Node) (*trace.Trace, error) {
		if set == bdd.False {
			return nil, nil
		}
		return s.RunTo(ctx, set)
	})
}

// where is what of says of the reachable states in which a proposition holds.
func where[T any](ctx context.Context, c *Checker, proposition int, of func(*report.System, bdd.Node) (T, error)) (out T, err error) {
	if err := c.aboutStates(ctx, proposition); err != nil {
		return out, err
	}
	return reported(ctx, c, func(s *report.System) (T, error) {
		k := s.Model.Manager.Calculator(ctx)
		defer k.Close()
		set, err := k.Result(s.Where(k, proposition))
		if err != nil {
			return out, err
		}
		return of(s, set)
	})
}
