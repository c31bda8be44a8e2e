package recipe

import "fmt"

// An Absence says why an agent has no part in a message (P001 Definition 4).
type Absence uint8

const (
	// Unconnected: its receive guard is false for the channel.
	Unconnected Absence = iota
	// Untargeted: the predicate of a broadcast is false of it.
	Untargeted
	// Unready: none of its receives is enabled for a broadcast.
	Unready
	// Idle: others exchange data, point to point.
	Idle
)

// String is "not connected", "not targeted", "not ready" or "idle".
func (a Absence) String() string {
	return spelling(int(a), "not connected", "not targeted", "not ready", "idle")
}

// StaysOut reports whether an agent that does not initiate a step has no part in its message if it
// is in state s, and why. The step need not be possible in s: other agents may block it. The error
// wraps [ErrState] if there is no such state, step or agent, or if the step is a stutter or its
// initiator cannot send the message in s.
func (in *Interpreter) StaysOut(s State, step Step, agent int) (why Absence, out bool, err error) {
	if err := in.checkState(s); err != nil {
		return 0, false, err
	}
	if err := in.sys.CheckStep(step); err != nil {
		return 0, false, err
	}
	if agent < 0 || agent >= len(in.sys.Agents) || step.Kind == Stutter || step.Initiator == agent {
		return 0, false, fmt.Errorf("%w: no agent %d beside the initiator of a step", ErrState, agent)
	}
	if step.Kind == PointToPointStep {
		return Idle, step.Participants[0].Agent != agent, nil
	}
	w := walkerAt(in, s, nil)
	defer in.walkers.Put(w)
	c := &in.sys.Commands[step.Command]
	if _, ok := w.prepare(c); !ok || w.scope.channel != step.Channel || SendOn(step.Channel) != step.Kind {
		return 0, false, fmt.Errorf("%w: agent %d does not send this message there", ErrState, step.Initiator)
	}
	if joins := w.reception(c, agent); !joins || len(w.receivers) > 0 {
		return 0, false, nil // it takes part, or blocks the message
	}
	switch {
	case step.Kind == MulticastStep:
		return Unconnected, true, nil
	case !w.scope.holds(c.Predicate):
		return Untargeted, true, nil
	}
	return Unready, true, nil
}
