package main

const (
	interpretedSymbolic = "recipe/interpreted/symbolic/"
	interpretedTests    = "./recipe/interpreted/symbolic"
	explicitStates      = "TestAgainstExplicitStates"
	semanticsTests      = "./rcheck/ispl/ispltest"
)

// interpretedSystems are mistakes in the encoding of interpreted systems, in their explicit steps, and in what is known in them.
var interpretedSystems = []Mutation{
	{"all lines of an evolution that apply happen", interpretedSymbolic + "encode.go", "relation = c.Or(relation, c.And(step, c.Same(rest...)))", "relation = c.Or(relation, step)", interpretedTests, explicitStates},
	{"an evolution that does not apply stops the system", interpretedSymbolic + "encode.go", "c.Or(relation, c.And(c.Not(applies), c.Same(changes...)))", "relation", interpretedTests, explicitStates},
	{"Other applies always", interpretedSymbolic + "encode.go", "allowed[x] = c.Or(allowed[x], c.Not(applies))", "allowed[x] = c.Or(allowed[x], bdd.True)", interpretedTests, explicitStates},
	{"overlapping protocols are deterministic", interpretedSymbolic + "encode.go", "choice = choice || !twice", "_ = twice", interpretedTests, explicitStates},
	{"a protocol that allows nothing stops nothing", interpretedSymbolic + "encode.go", "\t\tm.Actions[agent] = -1\n\t\tm.add(c, may, nil, true)\n", "\t\tm.Actions[agent] = -1\n", interpretedTests, explicitStates},
	{"division by zero has a value", interpretedSymbolic + "expr.go", "c.And(defined, c.Not(c.VecEq(b.value, bdd.VecConst(0))))", "defined", interpretedTests, "TestDivisionByZero"},
	{"knowledge counts states that are not reachable", interpretedSymbolic + "image.go", "return c.Return(c.Diff(domain, c.Exists(m.Unseen(agent), c.Diff(domain, set))))", "return c.Return(c.Diff(domain, c.Exists(m.Unseen(agent), c.Diff(m.Valid, set))))", interpretedTests, explicitStates},
	{"common knowledge looks one step far", interpretedSymbolic + "image.go", "for before := bdd.False; doubted != before && c.Err() == nil; {", "for before := bdd.False; before == bdd.False && c.Err() == nil; {", interpretedTests, explicitStates},
	{"actions are quantified too early", interpretedSymbolic + "image.go", "last[col] = i + 1", "last[col] = max(last[col], min(i+1, 1))", interpretedTests, "TestFamiliesAgainstExplicitStates"},
	{"an agent does not see what it observes", "rcheck/ispl/resolve.go", "\"the observed variable\") {\n\t\t\t\tagent.Sees = append(agent.Sees, v)\n", "\"the observed variable\") {\n\t\t\t\t_ = v\n", "./rcheck/ispl", "TestPlainModelHasNoDiagnostics"},
	{"lines for one variable happen one at a time", "recipe/interpreted/interpreter.go", "if !in.sys.Single {", "if in.sys != nil {", semanticsTests, "TestSemantics"},
	{"values are those after the step", "recipe/interpreted/interpreter.go", "if u, ok := in.assign(t, s, c); ok {", "if u, ok := in.assign(t, t, c); ok {", semanticsTests, "TestSemantics"},
	{"an overflow is a move", "rcheck/ispl/ispltest/check.go", "\t\t\tif len(e.To) > 0 {\n", "\t\t\tif true {\n", semanticsTests, "TestSemantics"},
	{"green states are red", "rcheck/ispl/resolve_formula.go", "if x.Op == OpGreen {", "if x.Op == OpRed {", semanticsTests, "TestSemantics"},
	{"negation binds tighter than until", "rcheck/ispl/parse_formula.go", "x := p.node(OpNot, start, p.formulaNegation(m))", "x := p.node(OpNot, start, p.formulaOperand(m))", "./rcheck/ispl", "TestReadings"},
	{"a strategy needs no fair outcome", "ltol/ltoltest/game.go", "outcome := fairPath(next, good, fairSets)", "outcome := good\n\t_ = fairSets", "./ltol/ltoltest", "TestStrategiesUnderFairness"},
	{"agents do not know of fairness", "ltol/ltoltest/knowledge.go", "if e.live[s] && !a[s] {", "if !a[s] {", "./ltol/ltoltest", "TestLawsOfKnowledge"},
}
