package recipetest

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// command adds the command that is planned.
func (g *generator) command(a *recipe.AgentBuilder, own []*recipe.Expr, p plan, from, to int) {
	var c *recipe.CommandBuilder
	switch p.kind {
	case recipe.Send:
		c = g.send(a.Send(from, to, g.channel(p, own)), own)
	case recipe.Receive:
		leaves := append(g.incoming(), g.b.MessageChannel())
		c = g.body(a.Receive(from, to, g.channel(p, own)), own, leaves)
		g.receptions = append(g.receptions, c)
	case recipe.Get:
		c = g.get(a.Get(from, to), p, own)
	default:
		c = g.supply(a.Supply(from, to), p, own)
	}
	if g.chance(60) {
		c.Label(fmt.Sprintf("l%d", g.Intn(3)))
	}
	g.commands = append(g.commands, c)
}

// channel is mostly the planned one; else a variable or a conditional.
func (g *generator) channel(p plan, own []*recipe.Expr) *recipe.Expr {
	var variables []*recipe.Expr
	for _, x := range own {
		if x.Type == g.b.ChannelType() {
			variables = append(variables, x)
		}
	}
	if len(variables) > 0 && g.chance(40) {
		return pick(g, variables)
	}
	if g.chance(5) {
		return recipe.Ite(g.condition(own, 1), g.channels[p.channel], pick(g, g.channels))
	}
	return g.channels[p.channel]
}

// incoming are the data variables that a command chooses to mention.
func (g *generator) incoming() []*recipe.Expr {
	var out []*recipe.Expr
	for _, d := range g.data {
		if g.chance(50) {
			out = append(out, d)
		}
	}
	return out
}

// assign lets the command carry most of the data.
func (g *generator) assign(c *recipe.CommandBuilder, own []*recipe.Expr) []*recipe.Expr {
	var assigned []*recipe.Expr
	for _, d := range g.data {
		if !g.chance(15) {
			c.With(d, g.ofType(d.Type, own, 1))
			assigned = append(assigned, d)
		}
	}
	return assigned
}

func (g *generator) send(c *recipe.CommandBuilder, own []*recipe.Expr) *recipe.CommandBuilder {
	assigned := g.assign(c, own)
	if g.chance(55) {
		channel := g.b.MessageChannel()
		c.To(g.predicate(slices.Concat([]*recipe.Expr{channel}, own, assigned)))
	}
	return g.body(c, own, []*recipe.Expr{g.b.MessageChannel()})
}

func (g *generator) get(c *recipe.CommandBuilder, p plan, own []*recipe.Expr) *recipe.CommandBuilder {
	g.assign(c, own)
	switch {
	case p.named >= 0 && g.chance(30):
		c.At(g.ofType(g.b.LocationType(), own, 1))
	case p.named >= 0:
		c.At(g.b.Location(agentName(p.named)))
	case g.chance(60):
		c.To(g.predicate(own))
	}
	return g.body(c, own, g.incoming())
}

func (g *generator) supply(c *recipe.CommandBuilder, p plan, own []*recipe.Expr) *recipe.CommandBuilder {
	g.assign(c, own)
	switch {
	case p.named >= 0 && g.chance(10):
		c.At(g.ofType(g.b.LocationType(), own, 1))
	case p.named >= 0:
		c.At(g.b.Location(agentName(p.named)))
	}
	return g.body(c, own, g.incoming())
}

// body sets guard and updates, which may read own locals and extra leaves.
func (g *generator) body(c *recipe.CommandBuilder, own, extra []*recipe.Expr) *recipe.CommandBuilder {
	leaves := slices.Concat(own, extra)
	if g.chance(40) {
		c.When(g.condition(leaves, 2))
	}
	for _, x := range own {
		if g.chance(50) || isWide(x.Type) {
			c.Set(x, g.update(x, leaves))
		}
	}
	return c
}

// update is a next value of x; for integers often one more or less, which may
// leave the range.
func (g *generator) update(x *recipe.Expr, leaves []*recipe.Expr) *recipe.Expr {
	if x.Type.Kind != recipe.Int || g.chance(40) && (!isWide(x.Type) || g.chance(60)) {
		return g.ofType(x.Type, leaves, 2)
	}
	one := recipe.IntExpr(1)
	if g.shape.Total {
		return recipe.Ite(recipe.Eq(x, recipe.IntExpr(x.Type.Hi)), recipe.IntExpr(x.Type.Lo), recipe.Add(x, one))
	}
	if g.chance(50) {
		return recipe.Sub(x, one)
	}
	return recipe.Add(x, one)
}

// predicate is a condition on the receivers that reads property identifiers.
func (g *generator) predicate(leaves []*recipe.Expr) *recipe.Expr {
	if len(g.properties) == 0 {
		return g.condition(leaves, 1)
	}
	p := pick(g, g.properties)
	var e *recipe.Expr
	switch {
	case p.Type.Kind == recipe.Bool && g.chance(50):
		e = p
	case p.Type.Kind == recipe.Int && g.chance(50):
		e = recipe.Compare(pick(g, comparisons), p, g.ofKind(p.Type, leaves, 1))
	default:
		e = recipe.Eq(p, g.ofKind(p.Type, leaves, 0))
	}
	switch g.Intn(5) {
	case 1:
		return recipe.Not(e)
	case 2:
		return recipe.Or(e, g.condition(slices.Concat(leaves, g.properties), 1))
	case 3:
		return recipe.And(e, g.condition(slices.Concat(leaves, g.properties), 1))
	}
	return e
}
