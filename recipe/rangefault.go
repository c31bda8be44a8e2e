package recipe

import (
	"fmt"
	"slices"
)

// A RangeFault is a command that does not take part in a step only because a value leaves its
// range, because an expression divides by zero, or because it spawns more agents than are absent
// (the language page, "Where the papers are silent"). All other conditions of
// [Interpreter.Successors] on the command and its agent are true for the message. No other agent
// blocks the message, or it blocks the message only because of ranges and zero divisors.
type RangeFault struct {
	// Hindrance has one of the obstacles ZeroDivisor, DataOutOfRange, UpdateOutOfRange and
	// PoolExhausted; Command is the command kept from taking part. If several expressions are at fault
	// it is the first one to be evaluated. In an exchange the fault prevents both sides, and is
	// reported for the one whose expression it is.
	Hindrance
	// Message is the step as far as it is known. If a send has the fault, it is the initiator only.
	// If a receive has it, it is the message without participants. In an exchange, it is the get,
	// its locality, and the supply as a participant, without data.
	Message Step
}

// RangeFaultString returns f as a sentence.
func (s *System) RangeFaultString(f RangeFault) string {
	out := fmt.Sprintf("%s cannot take part: %s", s.CommandString(f.Command), s.HindranceString(f.Hindrance))
	switch {
	case f.Message.Kind == PointToPointStep:
		return fmt.Sprintf("%s (when %s meets %s)", out, s.CommandString(f.Message.Command), s.CommandString(f.Message.Participants[0].Command))
	case f.Message.Command != f.Command:
		return fmt.Sprintf("%s (when %s)", out, s.StepString(f.Message))
	default:
		return out
	}
}

// RangeFaults returns the range faults of s, ordered by the initiating command and then by the
// command at fault. A state that is not one of the system's has none.
func (in *Interpreter) RangeFaults(s State) []RangeFault {
	if in.checkState(s) != nil {
		return nil
	}
	w := &explainer{*newWalker(in)}
	w.enter(s, nil)
	var out []RangeFault
	for a := range in.sys.Agents {
		for _, id := range in.edges[a][s.Control[a]].initiate {
			if c := &in.sys.Commands[id]; c.Kind == Send {
				out = w.faultsOfSend(c, out)
			} else {
				out = w.faultsOfGet(c, out)
			}
		}
	}
	return out
}

// A trial goes through the conditions of a command, which is at fault if none is false and one of
// them is undefined or out of range.
type trial struct {
	w      *explainer
	fault  Hindrance // the first fault, if it has an obstacle
	failed bool      // some condition is false
}

// condition tries a boolean; an undefined one counts against c.
func (t *trial) condition(c *Command, e *Expr) {
	b, st := t.w.scope.truth(e)
	switch {
	case st != defined:
		t.note(hindrance(c, ZeroDivisor, e))
	case !b:
		t.failed = true
	}
}

// value tries an expression that must have the value want.
func (t *trial) value(c *Command, e *Expr, want Value) {
	v, st := t.w.scope.value(e)
	switch {
	case st != defined:
		t.note(hindrance(c, ZeroDivisor, e))
	case v != want:
		t.failed = true
	}
}

// body tries the guard and the updates of c with the data in scope.
func (t *trial) body(c *Command) {
	if !t.w.scope.data.carriesAll(c.Mentions) {
		t.failed = true
		return
	}
	t.condition(c, c.Guard)
	if !t.failed {
		t.note(t.w.whyUpdates(c, c.Updates))
		t.spawn(c)
	}
}

// spawn tries whether the agents that c spawns are absent. It is a fault if too few of their pool
// are.
func (t *trial) spawn(c *Command) {
	_, stands := c.Pool(t.w.sys)
	if h := t.w.whyExhausted(c); h.Obstacle != NoObstacle && stands {
		t.note(h)
	} else if !t.w.vacant(c) {
		t.failed = true
	}
}

func (t *trial) note(h Hindrance) {
	if t.fault.Obstacle == NoObstacle {
		t.fault = h
	}
}

// conclude appends the fault, if there is one.
func (t *trial) conclude(kept *Command, message Step, out []RangeFault) []RangeFault {
	if t.failed || t.fault.Obstacle == NoObstacle {
		return out
	}
	f := RangeFault{Hindrance: t.fault, Message: message.Clone()}
	f.Agent, f.Command = kept.Agent, kept.ID
	return append(out, f)
}

