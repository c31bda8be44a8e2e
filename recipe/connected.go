package recipe

import "fmt"

// Connected reports whether an agent is connected to a channel in a state. Every agent is always
// connected to the broadcast channel. It is connected to another channel if its receive guard says
// so (P001 Definition 4, g^r). The error wraps [ErrState] if there is no such state, agent or
// channel.
func (in *Interpreter) Connected(s State, agent int, channel Value) (bool, error) {
	if err := in.checkState(s); err != nil {
		return false, err
	}
	if agent < 0 || agent >= len(in.sys.Agents) || !in.sys.Channel.Contains(channel) {
		return false, fmt.Errorf("%w: no agent %d or channel %d", ErrState, agent, channel)
	}
	if channel == Broadcast {
		return true, nil
	}
	w := walkerAt(in, s, nil)
	defer in.walkers.Put(w)
	w.message()
	w.scope.channel, w.scope.hasChannel = channel, true
	return w.scope.holds(in.sys.Agents[agent].ReceiveGuard), nil
}
