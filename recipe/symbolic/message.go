package symbolic

import (
	"encoding/binary"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// messagesOf enumerates the messages of a send. It fixes the locals that the
// data, the predicate and the channel read as far as the thresholds allow, and
// joins valuations that give the same message; a message's channel is always
// known.
func (b *builder) messagesOf(c *recipe.Command) []*message {
	var data []*recipe.Expr
	for _, d := range c.Data {
		data = append(data, d.Expr)
	}
	for _, candidate := range [][]int{
		b.open(append(slices.Clone(data), c.Channel, c.Predicate)...),
		b.open(append(slices.Clone(data), c.Channel)...),
		b.open(c.Channel, c.Predicate),
	} {
		if out, ok := b.split(c, candidate); ok {
			return out
		}
	}
	return b.splitByChannel(c)
}

// open lists the locals in the expressions that the flow does not make
// constant, ascending.
func (b *builder) open(es ...*recipe.Expr) []int {
	vars := slices.Sorted(slices.Values(recipe.Leaves(recipe.OpLocal, es...)))
	return slices.DeleteFunc(vars, func(v int) bool { return b.m.locals[v] == nil })
}

// split enumerates the valuations of the given locals under which the command
// can send, the last local changing first, grouped by the message they give; ok
// is false if there are too many valuations or messages.
func (b *builder) split(c *recipe.Command, vars []int) (out []*message, ok bool) {
	combinations, few := 1, true
	for _, v := range vars {
		if combinations <= b.m.thresholds.SplitCombinations {
			combinations *= len(b.m.locals[v].values)
		}
	}
	if combinations > b.m.thresholds.SplitCombinations {
		return nil, false
	}
	groups, most := map[messageKey]*message{}, b.m.thresholds.SplitMessages
	perChannel, further := map[recipe.Value]int{}, map[recipe.Value]int{}
	for n := range combinations {
		if b.Err() != nil || !few {
			break
		}
		fixed := make(map[int]recipe.Value, len(vars))
		cube, rest := bdd.True, n
		for _, v := range slices.Backward(vars) {
			x := b.m.locals[v]
			fixed[v] = x.values[rest%len(x.values)]
			rest /= len(x.values)
			cube = b.And(b.Compare(recipe.OpEq, x.now, constant(fixed[v])), cube)
		}
		ch, ok := b.channelOf(c, &setting{Fixed: fixed}).fixed()
		if !ok { // an undefined channel
			continue
		}
		key, made, ok := b.messageKey(c, ch, fixed)
		if !ok {
			continue
		}
		g := groups[key]
		if g == nil {
			g = &message{command: c, channel: ch, when: bdd.False, fixed: fixed, key: key, made: made}
			groups[key] = g
			out = append(out, g)
			perChannel[ch]++
			if perChannel[ch] == most+1 && most > 0 {
				further[ch] = furtherReceivers(b, c, ch)
			}
			few = perChannel[ch] <= most+further[ch]
		}
		g.when = b.Or(g.when, cube)
	}
	return out, few
}

// furtherReceivers counts the agents to which a message of a command on a channel may be sent,
// except one of them.
func furtherReceivers(b *builder, c *recipe.Command, ch recipe.Value) int {
	n := -1
	for a, agent := range b.m.System.Agents {
		on := &setting{Channel: ch, HasChannel: true}
		if a != c.Agent && (ch == recipe.Broadcast || b.Holds(agent.ReceiveGuard, on) != bdd.False) {
			n++
		}
	}
	return max(n, 0)
}

// splitByChannel gives one message for each channel, and leaves all locals open.
func (b *builder) splitByChannel(c *recipe.Command) []*message {
	var out []*message
	for _, e := range b.channelOf(c, &setting{}) {
		if key, made, ok := b.messageKey(c, e.value, nil); ok {
			out = append(out, &message{command: c, channel: e.value, when: e.when, key: key, made: made})
		}
	}
	return out
}

// channelOf is the term of a command's channel; enumerations are tables.
func (b *builder) channelOf(c *recipe.Command, in *setting) table {
	return b.Term(c.Channel, in).Value.(table)
}

// messageKey computes the key of the message on the channel under the given
// valuation, with the diagrams that it is about; ok is false if nothing can be sent under it.
func (b *builder) messageKey(c *recipe.Command, ch recipe.Value, fixed map[int]recipe.Value) (key messageKey, made []bdd.Node, ok bool) {
	sent := &setting{Fixed: fixed, Channel: ch, HasChannel: true}
	if b.Holds(c.Guard, sent) == bdd.False {
		return key, nil, false
	}
	var content []byte
	number := func(n int) { content = binary.AppendVarint(content, int64(n)) }
	sent.Data = b.Assigned(c, sent)
	number(len(c.Data))
	for _, d := range c.Data {
		t := sent.Data[d.Var]
		if b.Gives(*t, b.m.System.Data[d.Var].Type) == bdd.False {
			return key, nil, false
		}
		number(d.Var)
		t.Value.describe(number)
		number(int(t.Absent))
		number(int(t.Undefined))
		made = append(append(made, t.Value.diagrams()...), t.Absent, t.Undefined)
	}
	b.predicateForms(c, sent, func(seer int, predicate bdd.Node) {
		number(seer)
		number(int(predicate))
		made = append(made, predicate)
	})
	return messageKey{ch, string(content)}, made, b.Err() == nil
}

// predicateForms visits diagrams that together determine the predicate for all
// receivers: as a function of the property identifiers, with -1, and apart from that as
// each agent sees it for which some identifier mentioned may be no value of the
// declared type, or none at all.
func (b *builder) predicateForms(c *recipe.Command, in *setting, visit func(seer int, predicate bdd.Node)) {
	with := *in
	with.Property = b.m.assigned
	visit(-1, b.Holds(c.Predicate, &with))
	mentioned := recipe.Leaves(recipe.OpProperty, c.Predicate)
	for a := range b.m.System.Agents {
		if a != c.Agent && slices.ContainsFunc(mentioned, func(pv int) bool { return b.m.astray[a][pv] }) {
			with.Property = b.Relabelled(a)
			visit(a, b.Holds(c.Predicate, &with))
		}
	}
}

// findAstray tells for each agent and property identifier whether the agent may
// relabel it to something else than a value of its type.
func (b *builder) findAstray() {
	for a := range b.m.System.Agents {
		row := make([]bool, len(b.m.System.Properties))
		for pv := range row {
			t := b.Relabelled(a)(pv)
			row[pv] = t == nil || b.Diff(b.m.Valid, b.Gives(*t, b.m.System.Properties[pv].Type)) != bdd.False
		}
		b.m.astray = append(b.m.astray, row)
	}
}

// messageSetting is where the message's command and predicate are evaluated.
func (b *builder) messageSetting(msg *message) *setting {
	sent := &setting{Fixed: msg.fixed, Channel: msg.channel, HasChannel: true}
	sent.Data = b.Assigned(msg.command, sent)
	return sent
}
