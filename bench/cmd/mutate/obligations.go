package main

const (
	tableauFile  = "ltol/tableau.go"
	tableauEval  = "TestTableauAgainstEval"
	owingMoves   = search + "owingmoves.go"
	bitsAgree    = "TestObligationsAgreeWithAutomata"
	bitsWalk     = "TestObligationsOnWalkers"
	observed     = "rcheck/observed.go"
	partsOfSteps = "rcheck/types/part.go"
	wordsTests   = "./mc/words"
	allSteps     = "TestObservationsAgainstAllSteps"
	many         = "TestManyConditions"
	runsThatEnd  = "TestObservationsOfRunsThatEnd"
)

// obligations are mistakes in what is owed: the rules of a tableau, its bits in a step and in the
// stutter, and what observations mean together without a model.
var obligations = []Mutation{
	{"what holds next holds now", tableauFile, "return b.later(args[0])", "return b.now(args[0], true)", ltolTests, tableauEval},
	{"an until does not need its left side", tableauFile, "And(b.now(args[0], true), again)", "again", ltolTests, tableauEval},
	{"a release may end at any time", tableauFile, "Or(b.now(args[0], true), again))", "Or(again, True()))", ltolTests, tableauEval},
	{"a release is not released", tableauFile, "Or(b.now(args[0], true), again))", "again)", ltolTests, tableauEval},
	{"an until that is owed is late", tableauFile, "Or(Not(b.owed(x)), fulfilled)", "Not(b.owed(x))", ltolTests, tableauEval},
	{"a recurrence that is owed is late", tableauFile, "Or(Not(b.owed(x)), b.now(recurrent, false))", "Or(Not(b.owed(x)), And(False(), b.now(recurrent, false)))", ltolTests, tableauEval},
	{"what is released is late", tableauFile, "\t\treturn And(b.now(args[1]", "\t\tb.tableau.Conditions = append(b.tableau.Conditions, Not(b.owed(x)))\n\t\treturn And(b.now(args[1]", ltolTests, tableauEval},
	{"a recurrence ends", tableauFile, "\t\t\treturn again\n", "\t\t\treturn Or(again, True())\n", ltolTests, tableauEval},
	{"recurrences are two obligations", tableauFile, "ok && args[0] == obFalse {", "ok && args[0] == obFalse && false {", ltolTests, "TestTableauIsSmall"},
	{"of a conjunction the first part is owed", tableauFile, "range c.conjuncts(x) {", "range c.conjuncts(x)[:min(1, len(c.conjuncts(x)))] {", ltolTests, tableauEval},

	{"a run owes the first obligation alone", search + "bits.go", "range b.tableau.Initial {", "range b.tableau.Initial[:1] {", searchTests, bitsAgree},
	{"deadlocks do not stutter with bits", owingMoves, "if b.dead != bdd.False {", "if false {", searchTests, bitsWalk},
	{"stutters have all labels", owingMoves, "\tfor i, n := range m.holds {\n", "\tfor i, n := range m.holds {\n\t\tif len(m.parts) == 0 {\n\t\t\tn = bdd.True\n\t\t}\n", searchTests, bitsWalk},
	{"the system moves before its bits", owingMoves, "\tset = m.rules.image(c, set)\n", "\tif m.all == nil {\n\t\treturn m.rules.image(c, m.each(c, set, func(p space.Move) bdd.Node { return p.Image(c, set) }))\n\t}\n\tset = m.rules.image(c, set)\n", searchTests, bitsWalk},
	{"a bit is forgotten in a step", owingMoves, "\tset = m.rules.image(c, set)\n", "\tset = m.rules.image(c, m.manager().VarSet(bdd.Current, m.owed...).Exists(c, set))\n", searchTests, bitsWalk},
	{"an image forgets bits that a later rule reads", search + "rules.go", "r.before = r.forgotten(bdd.Current, order)", "slices.Reverse(order)\n\tr.before = r.forgotten(bdd.Current, order)\n\tslices.Reverse(order)", searchTests, bitsAgree},
	{"conditions beside obligations are forgotten", search + "answers.go", "s.fair.and(goal.also)", "s.fair", searchTests, bitsAgree},
	{"of conditions beside obligations, the first 64 count", search + "answers.go", "range goal.tableau.Conditions {", "range goal.tableau.Conditions[:min(64, len(goal.tableau.Conditions))] {", wordsTests, many},
	{"of conditions beside obligations, the last 64 count", search + "answers.go", "range goal.tableau.Conditions {", "range goal.tableau.Conditions[max(0, len(goal.tableau.Conditions)-64):] {", wordsTests, many},
	{"bits stand above all agents", search + "bits.go", "Below: vars}", "Below: vars[:0]}", searchTests, "TestObligationsStandBesideWhatTheyRead"},

	{"obligations chosen for the next step are lost", "mc/internal/bounded/tableau.go", ".Next = chosen", ".Next = b.owed[i]", boundedPkg, boundedTest},
	{"what is put off in a circuit may be put off forever", "mc/internal/bounded/tableau.go", "range t.Conditions {", "range t.Conditions[:0] {", boundedPkg, boundedTest},

	{"an observation is true where there is no step", observed, "ltol.And(step, o.value(x, 0))", "o.value(x, 0)", wordsTests, runsThatEnd},
	{"a run goes on after its end", observed, "ltol.Next(ltol.Not(step))", "ltol.True()", wordsTests, runsThatEnd},
	{"states change after the end of a run", observed, "range atoms {", "range atoms[:0] {", wordsTests, runsThatEnd},
	{"exchanges have channels", partsOfSteps, `"chan":      {recipe.OpChannel, "chan", ""}`, `"chan":      {recipe.OpChannel, "chan", "chan"}`, wordsTests, runsThatEnd},
	{"sends have suppliers", partsOfSteps, `{recipe.OpSupplier, "", "supplier"}`, `{recipe.OpSupplier, "supplier", "supplier"}`, wordsTests, allSteps},
	{"a getter produces", partsOfSteps, `{recipe.OpProducer, "initiator", "supplier"}`, `{recipe.OpProducer, "initiator", "initiator"}`, wordsTests, allSteps},
	{"an exchange has a sender", partsOfSteps, `{recipe.OpSender, "initiator", ""}`, `{recipe.OpSender, "initiator", "initiator"}`, wordsTests, allSteps},
	{"an agent exchanges with itself", observed, `s == "initiator" && t == "supplier"`, `s == "initiator" && t == ""`, wordsTests, runsThatEnd},
	{"a get names another supplier", observed, "common[0] != '='", "common[0] != '=' && common != \"locality\"", wordsTests, runsThatEnd},
	{"two terms of one part differ", observed, "(common[0] != '=' || differ(", "(common[0] == '=' && differ(", wordsTests, runsThatEnd},
	{"one of two equal terms is equal to a third", observed, "ltol.Implies(z, ltol.Iff(x, y))", "ltol.True()", wordsTests, runsThatEnd},
	{"data can be any locality", observed, `rest[0] != "=any" || o`, `rest[0] != "" || o`, wordsTests, runsThatEnd},
	{"a supplier has a value that the identifier cannot have", observed, `[]string{"supplier-" + name}`, "nil", wordsTests, runsThatEnd},
	{"suppliers have all identifiers", observed, "ltol.Implies(o.same(v, v), o.everywhere", "ltol.Implies(ltol.True(), o.everywhere", wordsTests, runsThatEnd},
	{"client[1] is not client1", observed, `both("=", x.Name.Name, n.Value)`, `both("=", x.Name.Name, n)`, wordsTests, runsThatEnd},
	{"the index of a value is data", observed, "case *ast.Index:\n\t\t\treturn false", "case *ast.Index:\n\t\t\treturn true", wordsTests, runsThatEnd},
	{"named gets have predicates", observed, "ltol.Implies(named, o.everywhere", "ltol.Implies(ltol.False(), o.everywhere", wordsTests, runsThatEnd},
	{"an identifier has neither truth value", observed, `if l[0] == "=false" && strings`, `if l[0] == "" && strings`, wordsTests, runsThatEnd},
	{"a truth value is neither true nor false", observed, `ltol.Or(o.same("=false", common), o.same("=true", common))`, "ltol.True()", wordsTests, runsThatEnd},
	{"a part of a step is a condition", observed, "].Op != 0 && o.text(x)", "].Op < 0 && o.text(x)", "./rcheck", "TestWhatNeedsAModel"},
	{"no predicate is false", observed, "\t\tout = append(out, ltol.Implies(x.is", "\t\tout = append(out, ltol.And(fits[1:]...), ltol.Implies(x.is", wordsTests, allSteps},
	{"an exists that is true has no assignment of its own", observed, "ltol.Implies(x.is, ltol.And(fits...))", "ltol.Implies(x.is, ltol.And(fits[1:]...))", wordsTests, allSteps},
	{"forall is exists", observed, "ltol.Not(o.exists(&ast.Unary{Op: ast.Not, X: x}))", "o.exists(x)", wordsTests, allSteps},
	{"what must be true besides is forgotten", "mc/words/words.go", "all = ltol.And(f, o.Also)", "all = f", wordsTests, "TestDisjunctionsOfWords"},
}
