package main

const (
	interpretedSymbolic = "recipe/interpreted/symbolic/"
	interpretedTests    = "./recipe/interpreted/symbolic"
	explicitStates      = "TestAgainstExplicitStates"
	semanticsTests      = "./rcheck/ispl/ispltest"
	branchTests         = "./mc/branch"
	jointLabels         = "TestLabelsOfJointStepsAgreeWithExplicitEvaluator"
	witnesses           = "TestWitnessesAgreeWithExplicitEvaluator"
	uniformJoint        = "TestUniformAbilityOfJointSteps"
	uniformTurns        = "TestUniformAbilityInTurns"
	searches            = "TestSearchForStrategiesEnds"
	turnTests           = "TestAbilityInTurns"
	jointTests          = "./mc/internal/jointtest"
	jointChecks         = "TestChecksAgreeWithExplicitChecker"
)

// interpretedSystems are mistakes in the encoding of interpreted systems, in their explicit steps, and in what is known in them.
var interpretedSystems = []Mutation{
	{"what a limit leaves of a comparison with a sum is remembered", interpretedSymbolic + "sum.go", "if all = m.compareTotal(c, x, side, t, over); c.Err() == nil {", "if all = m.compareTotal(c, x, side, t, over); all != bdd.True {", "./mc/internal/jointtest", "TestSumsThatALimitCutsShort"},
	{"an interrupt takes from an action what lines allow", interpretedSymbolic + "encode.go", "if c.Err() != nil {\n\t\t\treturn bdd.False // what the lines", "if c.Err() != nil && all == bdd.True {\n\t\t\treturn bdd.False // what the lines", interpretedTests, "TestInterruptedActions"},
	{"games are remembered that an interrupt has cut", interpretedSymbolic + "game.go", "c.Err() == nil {\n\t\tc.Keep(g.moves)", "true {\n\t\tc.Keep(g.moves)", jointTests, askedAgain},
	{"formulas of LTL see paths that end", "mc/branch/ends.go", "if endless || !isBoolean(a) {", "if !isBoolean(a) {", "./mc/internal/jointtest", "TestLinearFormulasWherePathsEnd"},
	{"fair paths may end", "mc/branch/ends.go", "\tif fair {\n", "\tif fair && endless {\n", branchTests, "TestFairPathsGoOn"},
	{"predecessors need not be states", interpretedSymbolic + "image.go", "c.And(m.Valid, m.through(c, m.backward, c.And(moves, c.Rename(m.toNext, set))))", "m.through(c, m.backward, c.And(moves, c.Rename(m.toNext, set)))", interpretedTests, explicitStates},
	{"Other may stand before other lines", "rcheck/ispl/resolve.go", "\t\tif !last {\n", "\t\tif !last && r == nil {\n", "./rcheck/ispl", "TestMessages"},
	{"all lines of an evolution that apply happen", interpretedSymbolic + "encode.go", "steps = append(steps, c.And(step, c.Same(rest...)))", "steps = append(steps, step)", interpretedTests, explicitStates},
	{"an evolution that does not apply stops the system", interpretedSymbolic + "encode.go", "half, node := (len(steps)+1)/2, c.Same(changes...)", "half, node := (len(steps)+1)/2, bdd.False", interpretedTests, explicitStates},
	{"of lines that apply together the first is chosen", interpretedSymbolic + "encode.go", "apart, _ := c.Disjoint(first, second); apart {", "true {", interpretedTests, explicitStates},
	{"what Other allows is forgotten", interpretedSymbolic + "encode.go", "c.Or(m.allowed[agent][action], c.Not(other.applies))", "m.allowed[agent][action]", interpretedTests, explicitStates},
	{"lines that overlap happen together", interpretedSymbolic + "encode.go", "apart = apart && alone", "_ = alone", interpretedTests, explicitStates},
	{"Other applies always", interpretedSymbolic + "encode.go", "allowed[x] = c.Or(allowed[x], c.Not(applies))", "allowed[x] = c.Or(allowed[x], bdd.True)", interpretedTests, explicitStates},
	{"overlapping protocols are deterministic", interpretedSymbolic + "encode.go", "choice = !once", "_ = once", interpretedTests, explicitStates},
	{"sums are compared the other way round", interpretedSymbolic + "sum.go", "pair[side], pair[1-side]", "pair[0], pair[1]", interpretedTests, "TestComparedSums"},
	{"sums begin at zero", interpretedSymbolic + "sum.go", "\t\tleast += typ.Lo\n", "\t\t_ = typ.Lo\n", interpretedTests, "TestComparedSums"},
	{"a sum without a variable counts its least value", interpretedSymbolic + "sum.go", "t.least + i - less", "t.least + i", interpretedTests, "TestComparedSums"},
	{"a sum leaves out what it is compared with", interpretedSymbolic + "sum.go", "len(more) == 1 && len(fewer) == 0 && !mentions(more[0])", "len(more) == 1 && len(fewer) == 0", interpretedTests, "TestComparedSums"},
	{"lines that say the same overlap", "mc/internal/report/lines.go", "if n.sys.Single && earlier.Assign[0].Var != key || n.agree(earlier, l) {", "if n.sys.Single && earlier.Assign[0].Var != key {", "./mc/internal/jointtest", "TestLines"},
	{"a protocol that allows nothing stops nothing", interpretedSymbolic + "encode.go", "\t\t\tmay = c.Or(may, c.Not(applies))\n\t\t}\n\t\tm.add(c, may, nil, true)\n", "\t\t\tmay = c.Or(may, c.Not(applies))\n\t\t}\n", interpretedTests, explicitStates},
	{"division by zero has a value", interpretedSymbolic + "expr.go", "c.And(defined, c.Not(c.VecEq(b.value, bdd.VecConst(0))))", "defined", interpretedTests, "TestDivisionByZero"},
	{"a coalition that risks something forces everything", interpretedSymbolic + "game.go", "return c.Diff(moves, g.lead(c, c.Diff(g.model.Valid, set)))", "return moves", interpretedTests, explicitStates},
	{"a coalition commits the others", interpretedSymbolic + "game.go", "case slices.Contains(coalition.Members, i):", "case !slices.Contains(coalition.Members, i):", interpretedTests, explicitStates},
	{"where nobody can move everything is forced", interpretedSymbolic + "game.go", "c.AndAll(stuck, within, set)", "stuck", interpretedTests, explicitStates},
	{"knowledge counts states that are not reachable", "mc/branch/knowledge.go", "c.AndExists(l.sp.Manager().VarSet(bdd.Current, l.others(seen...)...), within, set)", "c.Exists(l.sp.Manager().VarSet(bdd.Current, l.others(seen...)...), set)", branchTests, jointLabels},
	{"common knowledge looks one step far", "mc/branch/knowledge.go", "c.Or(y, l.confusedOne(c, f.Agents(), y))", "c.Or(set, l.confusedOne(c, f.Agents(), set))", branchTests, jointLabels},
	{"what is distributed one agent alone knows", "mc/branch/knowledge.go", "l.confused(c, f.Agents(), l.domain, set)", "l.confusedOne(c, f.Agents(), set)", branchTests, jointLabels},
	{"what strategies avoid does not matter until the goal", "mc/branch/strategy.go", "c.Or(y, c.And(t.f, t.force(c, y)))", "c.Or(y, t.force(c, y))", branchTests, jointLabels},
	{"strategies reach their goal in a step or not at all", "mc/branch/strategy.go", "if next == set || inner.Err() != nil {", "if true {", branchTests, jointLabels},
	{"strategies keep a goal for a step only", "mc/branch/strategy.go", "c.And(z, c.Or(t.g, t.force(c, z)))", "c.And(z, c.Or(t.g, t.force(c, t.f)))", branchTests, jointLabels},
	{"opponents need not be fair", "mc/branch/fairgame.go", "c.And(k, again), func(c *bdd.Calculator, y bdd.Node) bdd.Node { return c.Or(y, enter(c, y)) }", "c.Or(again, c.And(k, again)), func(c *bdd.Calculator, y bdd.Node) bdd.Node { return c.Or(y, enter(c, y)) }", branchTests, jointLabels},
	{"a strategy may leave no path fair", "mc/branch/fairgame.go", "done := c.And(t.g, fair)", "done := t.g", branchTests, jointLabels},
	{"where others leave a fair outcome they may harm", "mc/branch/fairgame.go", "c.Or(y, c.And(again, t.lead(c, within, y)))", "c.Or(y, c.And(again, t.lead(c, t.reached, y)))", jointTests, "TestSafetyUnderFairness"},
	{"paths that end are no reason for X", "mc/branch/ends.go", "out = ltol.And(alive, ltol.Next(args[0]))", "out = ltol.Next(args[0])", branchTests, jointLabels},
	{"paths that end go on for ever", "mc/branch/ends.go", "ltol.Globally(ltol.And(f, alive))", "ltol.Globally(f)", branchTests, jointLabels},
	{"strategies walk in circles", "mc/branch/plan.go", "t.choose(inner, out, y, fresh, prefer)", "t.choose(inner, out, t.reached, fresh, prefer)", branchTests, "TestStrategiesMakeProgress"},
	{"opponents do what the coalition wants", "mc/branch/plan.go", "t.op, t.f, t.g = ltol.OpUntil, t.reached, c.Diff(t.reached, t.f)", "t.op, t.f, t.g = ltol.OpUntil, t.reached, t.f", branchTests, uniformTurns},
	{"opponents avoid a goal that is reached in a step", "mc/branch/plan.go", "t.g = c.Diff(t.reached, t.g)\n\tcase ltol.OpGlobally:", "t.g = c.Or(t.g, c.Diff(t.reached, t.g))\n\tcase ltol.OpGlobally:", branchTests, witnesses},
	{"options are taken where they are not good for all that looks alike", "mc/branch/uniform.go", "return c.Diff(good, bad)", "return good", branchTests, uniformJoint},
	{"agents need not know that they win", "mc/branch/uniform.go", "won := t.within(c, t.lower(c))", "won := t.lower(c)", branchTests, searches},
	{"a plan may decide differently in what looks alike", "mc/branch/uniform.go", "if cell == bdd.False {", "if class != bdd.False {", branchTests, searches},
	{"the search tries one option only", "mc/branch/uniform.go", "options = append(options, o)", "options[0] += 0 * o", branchTests, searches},
	{"the search forgets what it has decided", "mc/branch/uniform.go", "narrower[d][o] = c.Diff(narrower[d][o], cell)", "narrower[d][o] = c.Diff(narrower[d][o], bdd.False)\n\t\t\t\tif t.steps > 9000 {\n\t\t\t\t\tpanic(cell)\n\t\t\t\t}", branchTests, searches},
	{"players do not see what they can choose", "mc/space/turns.go", "t.cells[d] = cells", "t.cells[d] = []bdd.Node{ch.able}", branchTests, uniformTurns},
	{"others only do what they can do everywhere", "mc/space/turns.go", "if !ch.ours {\n\t\t\tout = c.Diff(out, c.Diff(b.next.able, values[i]))", "if !ch.ours {\n\t\t\tout = c.And(out, values[i])\n\t\t\t_ = b", branchTests, turnTests},
	{"coalitions choose what is not possible", "mc/space/turns.go", "if ch.ours && out != bdd.False {\n\t\t\tout = c.Diff(out, c.Diff(b.next.able, values[i]))", "if ch.ours && out != bdd.False {\n\t\t\tout = c.And(out, values[i])\n\t\t\t_ = b", branchTests, turnTests},
	{"a plan allows what it does not mention", "mc/space/joint.go", "out = c.And(out, some)", "out = c.Or(out, some)", branchTests, uniformJoint},
	{"rules apply where others should", "mc/branch/plan.go", "if free, err := c.Disjoint(without, other); err == nil && free {", "if free, err := c.Disjoint(without, other); err == nil || free {", branchTests, "TestWitnessesOfFamilies"},
	{"runs decide at their first state", "mc/branch/witness.go", "if err != nil || met {", "if err != nil || met || !met {", branchTests, witnesses},
	{"agents jump wherever they like", "mc/branch/witness.go", "c.And(l.confused(c, agents, bdd.True, here), bad))", "bad)", branchTests, witnesses},
	{"runs begin where the system does", "mc/internal/search/from.go", "e.product.init.set(q, starts)", "e.product.init.set(q, s.space.Init())", branchTests, witnesses},
	{"initial states on no fair path count", "mc/branch/label.go", "initial = c.Diff(initial, set)", "initial = c.Diff(l.sp.Init(), set)", jointTests, jointChecks},
	{"fairness is forgotten", "mc/internal/subject/explore.go", "s.Fair = search.NewFairness(justice, nil)", "_, s.Fair = justice, search.Fairness{}", jointTests, jointChecks},
	{"what is not chosen is left as it was", "mc/internal/decide/pruned.go", "a.Protocol = decided", "_ = decided", jointTests, "TestPrunedSystems"},
	{"only one combination of choices is tried", "mc/internal/decide/pruned.go", "if chosen[i]++; chosen[i] < len(sights[i].actions) {", "if chosen[i]++; chosen[i] < len(sights[i].actions)-1 {", jointTests, "TestPrunedSystems"},
	{"what comes true anywhere comes true on paths", "mc/branch/vacuity.go", "ltol.ExistsPath(ltol.Finally(", "ltol.ExistsPath(ltol.Not(", "./mc", "TestVacuityOfStateFormulas"},
	{"left sides count in negations", "mc/branch/vacuity.go", "return stateTriggers(args[0], !positive)", "return stateTriggers(args[0], positive)", "./mc", "TestVacuityOfStateFormulas"},
	{"jobs know no fairness", "mc/internal/subject/explore.go", "return s.Fault(s.assumeFairness(ctx))", "return nil",
		jointTests, "TestJobsAndSavedStates"},
	{"saved states are those of every system", "mc/internal/formalism/interpreted.go", "return w.String()", "return \"\"",
		jointTests, "TestJobsAndSavedStates"},
	{"no agent violates its norms", "mc/internal/formalism/interpreted.go", "Green: e.(*space.Interpreted).Green, PathsEnd", "PathsEnd", jointTests, jointChecks},
	{"the certificate compares no successors", "mc/internal/certify/joint.go", "if ok && !e.model.Contains(reached, next) {", "if ok && !e.model.Contains(reached, next) && false {", jointTests, "TestCertificateFindsMissingStates"},
	{"actions are quantified too early", interpretedSymbolic + "image.go", "last[col.index()] = i + 1", "last[col.index()] = max(last[col.index()], min(i+1, 1))", interpretedTests, "TestFamiliesAgainstExplicitStates"},
	{"an agent does not see what it observes", "rcheck/ispl/resolve.go", "\"the observed variable\") {\n\t\t\tagent.Sees = append(agent.Sees, v)\n", "\"the observed variable\") {\n\t\t\t_ = v\n", "./rcheck/ispl", "TestPlainModelHasNoDiagnostics"},
	{"lines for one variable happen one at a time", "recipe/interpreted/step.go", "if !s.Single {", "if s != nil {", semanticsTests, "TestSemantics"},
	{"values are those after the step", "recipe/interpreted/step.go", "v, ok := a.Value.Eval(s, nil)", "v, ok := a.Value.Eval(next, nil)", semanticsTests, "TestSemantics"},
	{"joint actions lead somewhere that protocols forbid", "recipe/interpreted/step.go", "if !slices.Contains(allowed, j[agent]) {", "if agent < 0 && allowed != nil {", "./recipe/interpreted", "TestStepsAgreeWithTheProduct"},
	{"what one agent decides of others is not asked", "recipe/interpreted/step.go", "p.last == agent && p.first < agent && !in.possible(p, s, j)", "p.last == agent && p.first <= agent && j[0] > 0", "./recipe/interpreted", "TestStepsAgreeWithTheProduct"},
	{"a step between two states need not keep what never changes", "recipe/interpreted/symbolic/between.go", "if !changes && from[v] != to[v] {", "if !changes && v < 0 {", interpretedTests, "TestBetween"},
	{"the last action is taken where several lead to a state", "recipe/interpreted/symbolic/between.go", "\t\t\t\tj[agent], left = x, with\n\t\t\t\tbreak\n", "\t\t\t\tj[agent] = x\n", interpretedTests, "TestBetween"},
	{"a step between two states fits only some part of the relation", "recipe/interpreted/symbolic/between.go", "left = c.And(left, m.restricted(c, &m.parts[i], from, to))", "left = m.restricted(c, &m.parts[i], from, to)", interpretedTests, "TestBetween"},
	{"a step between two states leads back", "recipe/interpreted/symbolic/between.go", "value = to[x.variable]", "value = from[x.variable]", interpretedTests, "TestBetween"},
	{"a step between two states has actions that its earlier choices exclude", "recipe/interpreted/symbolic/between.go", "j[agent], left = x, with", "j[agent] = x", interpretedTests, "TestBetween"},
	{"what stutters is in every set", "mc/space/interpreted.go", "left = c.And(next, set)", "left = next", "./mc/space", "TestStepsIntoASet"},
	{"what stutters takes steps", "mc/space/interpreted.go", "\tcase stutters:\n", "\tcase stutters && set == bdd.False:\n", "./mc/space", "TestStepsIntoASet"},
	{"steps into a set lead out of it", "mc/space/interpreted.go", "left = c.And(c.Take(s.Model.Image(c.Scope(), next)), set)", "left = c.Take(s.Model.Image(c.Scope(), next))", "./mc/space", "TestStepsIntoASet"},
	{"only one step leads into a set", "mc/space/interpreted.go", "left = c.Diff(left, c.Take(s.Model.StateSet(c.Scope(), to)))", "left = bdd.False", "./mc/space", "TestStepsIntoASet"},
	{"enumerated steps take what leaves a range", "recipe/interpreted/step.go", "return !in.possible(p, s, none)\n\t\t\t})", "return in.possible(p, s, none)\n\t\t\t})", "./recipe/interpreted", "TestStepsAgreeWithTheProduct"},
	{"enumerated steps begin with one agent's action only", "recipe/interpreted/step.go", "if fits(i, j) && !from(i+1) {", "if fits(i, j) && (!from(i+1) || i == 0 && len(j) > 1) {", "./recipe/interpreted", "TestStepsAgreeWithTheProduct"},
	{"choices without a successor are no moves where paths end", interpretedSymbolic + "game.go", "coalition.EmptyMoves {\n", "coalition.EmptyMoves && m == nil {\n", jointTests, "TestOverflowsWinWherePathsEnd"},
	{"a game where paths end is taken for another", interpretedSymbolic + "game.go", "fmt.Sprint(ours, coalition.EmptyMoves)", "fmt.Sprint(ours)", jointTests, "TestGamesWherePathsEnd"},
	{"what leaves a range wins what no state has", "mc/branch/strategy.go", "t.ending && t.g == bdd.False {", "t.ending && false {", jointTests, "TestOverflowsWinWherePathsEnd"},
	{"an overflow is a move", "rcheck/ispl/ispltest/check.go", "\t\t\tif len(e.To) > 0 {\n", "\t\t\tif true {\n", semanticsTests, "TestSemantics"},
	{"green states are red", "rcheck/ispl/resolve_formula.go", "if x.Op == OpGreen {", "if x.Op == OpRed {", semanticsTests, "TestSemantics"},
	{"negation binds tighter than until", "rcheck/ispl/parse_formula.go", "\t\tif m == branching {\n", "\t\tif m == branching || p.items[p.pos-1].text == \"!\" {\n", "./rcheck/ispl", "TestReadings"},
	{"a strategy needs no fair outcome", "ltol/ltoltest/game.go", "outcome := fairPath(next, good, fairSets)", "outcome := good\n\t_ = fairSets", "./ltol/ltoltest", "TestStrategiesUnderFairness"},
	{"agents do not know of fairness", "ltol/ltoltest/knowledge.go", "if e.live[s] && !a[s] {", "if !a[s] {", "./ltol/ltoltest", "TestLawsOfKnowledge"},
}
