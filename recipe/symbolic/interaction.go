package symbolic

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Watched lists the receive commands that interactions must tell apart for the
// given propositions to be constant or a function of the current state on
// each: the receives that the step propositions among them ask about.
func (m *Model) Watched(propositions []int) []int {
	var out []int
	for _, p := range propositions {
		m.System.Propositions[p].Expr.Walk(func(e *recipe.Expr) bool {
			if e.Op == recipe.OpExecuted {
				for _, c := range e.Commands {
					if m.System.Commands[c].Kind == recipe.Receive {
						out = append(out, c)
					}
				}
			}
			return true
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Refine returns the interactions with the given receives told apart: each step
// belongs to exactly one of the result, and an interaction's Executes holds a
// watched receive if and only if its steps execute it. Interactions that no
// watched receive takes part in are those of m.Interactions. The caller gives
// the list to [Model.Discard] when done.
func (m *Model) Refine(ctx context.Context, watched []int) ([]*Interaction, error) {
	sc := m.Manager.NewScope(ctx)
	defer sc.Close()
	return m.refine(sc, watched)
}

func (m *Model) refine(sc *bdd.Scope, watched []int) ([]*Interaction, error) {
	b := m.builder(sc)
	var out []*Interaction
	for _, it := range m.Interactions {
		if it.message == nil || len(watchedParts(it.message, watched)) == 0 {
			shared := *it
			out = append(out, &shared)
			continue
		}
		out = append(out, b.variants(it.message, watched)...)
	}
	if b.Err() != nil {
		m.Discard(out)
		return nil, b.Err()
	}
	return out, nil
}

// Discard releases the interactions of a refinement that are not the model's
// own.
func (m *Model) Discard(its []*Interaction) {
	for _, it := range its {
		if it.refined {
			it.Relation.Release()
			m.Manager.Release(it.Enabled)
		}
	}
}

// watchedParts lists the agents that may take part in the message with a
// watched receive.
func watchedParts(msg *message, watched []int) []int {
	var out []int
	for i := range msg.parts {
		p := &msg.parts[i]
		if p.agent != msg.command.Agent && slices.ContainsFunc(p.takes, func(r reaction) bool { return slices.Contains(watched, r.command) }) {
			out = append(out, i)
		}
	}
	return out
}

// variants builds the interactions of a message, one for each combination of
// watched receives; without any, the one interaction of the message.
func (b *builder) variants(msg *message, watched []int) []*Interaction {
	nodes := make([]bdd.Node, len(msg.parts))
	parts := watchedParts(msg, watched)
	for i := range msg.parts {
		if !slices.Contains(parts, i) {
			nodes[i] = b.union(&msg.parts[i], func(int) bool { return true })
		}
	}
	var out []*Interaction
	var executes []int
	var choose func(k int)
	choose = func(k int) {
		if k == len(parts) {
			if it := b.interaction(msg, nodes, executes); it != nil {
				it.refined = len(parts) > 0
				out = append(out, it)
			}
			return
		}
		p := &msg.parts[parts[k]]
		nodes[parts[k]] = b.union(p, func(c int) bool { return !slices.Contains(watched, c) })
		choose(k + 1)
		for _, r := range p.takes {
			if slices.Contains(watched, r.command) {
				nodes[parts[k]] = r.steps
				executes = append(executes, r.command)
				choose(k + 1)
				executes = executes[:len(executes)-1]
			}
		}
	}
	choose(0)
	return out
}

// interaction joins one node per part into an interaction, nil if it has no
// step.
func (b *builder) interaction(msg *message, nodes []bdd.Node, executes []int) *Interaction {
	var changed []*variable
	it := &Interaction{
		Kind: recipe.SendOn(msg.channel), Command: msg.command.ID, Initiator: msg.command.Agent, Channel: msg.channel,
		Supply: -1, Executes: append([]int{msg.command.ID}, executes...), message: msg,
	}
	for i := range msg.parts {
		p := &msg.parts[i]
		changed = append(changed, p.changed...)
		if len(p.changed) > 0 {
			it.Changed = append(it.Changed, p.agent)
		}
	}
	slices.Sort(it.Executes)
	return b.finish(it, b.conjunction(nodes), changed)
}

// finish gives an interaction its relation and the states it is possible in;
// nil if there is no step.
func (b *builder) finish(it *Interaction, steps bdd.Node, changed []*variable) *Interaction {
	if steps == bdd.False || b.Err() != nil {
		return nil
	}
	m := b.m
	ids := make([]bdd.VarID, 0, len(changed))
	for _, x := range m.inOrder(changed) {
		ids = append(ids, x.id)
	}
	enabled := steps
	if len(ids) > 0 {
		enabled = b.Exists(m.Manager.VarSet(bdd.Next, ids...), steps)
	}
	relation, err := b.NewRelation(steps, ids)
	if err != nil {
		return nil
	}
	it.Relation, it.Enabled = relation, m.Manager.Keep(enabled)
	return it
}

// Participants lists the agents that may take part in the interaction beside
// its initiator, ascending.
func (it *Interaction) Participants() []int {
	var out []int
	if it.supply != nil {
		return append(out, it.supply.Agent)
	}
	for i := range it.message.parts {
		p := &it.message.parts[i]
		if p.agent != it.Initiator && len(p.takes) > 0 {
			out = append(out, p.agent)
		}
	}
	slices.Sort(out)
	return out
}