// faultsOfSend reports on the send c and, if it offers its message, on the receives of all other
// agents.
func (w *explainer) faultsOfSend(c *Command, out []RangeFault) []RangeFault {
	w.message()
	sc := &w.scope
	own := trial{w: w}
	channel, st := sc.value(c.Channel)
	if st != defined {
		own.note(hindrance(c, ZeroDivisor, c.Channel))
	}
	sc.channel, sc.hasChannel = channel, st == defined
	own.condition(c, c.Guard)
	own.note(w.whyData(c))
	own.note(w.whyUpdates(c, c.Updates))
	own.spawn(c)
	message := Step{Kind: SendOn(channel), Initiator: c.Agent, Command: c.ID, Channel: channel, Locality: AnyLocality}
	if own.failed {
		return out
	}
	known := w.carry(c, w.sent)
	sc.data = w.sent
	if st == defined && !w.passes(c, channel, known) {
		return out
	}
	if own.fault.Obstacle != NoObstacle {
		return own.conclude(c, message, out)
	}
	message.Data = w.list(0, c, w.sent)
	for j := range w.sys.Agents {
		if j == c.Agent {
			continue
		}
		sc.receiver = j
		for _, id := range w.leaving(j).receive {
			r := &w.sys.Commands[id]
			t := trial{w: w}
			t.value(r, r.Channel, channel)
			if channel != Broadcast {
				t.condition(r, w.sys.Agents[j].ReceiveGuard)
			}
			t.condition(r, c.Predicate)
			t.body(r)
			out = t.conclude(r, message, out)
		}
	}
	return out
}

// passes reports whether no agent blocks the message in scope of the send c, or only by ranges and
// zero divisors. If some data is not known, conditions that read data are not asked.
func (w *explainer) passes(c *Command, channel Value, known bool) bool {
	if channel == Broadcast {
		return true
	}
	for j := range w.sys.Agents {
		if w.scope.receiver = j; j == c.Agent || !w.scope.holds(w.sys.Agents[j].ReceiveGuard) {
			continue
		}
		could := func(id int) bool {
			r := &w.sys.Commands[id]
			t := trial{w: w, failed: !w.scope.data.carriesAll(r.Mentions)}
			t.value(r, r.Channel, channel)
			for _, e := range []*Expr{c.Predicate, r.Guard} {
				if known || !readsData(e) {
					t.condition(r, e)
				}
			}
			return !t.failed
		}
		if !slices.ContainsFunc(w.leaving(j).receive, could) {
			return false
		}
	}
	return true
}

// faultsOfGet reports on the get c with each supply at hand.
func (w *explainer) faultsOfGet(c *Command, out []RangeFault) []RangeFault {
	w.message()
	getsAt, st := AnyLocality, defined
	if c.Target != nil {
		getsAt, st = w.scope.value(c.Target)
	}
	for j := range w.sys.Agents {
		if j == c.Agent {
			continue
		}
		for _, id := range w.leaving(j).supply {
			supply := &w.sys.Commands[id]
			message := Step{Kind: PointToPointStep, Initiator: c.Agent, Command: c.ID, Locality: getsAt,
				Participants: []Participant{{Agent: j, Command: id}}}
			t := trial{w: w}
			if st != defined {
				t.note(hindrance(c, ZeroDivisor, c.Target))
			}
			w.tryLocality(&t, c, supply, st == defined)
			w.tryExchange(&t, c, supply)
			kept := &w.sys.Commands[t.fault.Command]
			out = t.conclude(kept, message, out)
		}
	}
	return out
}

// tryLocality tries whether the two sides agree on a locality; known tells whether the get's is
// defined.
func (w *explainer) tryLocality(t *trial, get, supply *Command, known bool) {
	w.scope.data = dataset{}
	if (get.Target == nil) != (supply.Target == nil) {
		t.failed = true
		return
	}
	if get.Target == nil {
		w.scope.receiver = supply.Agent
		t.condition(get, get.Predicate)
		return
	}
	here := w.sys.Agents[supply.Agent].Location
	if known {
		t.value(get, get.Target, here)
	}
	t.value(supply, supply.Target, here)
}

// tryExchange tries what the two sides assign, then their guards and updates. A command that
// mentions data of a side whose data is at fault is tried no further.
func (w *explainer) tryExchange(t *trial, get, supply *Command) {
	w.scope.data = dataset{}
	t.failed = t.failed || meet(get, supply)
	sent, supplied := w.whyData(get), w.whyData(supply)
	t.note(sent)
	t.note(supplied)
	w.carry(get, w.sent)
	w.carry(supply, w.supplied)
	if supplied.Obstacle == NoObstacle || len(get.Mentions) == 0 || !w.supplied.carriesAll(get.Mentions) {
		w.scope.data = w.supplied
		t.body(get)
	}
	if sent.Obstacle == NoObstacle || len(supply.Mentions) == 0 || !w.sent.carriesAll(supply.Mentions) {
		w.scope.data = w.sent
		t.body(supply)
	}
}

// carry marks all data that c assigns as carried, with its value where it has one; known tells that
// all have one.
func (w *explainer) carry(c *Command, d dataset) (known bool) {
	d.clear()
	known = true
	for i := range c.Data {
		v, st := w.scope.value(c.Data[i].Expr)
		known = known && st == defined
		d.set(c.Data[i].Var, v)
	}
	return known
}
