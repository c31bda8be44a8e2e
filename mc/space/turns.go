package space

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

var _ Game = (*Recipe)(nil)

// Force sees a step as a game of turns, in which whoever is able to act must: the scheduler picks an agent that can initiate a message,
// and for a get the supplier; the agent picks one of its commands that are possible; each participant picks what it does with the
// message, the coalition's first, without seeing what the others do at the same time. The scheduler is the player after the last agent.
func (r *Recipe) Force(sc *bdd.Scope, coalition []int, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	list, err := r.Model.Refine(sc.Context(), r.receivesOf(coalition))
	if err != nil {
		return bdd.False, err
	}
	defer r.Model.Discard(list)
	t := &turns{c: c, recipe: r, coalition: coalition, outside: c.Not(set)}
	ours := slices.Contains(coalition, r.Agents())
	var byAgent [][]*symbolic.Interaction = make([][]*symbolic.Interaction, r.Agents())
	for _, it := range list {
		byAgent[it.Initiator] = append(byAgent[it.Initiator], it)
	}
	// Where the scheduler is ours one agent that can act must do it, else all must.
	anyone, some, all := bdd.False, bdd.False, bdd.True
	for agent, interactions := range byAgent {
		able, does := t.initiator(agent, interactions, ours)
		anyone, some, all = c.Or(anyone, able), c.Or(some, does), c.And(all, c.Implies(able, does))
	}
	out := c.And(anyone, all)
	if ours {
		out = some
	}
	return c.Return(c.Or(out, c.Diff(set, anyone)))
}

// receivesOf lists the receive commands of a coalition.
func (r *Recipe) receivesOf(coalition []int) []int {
	var out []int
	for id, cmd := range r.System.Commands {
		if cmd.Kind == recipe.Receive && slices.Contains(coalition, cmd.Agent) {
			out = append(out, id)
		}
	}
	return out
}

// turns is one step of the game, in which the next state is to lie outside of a set for the coalition's opponents.
type turns struct {
	c         *bdd.Calculator
	recipe    *Recipe
	coalition []int
	outside   bdd.Node
}

// chooses gathers what choices lead to: of somebody in the coalition one must be good, of others all that are possible.
func (t *turns) chooses(ours bool, n int, choice func(i int) (able, good bdd.Node)) (able, good bdd.Node) {
	c := t.c
	able, some, all := bdd.False, bdd.False, bdd.True
	for i := range n {
		a, g := choice(i)
		able, some, all = c.Or(able, a), c.Or(some, c.And(a, g)), c.And(all, c.Implies(a, g))
	}
	if ours {
		return able, some
	}
	return able, c.And(able, all)
}

// initiator is where an agent can initiate something, and where it then does what is good for the coalition.
func (t *turns) initiator(agent int, list []*symbolic.Interaction, scheduler bool) (able, good bdd.Node) {
	commands := grouped(list, func(it *symbolic.Interaction) int { return it.Command })
	return t.chooses(slices.Contains(t.coalition, agent), len(commands), func(i int) (bdd.Node, bdd.Node) {
		if commands[i][0].Supply < 0 {
			return t.message(commands[i])
		}
		suppliers := grouped(commands[i], func(it *symbolic.Interaction) int { return t.recipe.System.Commands[it.Supply].Agent })
		return t.chooses(scheduler, len(suppliers), func(k int) (bdd.Node, bdd.Node) {
			supplier := t.recipe.System.Commands[suppliers[k][0].Supply].Agent
			supplies := grouped(suppliers[k], func(it *symbolic.Interaction) int { return it.Supply })
			return t.chooses(slices.Contains(t.coalition, supplier), len(supplies), func(j int) (bdd.Node, bdd.Node) { return t.message(supplies[j]) })
		})
	})
}

// message is where a message is possible, of which the interactions tell what the coalition's participants do, and where they do what is
// good: one interaction that is possible leads into the set only.
func (t *turns) message(list []*symbolic.Interaction) (able, good bdd.Node) {
	return t.chooses(true, len(list), func(i int) (bdd.Node, bdd.Node) {
		return list[i].Enabled, t.c.Not(t.c.PreImage(list[i].Relation, t.outside))
	})
}

// grouped divides a list by a key, in order of appearance.
func grouped(list []*symbolic.Interaction, key func(*symbolic.Interaction) int) [][]*symbolic.Interaction {
	var out [][]*symbolic.Interaction
	at := map[int]int{}
	for _, it := range list {
		k := key(it)
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k], out = i, append(out, nil)
		}
		out[i] = append(out[i], it)
	}
	return out
}
