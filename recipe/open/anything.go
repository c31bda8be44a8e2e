package open

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Anything returns a system in which each agent of a closed system does anything. Locals have any
// values in each state. Each agent sends any message on any channel, gets from any other agent, and
// supplies any data. The values of data are those of free locals. In each state, it may be that
// nobody does anything. So each pair of a state and a step of the system is one of the result, as
// far as propositions about locals, agents, channels and data are concerned. What is true of all
// steps of the result is therefore true of all steps of each system of such agents.
//
// The other propositions are false in the result: [Lost] lists them. Most bounds the commands, 4096
// if 0; beyond it, the error is a [*TooManyError]. Each type needs a finite range. Agents must be
// there always.
func Anything(sys *recipe.System, most int) (*recipe.System, error) {
	if sys == nil {
		return nil, fmt.Errorf("open: %w: there is no system", recipe.ErrMisuse)
	}
	if most == 0 {
		most = 4096
	}
	out := *sys
	c := &closing{sys: &out, Options: Options{MaxCommands: most}}
	out.Symbols = slices.Clone(sys.Symbols)
	out.Vars, out.Agents, out.Commands = slices.Clone(sys.Vars), slices.Clone(sys.Agents), nil
	out.Propositions = slices.Clone(sys.Propositions)
	for _, id := range Lost(sys) {
		out.Propositions[id].Expr = recipe.FalseExpr
	}
	for _, p := range out.Propositions {
		for _, d := range recipe.Leaves(recipe.OpData, p.Expr) {
			if !slices.Contains(c.Observed, d) {
				c.Observed = append(c.Observed, d)
			}
		}
	}
	for _, v := range sys.Vars {
		if v.Type.Unbounded {
			return nil, fmt.Errorf("open: local `%s` has no range", v.Name)
		}
	}
	exchange := slices.ContainsFunc(sys.Commands, func(k recipe.Command) bool { return k.Kind == recipe.Get })
	c.hold()
	for i := range sys.Agents {
		c.begin(sys.Agents[i].Location)
		given := c.given()
		for _, channel := range c.sys.Channel.Values {
			k := recipe.Command{Kind: recipe.Send, Label: "message", Channel: recipe.Const(c.sys.Channel, channel), Predicate: recipe.TrueExpr}
			c.each(k, given)
		}
		if exchange {
			c.exchanges(sys, i, given)
		}
		if err := c.end(false); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// Lost lists the propositions of a system that have no meaning where its agents do anything: those
// about control states, commands and property identifiers.
func Lost(sys *recipe.System) []int {
	var out []int
	for id, p := range sys.Propositions {
		if p.Expr.Any(func(e *recipe.Expr) bool {
			switch e.Op {
			case recipe.OpControl, recipe.OpEnabled, recipe.OpDeadlock, recipe.OpExecuted, recipe.OpProperty,
				recipe.OpSupplierProperty, recipe.OpExists, recipe.OpForall:
				return true
			}
			return false
		}) {
			out = append(out, id)
		}
	}
	return out
}

// hold leaves the agents only their locals, which have any values, and another location each.
func (c *closing) hold() {
	s := c.sys
	var locations []recipe.Value
	for i := range s.Agents {
		a := &s.Agents[i]
		locations = append(locations, recipe.Value(len(s.Symbols)))
		s.Symbols = append(s.Symbols, a.Name+"'")
		a.Location, a.States, a.Commands = locations[i], 1, recipe.Range{}
		a.Present, a.Rest = nil, nil
		a.Init, a.ReceiveGuard, a.Relabel = recipe.TrueExpr, recipe.FalseExpr, make([]*recipe.Expr, len(s.Properties))
	}
	for i := range s.Vars {
		s.Vars[i].Free = true
	}
	s.Location = recipe.EnumType("location", append(locations, s.Location.Values...)...)
}

// given adds a free local of the agent for each observed data variable, and returns what it gives
// to the variable.
func (c *closing) given() (out []recipe.Assignment) {
	for _, d := range c.Observed {
		out = append(out, recipe.Assignment{Var: d, Expr: c.free(c.sys.Data[d].Name+"'", c.sys.Data[d].Type)})
	}
	return out
}

// each adds a command of the agent for each set of data that it may carry.
func (c *closing) each(k recipe.Command, given []recipe.Assignment) {
	if len(given) > 0 && !c.full() {
		c.each(k, given[1:])
		k.Data = append(k.Data[:len(k.Data):len(k.Data)], given[0])
		c.each(k, given[1:])
		return
	}
	c.add(k, nil, false)
}

// exchanges adds what the agent with a number gets and supplies: by a name, and by a predicate that
// is true of each agent.
func (c *closing) exchanges(sys *recipe.System, i int, given []recipe.Assignment) {
	c.add(recipe.Command{Kind: recipe.Get, Label: "get", Predicate: recipe.TrueExpr}, nil, false)
	c.each(recipe.Command{Kind: recipe.Supply, Label: "supply"}, given)
	for j, a := range sys.Agents {
		at := recipe.Const(c.sys.Location, a.Location)
		if i == j {
			c.each(recipe.Command{Kind: recipe.Supply, Label: "supply", Target: at}, given)
		} else {
			c.add(recipe.Command{Kind: recipe.Get, Label: "get", Target: at}, nil, false)
		}
	}
}
