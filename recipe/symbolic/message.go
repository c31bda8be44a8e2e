package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A message is what a send command puts on a channel, known up to the sender's
// locals that were too many to enumerate: usually none.
type message struct {
	command *recipe.Command
	channel recipe.Value
	// when is the set of sender states that send it (kept), as far as the
	// locals in fixed decide; fixed holds one such valuation.
	when  bdd.Node
	fixed map[int]recipe.Value
	// parts are the agents' contributions, by agent; built once.
	parts []part
}

// split bounds for messages: combinations of sender locals looked at, and
// messages that one command may become before its locals are left open.
const (
	splitCombinations = 1 << 12
	splitMessages     = 1 << 7
)

// messagesOf enumerates the messages of a send. It fixes the locals that the
// channel, the data and the predicate read as far as the split bounds allow,
// the channel's always, and joins valuations that give the same message.
func (b *builder) messagesOf(c *recipe.Command) []*message {
	var data []*recipe.Expr
	for _, d := range c.Data {
		data = append(data, d.Expr)
	}
	channel := b.open(c.Channel)
	for _, candidate := range [][]int{
		b.open(append(slices.Clone(data), c.Channel, c.Predicate)...),
		b.open(append(slices.Clone(data), c.Channel)...),
		b.open(c.Channel, c.Predicate),
	} {
		if b.combinations(candidate) > splitCombinations {
			continue
		}
		if out := b.split(c, candidate); len(out) <= splitMessages {
			return out
		}
	}
	return b.split(c, channel)
}

// open lists the locals in the expressions that the flow does not make
// constant, ascending.
func (b *builder) open(es ...*recipe.Expr) []int {
	vars := localsOf(nil, es...)
	return slices.DeleteFunc(vars, func(v int) bool { return b.m.locals[v] == nil })
}

func (b *builder) combinations(vars []int) int {
	n := 1
	for _, v := range vars {
		if n *= len(b.m.locals[v].values); n > splitCombinations {
			return n
		}
	}
	return n
}

// split enumerates the valuations of the given locals under which the command
// can send, grouped by the message they give.
func (b *builder) split(c *recipe.Command, vars []int) []*message {
	domains := make([][]recipe.Value, len(vars))
	for i, v := range vars {
		domains[i] = b.m.locals[v].values
	}
	groups := map[messageKey]*message{}
	var out []*message
	chosen := make([]recipe.Value, len(vars))
	eachCombination(domains, chosen, func() {
		if b.err != nil {
			return
		}
		fixed := make(map[int]recipe.Value, len(vars))
		cube := bdd.True
		for i := len(vars) - 1; i >= 0; i-- {
			fixed[vars[i]] = chosen[i]
			cube = b.and(b.m.locals[vars[i]].now.when(chosen[i]), cube)
		}
		key, ok := b.messageKey(c, fixed)
		if !ok {
			return
		}
		g := groups[key]
		if g == nil {
			g = &message{command: c, channel: key.channel, when: bdd.False, fixed: fixed}
			groups[key] = g
			out = append(out, g)
		}
		g.when = b.or(g.when, cube)
	})
	return out
}

// A messageKey identifies a message: two valuations of the sender's locals with
// one key give the same channel, data and, for every receiver, predicate.
type messageKey struct {
	channel recipe.Value
	content string
}

// messageKey computes the key of the message under the given valuation; ok is
// false if nothing can be sent under it.
func (b *builder) messageKey(c *recipe.Command, fixed map[int]recipe.Value) (key messageKey, ok bool) {
	ctx := &setting{fixed: fixed}
	ch, ok := b.term(c.Channel, ctx).fixedValue()
	if !ok { // an undefined channel
		return key, false
	}
	ctx.channel, ctx.hasChannel = ch, true
	if b.holds(c.Guard, ctx) == bdd.False {
		return key, false
	}
	var content []byte
	number := func(n int) {
		for k := 0; k < 4; k++ {
			content = append(content, byte(n>>(8*k)))
		}
	}
	data := make([]*term, len(b.m.System.Data))
	for _, d := range c.Data {
		t := b.term(d.Expr, ctx)
		data[d.Var] = &t
		if b.within(t, b.m.System.Data[d.Var].Type) == bdd.False {
			return key, false
		}
		for _, e := range t.table {
			number(int(e.value))
			number(int(e.when))
		}
		for _, n := range t.bits {
			number(int(n))
		}
		number(-1)
	}
	ctx.data = data
	for _, predicate := range b.predicateForms(c, ctx) {
		number(int(predicate))
	}
	return messageKey{ch, string(content)}, b.err == nil
}

// predicateForms gives diagrams that together determine the predicate for all
// receivers: as a function of the property identifiers, and apart from that as
// each agent sees it for which some identifier mentioned may be no value of the
// declared type, or none at all.
func (b *builder) predicateForms(c *recipe.Command, in *setting) []bdd.Node {
	with := *in
	with.property = b.m.assigned
	out := []bdd.Node{b.holds(c.Predicate, &with)}
	mentioned := leavesOf(recipe.OpProperty, nil, []*recipe.Expr{c.Predicate})
	for a := range b.m.System.Agents {
		if a != c.Agent && slices.ContainsFunc(mentioned, func(pv int) bool { return b.m.astray[a][pv] }) {
			with.property = b.relabelled(a)
			out = append(out, b.holds(c.Predicate, &with))
		}
	}
	return out
}

// findAstray tells for each agent and property identifier whether the agent may
// relabel it to something else than a value of its type.
func (b *builder) findAstray() {
	for a := range b.m.System.Agents {
		row := make([]bool, len(b.m.System.Properties))
		for pv := range row {
			t := b.relabelled(a)(pv)
			row[pv] = t == nil || b.diff(b.m.Valid, b.within(*t, b.m.System.Properties[pv].Type)) != bdd.False
		}
		b.m.astray = append(b.m.astray, row)
	}
}

// relabelled gives the property identifiers as an agent relabels them.
func (b *builder) relabelled(agent int) func(int) *term {
	return func(pv int) *term {
		e := b.m.System.Agents[agent].Relabel[pv]
		if e == nil {
			return nil
		}
		t := b.term(e, &setting{})
		return &t
	}
}

// assigned gives the property identifiers as auxiliary variables, for
// quantifiers over their assignments.
func (m *Model) assigned(pv int) *term { return &m.propertyTerms[pv] }

// messageSetting is where the message's command and predicate are evaluated.
func (b *builder) messageSetting(msg *message) *setting {
	c := msg.command
	ctx := &setting{fixed: msg.fixed, channel: msg.channel, hasChannel: true, data: make([]*term, len(b.m.System.Data))}
	for _, d := range c.Data {
		t := b.term(d.Expr, &setting{fixed: msg.fixed, channel: msg.channel, hasChannel: true})
		ctx.data[d.Var] = &t
	}
	return ctx
}
