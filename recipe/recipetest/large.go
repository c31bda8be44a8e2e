package recipetest

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// enlarge makes a quarter of the systems large in one respect, such that few
// states can be reached all the same.
func (g *generator) enlarge() {
	switch k := g.Intn(100); {
	case k >= 80:
		g.ints = g.ints[:2]
		for range 3 {
			lo := pick(g, []int{-300, -150, -7, 0, 100})
			g.ints = append(g.ints, recipe.IntType(lo, lo+g.between(126, 300)))
		}
	case k >= 76:
		g.crowded = true
		g.locations = g.between(10, 30)
		for i := range g.between(10, 30) {
			g.channels = append(g.channels, g.b.Channel(fmt.Sprintf("d%d", i)))
		}
	case k >= 73:
		g.locations = 2
		g.long = g.between(120, 200)
	}
}

// isWide reports whether t has too many values to leave it open.
func isWide(t *recipe.Type) bool { return t.Kind == recipe.Int && t.Size() > 100 }

// busy is the number of agents that do more than to receive now and then.
func (g *generator) busy() int {
	if g.crowded {
		return 3
	}
	return g.locations
}

// localsOf is how many locals an agent has.
func (g *generator) localsOf(agent int) int {
	switch {
	case agent >= g.busy():
		return 0
	case g.long > 0:
		return g.between(0, 1)
	}
	return g.between(0, g.shape.Locals)
}

// chain adds the commands that lead on from a control state, one after the
// other, and back to the initial one.
func (g *generator) chain(a *recipe.AgentBuilder, own []*recipe.Expr, from int) {
	for k := range g.long {
		to := from + k + 1
		if k == g.long-1 {
			to = 0
		}
		if g.chance(3) {
			g.command(a, own, plan{kind: recipe.Send, named: -1}, from+k, to)
			continue
		}
		c := a.Send(from+k, to, g.b.Broadcast()).Label(fmt.Sprintf("l%d", g.Intn(3)))
		for _, d := range g.data {
			c.With(d, pick(g, g.values(d.Type)))
		}
		g.commands = append(g.commands, c)
	}
}
