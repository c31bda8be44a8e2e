package report

import (
	"context"
	"errors"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// byOrbits reports from orbits where these are what is known of the reachable states, and from the
// reachable states as a set where they are not, or where the orbits to be asked are too many.
func byOrbits[T any](
	ctx context.Context, n *Inspection, on func(context.Context) (T, error), of func(*System) (T, error),
) (out T, err error) {
	if err := n.s.Known(ctx); err != nil {
		return out, err
	}
	if n.s.OnOrbits() {
		n.s.Enter(fault.PhaseReport)
		if out, err = on(ctx); !errors.Is(err, quotient.ErrTooLarge) {
			return out, n.s.Fault(err)
		}
	}
	return reported(ctx, n, of)
}

// reported is what of says of the system when its reachable states are known as a set.
func reported[T any](ctx context.Context, n *Inspection, of func(*System) (T, error)) (out T, err error) {
	if err := n.s.Reach(ctx); err != nil {
		return out, err
	}
	n.s.Enter(fault.PhaseReport)
	out, err = of(&System{Model: n.s.Model, Interpreter: n.in, Search: n.s.Search})
	return out, n.s.Fault(err)
}

// Deadlocks reports on reachable deadlocks; nil if there are none.
func (n *Inspection) Deadlocks(ctx context.Context) (*Deadlock, error) {
	return byOrbits(ctx, n, n.deadlockedOrbits, func(s *System) (*Deadlock, error) { return s.Deadlocks(ctx) })
}

// UnfairDeadlocks reports on reachable deadlocks in which stuttering for ever is not fair, so that
// no property sees them; nil if there are none.
func (n *Inspection) UnfairDeadlocks(ctx context.Context) (*Deadlock, error) {
	return byOrbits(ctx, n, n.unfairOrbits, func(s *System) (*Deadlock, error) {
		return s.UnfairDeadlocks(ctx, n.s.Recipe.Conditions())
	})
}

// RangeFaults reports on commands that are kept from taking part by a range or a zero divisor.
// There is one entry for each send, send with receive, or get with supply. Where orbits are
// explored, there is one for all of these that differ by exchanging agents. It has the number of
// states in which some of them is kept.
func (n *Inspection) RangeFaults(ctx context.Context) ([]Range, error) {
	return byOrbits(ctx, n, n.rangesOnOrbits, func(s *System) ([]Range, error) { return s.RangeFaults(ctx) })
}

// Idle finds the commands that are never executed and the control states that are never reached.
func (n *Inspection) Idle(ctx context.Context) (*Idle, error) {
	r, err := byOrbits(ctx, n, n.idleOnOrbits, func(s *System) (*Idle, error) { return s.Idle(ctx) })
	if err != nil {
		return nil, err
	}
	var states [][2]int
	for _, at := range r.States {
		states = append(states, [2]int{at.Agent, at.State})
	}
	err = n.comparison.Refutes(r.Commands, states)
	r.Commands = n.texts(r.Commands)
	return r, err
}

// texts leaves of commands, which are ascending, the first one of each text of the source, if all
// of the text are there.
func (n *Inspection) texts(commands []int) (out []int) {
	for i := 0; i < len(commands); {
		first, from := commands[i], i
		for i < len(commands) && n.sys.SameText(first, commands[i]) {
			i++
		}
		all := n.sys.Agents[n.sys.Commands[first].Agent].Commands
		count := 0
		for id := range all.All() {
			if n.sys.SameText(first, id) {
				count++
			}
		}
		if i-from == count {
			out = append(out, first)
		}
	}
	return out
}

// Contacts tells who takes part in whose messages in some reachable state.
func (n *Inspection) Contacts(ctx context.Context) ([]Contact, error) {
	return reported(ctx, n, func(s *System) ([]Contact, error) { return s.Contacts(ctx) })
}

// Where is the number of reachable states in which a state proposition holds.
func (n *Inspection) Where(ctx context.Context, proposition int) (*big.Int, error) {
	return where(ctx, n, proposition, func(s *System, set bdd.Node) (*big.Int, error) {
		return s.Model.Count(set), nil
	})
}

// RunTo is a shortest run from an initial state to one in which a state proposition holds, the last
// of the trace; nil if it holds in no reachable state.
func (n *Inspection) RunTo(ctx context.Context, proposition int) (*trace.Trace, error) {
	return where(ctx, n, proposition, func(s *System, set bdd.Node) (*trace.Trace, error) {
		if set == bdd.False {
			return nil, nil
		}
		return s.RunTo(ctx, set)
	})
}

// where is what of says of the reachable states in which a proposition holds.
func where[T any](
	ctx context.Context, n *Inspection, proposition int, of func(*System, bdd.Node) (T, error),
) (out T, err error) {
	return reported(ctx, n, func(s *System) (T, error) {
		k := s.Model.Manager.Calculator(ctx)
		defer k.Close()
		set, err := k.Result(s.Where(k, proposition))
		if err != nil {
			return out, err
		}
		return of(s, set)
	})
}
