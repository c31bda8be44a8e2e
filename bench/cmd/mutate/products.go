package main

const (
	search = "mc/internal/search/"

	mcTests     = "./mc"
	searchTests = "./mc/internal/search"
	explicit    = "TestVerdictsAgreeWithExplicitChecker"
	endToEnd    = "TestSourcesEndToEnd"
)

// products are mistakes in what is reached, in the product with an automaton, and in the search for
// fair cycles.
var products = []Mutation{
	{"edges outside of an acceptance set count", search + "product.go", "if e.Acc>>i&1 == 0 {", "if e.Acc>>i&1 == 1 {", mcTests, explicit},
	{"branches of guards are exchanged", search + "product.go", "c.Ite(on, yes, no)", "c.Ite(on, no, yes)", mcTests, explicit},
	{"deadlocks do not stutter", search + "product.go", "if p.dead != bdd.False {", "if false {", mcTests, explicit},
	{"receives are not told apart", search + "product.go", "p.space().Refine(t.ctx, propositions)", "p.space().Refine(t.ctx, nil)", mcTests, explicit},
	{"conditions label moves of which some steps do not satisfy them", search + "product.go", "!slices.ContainsFunc(list, m.Is)", "m == nil", mcTests, "TestConditionsToldApart"},
	{"moves of one condition label another", search + "product.go", "return p.whose[mv] == letter", "return true", mcTests, "TestConditionsToldApart"},
	{"conditions have no moves of their own", search + "product.go", "err == nil && !never", "err == nil && !never && letter < 0", mcTests, "TestConditionsToldApart"},
	{"the second condition of justice takes the place of the first", search + "emptiness.go", "fair.sets = append(fair.sets, labels(s.product.aut.Acceptance+i))", "fair.sets = append(fair.sets, labels(s.product.aut.Acceptance))\n\t\t_ = i", mcTests, explicit},
	{"strong components are searched as weak ones", search + "emptiness.go", "if scc.Strength == ltol.Strong {", "if scc.Strength == ltol.Transient {", mcTests, explicit},
	{"terminal components accept under fairness", search + "emptiness.go", "ltol.Terminal && len(s.product.fair.justice)+len(s.product.fair.compassion) == 0", "ltol.Terminal", searchTests, "TestWaitingUntilARunIsAccepted"},
	{"states wait that leave to any component", search + "emptiness.go", "slices.Contains(ends, a.to) {", "len(ends) > 0 {", searchTests, "TestWaitingUntilARunIsAccepted"},
	{"cycles are entered on letters that no waiting state leaves on", search + "emptiness.go", "inside, err := c.Leq(n, others[mv]); err != nil || !inside {", "_, err := c.Leq(n, others[mv]); err != nil {", mcTests, explicit},
	{"components that runs leave are entered anywhere", search + "emptiness.go", "if !member[a.to] || !slices", "if !member[a.to] {\n\t\t\tcontinue\n\t\t}\n\t\tif !slices", searchTests, "TestComponentsThatRunsLeave"},
	{"runs from no state begin where the system does", search + "answers.go", " || elsewhere && starts == bdd.False {", " {", searchTests, "TestFairStatesAgainstExplicitGraphs"},
	{"runs from elsewhere enter cycles anywhere", search + "from.go", "\tclear(s.anywhere)\n", "", "./mc/branch", "TestWitnessesAreConfirmed"},
	{"states left by the first predicate alone", search + "graph.go", "if !seen[n] {", "if len(seen) == 1 && !seen[n] {", searchTests, "TestCyclesOfSeveralConditions"},
	{"nothing is explored beyond a component", search + "emptiness.go", "\tif len(leaving) == 0 {", "\tif len(leaving) >= 0 {", mcTests, explicit},
	{"the hull is computed in one round", search + "hull.go", "case same || h.region.empty():", "case n > 0 || same || h.region.empty():", mcTests, explicit},
	{"a hull is done although it lost edges", search + "hull.go", "same := !h.pruned && h.region.equal(before)", "same := h.region.equal(before)", searchTests, "TestFairCyclesAgainstExplicitGraphs"},
	{"hulls obey the first compassion alone", search + "hull.go", "for i, pair := range h.fair.compassion {\n\t\t\ton =", "for i, pair := range h.fair.compassion[:1] {\n\t\t\ton =", searchTests, "TestFairCyclesAgainstExplicitGraphs"},
	{"emptiness forgets compassion", search + "emptiness.go", "fair := conditions{compassion: s.product.compassion}", "fair := conditions{}", searchTests, "TestFairCyclesAgainstExplicitGraphs"},
	{"compassion leaves terminal components as they are", search + "emptiness.go", "len(s.product.fair.justice)+len(s.product.fair.compassion) == 0", "len(s.product.fair.justice) == 0", searchTests, "TestFairCyclesAgainstExplicitGraphs"},
	{"compassion is justice", search + "hull.go", "c.And(on, c.Implies(pair.first[mv], near[i].part[a.from]))", "c.And(on, near[i].part[a.from])\n\t\t\t_ = pair", mcTests, explicit},
	{"conditions on past steps and others at once are letters", "ltol/gather.go", "f.Propositional() && !f.ReadsPast()", "f.Propositional()", "./mc/internal/search", "TestLettersOfFairnessAgainstEval"},
	{"disjunctions are checked disjunct by disjunct", "ltol/fold.go", "\tcase OpAnd:\n\t\tfor _, a := range f.args {", "\tcase OpAnd, OpOr:\n\t\tfor _, a := range f.args {", mcTests, explicit},
	{"chaining forgets states that moves have not seen", search + "closure.go", "fresh = k.Diff(have, c.applied[q][mv])", "fresh = k.And(have, c.applied[q][mv])", mcTests, explicit},
	{"deadlocks are states that some interaction leaves", search + "reach.go", "c.Keep(c.Diff(set, joined))", "c.Keep(c.And(set, joined))", mcTests, explicit},
	{"all conjuncts are taken for exchanges of the first", "mc/quotient/renaming.go", "\t\tif new {\n", "\t\tif new && len(out) == 0 {\n", mcTests, explicit},

	// What lies behind thresholds.
	{"conditions that stand apart are forgotten", search + "emptiness.go", "s.fair.and(goal.also)", "s.fair", mcTests, "TestFairAntecedents"},
	{"a run that misses some operands will do", "mc/internal/decide/find.go", "len(left) == all {", "len(left) <= all {", mcTests, "TestPremisesPartByPart"},
	{"operands that a run misses are left out", "mc/internal/decide/find.go", "t, found, err := r.meet(ctx, f, true, stats)", "t, found, err := r.meet(ctx, ltol.And(sought[:1]...), true, stats)", mcTests, "TestPremisesPartByPart"},
	{"responses answer again though nobody asks", "mc/internal/decide/find.go", "when = ltol.Not(ltol.Or(args[:last]...))", "when = ltol.True()", "./mc/internal/decide", "TestWhatFollowsFromPremises"},
	{"what only follows a step follows always", "mc/internal/decide/find.go", "when = ltol.Prop(body.Atom())", "when = ltol.True()", "./mc/internal/decide", "TestWhatFollowsFromPremises"},
	{"what is too large for orbits has none", "mc/quotient/check.go", "append(orbits, f.o.MaxOrbits+1)", "append(orbits, 0)", "./mc/quotient", "TestEstimatesOfWhatIsTooLarge"},
	{"only the first alternative is searched", "mc/internal/decide/find.go", "for _, goal := range goals {\n\t\tout, err", "for _, goal := range goals[:min(1, len(goals))] {\n\t\tout, err", mcTests, "TestFairAntecedents"},
	{"states of the first alternative are those of all", search + "answers.go", "all = c.Or(all, s.existsOne(t, c, goal))", "all = s.existsOne(t, c, goal)", "./mc/branch", "TestLabelsUnderFairAntecedents"},
	{"fair paths meet what stands apart", search + "branching.go", " && !s.more", "", "./mc/branch", "TestLabelsUnderFairAntecedents"},
	{"conditions that are too large to join are forgotten", search + "reach.go", "set = c.Diff(set, joined)", "set = c.Diff(set, bdd.False)", mcTests, explicit},
	{"steps of prepared arcs all lead forward", search + "closure.go", "\t\tif d == backward {\n\t\t\tfound(a.all.closure.PreImage(c", "\t\tif false {\n\t\t\tfound(a.all.closure.PreImage(c", searchTests, "TestNeighbours"},
	{"closing a cycle leaves a step out", search + "closing.go", "for ; i > 0; i = nodes[i].before {", "for i = nodes[i].before; i > 0; i = nodes[i].before {", searchTests, "TestLoopsComeBack"},
	{"any node closes a cycle", search + "closing.go", "if key == f.key(to) {", "if key.automaton == to.automaton {", searchTests, "TestLoopsComeBack"},
	{"prepared arcs have no stutters", search + "closure.go", "if together && g.moves[mv].class != nil || l", "if together || l", mcTests, explicit},
	{"what is to be shown helps to show it", "mc/internal/decide/series.go", "\t\tt, err := r.find(ctx, ltol.Not(f), stats)\n", "\t\tr.s.Search.Learn(f)\n\t\tt, err := r.find(ctx, ltol.Not(f), stats)\n", mcTests, explicit},
	{"of consequences of which some are alike one is enough", "mc/quotient/renaming.go", "out = append(out, different...)", "out = append(out, different[:1]...)", mcTests, "TestConsequencesThatAreUnlike"},
	{"agents that fairness tells apart are alike", "mc/internal/subject/encode.go", "quotient.NewRenaming(ctx, s.Recipe.System, s.Recipe.Conditions())", "quotient.NewRenaming(ctx, s.Recipe.System, nil)", mcTests, "TestConsequencesThatAreUnlike"},
	{"all interactions keep the same variables of an agent", search + "cyclic.go", "key := fmt.Sprint(list)", "key := fmt.Sprint(v.vars)", searchTests, "TestCyclicStepsAreKept"},
	{"a run by a search backwards misses its last step", search + "path.go", "k := len(e.rings) - 2; k >= 0", "k := len(e.rings) - 2; k >= 1", searchTests, "TestEndingsFindRuns"},
	{"a run by a search backwards begins a step early", search + "path.go", "f.back(t, far, rings[:i], at)", "f.back(t, far, rings[:max(i-1, 0)], at)", searchTests, "TestEndingsFindRuns"},
	{"an agent of a half is forgotten with the others", search + "cyclic.go", "for _, agent := range agents {\n\t\tothers", "for _, agent := range agents[:1] {\n\t\tothers", searchTests, "TestLocalGraphs"},
	{"local steps stay where they are", search + "cyclic.go", "BinarySearchFunc(v.list, codes[n:]", "BinarySearchFunc(v.list, codes[:n]", searchTests, "TestLocalGraphs"},
	{"nobody looks at the context while pairs of local states are listed", search + "cyclic.go", "len(edges[i])%64 == 0", "len(edges[i]) == 0", searchTests, "TestListingPairsEnds"},
	{"steps that stay in a component wait for ever", search + "cyclic.go", "a.due[agent] = partly", "a.due[agent] = settled", searchTests, "TestCyclicStepsAreKept"},
	{"an interaction with one step to lose loses all", search + "cyclic.go", "rest := c.And(local[i], together)", "rest := c.Diff(c.And(local[i], together), local[i])", searchTests, "TestCyclicStepsAreKept"},
	{"local components of two states fall apart", search + "cyclic.go", "if len(component) > 1 {", "if len(component) > 2 {", searchTests, "TestCyclicStepsAreKept"},
	{"a hull is complete when its rounds are over", search + "hull.go", "case n == rounds:\n\t\t\treturn false", "case n == rounds:\n\t\t\treturn true", mcTests, explicit},
	{"slices are lost", search + "slices.go", "work = append(work, more...)", "work = append(work, more[:min(1, len(more))]...)", mcTests, "TestSlicesAreSearched"},
	{"hulls that are not divided are given up", search + "slices.go", "h.settle(t, part, 0)", "h.settle(t, part, 1)", mcTests, "TestSlicesAreSearched"},
	{"probes ask for no acceptance", search + "lasso.go", "return !hitBy(run, set)", "return set > allEdges+1 && !hitBy(run, set)", mcTests, explicit},
	{"probed components need not be compassionate", search + "lasso.go", " && len(fair.uncompassionate(run)) == 0", "", mcTests, "TestProbedLoopsAreCompassionate"},
	{"a probed loop needs no way to it", search + "terminal.go", "run, at = f.approach(t, whole, anchor, h)", "at = f.pick(t, anchor.automaton, h.region.part[anchor.automaton])", mcTests, "TestProbedLoopsAreApproached"},
	{"a leap that a limit ends is an internal error", search + "path.go", "\tt.fail(c.Err())\n\tbegin :=", "\tdefer t.fail(c.Err())\n\tbegin :=", searchTests, "TestRunsToStatesDoNotLeap"},
	{"states wait while a part of what accepts is looked for", search + "terminal.go", "s.elsewhere = true", "_ = s.elsewhere", searchTests, "TestLoopsBeyondTheFirstAcceptedStep"},
	{"symbolic loops after a prefix begin anywhere", search + "terminal.go", "h.graph.closure(t, forward, z, nil)", "h.graph.closure(t, backward, z, nil)", searchTests, "TestWaitingUntilARunIsAccepted"},
	{"a search forgets what failed", search + "task.go", "\tt.fail(c.Err())\n\tc.Close()", "\tc.Close()", mcTests, "TestNodesRunOutInEveryPhase"},
}
