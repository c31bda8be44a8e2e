package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// kept is the part, which stays for later refinements.
func (p part) kept(m *bdd.Manager) part {
	m.Keep(p.stays)
	for _, r := range p.takes {
		m.Keep(r.steps)
	}
	return p
}

// senderPart is the relation of the sender: its state, condition and updates.
func (b *builder) senderPart(msg *message, sent *setting) part {
	c := msg.command
	own := &setting{Channel: msg.channel, HasChannel: true}
	when := b.All(b.At(c.Agent, c.From), msg.when, b.Holds(c.Guard, own), b.On(c, msg.channel), b.Fits(c, sent.Data), b.Vacant(c))
	n := b.steps(when, c, own)
	return part{agent: c.Agent, changed: b.m.changedBy(c), stays: bdd.False, takes: []reaction{{c.ID, n}}}
}

// receiverPart is the relation of another agent.
func (b *builder) receiverPart(agent int, msg *message, sent *setting) part {
	in := &setting{Channel: msg.channel, HasChannel: true, Data: sent.Data}
	fires := func(id int) bool { return b.m.Flow.Fires[id] }
	does := b.Reception(agent, msg.command.Predicate, in, sent, fires, func(n bdd.Node) bdd.Node { return n })
	p := part{agent: agent}
	for _, t := range does.Takes {
		p.changed = append(p.changed, b.m.changedBy(t.Command)...)
	}
	ofOthers := func(x *variable) bool { return x.agent != agent } // which it spawns
	p.changed = slices.DeleteFunc(b.m.inOrder(p.changed), ofOthers)
	for _, t := range does.Takes {
		own := b.m.changedBy(t.Command)
		kept := slices.DeleteFunc(slices.Clone(p.changed), func(x *variable) bool { return slices.Contains(own, x) })
		n := b.And(b.steps(t.When, t.Command, in), b.same(kept))
		p.takes = append(p.takes, reaction{t.Command.ID, n})
	}
	p.stays = b.And(does.Stays, b.same(p.changed))
	return p
}

// steps is the relation of c's updates and its control state's change, from the states of a set.
func (b *builder) steps(from bdd.Node, c *recipe.Command, in *setting) bdd.Node {
	n := from
	for i := range c.Updates {
		n = b.And(n, b.update(from, &c.Updates[i], in))
	}
	if x := b.m.controls[c.Agent]; x != nil && c.From != c.To {
		code, _ := x.code(recipe.Value(c.To))
		n = b.And(n, b.Eq(x.id, bdd.Next, code))
	}
	return n
}

// update is the relation of an update from the states of a set, or more. That of a choice that lasts
// is made once, from all states.
func (b *builder) update(from bdd.Node, u *recipe.Assignment, in *setting) bdd.Node {
	relation := func() bdd.Node {
		t := b.Term(u.Expr, in)
		if x := b.m.locals[u.Var]; x != nil {
			return b.And(b.Has(t), t.Value.store(b.Calculator, from, x))
		}
		return b.And(b.Has(t), b.Compare(recipe.OpEq, t.Value, b.m.current(u.Var)))
	}
	if b.Choices == nil || !evaluate.Lasts(u.Expr, in) {
		return relation()
	}
	from = bdd.True
	return memo.Known(b.m.updates, u, func() bdd.Node { return b.m.building.Hold(relation()) })
}

// changedBy lists the encoded variables that c assigns, its agent's control
// state among them, in the order of the diagram.
func (m *Coding) changedBy(c *recipe.Command) []*variable {
	var out []*variable
	if x := m.controls[c.Agent]; x != nil && c.From != c.To {
		out = append(out, x)
	}
	for _, u := range c.Updates {
		if x := m.locals[u.Var]; x != nil {
			out = append(out, x)
		}
	}
	return m.inOrder(out)
}

// inOrder sorts variables by the order of the diagram and drops repetitions.
func (m *Coding) inOrder(vs []*variable) []*variable {
	slices.SortFunc(vs, func(x, y *variable) int { return int(x.id) - int(y.id) })
	return slices.Compact(vs)
}
