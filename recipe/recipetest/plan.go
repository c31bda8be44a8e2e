package recipetest

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A plan is a command to be: its kind and with whom it is meant to meet. Plans
// are made in groups, one for each intended interaction, because commands
// drawn one by one rarely find partners.
type plan struct {
	kind    recipe.CommandKind
	channel int // of a send or receive, index of generator.channels
	named   int // of a get or supply, the agent it names; -1 for any
}

// interactions plans the commands of all agents.
func (g *generator) interactions() {
	g.plans = make([][]plan, g.locations)
	for range g.between(2, 2*g.busy()+1) {
		initiator := g.Intn(g.busy())
		switch kind := g.Intn(10); {
		case kind >= 7 && g.exchanges:
			supplier := (initiator + g.between(1, g.locations-1)) % g.locations
			named := -1
			if g.chance(50) {
				named = supplier
			}
			g.plan(initiator, plan{kind: recipe.Get, named: named})
			g.plan(supplier, plan{kind: recipe.Supply, named: named})
		case kind >= 4 && len(g.channels) > 1:
			g.message(initiator, g.between(1, len(g.channels)-1))
		default:
			g.message(initiator, 0)
		}
	}
}

// message plans a send and receives in some other agents.
func (g *generator) message(sender, channel int) {
	g.plan(sender, plan{kind: recipe.Send, channel: channel})
	for j := range g.locations {
		if j == sender || !g.chance(55) || j >= g.busy() && !g.chance(10) {
			continue
		}
		g.plan(j, plan{kind: recipe.Receive, channel: channel})
		if g.chance(20) {
			g.plan(j, plan{kind: recipe.Receive, channel: channel})
		}
	}
}

// plan adds a command to the agent's if it may have more.
func (g *generator) plan(agent int, p plan) {
	if len(g.plans[agent]) < g.shape.Commands {
		g.plans[agent] = append(g.plans[agent], p)
	}
}

// receives reports whether the agent has a receive on the channel.
func (g *generator) receives(agent, channel int) bool {
	return slices.ContainsFunc(g.plans[agent], func(p plan) bool { return p.kind == recipe.Receive && p.channel == channel })
}
