package recipe

import (
	"context"
	"slices"
)

// An AgentReport says what an agent waits for in a state.
type AgentReport struct {
	Agent int
	// Commands reports on the commands that leave the control state of the agent, ascending. There are
	// none if the behaviour of the agent has ended, or if it is absent. Of several commands with one
	// text that spawn, there is one.
	Commands []CommandReport
	// Absent tells that the agent is not there.
	Absent bool
}

// A CommandReport says why a command does not take part in any step.
type CommandReport struct {
	Hindrance
	// Others has details. For ReceiversBlock, it says for each agent that blocks why none of its
	// receives is enabled. For a get with NoPartner, it says for each supply why the get and the
	// supply do not meet.
	Others []Hindrance
}

// Blocked explains for each agent, but for those outside, why the commands that leave its control
// state do not take part in a step. It is for deadlocks, but works for any state: commands that
// some step executes have NoObstacle. The error wraps [ErrState], or is that of ctx: a state of
// many agents can have very many steps.
func (in *Interpreter) Blocked(ctx context.Context, s State) ([]AgentReport, error) {
	if err := in.checkState(s); err != nil {
		return nil, err
	}
	if ctx == nil {
		return nil, misuse("Blocked: there is no context")
	}
	executed := make([]bool, len(in.sys.Commands))
	for t := range in.each(s) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if t.Step.Kind != Stutter {
			executed[t.Step.Command] = true
		}
		for _, p := range t.Step.Participants {
			executed[p.Command] = true
		}
	}
	w := &explainer{*newWalker(in)}
	w.enter(s, nil)
	var out []AgentReport
	for a := range in.sys.Agents {
		if in.sys.Agents[a].Outside {
			continue
		}
		report := AgentReport{Agent: a, Absent: !in.sys.Agents[a].IsPresent(s)}
		if report.Absent {
			out = append(out, report)
			continue
		}
		commands := in.sys.Agents[a].Commands
		for id := range commands.All() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			c := &in.sys.Commands[id]
			switch {
			case c.From != s.Control[a]:
			case executed[id]:
				report.add(in.sys, CommandReport{Hindrance: hindrance(c, NoObstacle, nil)})
			default:
				report.add(in.sys, w.report(c))
			}
		}
		out = append(out, report)
	}
	return out, nil
}

// add adds a report on a command. Of commands with one text that spawn, it keeps that of one which
// is executed, or of one whose agents are absent.
func (r *AgentReport) add(sys *System, c CommandReport) {
	last := len(r.Commands) - 1
	if last < 0 || len(sys.Commands[c.Command].Spawns) == 0 || !sys.SameText(r.Commands[last].Command, c.Command) {
		r.Commands = append(r.Commands, c)
	} else if o := r.Commands[last].Obstacle; o == AlreadyPresent || c.Obstacle == NoObstacle {
		r.Commands[last] = c
	}
}

// report explains why c takes part in no step.
func (w *explainer) report(c *Command) CommandReport {
	w.message()
	switch c.Kind {
	case Send:
		return w.reportSend(c)
	case Receive:
		return CommandReport{Hindrance: w.reportReceive(c)}
	case Get:
		return w.reportGet(c)
	default:
		return CommandReport{Hindrance: w.reportSupply(c)}
	}
}

// opens evaluates the channel and the data of a send and tells what keeps it from offering its
// message.
func (w *explainer) opens(c *Command) Hindrance {
	if h := w.whyOn(c, w.why); h.Obstacle != NoObstacle {
		return h
	}
	if h := w.whyData(c); h.Obstacle != NoObstacle {
		return h
	}
	w.assign(c, w.sent)
	w.scope.data = w.sent
	return hindrance(c, NoObstacle, nil)
}

// whyOn evaluates the channel of a command, and then tells why it is not possible.
func (w *explainer) whyOn(c *Command, why func(*Command) Hindrance) Hindrance {
	sc := &w.scope
	v, st := sc.value(c.Channel)
	if st != defined {
		return hindrance(c, ZeroDivisor, c.Channel)
	}
	sc.channel, sc.hasChannel = v, true
	return why(c)
}

func (w *explainer) reportSend(c *Command) CommandReport {
	if h := w.opens(c); h.Obstacle != NoObstacle {
		return CommandReport{Hindrance: h}
	}
	out := CommandReport{Hindrance: hindrance(c, ReceiversBlock, nil)}
	for j := range w.sys.Agents {
		if j != c.Agent && w.scope.holds(w.sys.Agents[j].ReceiveGuard) {
			out.Others = append(out.Others, w.whyBlocks(c, j)...)
		}
	}
	return out
}

