package symbolic

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// A Watch is a fact about steps that interactions can be refined by: one of some receives is
// executed, or a proposition that says so under conditions is true.
type Watch struct {
	Receives    []int // ascending
	Proposition int   // -1: there is none, and no condition
}

// Conditional reports whether a proposition is watched.
func (w Watch) Conditional() bool { return w.Proposition >= 0 }

// Watched lists the facts by which interactions must be refined for the given propositions. After
// the refinement, each proposition is constant on each interaction, or a function of the current
// state. The facts are the sets of receives about which the step propositions ask whether one is
// executed, and the propositions that are disjunctions of guarded receives. For such a disjunction,
// steps with different receivers or guards need no separate interactions.
func (m *Coding) Watched(propositions []int) []Watch {
	var out []Watch
	for _, p := range propositions {
		if m.conditional(p) {
			w := Watch{Proposition: p}
			for _, d := range m.guardedReceives(m.System.Propositions[p].Expr) {
				w.Receives = union(w.Receives, d.receives)
			}
			out = append(out, w)
			continue
		}
		for e := range m.System.Propositions[p].Expr.All() {
			if e.Op == recipe.OpExecuted {
				out = append(out, Watch{m.receives(e.Commands), -1})
			}
		}
	}
	slices.SortFunc(out, func(x, y Watch) int {
		return cmp.Or(cmp.Compare(x.Proposition, y.Proposition), slices.Compare(x.Receives, y.Receives))
	})
	return slices.CompactFunc(out, func(x, y Watch) bool {
		return x.Proposition == y.Proposition && slices.Equal(x.Receives, y.Receives)
	})
}

// A guardedReceive says that one of the receives is executed and that the guard holds, a condition
// on the state that the step leaves and on its message.
type guardedReceive struct {
	receives []int
	guard    *recipe.Expr
}

// conditional reports whether a step proposition is a disjunction of guarded receives and some
// guard is not true.
func (m *Coding) conditional(proposition int) bool {
	return slices.ContainsFunc(m.guardedReceives(m.System.Propositions[proposition].Expr), func(d guardedReceive) bool { return d.guard != recipe.TrueExpr })
}

// guardedReceives returns the disjuncts of a proposition that is a disjunction of guarded receives,
// and nil for any other.
func (m *Coding) guardedReceives(x *recipe.Expr) []guardedReceive {
	executed := func(e *recipe.Expr) bool { return e.Op == recipe.OpExecuted }
	switch x.Op {
	case recipe.OpOr:
		one, other := m.guardedReceives(x.Args[0]), m.guardedReceives(x.Args[1])
		if one == nil || other == nil {
			return nil
		}
		return append(one, other...)
	case recipe.OpAnd:
		label, under := x.Args[0], x.Args[1]
		if under.Any(executed) {
			label, under = under, label
		}
		if under.Any(executed) {
			return nil
		}
		out := m.guardedReceives(label)
		for i, d := range out {
			out[i].guard = recipe.And(d.guard, under)
		}
		return out
	case recipe.OpExecuted:
		if receives := m.receives(x.Commands); len(receives) == len(x.Commands) && len(receives) > 0 {
			return []guardedReceive{{receives, recipe.TrueExpr}}
		}
	}
	return nil
}

// receives are the receives among commands.
func (m *Coding) receives(commands []int) []int {
	return slices.DeleteFunc(slices.Clone(commands), func(c int) bool { return m.System.Commands[c].Kind != recipe.Receive })
}

// Refine returns the interactions split by what is watched. Each step is in exactly one of them.
// All steps of an interaction agree on what is watched (see [Interaction.Tells]). Interactions in
// which no watched receive takes part are those of m.Interactions. The caller gives the list to
// [Model.Discard] when it is no longer needed.
func (m *Model) Refine(ctx context.Context, watched []Watch) ([]*Interaction, error) {
	sc := m.Manager.NewScope(ctx)
	defer sc.Close()
	return m.refine(sc, watched)
}

