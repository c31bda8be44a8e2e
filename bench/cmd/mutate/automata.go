package main

const (
	ltolTests = "./ltol"
	translate = "TestTranslateAgainstEval"
)

// automata are mistakes in the construction and simplification of automata.
var automata = []Mutation{
	{"what held just before a persistence is part of it", "ltol/rewrite.go", "!ok || !c.implies(body, c.and(mapped(past, c.stepped)...))", "!ok || body == obFalse", ltolTests, "TestRewrites"},
	{"conditions that may become false again leave the left side", "ltol/lasting.go", "case f.op == OpImplies && f.args[0].SuffixClosed() && l.stays(p):", "case f.op == OpImplies && l.stays(p):", ltolTests, "TestAmongLastingAgainstEval"},
	{"what follows for a while follows for ever", "ltol/lasting.go", "if p := f.args[0]; p.SuffixClosed() || l.stays(p) {", "if p := f.args[0]; true || l.stays(p) {", ltolTests, "TestAmongLastingAgainstEval"},
	{"F G of what follows is F G of the right side", "ltol/lasting.go", "Finally(Globally(Implies(p, f.args[0].args[0])))", "Finally(f.args[0])", ltolTests, "TestAmongLastingAgainstEval"},
	{"cases that read no past are left out", "ltol/fold.go", "if len(rest) > 0 {", "if len(rest) < 0 {", ltolTests, "TestPartsAgainstEval"},
	{"the denial of a disjunction is that of its first part", "ltol/fold.go", "args[i] = part", "args[i] = parts[0]", ltolTests, "TestPartsAgainstEval"},
	{"equivalence is conjunction or nothing", "ltol/algebra.go", "a.And(a.Not(args[0]), a.Not(args[1]))", "a.And(a.Not(args[0]), args[1])", ltolTests, "TestEvalAgainstDefinition"},
	{"weak until releases the wrong operand", "ltol/obligations.go", "return c.release(x[1], c.or(x[0], x[1]))", "return c.release(x[0], c.or(x[0], x[1]))", ltolTests, translate},
	{"necessity is possibility", "ltol/obligations.go", "return c.or(c.literal(Literal{f.atom, true}), c.next(x[0]))", "return c.and(c.literal(Literal{f.atom, false}), c.next(x[0]))", ltolTests, translate},
	{"nested untils always collapse", "ltol/rewrite.go", "return y, c.form(y) == formUntil && c.implies(x, c.args(y)[0])", "return y, c.form(y) == formUntil", ltolTests, "TestRewriteSchemas"},
	{"what is eventual is suspendable", "ltol/rewrite.go", "func ruleNextSuspendable(c *obligations, x ob) (ob, bool) { return x, c.suspendable(x) }", "func ruleNextSuspendable(c *obligations, x ob) (ob, bool) { return x, c.eventual(x) }", ltolTests, "TestRewriteSchemas"},
	{"a past atom is its step where it stands", "ltol/rewrite.go", "return c.or(append(past, c.until(x, c.or(append(rest, entered)...)))...), true", "return c.or(append(mapped(past, c.stepped), c.until(x, c.or(append(rest, entered)...)))...), true", ltolTests, "TestRewrites"},
	{"until may be put off for ever", "ltol/expand.go", "put := e.product(e.expand(args[0]), late)", "put := e.product(e.expand(args[0]), wait)", ltolTests, translate},
	{"recurrence may be put off for ever", "ltol/expand.go", "return e.normal(slices.Concat(e.product(e.expand(again), wait), late))", "return e.normal(slices.Concat(e.product(e.expand(again), wait), wait))", ltolTests, translate},
	{"larger terms win over smaller ones", "ltol/expand.go", "u.next.within(t.next) && u.late.within(t.late) {", "u.late.within(t.late) {", ltolTests, translate},
	{"acceptance sets are left out if any other is there", "ltol/acceptance.go", "if covered || !c.cycleOnlyLateWith(c.sets[i], others) {", "if covered || len(others) > 0 {", ltolTests, "TestAssignAcceptance"},
	{"simulation ignores acceptance", "ltol/simulate.go", "if simulated[e.To][f.To] && e.Acc&^f.Acc == 0 {", "if simulated[e.To][f.To] {", ltolTests, "TestMergeSimilar"},
	{"bisimulation ignores guards", "ltol/bisimulate.go", "\t\tkey = binary.AppendUvarint(key, uint64(e.Guard.root))\n", "", ltolTests, "TestPassesKeepLanguage"},
	{"components that accept weakly count as dead", "ltol/prune.go", "alive := c.Strength > Rejecting", "alive := c.Strength > Terminal", ltolTests, "TestPassesKeepLanguage"},
	{"past atoms hold at the beginning", "ltol/history.go", "g = s.from.table.nodes[g].low", "g = s.from.table.nodes[g].high", ltolTests, "TestSplitHistories"},
	{"degeneralisation accepts at every level", "ltol/degeneralize.go", "if level = d.advance(from.copy, e.Acc); level == d.from.Acceptance {", "if level = d.advance(from.copy, e.Acc); level >= d.from.Acceptance-1 {", ltolTests, "TestDegeneralize"},
	{"an obligation is about the atoms of its last operand", "ltol/obligations.go", "o.about |= c.pairs[a>>1].about", "o.about = c.pairs[a>>1].about", ltolTests, "TestImpliesAmongSharedAtoms"},
	{"long conjunctions are their first operand", "ltol/obligations.go", "\treturn rewrite(c, andRules,", "\tif len(args) > c.longest {\n\t\treturn args[0], true\n\t}\n\treturn rewrite(c, andRules,", ltolTests, translate},
	{"of many terms one is enough", "ltol/expand.go", "if len(joined) > e.table.thresholds.MaxCompared {\n\t\treturn joined", "if len(joined) > e.table.thresholds.MaxCompared {\n\t\treturn joined[:min(1, len(joined))]", ltolTests, translate},
	{"of many edges one is enough", "ltol/reduce.go", "if len(joined) > t.thresholds.MaxCompared {\n\t\treturn joined", "if len(joined) > t.thresholds.MaxCompared {\n\t\treturn joined[:min(1, len(joined))]", ltolTests, translate},
	{"many edges are pruned without a look", "ltol/simulate.go", "if len(edges) > a.table.thresholds.MaxCompared {\n\t\treturn edges", "if len(edges) > a.table.thresholds.MaxCompared {\n\t\treturn edges[:min(1, len(edges))]", ltolTests, translate},
	{"a simulation that is cut short is one", "ltol/simulate.go", "if work < 0 {\n\t\t\t\t\treturn nil, false", "if work < 0 {\n\t\t\t\t\treturn simulated, true", ltolTests, translate},
	{"automata are those of formulas with other atoms", "ltol/translator.go", "return rank, func(a Atom) Atom { return Atom{(*of(a))[a.ID], a.Kind} }", "return rank, func(a Atom) Atom { return a }", ltolTests, "TestTranslator"},
	{"limits do not tell translations apart", "ltol/translator.go", "k.options == o && k.formula", "k.formula", ltolTests, "TestTranslator"},
	{"weak until is until on lassos", "ltol/lasso.go", "case OpRelease, OpGlobally, OpWeakUntil:", "case OpRelease, OpGlobally:", ltolTests, "TestEvalAgainstDefinition"},

	{"compassion is turned round", "ltol/alternatives.go", "return [2]*Formula{first, second}, true", "return [2]*Formula{second, first}, true", ltolTests, "TestAlternativesAgainstEval"},
	{"alternatives without fairness are lost", "ltol/alternatives.go", "if len(light) > 0 {", "if len(light) > 1 {", ltolTests, "TestAlternativesAgainstEval"},
	{"conditions that stand apart read past steps", "ltol/gather.go", "return f, f.Propositional() && !f.ReadsPast()", "return f, f.Propositional()", ltolTests, "TestAlternativesAgainstEval"},
	{"recurrence of parts is recurrence of the whole", "ltol/gather.go", "return f, f.Propositional() && !f.ReadsPast()", "return f, !f.ReadsPast()", ltolTests, "TestAlternativesAgainstEval"},
	{"conjoined alternatives lose their conditions", "ltol/alternatives.go", "slices.Concat(p.conditions, q.conditions)", "p.conditions", ltolTests, "TestAlternativesAgainstEval"},
}