// whyBlocks tells why the connected agent j does not take part in the multicast of c; nothing if it
// does.
func (w *explainer) whyBlocks(c *Command, j int) []Hindrance {
	sc := &w.scope
	sc.receiver = j
	if w.sys.Agents[j].Outside {
		return []Hindrance{{Agent: j, Command: -1, Partner: -1, Obstacle: Refused}}
	}
	if h := w.whyFalse(c, c.Predicate, NotTargeted); h.Obstacle != NoObstacle {
		h.Agent, h.Command = j, -1
		return []Hindrance{h}
	}
	var out []Hindrance
	for _, id := range w.leaving(j).receive {
		h := w.whyReceive(&w.sys.Commands[id])
		if h.Obstacle == NoObstacle {
			return nil
		}
		out = append(out, h)
	}
	if out == nil {
		out = []Hindrance{{Agent: j, Command: -1, Partner: -1, Obstacle: NoCommand}}
	}
	return out
}

// whyReceive tells what keeps r from receiving the message in scope.
func (w *explainer) whyReceive(r *Command) Hindrance {
	v, st := w.scope.value(r.Channel)
	switch {
	case st != defined:
		return hindrance(r, ZeroDivisor, r.Channel)
	case v != w.scope.channel:
		h := hindrance(r, ChannelDiffers, nil)
		h.Value = v
		return h
	}
	return w.why(r)
}

// reportReceive tells what a receive lacks before any message.
func (w *explainer) reportReceive(c *Command) Hindrance {
	if h := w.whyOn(c, w.whyAlone); h.Obstacle != NoObstacle {
		return h
	}
	if w.scope.channel != Broadcast {
		if h := w.whyFalse(c, w.sys.Agents[c.Agent].ReceiveGuard, NotConnected); h.Obstacle != NoObstacle {
			return h
		}
	}
	return hindrance(c, NoMessage, nil)
}

// whyAlone tells which conjunct of the guard or which update fails, of those that do not depend on
// data.
func (w *explainer) whyAlone(c *Command) Hindrance {
	for _, e := range Conjuncts(c.Guard) {
		if readsData(e) {
			continue
		}
		if h := w.whyFalse(c, e, GuardFalse); h.Obstacle != NoObstacle {
			return h
		}
	}
	alone := slices.DeleteFunc(slices.Clone(c.Updates), func(u Assignment) bool { return readsData(u.Expr) })
	return w.whyUpdates(c, alone)
}

func readsData(e *Expr) bool {
	return e.Any(func(e *Expr) bool { return e.Op == OpData })
}

func (w *explainer) reportGet(c *Command) CommandReport {
	if h := w.reportSupply(c); h.Obstacle != NoPartner {
		return CommandReport{Hindrance: h}
	}
	w.assign(c, w.sent)
	out := CommandReport{Hindrance: hindrance(c, NoPartner, nil)}
	for j := range w.sys.Agents {
		if j == c.Agent {
			continue
		}
		for _, id := range w.leaving(j).supply {
			h := w.whyApart(c, &w.sys.Commands[id])
			if h.Partner = c.ID; h.Command == c.ID {
				h.Partner = id
			}
			out.Others = append(out.Others, h)
		}
	}
	return out
}

// reportSupply tells what a get or supply lacks before any partner.
func (w *explainer) reportSupply(c *Command) Hindrance {
	if h := w.whyAlone(c); h.Obstacle != NoObstacle {
		return h
	}
	if h := w.whyData(c); h.Obstacle != NoObstacle {
		return h
	}
	if c.Target != nil {
		v, st := w.scope.value(c.Target)
		if st != defined {
			return hindrance(c, ZeroDivisor, c.Target)
		}
		switch own := v == w.sys.Agents[c.Agent].Location; {
		case own && c.Kind == Get:
			return hindrance(c, AsksItself, nil)
		case !own && c.Kind == Supply:
			return hindrance(c, LocalityDiffers, nil)
		}
	}
	return hindrance(c, NoPartner, nil)
}

// whyApart tells why a get whose data is in w.sent and a supply do not meet.
func (w *explainer) whyApart(get, supply *Command) Hindrance {
	sc := &w.scope
	sc.data = dataset{}
	locality := AnyLocality
	if get.Target != nil {
		locality, _ = sc.value(get.Target)
	}
	if !w.agree(get, locality, supply) {
		if get.Target != nil || supply.Target != nil {
			return hindrance(supply, LocalityDiffers, nil)
		}
		return w.whyFalse(supply, get.Predicate, NotTargeted)
	}
	if h := w.whyData(supply); h.Obstacle != NoObstacle {
		return h
	}
	w.supplied.clear()
	w.assign(supply, w.supplied)
	sc.data = w.supplied
	if h := w.why(get); h.Obstacle != NoObstacle {
		return h
	}
	sc.data = w.sent
	return w.why(supply)
}
