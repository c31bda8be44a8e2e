package main

// orbits are mistakes in the quotient by symmetry.
var orbits = []Mutation{
	{"letters need not be invariant", "mc/quotient/letters.go", "return !slices.ContainsFunc(l.all, func(f *ltol.Formula) bool { return key(l.sys, f, p) != key(l.sys, f, id) })", "return key(l.sys, ltol.True(), p) == key(l.sys, ltol.True(), id)", "./mc/quotient", "TestAgainstSymbolic"},
	{"moves on different letters are one", "mc/quotient/product.go", "if t := (target{m.to, m.bits}); !seen[t] {", "if t := (target{m.to, 0}); !seen[t] {", mcTests, endToEnd},
	{"components without an acceptance set are fair", "mc/quotient/product.go", "if steps && acc == p.full() {", "if steps {", "./mc/quotient", "TestAgainstSymbolic"},
	{"until keeps its shape under negation", "ltol/normalform.go", "OpUntil: OpRelease, OpRelease: OpUntil,", "OpUntil: OpUntil, OpRelease: OpUntil,", ltolTests, "TestDualIsNegation"},
	{"necessity is possibility where parts are gathered", "ltol/gather.go", "return gathered(OpOr, []*Formula{Not(Prop(f.atom)), gatheredNext(args[0])})", "return gathered(OpAnd, []*Formula{Not(Prop(f.atom)), gatheredNext(args[0])})", ltolTests, "TestNormalFormsHoldWhereTheirFormulasDo"},
	{"orbits count once", "mc/quotient/graph.go", "\t\tstates.Add(states, size)\n", "\t\tstates.Add(states, big.NewInt(1))\n", "./mc/quotient", "TestCountsOfAllocation"},
	{"agents are told apart by their control states only", "recipe/symmetry/canonical.go", "out = append(out, -1, int(c.s.Locals[v]))", "out = append(out, -1, 0)", "./recipe/symmetry", "TestCanonical"},
	{"exchanges need not keep the agents", "recipe/symmetry/detect.go", "p.agentKey(&d.sys.Agents[agent]) != d.plain[p.Agents[agent]]", "p.agentKey(&d.sys.Agents[agent]) == \"\"", "./recipe/symmetry", "TestForeignMention"},
	{"exchanges need not keep the types", "recipe/symmetry/detect.go", "if slices.Contains(t.Values, v) != slices.Contains(t.Values, p.Symbols[v]) {", "if slices.Contains(t.Values, v) && !slices.Contains(t.Values, v) {", "./recipe/symmetry", "TestWhatNoExchangeMoves"},
	{"a channel is exchanged for all", "recipe/symmetry/detect.go", "if p.Symbols[recipe.Broadcast] != recipe.Broadcast {", "if p.Symbols[recipe.Broadcast] < recipe.Broadcast {", "./recipe/symmetry", "TestWhatNoExchangeMoves"},
	{"lifting forgets how it was turned", "mc/quotient/lasso.go", "\tl.to = l.to.Then(on)\n", "\tl.to = on\n", "./mc/quotient", "TestAgainstSymbolic"},
	{"factoring drops the remainders", "ltol/gather.go", "append(common, gathered(op, remainders))", "append(common, gathered(op, remainders[:0]))", ltolTests, "TestNormalFormsHoldWhereTheirFormulasDo"},
	{"what is gathered loses its first part", "ltol/gather.go", "out[at] = combine(inner)", "out[at] = combine(inner[1:])", ltolTests, "TestNormalFormsHoldWhereTheirFormulasDo"},
	{"X moves outwards from one operand alone", "ltol/outward.go", "if f.op == OpNext && (g.op == OpNext || g.Timeless())", "if f.op == OpNext && (g.op == OpNext || true)", ltolTests, "TestNormalFormsHoldWhereTheirFormulasDo"},
	{"next of a past step is the past step", "ltol/gather.go", "return Atom{a.ID, Step} }), true", "return a }), true", ltolTests, "TestNormalFormsHoldWhereTheirFormulasDo"},
	{"all sizes of orbits are exact", "recipe/symmetry/canonical.go", "c.differ = c.differ || !got.Equal(least)", "c.differ = c.differ || false && !got.Equal(least)", "./recipe/symmetry", "TestSizesOfLinkedOrbits"},
	{"orbits win when they give up", "mc/race.go", "r.won = err == nil", "r.won = true", mcTests, "TestRacesChangeNothing"},
	{"orbits ask about the first conjunct alone", "mc/race.go", "\t\tif new {\n", "\t\tif new && len(out) == 0 {\n", mcTests, "TestRacesChangeNothing"},
	{"a question answered by no run ends the property", "mc/race.go", "if a.trace = t; t != nil {", "if a.trace = t; t == nil {", mcTests, "TestRacesChangeNothing"},
	{"races are unfair", "mc/race.go", "[]*ltol.Formula{ltol.Not(part)}, r.spec.formulas()...)", "[]*ltol.Formula{ltol.Not(part)}, r.spec.formulas()[:0]...)", mcTests, "TestRacesChangeNothing"},
	{"an interrupt ends the race", "mc/race.go", "if p.r.over {\n\t\treturn context.Canceled", "if p.r.over || p.r.ctx.Err() != nil {\n\t\treturn context.Canceled", mcTests, "TestOrbitsOutliveDiagrams"},
	{"what is too large for orbits holds", "mc/symmetry.go", "return nil, false, c.reach(ctx)", "return nil, true, c.reach(ctx)", mcTests, endToEnd},
}
