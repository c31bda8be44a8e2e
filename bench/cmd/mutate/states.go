package main

const (
	lawsOfStates = "TestLawsOfStates"
	askedAgain   = "TestQuestionsAreAskedAgain"
)

// stateFormulas are mistakes in what holds in states of systems whose agents take turns.
var stateFormulas = []Mutation{
	{"knowledge does not reckon with fairness", "mc/branch/label.go", "n, err := l.exists(ctx, some)", "reached, _, _ := l.sys.Reached()\n\tn, err := l.man.Keep(reached), error(nil)\n\t_ = some", branchTests, lawsOfStates},
	{"obligations count red states", "mc/branch/knowledge.go", "return c.Take(l.opts.Green(c.Scope(), agent))", "return bdd.True", branchTests, lawsOfStates},
	{"common knowledge of the first step", "mc/branch/knowledge.go", "c.Or(y, l.confusedOne(c, f.Agents(), y))", "c.Or(y, l.confusedOne(c, f.Agents(), set))", branchTests, lawsOfStates},
	{"what is too large of what agents confuse is cut down too far", "mc/branch/knowledge.go", "out = c.And(out, l.reached())", "out = c.And(out, l.sp.Init())", branchTests, lawsOfStates},
	{"together a group sees what one of it sees", "mc/branch/knowledge.go", "seen = append(seen, l.sees(a))", "seen = [][]bdd.VarID{l.sees(a)}", branchTests, lawsOfStates},
	{"paths are followed forwards", "mc/internal/search/branching.go", "closure(t, backward, good, e.reached)", "closure(t, forward, good, e.reached)", branchTests, lawsOfStates},
	{"paths begin where the system does", "mc/internal/search/branching.go", "e.reached.set(q, s.reached)", "e.reached.set(q, s.space.Init())", branchTests, lawsOfStates},
	{"a state without a step has no path", "mc/internal/search/product.go", "moves = append(moves, move{enabled: p.dead})", "_ = moves", branchTests, lawsOfStates},
	{"A is E", "mc/branch/label.go", "return l.without(ctx, n)", "return l.man.Keep(n), nil", branchTests, lawsOfStates},
	{"players choose for each other", "mc/space/turns.go", "ours: slices.Contains(t.coalition, player)", "ours: !slices.Contains(t.coalition, player)", branchTests, lawsOfStates},
	{"who cannot move has won", "mc/space/turns.go", "inner.And(set, t.stuck)", "t.stuck", branchTests, lawsOfStates},
	{"the scheduler is a coalition's enemy", "mc/space/turns.go", "t.chooses(r.Agents(), ChoosingInitiator", "t.chooses(-1, ChoosingInitiator", branchTests, lawsOfStates},
	{"participants choose alike whatever they can", "mc/space/turns.go", "r.Model.Refine(ctx, ReceivesOf(r.System, coalition...))", "r.Model.Refine(ctx, ReceivesOf(r.System))", branchTests, lawsOfStates},
	{"agents see all of themselves", "mc/internal/formalism/recipe.go", "if view := r.view(agent); view != nil {\n\t\t\t\treturn sp.Seen", "if view := r.view(agent); view != nil && false {\n\t\t\t\treturn sp.Seen", "./mc", "TestViewsAndNorms"},
	{"nobody violates norms", "mc/internal/formalism/recipe.go", "k.Result(k.Not(k.Take(", "k.Result(k.Or(bdd.True, k.Take(", "./mc", "TestViewsAndNorms"},
	{"one end of a step is enough", "mc/space/turns.go", "out = c.Diff(out, ch.end.Relation.PreImage(c, g.outside))", "_ = g.outside", branchTests, turnTests},
	{"what others have to choose is forgotten", "mc/space/alone.go", "ch.ours != coalition && t.contended(c, ch, i)", "ch.ours != coalition && len(ch.branches) > 99 && t.contended(c, ch, i)", branchTests, turnTests},
	{"who stays for ever does not count", "mc/branch/shape.go", "return c.Keep(c.Or(met, ever)), c.Err()", "return c.Keep(met), c.Err()", branchTests, lawsOfStates},
	{"certificates of states accept anything", "mc/branch/certify.go", "v != ltol.TruthOf(holds)", "v != ltol.TruthOf(holds) && s == nil", branchTests, "TestCertificatesOfStates"},
	{"strong release is release", "mc/branch/shape.go", "ever: op == ltol.OpRelease", "ever: op != ltol.OpTrue", branchTests, lawsOfStates},
	{"receives of others are up to the coalition", "mc/space/alone.go", "if coalition && t.ambiguous(c, ch) {", "if t.ambiguous(c, ch) && c == nil {", branchTests, turnTests},
	{"runs show what they do not", "mc/branch/confirm.go", "if err == nil && truth != ltol.TruthOf(w.Holds) {", "if err == nil && truth > ltol.TruthOf(true) {", branchTests, "TestWitnessesAreConfirmed"},
	{"who decides alone has no choice", "mc/branch/strategy.go", "t.unchosen = !coalition", "t.unchosen = true", branchTests, "TestRunsShowWhatNobodyPrevents"},
	{"fixpoints of branching time look ahead", "mc/internal/search/until.go", "closure(t, backward, z, bound)", "closure(t, forward, z, bound)", branchTests, lawsOfStates},
	{"ends of paths need not be goals", "mc/internal/search/until.go", "c.Leq(s.dead, goal)", "c.Leq(goal, s.reached)", branchTests, "TestLabelsAgreeWithExplicitEvaluator"},
	{"what may go on for ever ends", "mc/internal/search/until.go", "n != bdd.False && c.AndAll(", "n == bdd.True && n == bdd.False && c.AndAll(", branchTests, "TestLabelsAgreeWithExplicitEvaluator"},
	{"what is somewhere is reached from all initial states", "mc/branch/label.go", "Cmp(big.NewInt(1)) != 0", "Cmp(big.NewInt(1)) < 0", branchTests, "TestLabelsAgreeWithExplicitEvaluator"},
	{"shortest runs move when they need not", "mc/internal/search/until.go", "now != bdd.False && !moving", "now != bdd.False && moving", branchTests, witnesses},
	{"a limit leaves cells of what players see that are all", "mc/space/turns.go", "asked.Fail(err) // who", "asked.Fail(nil) // who", branchTests, "TestLimitsOfSearchesForStrategies"},
	{"a strategy is shown that an interrupt has left nothing of", "mc/branch/plan.go", "} else if err != nil {\n\t\treturn nil, err // where", "} else if err != nil && p != nil {\n\t\treturn nil, err // where", branchTests, "TestLimitsOfSearchesForStrategies"},
	{"chains of jumps are shown that an interrupt has cut", "mc/branch/witness.go", "if err := c.Err(); err != nil {\n\t\t\treturn err // nobody", "if err := c.Err(); err != nil && w == nil {\n\t\t\treturn err // nobody", branchTests, "TestInterruptsOfChains"},
	{"what an interrupt leaves of a formula is what it holds in", "mc/branch/label.go", "if err == nil {\n\t\tl.sets[f] =", "if err == nil || l.sets != nil {\n\t\tl.sets[f] =", branchTests, "TestLimitsOfSearchesForStrategies"},
	{"what an interrupt leaves of the domain is the domain", "mc/branch/label.go", "n, err := l.exists(ctx, some)\n\tif err != nil {", "n, err := l.exists(ctx, some)\n\tif err != nil && n == bdd.True {", "./mc", askedAgain},
}
