package smv

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// sends adds the interactions of a send command: one for each channel that its
// channel expression may have (P001 Definition 5, with broadcasts that never
// block as in the last case of Definition 3).
func (t *translation) sends(c *recipe.Command) {
	channel := t.term(c.Channel, &setting{})
	for _, v := range channel.value.domain.List() {
		if on := t.conjoin(t.is(channel, v)); !on.isFalse() && t.sys.Channel.Contains(v) {
			t.sendOn(c, v, on)
		}
	}
}

// sendOn adds the interaction of a send command on one channel; on says where
// that is its channel.
func (t *translation) sendOn(c *recipe.Command, channel recipe.Value, on *node) {
	own := &setting{channel: channel, hasChannel: true}
	data, dataFits := t.assign(c)
	updates, updatesFit := t.updatesOf(c, own)
	when := []*node{t.at(c.Agent, c.From), on, t.holds(c.Guard, own), dataFits, updatesFit}
	// What is known of the sender folds the conditions of the others.
	sender := t.conjoin(when...)
	if sender.isFalse() {
		return
	}
	it := &interaction{step: step{initiating: c, channel: channel, predicate: c.Predicate, data: data}}
	it.step.message = setting{channel: channel, hasChannel: true, data: data}
	known := facts(sender)
	for a := range t.sys.Agents {
		if a == c.Agent {
			it.parts = append(it.parts, part{agent: a, moves: []move{{command: c, when: t.yes, updates: updates}}, stays: t.no})
			continue
		}
		p, possible := t.reception(a, it.step.message, c.Predicate, known)
		when = append(when, possible)
		if len(p.moves) > 0 {
			it.parts = append(it.parts, p)
		}
	}
	t.add(it, when)
}

// reception is what another agent does with a message: it takes part with one
// of its receives, or stays because it is not connected (multicast), or not
// targeted or not ready (broadcast). Where none of these is possible it blocks
// the message.
func (t *translation) reception(agent int, in setting, predicate *recipe.Expr, known valuation) (p part, possible *node) {
	fold := func(x *node) *node { return t.decide(t.under(known, x)) }
	a := &t.sys.Agents[agent]
	broadcast := in.channel == recipe.Broadcast
	p = part{agent: agent}
	connected := t.yes
	if !broadcast {
		connected = fold(t.holds(a.ReceiveGuard, &setting{channel: in.channel, hasChannel: true}))
	}
	seen := in
	seen.property = t.relabelled(agent)
	targeted := fold(t.holds(predicate, &seen))
	reached := t.and(connected, targeted)
	ready := t.no
	for id := a.Commands.Start; id < a.Commands.End && !reached.isFalse(); id++ {
		r := &t.sys.Commands[id]
		if r.Kind != recipe.Receive || !t.flow.Fires[id] || !carries(r, in.data) {
			continue
		}
		updates, fits := t.updatesOf(r, &in)
		enabled := fold(t.conjoin(t.at(agent, r.From), t.is(t.term(r.Channel, &setting{}), in.channel), t.holds(r.Guard, &in), fits))
		ready = t.or(ready, enabled)
		if takes := t.conjoin(reached, enabled); !takes.isFalse() {
			p.moves = append(p.moves, move{command: r, when: takes, updates: updates})
		}
	}
	ready = t.decide(ready)
	if broadcast {
		p.stays = t.decide(t.not(t.and(targeted, ready)))
		return p, t.yes
	}
	p.stays = t.not(connected)
	return p, t.decide(t.or(p.stays, t.and(targeted, ready)))
}
