package symbolic

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// A Meeting is a command, or two commands that meet. A range or a zero divisor alone may prevent a
// step of one of them. The explicit twin is [recipe.Interpreter.RangeFaults].
type Meeting struct {
	// Initiator is the ID of a send or get. Partner is the ID of the receive or supply that it
	// meets. It is -1 if the send itself has the fault.
	Initiator, Partner int
}

// MayFault lists, in a fixed order, the meetings that may have a range fault. For all others, the
// types of expressions exclude it. The error is that of the context.
func MayFault(ctx context.Context, sys *recipe.System) ([]Meeting, error) {
	if err := encodable(ctx, sys); err != nil {
		return nil, err
	}
	x := excluder{sys, make([]bool, len(sys.Commands))}
	for id := range sys.Commands {
		x.bodies[id] = x.body(&sys.Commands[id])
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	var out []Meeting
	for id := range sys.Commands {
		c := &sys.Commands[id]
		if c.Kind != recipe.Send && c.Kind != recipe.Get {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c.Kind == recipe.Send && (x.undefined(c.Channel, -1) || x.bodies[id] || x.data(c)) {
			out = append(out, Meeting{id, -1})
		}
		for k := range sys.Commands {
			p := &sys.Commands[k]
			if p.Agent != c.Agent && (c.Kind == recipe.Send && p.Kind == recipe.Receive && x.receive(c, p) ||
				c.Kind == recipe.Get && p.Kind == recipe.Supply && x.exchange(c, p)) {
				out = append(out, Meeting{id, k})
			}
		}
	}
	return out, nil
}

// An excluder looks at types and operators: its answers are false where a fault
// is excluded.
type excluder struct {
	sys    *recipe.System
	bodies []bool // by command: what body says
}

// undefined is about an expression in which property identifiers are those of an
// agent.
func (x excluder) undefined(e *recipe.Expr, agent int) bool {
	return e.Any(func(e *recipe.Expr) bool {
		return e.Op.Facts().Divides || e.Op == recipe.OpProperty && agent >= 0 && x.undefined(x.sys.Agents[agent].Relabel[e.Index], -1)
	})
}

// leaves is about the value of an expression of one kind with the type.
func (x excluder) leaves(e *recipe.Expr, t *recipe.Type) bool {
	outside := func(v recipe.Value) bool { return !t.Contains(v) }
	switch {
	case e.Op == recipe.OpConst:
		return outside(e.Value)
	case t.Kind == recipe.Int:
		return e.Type.Lo < t.Lo || e.Type.Hi > t.Hi
	}
	return t.Kind == recipe.Enum && slices.ContainsFunc(e.Type.Values, outside)
}

// data is about what a command gives, body about its guard and its updates.
func (x excluder) data(c *recipe.Command) bool {
	return slices.ContainsFunc(c.Data, func(d recipe.Assignment) bool {
		return x.undefined(d.Expr, -1) || x.leaves(d.Expr, x.sys.Data[d.Var].Type)
	})
}

func (x excluder) body(c *recipe.Command) bool {
	if _, stands := c.Pool(x.sys); stands {
		return true
	}
	return x.undefined(c.Guard, -1) || slices.ContainsFunc(c.Updates, func(u recipe.Assignment) bool {
		return x.undefined(u.Expr, -1) || x.leaves(u.Expr, x.sys.Vars[u.Var].Type)
	})
}

func (x excluder) receive(send, r *recipe.Command) bool {
	return gives(send, r) && (x.undefined(r.Channel, -1) || x.undefined(x.sys.Agents[r.Agent].ReceiveGuard, -1) ||
		x.undefined(send.Predicate, r.Agent) || x.bodies[r.ID])
}

func (x excluder) exchange(get, supply *recipe.Command) bool {
	return (get.Target == nil) == (supply.Target == nil) && gives(get, supply) && gives(supply, get) &&
		(x.undefined(get.Target, -1) || x.undefined(supply.Target, -1) || x.undefined(get.Predicate, supply.Agent) ||
			x.data(get) || x.data(supply) || x.bodies[get.ID] || x.bodies[supply.ID])
}

// gives reports whether a command gives all data that another mentions.
func gives(c, other *recipe.Command) bool {
	return !slices.ContainsFunc(other.Mentions, func(v int) bool {
		return !slices.ContainsFunc(c.Data, func(d recipe.Assignment) bool { return d.Var == v })
	})
}

// RangeFault is the set of the given states in which a meeting has a fault: no condition on the
// commands is false, but something is undefined or out of range.
func (m *Model) RangeFault(sc *bdd.Scope, at Meeting, in bdd.Node) (bdd.Node, error) {
	if err := m.usable(); err != nil {
		return bdd.False, err
	}
	n := len(m.System.Commands)
	none := misuse("commands %d and %d do not meet", at.Initiator, at.Partner)
	if at.Initiator < 0 || at.Initiator >= n || at.Partner < -1 || at.Partner >= n {
		return bdd.False, none
	}
	b := m.builder(sc)
	c := &m.System.Commands[at.Initiator]
	in = b.And(in, b.At(c.Agent, c.From))
	if at.Partner < 0 {
		if c.Kind != recipe.Send {
			return bdd.False, none
		}
		return b.Result(b.sendAtFault(c, in))
	}
	p := &m.System.Commands[at.Partner]
	in = b.And(in, b.At(p.Agent, p.From))
	switch {
	case c.Kind == recipe.Send && p.Kind == recipe.Receive:
		return b.Result(b.receiveAtFault(c, p, in))
	case c.Kind == recipe.Get && p.Kind == recipe.Supply:
		return b.Result(b.exchangeAtFault(c, p, in))
	}
	return bdd.False, none
}

// A trial goes through what is asked of a command: possible are the states in
// which nothing was false, faulty those in which something was at fault.
type trial struct {
	*builder
	possible, faulty bdd.Node
}

// ask tries a condition, demand one that is at fault where it does not hold.
func (t *trial) ask(c evaluate.Truth[bdd.Node]) {
	t.possible = t.And(t.possible, t.Or(c.Yes, c.Undefined))
	t.faulty = t.Or(t.faulty, c.Undefined)
}

func (t *trial) demand(fits bdd.Node) { t.faulty = t.Or(t.faulty, t.Not(fits)) }

// spawn tries, in some states, whether the agents that a command spawns are absent. It is a fault
// if too few of their pool are.
func (t *trial) spawn(c *recipe.Command, in bdd.Node) {
	if len(c.Spawns) == 0 {
		return
	}
	exhausted := bdd.False
	if _, stands := c.Pool(t.m.System); stands {
		exhausted = evaluate.Exhausted(t.evaluator, c)
	}
	t.possible = t.And(t.possible, t.Or(t.Not(in), t.Or(t.Vacant(c), exhausted)))
	t.faulty = t.Or(t.faulty, t.And(in, exhausted))
}

// askIfKnown tries a condition where what it reads is known: known is about data.
func (t *trial) askIfKnown(e *recipe.Expr, in *setting, known bdd.Node) {
	c := t.Truth(e, in)
	if len(recipe.Leaves(recipe.OpData, e)) > 0 {
		c.Yes, c.Undefined = t.Or(c.Yes, t.Not(known)), t.And(c.Undefined, known)
	}
	t.ask(c)
}

func (t *trial) result() bdd.Node { return t.And(t.possible, t.faulty) }

// is is the condition that an expression has the value v of an enumeration.
func (b *builder) is(e *recipe.Expr, v recipe.Value) evaluate.Truth[bdd.Node] {
	t := b.Term(e, &setting{})
	return evaluate.Truth[bdd.Node]{Yes: b.Is(t, recipe.Enum, v), Undefined: t.Undefined}
}

// sendAtFault is about a send whose guard is not false. Where its channel is
// undefined there is none to read.
func (b *builder) sendAtFault(c *recipe.Command, in bdd.Node) bdd.Node {
	channel := b.Term(c.Channel, &setting{})
	guard := b.Truth(c.Guard, &setting{})
	out := b.And(b.And(in, channel.Undefined), b.Or(guard.Yes, guard.Undefined))
	for _, on := range channel.Value.(table) {
		own := &setting{Channel: on.value, HasChannel: true}
		t := &trial{b, b.And(in, on.when), bdd.False}
		t.ask(b.Truth(c.Guard, own))
		t.demand(b.Fits(c, b.Assigned(c, own)))
		t.demand(b.FitsUpdates(c, own))
		t.spawn(c, bdd.True)
		message := &setting{Channel: on.value, HasChannel: true, Data: b.Assigned(c, own)}
		out = b.Or(out, b.And(t.result(), b.passes(c, message)))
	}
	return out
}

// passes is the set of states in which no agent blocks the message of a send, or only by ranges and
// zero divisors. Where some data is undefined, conditions that read data are not asked.
func (b *builder) passes(c *recipe.Command, message *setting) bdd.Node {
	out := bdd.True
	if message.Channel == recipe.Broadcast {
		return out
	}
	known := bdd.True
	for _, d := range c.Data {
		known = b.And(known, b.Not(message.Data[d.Var].Undefined))
	}
	for agent := range b.m.System.Agents {
		if agent != c.Agent {
			connected := b.Holds(b.m.System.Agents[agent].ReceiveGuard, &setting{Channel: message.Channel, HasChannel: true})
			out = b.And(out, b.Or(b.Not(connected), b.couldReceive(agent, c.Predicate, message, known)))
		}
	}
	return out
}

// couldReceive is the set of states in which an agent has a receive for a message with a predicate
// that takes part, or does not for ranges and zero divisors alone.
func (b *builder) couldReceive(agent int, predicate *recipe.Expr, message *setting, known bdd.Node) bdd.Node {
	out := bdd.False
	a := &b.m.System.Agents[agent]
	seen := *message
	seen.Property = b.Relabelled(agent)
	for id := range a.Commands.All() {
		r := &b.m.System.Commands[id]
		if r.Kind != recipe.Receive || !evaluate.Carried(r, message.Data) {
			continue
		}
		t := &trial{b, b.At(agent, r.From), bdd.False}
		t.ask(b.is(r.Channel, message.Channel))
		t.askIfKnown(predicate, &seen, known)
		t.askIfKnown(r.Guard, message, known)
		out = b.Or(out, t.possible)
	}
	return out
}

// receiveAtFault is about a receive of the message that a send offers.
func (b *builder) receiveAtFault(c, r *recipe.Command, in bdd.Node) bdd.Node {
	out := bdd.False
	for _, on := range b.channelOf(c, &setting{}) {
		own := &setting{Channel: on.value, HasChannel: true}
		message := &setting{Channel: on.value, HasChannel: true, Data: b.Assigned(c, own)}
		offers := b.All(in, on.when, b.Holds(c.Guard, own), b.Fits(c, message.Data), b.FitsUpdates(c, own), b.Vacant(c))
		if offers == bdd.False || !evaluate.Carried(r, message.Data) {
			continue
		}
		t := &trial{b, offers, bdd.False}
		t.ask(b.is(r.Channel, on.value))
		if on.value != recipe.Broadcast {
			t.ask(b.Truth(b.m.System.Agents[r.Agent].ReceiveGuard, own))
		}
		seen := *message
		seen.Property = b.Relabelled(r.Agent)
		t.ask(b.Truth(c.Predicate, &seen))
		t.ask(b.Truth(r.Guard, message))
		t.demand(b.FitsUpdates(r, message))
		t.spawn(r, bdd.True)
		out = b.Or(out, b.And(t.result(), b.passes(c, message)))
	}
	return out
}

// exchangeAtFault is about a get and a supply. What reads data that are at fault
// is not asked.
func (b *builder) exchangeAtFault(get, supply *recipe.Command, in bdd.Node) bdd.Node {
	x, ok := b.Exchange(get, supply)
	if !ok {
		return bdd.False
	}
	t := &trial{b, in, bdd.False}
	if get.Target == nil {
		t.ask(b.Truth(get.Predicate, &setting{Property: b.Relabelled(supply.Agent)}))
	} else {
		here := b.m.System.Agents[supply.Agent].Location
		t.ask(b.is(get.Target, here))
		t.ask(b.is(supply.Target, here))
	}
	asked, supplied := b.Fits(get, x.Asked), b.Fits(supply, x.Supplied)
	t.demand(asked)
	t.demand(supplied)
	side := func(c *recipe.Command, in *setting, fine bdd.Node) {
		if len(c.Mentions) == 0 {
			fine = bdd.True
		}
		guard := b.Truth(c.Guard, in)
		t.ask(evaluate.Truth[bdd.Node]{Yes: b.Or(b.Not(fine), guard.Yes), Undefined: b.And(fine, guard.Undefined)})
		t.demand(b.Or(b.Not(fine), b.FitsUpdates(c, in)))
		t.spawn(c, fine)
	}
	side(get, x.Getter, supplied)
	side(supply, x.Supplier, asked)
	return t.result()
}
