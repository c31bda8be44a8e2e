// Package faults expresses range faults as state propositions: conditions on
// the locals and control states of a system that hold where a command does not
// take part in a step for no other reason than that a value leaves its range or
// an expression divides by zero (P002 Section 4.1.6).
//
// The explicit twin is [recipe.Interpreter.RangeFaults], which answers for one
// state. Here everything that a command reads besides its agent's locals is
// replaced by what it stands for, given whom the command meets: data by the
// expressions that the other side assigns to them, the channel by the sender's,
// property identifiers by the receiver's relabelling. What is left is decided
// symbolically, for all states at once.
package faults

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Candidate is a command, or two that meet, one of which may be at fault.
type Candidate struct {
	// Initiator is the ID of a send or get. Partner is the ID of the receive
	// or supply it meets, or -1 where the send itself is at fault.
	Initiator, Partner int
	// Condition is a state proposition: it holds of the states in which there
	// is a fault.
	Condition *recipe.Expr
}

// Candidates lists the commands, and pairs of commands, for which a fault is
// not excluded by the types of expressions alone, in a fixed order. The system
// must satisfy its own checks. The error is that of the context.
func Candidates(ctx context.Context, sys *recipe.System) ([]Candidate, error) {
	var out []Candidate
	add := func(initiator, partner int, condition *recipe.Expr) {
		if !condition.IsConst(recipe.False) {
			out = append(out, Candidate{initiator, partner, condition})
		}
	}
	for id := range sys.Commands {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c := &sys.Commands[id]
		switch c.Kind {
		case recipe.Send:
			add(id, -1, ofSend(sys, c))
			partners(ctx, sys, c, recipe.Receive, func(r *recipe.Command) { add(id, r.ID, ofReceive(sys, c, r)) })
		case recipe.Get:
			partners(ctx, sys, c, recipe.Supply, func(s *recipe.Command) { add(id, s.ID, ofExchange(sys, c, s)) })
		}
	}
	return out, ctx.Err()
}

// partners visits the commands of the kind that other agents have, until ctx ends.
func partners(ctx context.Context, sys *recipe.System, c *recipe.Command, kind recipe.CommandKind, visit func(*recipe.Command)) {
	for id := range sys.Commands {
		if p := &sys.Commands[id]; p.Kind == kind && p.Agent != c.Agent && ctx.Err() == nil {
			visit(p)
		}
	}
}

// ofSend: the send's guard is not false, and its channel, guard, data or
// updates are at fault.
func ofSend(sys *recipe.System, c *recipe.Command) *recipe.Expr {
	env := &environment{sys: sys, channel: c.Channel, receiver: -1}
	guard := env.truth(c.Guard)
	faulty := or(env.value(c.Channel).undefined, guard.undefined, env.badData(c), env.badUpdates(c))
	return and(at(sys, c), guard.notFalse(), faulty)
}

// ofReceive: the send offers its message, and of what the receive asks nothing
// is false, but something at fault.
func ofReceive(sys *recipe.System, c, r *recipe.Command) *recipe.Expr {
	own := &environment{sys: sys, channel: c.Channel, receiver: -1}
	offers := and(at(sys, c), own.truth(c.Guard).yes, not(own.value(c.Channel).undefined), not(own.badData(c)), not(own.badUpdates(c)))
	if !carriesAll(c, r.Mentions) {
		return recipe.FalseExpr
	}
	env := &environment{sys: sys, channel: c.Channel, data: c.Data, receiver: r.Agent}
	channel := env.value(r.Channel)
	conditions := []truth{
		{and(not(channel.undefined), recipe.Eq(r.Channel, c.Channel)), channel.undefined},
		env.connected(r.Agent, c.Channel),
		env.truth(c.Predicate),
		env.truth(r.Guard),
	}
	possible, faulty := []*recipe.Expr{offers, at(sys, r)}, []*recipe.Expr{env.badUpdates(r)}
	for _, t := range conditions {
		possible, faulty = append(possible, t.notFalse()), append(faulty, t.undefined)
	}
	return and(append(possible, or(faulty...))...)
}

// connected is the receive guard, which the broadcast channel does not
// consult.
func (env *environment) connected(agent int, channel *recipe.Expr) truth {
	guard := env.truth(env.sys.Agents[agent].ReceiveGuard)
	broadcast := recipe.Eq(channel, recipe.Const(env.sys.Channel, recipe.Broadcast))
	if channel.Op == recipe.OpConst {
		broadcast = recipe.BoolExpr(channel.Value == recipe.Broadcast)
	}
	return truth{or(broadcast, guard.yes), and(not(broadcast), guard.undefined)}
}

// ofExchange: nothing that get and supply ask is false, but something at
// fault.
func ofExchange(sys *recipe.System, get, supply *recipe.Command) *recipe.Expr {
	if !carriesAll(supply, get.Mentions) || !carriesAll(get, supply.Mentions) || (get.Target == nil) != (supply.Target == nil) {
		return recipe.FalseExpr
	}
	alone := &environment{sys: sys, receiver: supply.Agent}
	possible := []*recipe.Expr{at(sys, get), at(sys, supply)}
	faulty := []*recipe.Expr{alone.badData(get), alone.badData(supply)}
	ask := func(t truth) {
		possible, faulty = append(possible, t.notFalse()), append(faulty, t.undefined)
	}
	if get.Target == nil {
		ask(alone.truth(get.Predicate))
	} else {
		here := recipe.Const(sys.Location, sys.Agents[supply.Agent].Location)
		for _, target := range []*recipe.Expr{get.Target, supply.Target} {
			v := alone.value(target)
			ask(truth{and(not(v.undefined), recipe.Eq(v.expr, here)), v.undefined})
		}
	}
	for _, side := range [][2]*recipe.Command{{get, supply}, {supply, get}} {
		own, other := side[0], side[1]
		env := &environment{sys: sys, data: other.Data, receiver: supply.Agent}
		guard, updates := env.truth(own.Guard), env.badUpdates(own)
		if len(own.Mentions) > 0 {
			// What reads data that are at fault is not asked.
			fine := not(alone.badData(other))
			guard = truth{or(not(fine), guard.yes), and(fine, guard.undefined)}
			updates = and(fine, updates)
		}
		ask(guard)
		faulty = append(faulty, updates)
	}
	return and(append(possible, or(faulty...))...)
}

func carriesAll(c *recipe.Command, mentions []int) bool {
	for _, v := range mentions {
		carried := false
		for _, d := range c.Data {
			carried = carried || d.Var == v
		}
		if !carried {
			return false
		}
	}
	return true
}

// at is the condition that a command starts at its agent's control state.
func at(sys *recipe.System, c *recipe.Command) *recipe.Expr {
	states := sys.Agents[c.Agent].States
	if states == 1 {
		return recipe.TrueExpr
	}
	control := &recipe.Expr{Op: recipe.OpControl, Type: recipe.IntType(0, states-1), Index: c.Agent}
	return recipe.Eq(control, recipe.IntExpr(c.From))
}
