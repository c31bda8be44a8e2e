package smv

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// add completes an interaction from its conditions, unless it can never happen. It simplifies
// conditions and updates by what the conditions together say about single variables.
func (t *translation) add(it *interaction, when []*node) {
	it.enabled = t.conjoin(when...)
	if it.enabled.isFalse() {
		return
	}
	known := facts(it.enabled)
	fold := func(x *node) *node { return t.decide(t.under(known, x)) }
	for i := range it.parts {
		p := &it.parts[i]
		p.stays = fold(p.stays)
		for k := range p.moves {
			m := &p.moves[k]
			m.when = fold(m.when)
			m.updates = slices.Clone(m.updates)
			for u := range m.updates {
				m.updates[u].value = t.under(known, m.updates[u].value)
			}
		}
		p.moves = slices.DeleteFunc(p.moves, func(m move) bool { return m.when.isFalse() })
	}
	t.interactions = append(t.interactions, it)
}

// updatesOf lists what executing c assigns, control state included, and says where all of it is
// defined and in range.
func (t *translation) updatesOf(c *recipe.Command, in *setting) (updates []update, fits *node) {
	if v := t.controls[c.Agent]; v != nil && c.From != c.To {
		updates = append(updates, update{v, t.constant(recipe.Int, recipe.Value(c.To))})
	}
	for _, u := range c.Updates {
		x := t.Term(u.Expr, in)
		if v := t.locals[u.Var]; v != nil && x.Value != t.read(v) {
			updates = append(updates, update{v, x.Value})
		}
	}
	return updates, t.FitsUpdates(c, in)
}

// deadlock says that no interaction is possible.
func (t *translation) deadlock() *node {
	any := make([]*node, len(t.interactions))
	for i, it := range t.interactions {
		any[i] = it.possible
	}
	return t.not(t.named(t.progress, t.decide(t.or(any...))))
}

// enabled says that some step executes one of the commands.
func (t *translation) enabled(commands []int) *node {
	var any []*node
	for _, it := range t.interactions {
		for i := range it.parts {
			for _, m := range it.parts[i].moves {
				if slices.Contains(commands, m.command.ID) && !t.conjoin(it.enabled, m.when).isFalse() {
					any = append(any, t.and(it.possible, m.when))
				}
			}
		}
	}
	return t.decide(t.or(any...))
}

// nameInteractions names each interaction after its initiating command, the channel if it has
// several, and the supplier's command.
func (t *translation) nameInteractions() {
	channels := map[int]int{}
	for _, it := range t.interactions {
		channels[it.initiating.ID]++
	}
	for _, it := range t.interactions {
		name := t.commandName(it.initiating)
		switch {
		case it.supply != nil:
			name += "-from-" + t.commandName(it.supply)
		case channels[it.initiating.ID] > 1:
			name += "-on-" + t.symbolName(it.channel)
		}
		it.name = t.names.unique(name)
		it.possible = t.named(t.names.unique("can-"+name), it.enabled)
	}
	t.progress = t.names.unique("progress")
	t.stepName, t.stutterName = t.names.unique("step"), t.names.unique("stutter")
}

// commandName is the agent's name with the command's label, or if it has none with its kind and its
// number among the agent's commands, from 1.
func (t *translation) commandName(c *recipe.Command) string {
	agent := &t.sys.Agents[c.Agent]
	if c.Label != "" {
		return agent.Name + "-" + c.Label
	}
	return fmt.Sprintf("%s-%s%d", agent.Name, c.Kind, c.ID-agent.Commands.Start+1)
}
