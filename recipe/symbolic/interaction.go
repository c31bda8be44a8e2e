package symbolic

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Watched lists the sets of receive commands that interactions must tell apart
// for the given propositions to be constant or a function of the current state
// on each: those of which the step propositions among them ask whether one is
// executed.
func (m *Model) Watched(propositions []int) [][]int {
	var out [][]int
	for _, p := range propositions {
		m.System.Propositions[p].Expr.Walk(func(e *recipe.Expr) bool {
			if e.Op == recipe.OpExecuted {
				out = append(out, m.receives(e.Commands))
			}
			return true
		})
	}
	slices.SortFunc(out, slices.Compare)
	return slices.CompactFunc(out, slices.Equal)
}

// receives are the receives among commands.
func (m *Model) receives(commands []int) []int {
	return slices.DeleteFunc(slices.Clone(commands), func(c int) bool { return m.System.Commands[c].Kind != recipe.Receive })
}

// Refine returns the interactions with steps told apart by the watched sets of
// receives: each step belongs to exactly one of the result, and whether it
// executes a command of such a set is the same of all steps of an interaction
// (see [Interaction.ExecutesOne]). Interactions that no watched receive takes
// part in are those of m.Interactions. The caller gives the list to
// [Model.Discard] when done.
func (m *Model) Refine(ctx context.Context, watched [][]int) ([]*Interaction, error) {
	sc := m.Manager.NewScope(ctx)
	defer sc.Close()
	return m.refine(sc, watched)
}

func (m *Model) refine(sc *bdd.Scope, watched [][]int) ([]*Interaction, error) {
	b := m.builder(sc)
	var out []*Interaction
	for _, it := range m.Interactions {
		var sets [][]int
		if it.message != nil {
			sets = it.message.tells(watched)
		}
		if len(sets) == 0 {
			out = append(out, it)
			continue
		}
		key := fmt.Sprint(sets)
		list, ok := it.message.known[key]
		if !ok {
			list = b.variants(it.message, sets)
			b.know(it.message, key, list)
		}
		out = append(out, list...)
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

// know keeps what a refinement has made of a message for later ones, if it is
// small.
func (b *builder) know(msg *message, key string, list []*Interaction) {
	m := b.m
	large := func(it *Interaction) bool { return m.Manager.NodeCount(it.Relation.Trans()) > m.thresholds.KeptNodes }
	if b.Err() != nil || m.variants+len(list) > m.thresholds.KeptVariants || slices.ContainsFunc(list, large) {
		return
	}
	if msg.known == nil {
		msg.known = map[string][]*Interaction{}
	}
	msg.known[key] = list
	m.variants += len(list)
	for _, it := range list {
		it.refined = false
	}
}

// tells lists the watched sets of which an agent may take part in the message
// with a receive.
func (msg *message) tells(watched [][]int) [][]int {
	var out [][]int
	for _, set := range watched {
		if slices.ContainsFunc(msg.parts, func(p part) bool {
			return slices.ContainsFunc(p.takes, func(r reaction) bool { return len(r.among([][]int{set})) > 0 })
		}) {
			out = append(out, set)
		}
	}
	return out
}

// among lists the sets, by number, that a reaction's command is in.
func (r reaction) among(sets [][]int) []int {
	var out []int
	for i, set := range sets {
		if _, in := slices.BinarySearch(set, r.command); in {
			out = append(out, i)
		}
	}
	return out
}

// A variant is a way in which agents take part: the numbers of the watched sets
// that a command of theirs is in, ascending, and their steps.
type variant struct {
	sets  []int
	steps bdd.Node
}

// variants are some with different sets, in the order in which they came; of the
// first one it is none.
type variants struct {
	list []variant
	at   map[string]int // by sets, of the others
}

// begin leaves one variant, of no set.
func (v *variants) begin(steps bdd.Node) {
	v.list = append(v.list[:0], variant{nil, steps})
	clear(v.at)
}

// include adds steps to those of the variant with the same sets.
func (v *variants) include(b *builder, sets []int, steps bdd.Node) {
	i := 0
	if len(sets) > 0 && steps != bdd.False {
		if v.at == nil {
			v.at = map[string]int{}
		}
		key := fmt.Sprint(sets)
		if i = v.at[key]; i == 0 {
			i = len(v.list)
			v.at[key], v.list = i, append(v.list, variant{sets, bdd.False})
		}
	}
	v.list[i].steps = b.Or(v.list[i].steps, steps)
}

// variants builds the interactions of a message, one for each combination of
// the watched sets, all of which it tells apart, of which a receive is executed;
// without any, the one interaction of the message. As in a conjunction, the
// parts of agents further down in the order are joined first.
func (b *builder) variants(msg *message, watched [][]int) []*Interaction {
	var all, own variants
	all.begin(bdd.True)
	for _, p := range slices.Backward(msg.parts) {
		own.begin(p.stays)
		for _, r := range p.takes {
			own.include(b, r.among(watched), r.steps)
		}
		if len(own.list) == 1 {
			for i := range all.list {
				all.list[i].steps = b.And(own.list[0].steps, all.list[i].steps)
			}
			continue
		}
		var joined variants
		joined.begin(bdd.False)
		for _, v := range own.list {
			for _, rest := range all.list {
				joined.include(b, union(v.sets, rest.sets), b.And(v.steps, rest.steps))
			}
		}
		all = joined
	}
	var out []*Interaction
	for _, v := range all.list {
		if it := b.interaction(msg, v.steps); it != nil {
			for _, i := range v.sets {
				it.tell(watched[i])
			}
			it.refined = len(watched) > 0
			out = append(out, it)
		}
	}
	return out
}

// union is the union of two ascending lists.
func union(a, b []int) []int {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// tell notes that every step of the interaction executes one of the receives.
func (it *Interaction) tell(receives []int) {
	if len(receives) > 1 {
		it.oneOf = append(it.oneOf, receives)
		return
	}
	it.Executes = append(it.Executes, receives...)
	slices.Sort(it.Executes)
}

// ExecutesOne reports whether every step of the interaction executes one of the
// commands. If it does not, and their receives are one of the sets that the
// interaction's refinement watched, none of the steps does.
func (it *Interaction) ExecutesOne(commands []int) bool {
	among := func(c int) bool { return slices.Contains(commands, c) }
	return slices.ContainsFunc(it.Executes, among) || slices.ContainsFunc(it.oneOf, func(set []int) bool {
		return !slices.ContainsFunc(set, func(c int) bool { return !among(c) })
	})
}

// interaction is the one of a message with the given steps, nil if there are
// none.
func (b *builder) interaction(msg *message, steps bdd.Node) *Interaction {
	var changed []*variable
	it := &Interaction{
		Kind: recipe.SendOn(msg.channel), Command: msg.command.ID, Initiator: msg.command.Agent, Channel: msg.channel,
		Supply: -1, Executes: []int{msg.command.ID}, message: msg,
	}
	for i := range msg.parts {
		p := &msg.parts[i]
		changed = append(changed, p.changed...)
		if len(p.changed) > 0 {
			it.Changed = append(it.Changed, p.agent)
		}
	}
	return b.finish(it, steps, changed)
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
