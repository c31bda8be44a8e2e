package main

// owing are mistakes in the search with obligations as bits, and for formulas of one form.
var owing = []Mutation{
	{
		"a limit makes moves give back what others keep", "mc/internal/search/owingmoves.go",
		"m.holds[i] = c.Keep(n)",
		"_, _ = i, c.Keep(n)",
		"./mc/internal/search", "TestLimitsGiveBackWhatTheyKept",
	},
	{
		"bits keep their values in every step", "mc/internal/search/owingmoves.go",
		"m.allRules(c, m.bits.all), m",
		"append(m.allRules(c, m.bits.all), c.Same(m.bits.all...)), m",
		"./mc/internal/search", "TestObligationsOnWalkers",
	},
	{
		"obligations are forgotten rather than asked for", "mc/internal/search/answers.go",
		"q.owing.bits.without(c, c.And(q.sys.exists(t, c, q.goal), q.owing.init))",
		"c.And(s.reached, q.owing.bits.without(c, q.sys.exists(t, c, q.goal)))",
		"./mc/internal/search", "TestObligationsAgreeWithAutomata",
	},
	{
		"rules do not bind where the system is stuck", "mc/internal/search/owingmoves.go",
		"for q := len(m.owed) - 1; q >= 0; q-- {",
		"for q := len(m.owed) - 1; q >= 0 && len(m.parts) > 0; q-- {",
		"./mc/internal/search", "TestObligationsOnWalkers",
	},
	{
		"what is put off may be put off forever", "mc/internal/search/answers.go",
		"for _, f := range goal.tableau.Conditions {",
		"for _, f := range goal.tableau.Conditions[:0] {",
		"./mc/internal/search", "TestObligationsOnWalkers",
	},
	{
		"every run of the rules is endless", "mc/internal/search/answers.go",
		"if len(q.sys.fair.justice) == 0 {",
		"if len(q.sys.fair.justice) < 0 {",
		"./mc/internal/search", "TestObligationsAgreeWithAutomata",
	},
	{
		"a step may have entered the first state", "mc/internal/search/bits.go",
		"out = c.And(out, c.Eq(h, bdd.Current, 0))",
		"out = c.And(out, c.Or(bdd.True, c.Eq(h, bdd.Current, 0)))",
		"./mc/internal/search", "TestObligationsOnWalkers",
	},
	{
		"staying moves break rules", "mc/internal/search/owingmoves.go",
		"rules := c.AndAll(m.allRules(c, settled)...)",
		"rules := bdd.True",
		"./mc/internal/search", "TestStayingMovesAreSteps",
	},
	{
		"a bit that a move settles loses its rule", "mc/internal/search/owingmoves.go",
		"	for q := len(m.owed) - 1; q >= 0; q-- {\n",
		"	for q := len(m.owed) - 1; q >= 0; q-- {\n		if len(changed) < len(m.bits.all) && slices.Contains(changed, m.owed[q]) {\n			continue\n		}\n",
		"./mc/internal/search", "TestStayingMovesAreSteps",
	},
	{
		"a preimage forgets bits that a later rule reads", "mc/internal/search/rules.go",
		"slices.Reverse(order)",
		"slices.Sort(order)",
		"./mc/internal/search", "TestObligationsAgreeWithAutomata",
	},
	{
		"a recurrence that is late is met", "ltol/tableau.go",
		"Or(Not(b.owed(x)), b.now(recurrent, false))",
		"Or(Not(b.owed(x)), b.now(recurrent, false), True())",
		"./ltol", "TestTableauAgainstEval",
	},
	{
		"an until that is late is met", "ltol/tableau.go",
		"Or(Not(b.owed(x)), fulfilled)",
		"Or(Not(b.owed(x)), True())",
		"./ltol", "TestTableauAgainstEval",
	},
	{
		"new variables leave frames as they were", "bdd/internal/kernel/extend.go",
		"	k.renewPrepared()\n",
		"",
		"./bdd/internal/kernel", "TestEngine",
	},
	{
		"a disjunction can be true only if its first part can", "mc/words/words.go",
		"w != nil || err != nil {",
		"part != nil {",
		"./mc/words", "TestWordsAgreeWithAutomata",
	},
	{
		"an assignment may satisfy an exists that is false", "rcheck/observed.go",
		"ltol.Implies(inside, y.is)",
		"ltol.Implies(y.is, y.is)",
		"./mc/words", "TestObservationsAgainstAllSteps",
	},
	{
		"a step has two senders", "rcheck/observed.go",
		"	return ltol.Not(ltol.And(is, that))\n}\n",
		"	return ltol.Or(ltol.Not(ltol.And(is, that)), ltol.True())\n}\n",
		"./mc/words", "TestObservationsAgainstAllSteps",
	},
	{
		"numbers beyond the last formula mean none", search + "series.go",
		"return of[len(of)-1]",
		"return bdd.False",
		searchTests, "TestNumbersBeyondTheLast",
	},
	{
		"local graphs are those of some number", search + "series.go",
		"return slices.Concat(x.Space.Variables(), x.index) }",
		"return slices.Concat(x.Space.Variables(), x.index[:0]) }",
		searchTests, "TestSeriesAgreeWithTheirMembers",
	},
	{
		"explicit states stand for all numbers", search + "series.go",
		"o.Thresholds.RoundsBeforeProbe, o.Thresholds.ManyNodes = -1, math.MaxInt",
		"_ = math.MaxInt",
		searchTests, "TestSeriesAgreeWithTheirMembers",
	},
	{
		"numbers stand below all bits of a variable", "bdd/extend.go",
		"copy[:max(0, len(copy)-max(0, b.Digit-1))]...",
		"copy...",
		"./bdd", "TestNewBitsBesideBits",
	},
	{
		"formulas of one form are those of other connectives", search + "series.go",
		"return fmt.Sprint(forms[i].Hash())",
		"return fmt.Sprint(len(forms[i].Atoms()))",
		searchTests, "TestAlike",
	},
	{
		"runs against formulas that are alike are lost", "mc/internal/decide/series.go",
		"if err != nil || out.Found {",
		"if err != nil {",
		mcTests, "TestFormulasOfOneForm",
	},
	{
		"of formulas that are alike the first is violated", "mc/internal/decide/series.go",
		"list[number:number+1], true",
		"list[:1+0*number], true",
		mcTests, "TestFormulasOfOneForm",
	},
}
