package main

// integers are mistakes about integers without a range.
var integers = []Mutation{
	{
		"agents that a range keeps from a message block it", "recipe/evaluate/rule.go",
		"			fits[i] = e.Has(value)\n",
		"			fits[i] = e.Gives(value, e.System.Vars[u.Var].Type)\n",
		"./recipe/symbolic", "TestLeavingIsTheInterpreters",
	},
	{
		"receivers never leave their ranges", "recipe/symbolic/leaving.go",
		"beyond = l.Or(beyond, l.And(take.When, l.beyond(take.Command, message)))",
		"_ = take",
		"./recipe/symbolic", "TestLeavingIsTheInterpreters",
	},
	{
		"suppliers never leave their ranges", "recipe/symbolic/leaving.go",
		"l.Or(l.beyond(c, x.Getter), l.beyond(s, x.Supplier))",
		"l.beyond(c, x.Getter)",
		"./recipe/symbolic", "TestLeavingIsTheInterpreters",
	},
	{
		"messages that an agent blocks leave ranges", "recipe/symbolic/leaving.go",
		"sent = l.And(sent, does.Possible)",
		"_ = does.Possible",
		"./recipe/symbolic", "TestLeavingIsTheInterpreters",
	},
	{
		"data have no more values than those of the first command", "recipe/narrow.go",
		"given = append(given, n.expr(d.Expr))",
		"given = append(given[:0], n.expr(d.Expr))",
		"./recipe/symbolic", "TestLeavingIsTheInterpreters",
	},
	{
		"quantifiers over integers do not look beyond landmarks", "recipe/differences.go",
		"Landmarks: []*Expr{IntExpr(0)}, Distance: 1}",
		"Landmarks: []*Expr{IntExpr(0)}}",
		"./recipe", "TestQuantifiersOverAllIntegers",
	},
	{
		"two identifiers are as near to landmarks as one", "recipe/differences.go",
		"d.out.Distance = len(d.met) * (d.constant + 1)",
		"d.out.Distance = 1",
		"./recipe", "TestDistancesBetweenIdentifiers",
	},
	{
		"a landmark has the wrong sign", "recipe/differences.go",
		"d.out.Landmarks = append(d.out.Landmarks, Fold(OpNeg, Neg(sum.number).Type, sum.number))",
		"d.out.Landmarks = append(d.out.Landmarks, sum.number)",
		"./recipe", "TestQuantifiersOverAllIntegers",
	},
	{
		"sums of two identifiers are differences", "recipe/differences.go",
		"len(met) == 2 && total == 0 && sum.number.Op == OpConst:",
		"len(met) == 2 && sum.number.Op == OpConst:",
		"./recipe", "TestDifferences",
	},
	{
		"a run in a range that is too small violates", "mc/internal/integers/widening.go",
		"	violates, err := w.violates(ctx, &out, f)\n",
		"	violates, err := true, error(nil)\n",
		"./mc", "TestIntegersWithoutRange",
	},
	{
		"a range is exact although a step leaves it", "mc/internal/integers/widening.go",
		"		if err == nil && len(beyond) == 0 {\n",
		"		if err == nil && len(beyond) <= 1 {\n",
		"./mc", "TestIntegersWithoutRange",
	},
	{
		"what follows the first steps may be unfair", "mc/internal/integers/widening.go",
		"if !violates && err == nil && len(w.Fairness) == 0 {",
		"if !violates && err == nil {",
		"./mc", "TestIntegersThatGrow",
	},
	{
		"what holds in a range holds of commands that leave it", "mc/internal/integers/widening.go",
		"answers[i].Holds && !w.seesRanges(p.Formula)",
		"answers[i].Holds",
		"./mc", "TestIntegersThatGrow",
	},
	{
		"initial values of an integer without a range may be infinitely many", "rcheck/types/unbounded.go",
		"hi-lo < c.limits.Domain {",
		"hi-lo >= 0 {",
		"./rcheck", "TestNoRange",
	},
	{
		"predicates may compute with identifiers that a quantifier is about", "rcheck/types/compared.go",
		"			bodies = append(bodies, p)\n",
		"			_ = p\n",
		"./rcheck", "TestQuantifiedIntegers",
	},
}
