package main

const (
	symbolic      = "recipe/symbolic/"
	symbolicTests = "./recipe/symbolic"
	abstraction   = "TestFullAbstraction"
	faultTest     = "TestRangeFaultsAreTheInterpreters"

	values = "recipe/evaluate/evaluator.go"
	rules  = "recipe/evaluate/rule.go"
)

// encoding are mistakes in the symbolic encoding.
var encoding = []Mutation{
	{"receive guards are ignored", rules, "\tif in.Channel != recipe.Broadcast {\n\t\tconnected", "\tif false {\n\t\tconnected", symbolicTests, abstraction},
	{"a range keeps sends that agents block", symbolic + "faults.go", "b.And(t.result(), b.passes(c, message)))\n\t}\n\treturn out\n}\n\n// passes", "t.result())\n\t\t_ = message\n\t}\n\treturn out\n}\n\n// passes", symbolicTests, faultTest},
	{"a range keeps receives of what others block", "recipe/rangefault.go", "if st == defined && !w.passes(c, channel, known) {", "if st == defined && own.fault.Obstacle != NoObstacle && !w.passes(c, channel, known) {", "./recipe", "TestRangeFaultsAgainstWidenedTypes"},
	{"who is kept back by a range alone blocks", "recipe/rangefault.go", "return !t.failed\n\t\t}", "t.body(r)\n\t\t\treturn !t.failed && t.fault.Obstacle == NoObstacle\n\t\t}", "./recipe", "TestRangeFaults"},
	{"the ready may ignore a broadcast", rules, "out.Stays, out.Possible = simplify(e.Not(takes)), e.Bool(true)", "out.Stays, out.Possible = e.Bool(true), e.Bool(true)", symbolicTests, abstraction},
	{"the connected may ignore a multicast", rules, "out.Stays = e.Not(connected)", "out.Stays = e.Bool(true)", symbolicTests, abstraction},
	{"what a receive does not update is left open", symbolic + "parts.go", "n := b.And(b.steps(t.When, t.Command, in), b.same(kept))", "n := b.steps(t.When, t.Command, in)\n\t\t_ = kept", symbolicTests, abstraction},
	{"mentioned data may be missing", rules, "|| !receives(id) || !Carried(c, in.Data) {", "|| !receives(id) {", symbolicTests, abstraction},
	{"data of an exchange leave their range", rules, "e.Fits(get, x.Asked), e.Fits(supply, x.Supplied), ", "e.Fits(get, x.Asked), ", symbolicTests, "TestWhoSupplies"},
	{"the readiness of receives ignores ranges", rules, "e.Holds(c.Guard, in), e.FitsUpdates(c, in), e.Vacant(c)))", "e.Holds(c.Guard, in), e.Vacant(c)))", symbolicTests, abstraction},
	{"both sides of an exchange read their own data", rules, "&Setting[S, V]{Data: x.Supplied}, &Setting[S, V]{Data: x.Asked}", "&Setting[S, V]{Data: x.Asked}, &Setting[S, V]{Data: x.Supplied}", symbolicTests, abstraction},
	{"suppliers answer for others", rules, ", e.Is(e.Term(supply.Target, alone), recipe.Enum, here))", ")", symbolicTests, "TestWhoSupplies"},
	{"agents are sampled for no other order", symbolic + "trials.go", "if len(orders) == 0 {", "if len(orders) == 0 && len(orders) > 0 {", symbolicTests, "TestSampleWithoutCandidates"},
	{"a sample of agents reaches all states", symbolic + "trials.go", "\tif sample == nil {\n", "\tif len(sample) >= 0 {\n", symbolicTests, "TestSettledBySaturation"},
	{"saturation leaves out what the last agent begins", symbolic + "trials.go", "if sample == nil || sample[it.Initiator]", "if sample == nil && it.Initiator+1 < len(m.System.Agents) || sample[it.Initiator]", symbolicTests, "TestSettledBySaturation"},
	{"the trial of a settled order goes on", symbolic + "trials.go", "if settled {\n\t\t\treturn -1", "if settled {\n\t\t\t_ = -1", symbolicTests, "TestSettledBySaturation"},
	{"trials reach the initial states", "mc/internal/subject/explore.go", "s.Search.AdoptReached(ctx, s.Model.Reached)", "s.Search.AdoptReached(ctx, s.Model.Init)", mcTests, "TestReachedByTrials"},
	{"an order that is tried gets no more work", symbolic + "trials.go", "if !pause(nil) {", "if true {", symbolicTests, "TestWideOrders"},
	{"the work on an order has no end", symbolic + "trials.go", "for workOf(b) > most {", "for workOf(b) > most && false {", symbolicTests, "TestWideOrders"},
	{"one order is tried again and again", symbolic + "trials.go", "own := o\n", "own := o\n\t\town.Order = orders[len(orders)-1]\n", symbolicTests, "TestWideOrders"},
	{"work on orders in parts counts twice", "mc/internal/subject/engines.go", "e[m] = now", "clear(e)\n\te[m] = now", "./mc/internal/subject", "TestWorkOfEncodingCountsOnce"},
	{"integers are wide where they are more than their values", symbolic + "stagger.go", "n > 1 && n <= len(x.values)", "n > 1", symbolicTests, "TestWideIntegers"},
	{"different messages on a channel are joined", symbolic + "message.go", "return messageKey{ch, string(content)}, made, b.Err() == nil", "return messageKey{ch, \"\"}, made, b.Err() == nil", symbolicTests, abstraction},
	{"messages with other data variables are one", symbolic + "message.go", "\t\tnumber(d.Var)\n", "", symbolicTests, "TestMessagesThatDiffer"},
	{"messages whose data are undefined elsewhere are one", symbolic + "message.go", "\t\tnumber(int(t.Undefined))\n", "", symbolicTests, "TestMessagesThatDiffer"},
	{"watched receives hide among the others", symbolic + "interaction.go", "own.divide(b, r, watches)", "own.include(b, nil, nil, r.steps)\n\t\t\town.divide(b, r, watches)", symbolicTests, abstraction},
	{"receives are watched under no condition", symbolic + "interaction.go", "out[i][id] = b.Or(out[i][id], when)", "out[i][id] = b.Or(b.Not(out[i][id]), when)", symbolicTests, abstraction},
	{"the last condition of a receive is watched", symbolic + "interaction.go", "out[i][id] = b.Or(out[i][id], when)", "out[i][id] = when", symbolicTests, abstraction},
	{"what happens under a condition happens without it too", symbolic + "interaction.go", "list[j].steps = b.Diff(x.steps, when)", "list[j].steps = x.steps", symbolicTests, abstraction},
	{"one of two conditions is lost", symbolic + "interaction.go", "out[i].guard = recipe.And(d.guard, under)", "_ = d\n\t\t\tout[i].guard = under", symbolicTests, abstraction},
	{"two receives at once are one of them", symbolic + "interaction.go", "\t\tif under.Any(executed) {\n\t\t\treturn nil\n\t\t}\n", "", symbolicTests, abstraction},
	{"what agents further down receive is forgotten", symbolic + "interaction.go", "union(v.does, rest.does)", "union(v.does, nil)", symbolicTests, abstraction},
	{"refinements are known by a part of what they tell apart", symbolic + "interaction.go", "key := fmt.Sprint(facts)", "key := fmt.Sprint(facts[:1])", symbolicTests, abstraction},
	{"one of a set of receives is each of them", symbolic + "interaction.go", "case len(w.Receives) > 1:", "case len(w.Receives) < 0:", symbolicTests, "TestSetsOfReceivesAreNotMultiplied"},
	{"messages of several states are those of the first", "recipe/evaluate/rule.go", "out.Proposition, out.Fixed = true, nil", "out.Proposition = true", mcTests, "TestKeptSources"},
	{"undefined operands are no obstacle", values, "undefined := e.Or(l.Undefined, r.Undefined)\n\tif f.Divides", "undefined := e.Bool(false)\n\tif f.Divides", symbolicTests, abstraction},
	{"right operands that do not count are undefined", values, "e.Or(l.Undefined, e.And(rest, r.Undefined))", "e.Or(l.Undefined, r.Undefined)", symbolicTests, abstraction},
	{"a bit vector never has a value", symbolic + "term.go", "recipe.OpEq: bdd.Vec.Eq", "recipe.OpEq: func(bdd.Vec, *bdd.Calculator, bdd.Vec) bdd.Node { return bdd.False }", "./mc", "TestWideData"},
	{"a value is in range where it is undefined", values, "return e.And(e.Has(t), e.Within(t.Value, typ))", "return e.Within(t.Value, typ)", symbolicTests, "TestInRangeWhereThereIsAValue"},
	{"values compare where they are undefined", values, "yes = e.And(has, e.Compare(op, a, b))", "_ = has\n\t\tyes = e.Compare(op, a, b)", symbolicTests, abstraction},
	{"bit vectors ignore the first value of a variable", symbolic + "vars.go", "x.now = m.kept(vector(x.id.Number(b.Calculator, bdd.Current, int(x.values[0]))))", "x.now = m.kept(vector(x.id.Number(b.Calculator, bdd.Current, 0)))", symbolicTests, abstraction},
	{"a send that becomes too many messages keeps the first", symbolic + "message.go", "return out, few\n", "return out, true\n", symbolicTests, abstraction},
	{"one channel of a send that is not split", symbolic + "message.go", "\tfor _, e := range b.channelOf(c, &setting{}) {", "\tfor _, e := range b.channelOf(c, &setting{})[:1] {", symbolicTests, abstraction},
	{"a send becomes any number of messages", symbolic + "message.go", "few = perChannel[ch] <= most+further[ch]", "few = perChannel[ch] <= most+combinations", symbolicTests, "TestMessagesOfWideData"},
	{"a broadcast is at fault by the receive guard", symbolic + "faults.go", "if on.value != recipe.Broadcast {", "if true {", symbolicTests, faultTest},
	{"both sides of an exchange are asked whatever data they read", symbolic + "faults.go", "fine = bdd.True\n", "_ = fine\n", symbolicTests, faultTest},
	{"what is false does not excuse a fault", symbolic + "faults.go", "t.possible = t.And(t.possible, t.Or(c.Yes, c.Undefined))", "t.possible = t.And(t.possible, bdd.True)", symbolicTests, faultTest},
	{"types exclude faults that relabelling has", symbolic + "faults.go", " || e.Op == recipe.OpProperty && agent >= 0 && x.undefined(x.sys.Agents[agent].Relabel[e.Index], -1)", "", symbolicTests, faultTest},
	{"values of enumerations leave none", symbolic + "faults.go", "t.Kind == recipe.Enum && slices", "t.Kind == recipe.Bool && slices", symbolicTests, "TestEnumerationsOutOfRange"},
	{"constants leave no enumeration", symbolic + "faults.go", "return outside(e.Value)", "return false", symbolicTests, "TestEnumerationsOutOfRange"},
}
