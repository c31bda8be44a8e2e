package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A part is one agent's contribution to an interaction.
type part struct {
	agent   int
	changed []*variable // what its reactions may change, in the order of the diagram
	stays   bdd.Node    // kept: the agent does not take part, and keeps its state
	takes   []reaction  // the commands it may take part with
}

// A reaction is one way in which an agent takes part: a command, with the
// agent's variables that it does not update kept.
type reaction struct {
	command int
	steps   bdd.Node // kept
}

// union is the relation of the part's reactions and of staying.
func (b *builder) union(p *part, stays bool, commands func(int) bool) bdd.Node {
	out := bdd.False
	if stays {
		out = p.stays
	}
	for _, r := range p.takes {
		if commands(r.command) {
			out = b.or(out, r.steps)
		}
	}
	return out
}

// senderPart is the relation of the sender: its state, condition and updates.
func (b *builder) senderPart(msg *message, ctx *setting) part {
	c := msg.command
	own := &setting{channel: msg.channel, hasChannel: true}
	n := b.and(b.at(c.Agent, c.From), msg.when)
	n = b.and(n, b.holds(c.Guard, own))
	n = b.and(n, b.channelOf(c, &setting{}).when(b, msg.channel))
	for _, d := range c.Data {
		n = b.and(n, b.within(*ctx.data[d.Var], b.m.System.Data[d.Var].Type))
	}
	changed := b.m.changedBy(c)
	n = b.and(n, b.updates(c, own))
	return part{agent: c.Agent, changed: changed, stays: bdd.False, takes: []reaction{{c.ID, n}}}
}

// receiverPart is the relation of another agent: it takes part with one of its
// receives, or stays because it is not connected (multicast), or not targeted
// or not ready (broadcast). Where none of these is possible the message is
// blocked (P001 Definition 5 with the last case of Definition 3).
func (b *builder) receiverPart(agent int, msg *message, ctx *setting) part {
	a := &b.m.System.Agents[agent]
	p := part{agent: agent}
	connected := bdd.True
	if msg.channel != recipe.Broadcast {
		connected = b.holds(a.ReceiveGuard, &setting{channel: msg.channel, hasChannel: true})
	}
	seen := *ctx
	seen.property = b.relabelled(agent)
	targeted := b.holds(msg.command.Predicate, &seen)
	reached := b.and(connected, targeted)
	in := &setting{channel: msg.channel, hasChannel: true, data: ctx.data}
	ready := bdd.False
	type candidate struct {
		c    *recipe.Command
		from bdd.Node
	}
	var able []candidate
	if reached != bdd.False {
		for id := a.Commands.Start; id < a.Commands.End; id++ {
			c := &b.m.System.Commands[id]
			if c.Kind != recipe.Receive || !b.m.Flow.Fires[id] || !b.carried(c, in.data) {
				continue
			}
			from := b.ready(c, in)
			ready = b.or(ready, from)
			if b.and(from, reached) != bdd.False {
				able = append(able, candidate{c, b.and(from, reached)})
				p.changed = append(p.changed, b.m.changedBy(c)...)
			}
		}
	}
	p.changed = b.m.inOrder(p.changed)
	for _, r := range able {
		kept := except(p.changed, b.m.changedBy(r.c))
		n := b.and(b.and(r.from, b.updates(r.c, in)), b.same(kept))
		p.takes = append(p.takes, reaction{r.c.ID, n})
	}
	stays := b.not(connected)
	if msg.channel == recipe.Broadcast {
		stays = b.not(b.and(targeted, ready))
	}
	p.stays = b.and(stays, b.same(p.changed))
	return p
}

// carried reports whether all data that c mentions is there.
func (b *builder) carried(c *recipe.Command, data []*term) bool {
	return !slices.ContainsFunc(c.Mentions, func(d int) bool { return data[d] == nil })
}

// ready is the set of states in which the receive c is enabled for the message
// of the context.
func (b *builder) ready(c *recipe.Command, in *setting) bdd.Node {
	n := b.and(b.at(c.Agent, c.From), b.channelOf(c, &setting{}).when(b, in.channel))
	if n == bdd.False {
		return n
	}
	n = b.and(n, b.holds(c.Guard, in))
	for _, u := range c.Updates {
		n = b.and(n, b.within(b.term(u.Expr, in), b.m.System.Vars[u.Var].Type))
	}
	return n
}

// updates is the relation of c's updates and its control state's change.
func (b *builder) updates(c *recipe.Command, in *setting) bdd.Node {
	n := bdd.True
	if x := b.m.controls[c.Agent]; x != nil && c.From != c.To {
		code, _ := x.code(recipe.Value(c.To))
		n = b.eq(x, bdd.Next, code)
	}
	for _, u := range c.Updates {
		t := b.term(u.Expr, in)
		if x := b.m.locals[u.Var]; x != nil {
			n = b.and(n, b.store(x, t))
		} else {
			n = b.and(n, b.compare(recipe.OpEq, t, b.m.current(u.Var)))
		}
	}
	return n
}

// changedBy lists the encoded variables that c assigns, its agent's control
// state among them, in the order of the diagram.
func (m *Model) changedBy(c *recipe.Command) []*variable {
	var out []*variable
	if x := m.controls[c.Agent]; x != nil && c.From != c.To {
		out = append(out, x)
	}
	for _, u := range c.Updates {
		if x := m.locals[u.Var]; x != nil {
			out = append(out, x)
		}
	}
	return m.inOrder(out)
}

// inOrder sorts variables by the order of the diagram and drops repetitions.
func (m *Model) inOrder(vs []*variable) []*variable {
	slices.SortFunc(vs, func(x, y *variable) int { return int(x.id) - int(y.id) })
	return slices.Compact(vs)
}

// except lists the variables of vs that are not in drop.
func except(vs, drop []*variable) []*variable {
	var out []*variable
	for _, v := range vs {
		if !slices.Contains(drop, v) {
			out = append(out, v)
		}
	}
	return out
}
