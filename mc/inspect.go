package mc

import (
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
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

// A RangeReport is about a command that only a range or a zero divisor keeps from a step somewhere.
type RangeReport struct {
	// States is the number of these states.
	States *big.Int
	// Fault is what is wrong in the last state of Trace, a shortest run to one of them.
	Fault recipe.RangeFault
	Trace *trace.Trace
}

// An IdleReport lists what a system never does.
type IdleReport struct {
	// Commands are the IDs of the commands that no reachable step executes, ascending.
	Commands []int
	// States are the control states that are never reached.
	States []ControlState
}

// A ControlState is a state of a structure automaton: the agent's index and the state's number.
type ControlState struct{ Agent, State int }

// A Contact says that an agent takes part in a message of another one. Agents are indices.
type Contact struct {
	// Initiator sends, or gets from the other.
	Initiator, Participant int
	// Channel is that of a broadcast or multicast; PointToPoint tells that it is neither.
	Channel      recipe.Value
	PointToPoint bool
}

// An Inspection says what the ReCiPe system of a checker does and never does. Errors of its methods
// are of misuse, [*LimitError], or wrap [ErrInternal].
type Inspection struct{ c *Checker }

func mapped[A, B any](list []A, f func(A) B) (out []B) {
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

// Inspect is the inspection of the checker's system.
func (c *Checker) Inspect() *Inspection { return &Inspection{c} }

// usable says what keeps the inspection from answering.
func (n *Inspection) usable(ctx context.Context) error {
	if n == nil {
		return misuse("there is no inspection")
	}
	return n.c.about(ctx)
}

// aboutStates says what keeps it from answering about a state proposition.
func (n *Inspection) aboutStates(ctx context.Context, proposition int) error {
	if err := n.usable(ctx); err != nil {
		return err
	}
	return n.c.aboutStates(ctx, ltol.StateProp(proposition))
}

// ask asks the inspection, if it can answer.
func ask[T any](ctx context.Context, n *Inspection, find func(*report.Inspection, context.Context) (T, error)) (out T, err error) {
	if err := n.usable(ctx); err != nil {
		return out, err
	}
	return find(n.c.core.Inspection, ctx)
}

// Deadlocks reports on reachable deadlocks; nil if there are none.
func (n *Inspection) Deadlocks(ctx context.Context) (*DeadlockReport, error) {
	r, err := ask(ctx, n, (*report.Inspection).Deadlocks)
	return (*DeadlockReport)(r), err
}

// UnfairDeadlocks reports on reachable deadlocks in which stuttering for ever is not fair, so that
// no property sees them; nil if there are none.
func (n *Inspection) UnfairDeadlocks(ctx context.Context) (*DeadlockReport, error) {
	r, err := ask(ctx, n, (*report.Inspection).UnfairDeadlocks)
	return (*DeadlockReport)(r), err
}

// RangeFaults reports on commands that are kept from taking part by a range or a zero divisor.
// There is one entry for each send, send with receive, or get with supply. Where orbits are
// explored, there is one for all of these that differ by exchanging agents. It has the number of
// states in which some of them is kept.
func (n *Inspection) RangeFaults(ctx context.Context) ([]RangeReport, error) {
	list, err := ask(ctx, n, (*report.Inspection).RangeFaults)
	return mapped(list, func(r report.Range) RangeReport { return RangeReport(r) }), err
}

// Idle finds the commands that are never executed and the control states that are never reached.
func (n *Inspection) Idle(ctx context.Context) (*IdleReport, error) {
	r, err := ask(ctx, n, (*report.Inspection).Idle)
	if r == nil {
		return nil, err
	}
	states := mapped(r.States, func(at report.ControlState) ControlState { return ControlState(at) })
	return &IdleReport{Commands: r.Commands, States: states}, err
}

// Contacts tells who takes part in whose messages in some reachable state.
func (n *Inspection) Contacts(ctx context.Context) ([]Contact, error) {
	list, err := ask(ctx, n, (*report.Inspection).Contacts)
	return mapped(list, func(r report.Contact) Contact { return Contact(r) }), err
}

// Where returns the number of reachable states in which a state proposition holds, given by its
// index in the propositions of the checker's system.
func (n *Inspection) Where(ctx context.Context, proposition int) (*big.Int, error) {
	if err := n.aboutStates(ctx, proposition); err != nil {
		return nil, err
	}
	return n.c.core.Inspection.Where(ctx, proposition)
}

// RunTo returns a shortest run from an initial state to one in which a state proposition holds, the
// last of the trace, or nil if it holds in no reachable state.
func (n *Inspection) RunTo(ctx context.Context, proposition int) (*trace.Trace, error) {
	if err := n.aboutStates(ctx, proposition); err != nil {
		return nil, err
	}
	return n.c.core.Inspection.RunTo(ctx, proposition)
}
