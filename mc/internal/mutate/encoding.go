package main

const (
	symbolic      = "recipe/symbolic/"
	symbolicTests = "./recipe/symbolic"
	abstraction   = "TestFullAbstraction"
)

// encoding are mistakes in the symbolic encoding.
var encoding = []Mutation{
	{"receive guards are ignored", symbolic + "parts.go", "\tif msg.channel != recipe.Broadcast {\n\t\tconnected", "\tif false {\n\t\tconnected", symbolicTests, abstraction},
	{"the ready may ignore a broadcast", symbolic + "parts.go", "stays = b.not(b.and(targeted, ready))", "stays = bdd.True", symbolicTests, abstraction},
	{"the connected may ignore a multicast", symbolic + "parts.go", "stays := b.not(connected)", "stays := bdd.True", symbolicTests, abstraction},
	{"what a receive does not update is left open", symbolic + "parts.go", "n := b.and(b.and(r.from, b.updates(r.c, in)), b.same(kept))", "n := b.and(r.from, b.updates(r.c, in))\n\t\t_ = kept", symbolicTests, abstraction},
	{"mentioned data may be missing", symbolic + "parts.go", "if c.Kind != recipe.Receive || !b.m.Flow.Fires[id] || !b.carried(c, in.data) {", "if c.Kind != recipe.Receive || !b.m.Flow.Fires[id] {", symbolicTests, abstraction},
	{"data of an exchange leave their range", symbolic + "exchange.go", "n = b.and(n, b.gives(s, getter.data))", "_ = s", symbolicTests, abstraction},
	{"the readiness of receives ignores ranges", symbolic + "parts.go", "\t\tn = b.and(n, b.within(b.term(u.Expr, in), b.m.System.Vars[u.Var].Type))\n", "\t\t_ = u\n", symbolicTests, abstraction},
	{"both sides of an exchange read their own data", symbolic + "exchange.go", "return &setting{data: b.dataTerms(x.supply)}, &setting{data: b.dataTerms(x.get)}", "return &setting{data: b.dataTerms(x.get)}, &setting{data: b.dataTerms(x.supply)}", symbolicTests, abstraction},
	{"suppliers answer for others", symbolic + "exchange.go", "n = b.and(n, b.when(b.term(s.Target, &setting{}), at))", "_ = s", symbolicTests, abstraction},
	{"different messages on a channel are joined", symbolic + "message.go", "return messageKey{ch, string(content)}, b.err == nil", "return messageKey{ch, \"\"}, b.err == nil", symbolicTests, abstraction},
	{"watched receives hide among the others", symbolic + "interaction.go", "nodes[parts[k]] = b.union(p, true, func(c int) bool { return !slices.Contains(watched, c) })", "nodes[parts[k]] = b.union(p, true, func(c int) bool { return true })", symbolicTests, abstraction},
	{"undefined operands are no obstacle", symbolic + "term.go", "undefined := b.or(x.undefined, y.undefined)\n\tif op", "undefined := bdd.False\n\tif op", symbolicTests, abstraction},
	{"a bit vector never has a value", symbolic + "valuation.go", "return b.and(x.has, b.keep(b.sc.VecEq(x.number, bdd.VecConst(int(v)))))", "return bdd.False", "./mc", "TestWideData"},
	{"a bit vector is in range where it is undefined", symbolic + "valuation.go", "return b.and(x.has, b.keep(b.sc.VecInRange(x.number, typ.Lo, typ.Hi)))", "return b.keep(b.sc.VecInRange(x.number, typ.Lo, typ.Hi))", symbolicTests, abstraction},
	{"bit vectors compare where they are undefined", symbolic + "term.go", "has := b.and(b.has(x), b.has(y))", "has := bdd.True", symbolicTests, abstraction},
	{"bit vectors ignore the first value of a variable", symbolic + "vars.go", "x.now = m.kept(b.number(x.id, int(x.values[0])))", "x.now = m.kept(b.number(x.id, 0))", symbolicTests, abstraction},
	{"a send that becomes too many messages keeps the first", symbolic + "message.go", "return out, most <= b.m.thresholds.SplitMessages\n", "return out, true\n", symbolicTests, abstraction},
	{"one channel of a send that is not split", symbolic + "message.go", "\tfor _, e := range b.channelOf(c, &setting{}) {", "\tfor _, e := range b.channelOf(c, &setting{})[:1] {", symbolicTests, abstraction},
	{"a send becomes any number of messages", symbolic + "message.go", "most = max(most, perChannel[ch])", "most = min(perChannel[ch], 1)", symbolicTests, "TestMessagesOfWideData"},
}
