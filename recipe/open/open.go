// Package open closes a part of a system with agents that stand for all agents outside of it, so
// that the part can be checked in any environment (P001 Definitions 3, 6 and 7).
//
// The agents outside send any message to any agents, get and supply, exchange messages among
// themselves, block any multicast of the part, and stop whenever they like. What they choose is in
// free locals ([recipe.Var]) or in which of their commands they execute. A run of the part in some
// environment is therefore a run of the closed system, as far as the part is concerned:
//
//   - A message from outside carries any values. There is one send for each channel and each
//     combination of the data that some receive of the part mentions, or that properties observe.
//   - Its predicate is any set of assignments of the property identifiers. A free local says for
//     each assignment that an agent of the part can have whether it is in the set.
//   - An agent outside that is silent does nothing, and blocks the multicasts of the part. It may be
//     silent in one state and not in the next. If all are silent and the part alone can do nothing,
//     the state is a deadlock.
//
// In receptive environments, agents outside block no multicast, and supply every get of the part.
//
// Some runs of the closed system are those of no environment. An agent outside may become silent at
// a step in which no agent outside takes part.
package open

import (
	"fmt"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Two names are needed outside: one agent there exchanges messages with another.
const leastNames = 2

// Close adds the agents outside to a part. The part must satisfy [recipe.System.Check], except that
// its location type has the given names after those of its agents. There must be two at least. Its
// propositions may not read the property identifiers of suppliers, nor ask whether a command is
// enabled that needs agents outside or that they may block.
//
// Close appends a property identifier that is true of agents outside only. A quantifier over
// assignments in a proposition must be about assignments in which it is false. The error is a
// [*TooManyError], or says that there are too few names.
func Close(sys *recipe.System, names []recipe.Value, o Options) error {
	if sys == nil || len(names) < leastNames {
		return fmt.Errorf("open: %w: there is no system, or there are fewer than %d names", recipe.ErrMisuse, leastNames)
	}
	if o.MaxCommands == 0 {
		o.MaxCommands = 4096
	}
	if o.MaxKinds == 0 {
		o.MaxKinds = 8
	}
	c := &closing{sys: sys, Options: o, part: len(sys.Agents), own: len(sys.Commands)}
	c.mark()
	kinds, err := c.kinds()
	if err != nil {
		return err
	}
	for i, name := range names {
		c.begin(name)
		if i == 0 {
			c.targets(kinds)
			c.sends()
			c.gets(names[1])
		}
		c.supplies(i, name)
		if err := c.end(i == 0); err != nil {
			return err
		}
	}
	return nil
}

// mark adds the property identifier that is true of agents outside, who satisfy the predicates of
// gets wherever some agent could.
func (c *closing) mark() {
	s := c.sys
	c.outside = &recipe.Expr{Op: recipe.OpProperty, Type: recipe.BoolType, Index: len(s.Properties)}
	s.Properties = append(s.Properties[:c.outside.Index:c.outside.Index], recipe.PropertyVar{Name: "outside", Type: recipe.BoolType})
	for a := range c.part {
		agent := &s.Agents[a]
		agent.Relabel = append(agent.Relabel[:c.outside.Index:c.outside.Index], recipe.FalseExpr)
	}
	for _, k := range c.commands(recipe.Get, isUnnamed) {
		k.Predicate = recipe.Or(k.Predicate, recipe.And(c.outside, c.satisfiable(k.Predicate)))
	}
}

// begin starts an agent outside.
func (c *closing) begin(name recipe.Value) {
	s := c.sys
	vars, commands := len(s.Vars), len(s.Commands)
	c.agent = recipe.Agent{
		Name: s.Symbols[name], TypeName: s.Symbols[name], Location: name, States: 1, Outside: true,
		Vars: recipe.Range{Start: vars, End: vars}, Commands: recipe.Range{Start: commands, End: commands},
		Init: recipe.TrueExpr, ReceiveGuard: recipe.FalseExpr, Relabel: make([]*recipe.Expr, len(s.Properties)),
	}
	if c.outside != nil {
		c.agent.Relabel[c.outside.Index] = recipe.TrueExpr
	}
	c.silent, c.chosen = nil, nil
}

// end completes the agent. One who sends connects to all channels while it is silent: it receives
// on none of them.
func (c *closing) end(sends bool) error {
	if sends && !c.Receptive {
		c.agent.ReceiveGuard = c.silently()
	}
	c.agent.Vars.End, c.agent.Commands.End = len(c.sys.Vars), len(c.sys.Commands)
	c.sys.Agents = append(c.sys.Agents, c.agent)
	if c.full() {
		return &TooManyError{"commands", c.MaxCommands}
	}
	return nil
}

// choice adds a free local that is a truth value.
func (c *closing) choice(name string) *recipe.Expr { return c.free(name, recipe.BoolType) }

// free adds a free local of the agent.
func (c *closing) free(name string, t *recipe.Type) *recipe.Expr {
	v := len(c.sys.Vars)
	c.sys.Vars = append(c.sys.Vars, recipe.Var{Name: name, Agent: len(c.sys.Agents), Type: t, Free: true})
	return &recipe.Expr{Op: recipe.OpLocal, Type: t, Index: v}
}

// silently is true while the agent does nothing.
func (c *closing) silently() *recipe.Expr {
	if c.silent == nil {
		c.silent = c.choice("silent")
	}
	return c.silent
}

// targets makes the predicate of messages: for each kind of agent, a free local says whether agents
// of this kind satisfy it.
func (c *closing) targets(kinds []kind) {
	var some []*recipe.Expr
	for i, k := range kinds {
		some = append(some, recipe.And(c.choice("to"+strconv.Itoa(i+1)), c.is(k)))
	}
	c.chosen = recipe.Or(some...)
}

// add adds a command of the agent for each combination of data that it may have to tell apart.
func (c *closing) add(k recipe.Command, answers []*recipe.Command, observed bool) {
	k.Agent, k.Guard = len(c.sys.Agents), recipe.TrueExpr
	if k.Kind != recipe.Supply || !c.Receptive {
		k.Guard = recipe.Not(c.silently())
	}
	for _, carried := range c.carried(answers, observed) {
		c.fill(k, carried)
	}
}

// fill adds a command for each combination of values of some data.
func (c *closing) fill(k recipe.Command, carried []int) {
	switch {
	case c.full():
	case len(carried) == 0:
		k.ID = len(c.sys.Commands)
		c.sys.Commands = append(c.sys.Commands, k)
	default:
		t := c.sys.Data[carried[0]].Type
		data := k.Data[:len(k.Data):len(k.Data)]
		for code := range t.Size() {
			k.Data = append(data, recipe.Assignment{Var: carried[0], Expr: recipe.Const(t, t.Value(code))})
			c.fill(k, carried[1:])
		}
	}
}

// sends adds the messages on all channels.
func (c *closing) sends() {
	receives := c.commands(recipe.Receive, every)
	for _, channel := range c.sys.Channel.Values {
		k := recipe.Command{Kind: recipe.Send, Label: "message", Channel: recipe.Const(c.sys.Channel, channel), Predicate: c.chosen}
		c.add(k, receives, true)
	}
}

// gets adds gets from the part, and from another agent outside.
func (c *closing) gets(other recipe.Value) {
	at := func(name recipe.Value) *recipe.Expr { return recipe.Const(c.sys.Location, name) }
	among := c.outside // each predicate of a get may be true of some agent outside
	if c.chosen != nil {
		among = recipe.Or(among, c.chosen)
	}
	if c.outside.Index == 0 { // nothing tells agents apart
		among = recipe.TrueExpr
	}
	c.add(recipe.Command{Kind: recipe.Get, Label: "get", Predicate: among}, nil, false)
	c.add(recipe.Command{Kind: recipe.Get, Label: "get", Target: at(other)}, nil, false)
	if supplies := c.commands(recipe.Supply, isUnnamed); len(supplies) > 0 {
		from := recipe.Not(c.outside)
		if c.Assignments {
			from = recipe.And(from, c.chosen)
		}
		c.add(recipe.Command{Kind: recipe.Get, Label: "get", Predicate: from}, supplies, false)
	}
	for a := range c.part {
		own := func(k *recipe.Command) bool { return isNamed(k) && k.Agent == a }
		if supplies := c.commands(recipe.Supply, own); len(supplies) > 0 {
			c.add(recipe.Command{Kind: recipe.Get, Label: "get", Target: at(c.sys.Agents[a].Location)}, supplies, false)
		}
	}
}

// supplies adds what an agent outside supplies: at any, if it is the second one, and at its name.
func (c *closing) supplies(i int, name recipe.Value) {
	if i == 1 {
		c.add(recipe.Command{Kind: recipe.Supply, Label: "supply"}, c.commands(recipe.Get, isUnnamed), true)
	}
	if gets := c.commands(recipe.Get, isNamed); len(gets) > 0 || i == 1 {
		c.add(recipe.Command{Kind: recipe.Supply, Label: "supply", Target: recipe.Const(c.sys.Location, name)}, gets, true)
	}
}