func (m *Model) refine(sc *bdd.Scope, watched []Watch) ([]*Interaction, error) {
	b := m.builder(sc)
	var out []*Interaction
	for _, it := range m.Interactions {
		var facts []Watch
		if it.message != nil {
			facts = it.message.tells(watched)
		}
		if len(facts) == 0 {
			out = append(out, it)
			continue
		}
		key := fmt.Sprint(facts)
		list, ok := it.message.known[key]
		if !ok {
			list = b.variants(it.message, facts)
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

// Discard releases the interactions of a refinement that are not interactions of the model itself.
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

// tells lists what of the watched an agent may do that takes part in the message.
func (msg *message) tells(watched []Watch) []Watch {
	return slices.DeleteFunc(slices.Clone(watched), func(w Watch) bool {
		return !slices.ContainsFunc(msg.parts, func(p part) bool {
			return slices.ContainsFunc(p.takes, func(r reaction) bool {
				_, in := slices.BinarySearch(w.Receives, r.command)
				return in
			})
		})
	})
}

// A variant is a way in which agents take part: what is watched that they do,
// by number, ascending, whom they spawn, and their steps.
type variant struct {
	does   []int
	spawns []int
	steps  bdd.Node
}

// variants are some that do different things, in the order in which they came;
// the first one does nothing that is watched.
type variants struct {
	list []variant
	at   map[string]int // by what they do, of the others
}

// begin leaves one variant, which does nothing.
func (v *variants) begin(steps bdd.Node) {
	v.list = append(v.list[:0], variant{steps: steps})
	clear(v.at)
}

// include adds steps to those of the variant that does the same.
func (v *variants) include(b *builder, does, spawns []int, steps bdd.Node) {
	i := 0
	if len(does)+len(spawns) > 0 && steps != bdd.False {
		if v.at == nil {
			v.at = map[string]int{}
		}
		key := fmt.Sprint(does, spawns)
		if i = v.at[key]; i == 0 {
			i = len(v.list)
			v.at[key], v.list = i, append(v.list, variant{does, spawns, bdd.False})
		}
	}
	v.list[i].steps = b.Or(v.list[i].steps, steps)
}

// watches gives for each thing that is watched the receives that do it, each
// with the states in which it does, where the message is sent.
func (b *builder) watches(msg *message, watched []Watch) []map[int]bdd.Node {
	var sent *setting
	out := make([]map[int]bdd.Node, len(watched))
	for i, w := range watched {
		out[i] = map[int]bdd.Node{}
		if !w.Conditional() {
			for _, id := range w.Receives {
				out[i][id] = bdd.True
			}
			continue
		}
		if sent == nil {
			sent = evaluate.SettingOfSend(msg.command, b.messageSetting(msg), nil)
		}
		for _, d := range b.m.guardedReceives(b.m.System.Propositions[w.Proposition].Expr) {
			when := b.Holds(d.guard, sent)
			for _, id := range d.receives {
				out[i][id] = b.Or(out[i][id], when)
			}
		}
	}
	return out
}

// divide tells the steps of a reaction apart by what is done.
func (v *variants) divide(b *builder, r reaction, watches []map[int]bdd.Node) {
	list := []variant{{steps: r.steps}}
	for i, w := range watches {
		when, ok := w[r.command]
		if !ok {
			continue
		}
		for j, x := range list {
			list[j].steps = b.Diff(x.steps, when)
			if does := b.And(x.steps, when); does != bdd.False {
				list = append(list, variant{does: append(slices.Clone(x.does), i), steps: does})
			}
		}
	}
	for _, x := range list {
		v.include(b, x.does, b.m.System.Commands[r.command].Spawns, x.steps)
	}
}

// variants builds the interactions of a message, one for each combination of
// what is watched, all of which it tells apart, that is done; without any, the
// one interaction of the message. As in a conjunction, the parts of agents
// further down in the order are joined first.
func (b *builder) variants(msg *message, watched []Watch) []*Interaction {
	watches := b.watches(msg, watched)
	var all, own variants
	born := born(b, msg)
	all.begin(born.stay)
	for _, p := range slices.Backward(msg.parts) {
		own.begin(born.staysIn(b, p))
		for _, r := range p.takes {
			own.divide(b, r, watches)
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
				joined.include(b, union(v.does, rest.does), nil, b.And(v.steps, born.free(b, v.spawns, rest.steps)))
			}
		}
		all = joined
	}
	var out []*Interaction
	for _, v := range all.list {
		if it := b.interaction(msg, v.steps, born); it != nil {
			for _, i := range v.does {
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

// tell notes that every step of the interaction does what is watched.
func (it *Interaction) tell(w Watch) {
	switch {
	case w.Conditional():
		it.holds = append(it.holds, w.Proposition)
	case len(w.Receives) > 1:
		it.oneOf = append(it.oneOf, w.Receives)
	default:
		it.Executes = append(it.Executes, w.Receives...)
		slices.Sort(it.Executes)
	}
}

// Tells reports whether what is watched is true for every step of the interaction. If it is not, it
// is true for none of the steps.
func (it *Interaction) Tells(w Watch) bool {
	if w.Conditional() {
		return slices.Contains(it.holds, w.Proposition)
	}
	return it.ExecutesOne(w.Receives)
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
func (b *builder) interaction(msg *message, steps bdd.Node, born *births) *Interaction {
	changed := slices.Clone(born.variables)
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
	it.Changed = union(it.Changed, born.agents)
	return b.finish(it, steps, changed)
}

// finish gives an interaction its relation and the states it is possible in;
// nil if there is no step.
func (b *builder) finish(it *Interaction, steps bdd.Node, changed []*variable) *Interaction {
	if steps == bdd.False || b.Err() != nil {
		return nil
	}
	m := b.m
	for _, local := range m.System.FreeVars() {
		if x := m.locals[local]; x != nil {
			changed, steps = append(changed, x), b.And(steps, x.id.Valid(b.Calculator, bdd.Next))
			if agent := m.System.Vars[local].Agent; !slices.Contains(it.Changed, agent) {
				it.Changed = append(it.Changed, agent)
			}
		}
	}
	ids := make([]bdd.VarID, 0, len(changed))
	for _, x := range m.inOrder(changed) {
		ids = append(ids, x.id)
	}
	enabled := steps
	if len(ids) > 0 {
		enabled = m.Manager.VarSet(bdd.Next, ids...).Exists(b.Calculator, steps)
	}
	relation, err := b.NewRelation(steps, ids)
	if err != nil {
		return nil
	}
	it.Relation, it.Enabled = relation, m.Manager.Keep(enabled)
	return it
}

func (b *algebra) Enabled(commands []int) bdd.Node {
	its, err := b.m.refine(b.Scope(), []Watch{{b.m.receives(commands), -1}})
	if err != nil {
		b.Fail(err)
		return bdd.False
	}
	defer b.m.Discard(its)
	out := bdd.False
	for _, it := range its {
		if it.ExecutesOne(commands) {
			out = b.Or(out, it.Enabled)
		}
	}
	return out
}

// Participants lists the agents, without the initiator, that may take part in the interaction,
// ascending.
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
