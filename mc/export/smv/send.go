package smv

import (
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// sends adds the interactions of a send command: one for each channel that its channel expression
// may have.
func (t *translation) sends(c *recipe.Command) {
	channel := t.Term(c.Channel, &setting{})
	for _, v := range channel.Value.domain.List() {
		if on := t.conjoin(t.Is(channel, recipe.Enum, v)); !on.isFalse() && t.sys.Channel.Contains(v) {
			t.sendOn(c, v, on)
		}
	}
}

// sendOn adds the interaction of a send command on one channel; on says where that is its channel.
func (t *translation) sendOn(c *recipe.Command, channel recipe.Value, on *node) {
	own := &setting{Channel: channel, HasChannel: true}
	in := &setting{Channel: channel, HasChannel: true, Data: t.Assigned(c, &setting{})}
	updates, updatesFit := t.updatesOf(c, own)
	when := []*node{t.At(c.Agent, c.From), on, t.Holds(c.Guard, own), t.Fits(c, in.Data), updatesFit}
	// What is known of the sender folds the conditions of the others.
	sender := t.conjoin(when...)
	if sender.isFalse() {
		return
	}
	it := &interaction{initiating: c, channel: channel}
	it.setting = evaluate.SettingOfSend(c, in, func(commands []int) *node { return t.executes(it, commands) })
	known := facts(sender)
	fold := func(x *node) *node { return t.decide(t.under(known, x)) }
	fires := func(id int) bool { return t.flow.Fires[id] }
	for a := range t.sys.Agents {
		if a == c.Agent {
			it.parts = append(it.parts, part{agent: a, moves: []move{{command: c, when: t.yes, updates: updates}}, stays: t.no})
			continue
		}
		does := t.Reception(a, c.Predicate, in, in, fires, fold)
		when = append(when, does.Possible)
		if len(does.Takes) == 0 {
			continue
		}
		p := part{agent: a, stays: does.Stays}
		for _, take := range does.Takes {
			u, _ := t.updatesOf(take.Command, in)
			p.moves = append(p.moves, move{command: take.Command, when: take.When, updates: u})
		}
		it.parts = append(it.parts, p)
	}
	t.add(it, when)
}
