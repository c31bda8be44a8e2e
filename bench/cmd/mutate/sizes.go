package main

const (
	sizesTests     = "./mc/sizes"
	alike          = "mc/internal/engine/alike/"
	alikeTests     = "./mc/internal/engine/alike"
	countersFolder = "mc/internal/engine/counters/"
	countersTests  = "./mc/internal/engine/counters"
	viewsTests     = "./mc/internal/engine/views"
	certifyFolder  = "mc/internal/certificate/"
	certifyTests   = "./mc/internal/certificate"
)

// sizesMistakes are mistakes in what is said of all sizes of a family. Claims about them must not be
// wrong: each is found by a family whose first violation is at size 3.
var sizesMistakes = []Mutation{
	{"agents that are not in a view may be initiators", "recipe/family/abstract.go", "moves := b.movable(p.Expr)", "moves := p.Expr", alikeTests, "TestStepsWithLocals"},
	{"added properties may depend on the size", "rcheck/counting.go", "c.text(s.Expr)", "_ = s", "./rcheck", "TestCounting"},
	{"symbols of the outside are different", "recipe/family/unknown.go", "known = recipe.Or(known, w.unknown())", "known = recipe.Or(known, recipe.FalseExpr)", sizesTests, "TestViolatedAtThree/outside"},
	{"agents outside do nothing", "mc/internal/engine/views/views.go", "casts := v.casts(c, v.model.Interactions, 1)", "casts := v.casts(c, v.model.Interactions, 0)", sizesTests, "TestViolatedAtThree/single"},
	{"agents outside block", "recipe/family/abstract.go", "agent.Init, agent.ReceiveGuard, agent.Relabel = recipe.TrueExpr, recipe.FalseExpr,", "agent.Init, agent.ReceiveGuard, agent.Relabel = recipe.TrueExpr, recipe.TrueExpr,", sizesTests, "TestViolatedAtThree/outside"},
	{"singles are outside", "recipe/family/abstract.go", "\t\tparts[a] = always\n", "\t\tparts[a] = outside\n", sizesTests, "TestViolatedAtThree/single"},
	{"steps need one agent outside at most", "mc/internal/engine/views/space.go", "casts := v.casts(c, list, 2)", "casts := v.casts(c, list, 1)", sizesTests, "TestViolatedAtThree/lookers-on"},
	{"views never stutter", "mc/internal/engine/views/space.go", "c.Keep(c.Diff(v.All, v.surelyMoves(c)))", "c.Keep(bdd.False)", sizesTests, "TestViolatedAtThree/stuck"},
	{"agents outside never block", "mc/internal/engine/views/surely.go", "for _, x := range s.one {\n\t\t\tif possible", "for _, x := range s.one[:0] {\n\t\t\tif possible", sizesTests, "TestViolatedAtThree/blocked"},
	{"a step is sure if some symbols of the outside allow it", "mc/internal/engine/views/surely.go", "some = s.unknown.Forall(s.c, some)", "some = s.unknown.Exists(s.c, some)", viewsTests, "TestSureStepsOfRealStates"},
	{"views say something of sizes with one agent too few", "mc/sizes/views.go", "len(at.fewer.Classes[class]) < n {", "len(at.fewer.Classes[class]) < n-1 {", sizesTests, "TestViolatedWithTooFewForViews"},
	{"a guess of a deadlock counts where a step is sure", "mc/internal/engine/views/space.go", "c.Result(c.Ite(s.may, n, c.Cofactor(n, *stuck, bdd.Current, 0)))", "c.Result(n)", viewsTests, "TestDeadlocksOfViews"},
	{"of two agents outside one is absent", "mc/internal/engine/views/views.go", "if slices.Contains(added, agent) {\n\t\t\t\there", "if len(added) > 0 && added[0] == agent {\n\t\t\t\there", viewsTests, "TestExchangesOutsideOfViews"},
	{"one conjunct is enough for a system", alike + "engine.go", "\t\tif !holds {", "\t\tif !holds && len(left) > 0 {", alikeTests, "TestProvedProperties"},
	{"what all agents alike name is theirs alone", "recipe/family/of.go", "if b := f.owner[v]; b >= 0 && b != a && f.classOf[b] >= 0 {", "if b := f.owner[v]; b >= 0 && b != a && f.classOf[b] > len(f.Classes) {", "./recipe/family", "TestAlone"},
	{"few agents are taken for alike", "recipe/family/of.go", "len(class) < least", "len(class) < 0*least", "./recipe/family", "TestAlone"},
	{"the first part of a property is enough for views", alike + "engine.go", "ltol.And(parts...)", "ltol.And(parts[:min(1, len(parts))]...)", alikeTests, "TestProvedProperties"},
	{"two agents of a conjunct have one number", alike + "some.go", "ranks[a] = len(ranks)", "ranks[a] = len(ranks) / 2", alikeTests, "TestConjunctsOfSeveralAgents"},
	{"certificates take deadlocks for other states", certifyFolder + "views.go", "at += len(q.propositions)", "at += 0", sizesTests, "TestRecountOfViolations"},
	{"one conjunct is asked for all", alike + "divide.go", "out[keyOf(f, c, map[int]int{})] = c", "out[keyOf(f, c, map[int]int{})[:1]] = c", sizesTests, "TestViolatedAtThree/conjuncts"},
	{"equal symbols of the outside have no agent", alike + "conjunct.go", "\t\tout[class]++\n\t}\n\tfor class", "\t\tout[class]++\n\t}\n\tclear(out)\n\tfor class", sizesTests, "TestViolatedAtThree/doubt"},
	{"two equalities have one agent", alike + "divide.go", "if count != 1 || ", "if count == 0 || ", sizesTests, "TestTwoDoubts"},
	{"views of added agents need not be there", "mc/internal/engine/views/views.go", "out = c.And(out, g.before(c, views))", "out = c.And(out, c.Or(bdd.True, g.before(c, views)))", viewsTests, "TestViewsAreThoseOfTheTwin"},
	{"added agents are seen as they are", "recipe/family/glance.go", "g.symbols[v] = a.symbols[seen][i]", "g.symbols[v] = a.symbols[b][i]", viewsTests, "TestViewsOfRealStates"},
	{"certificates forget the other views", certifyFolder + "views.go", "next[class][i] = a\n", "next[class][i] = q.Kept[class][i]\n", viewsTests, "TestCertificates"},
	{"certificates of conditions take any state for a view", certifyFolder + "views.go", "append(slices.Clone(q.valid), q.member(q.sight(q.Kept), q.m.State), holds.Not())", "append(slices.Clone(q.valid), holds.Not())", viewsTests, "TestCertificatesOfConditions"},
	{"certificates ask for no initial views", certifyFolder + "views.go", "plain.ask(plain.m.Init, plain", "plain.ask(plain.m.Init, circuit.False, plain", viewsTests, "TestCertificates"},
	{"certificates need no operand of a gate that is false", certifyFolder + "prover.go", "p.AddWhen(x.Not(), l.Not(), r.Not())", "_ = r", viewsTests, "TestCertificates"},
	{"certificates know no added agents", certifyFolder + "views.go", "for class := range v.Kept {", "for class := range v.Kept[:0] {", viewsTests, "TestCertificates"},
	{"certificates are always about the symbols of agents in view", certifyFolder + "few.go", "if !x.settled || e.Op", "if e.Op", viewsTests, "TestSettledCertificates"},
	{"recounts end in no deadlock", certifyFolder + "graph.go", "k.ends(a, x); violates || err != nil {", "k.ends(a, x); violates && false || err != nil {", sizesTests, "TestRecountOfViolations"},
	{"in recounts agents leave no state again and again", certifyFolder + "graph.go", "switch unfair := left &^ entered; {", "switch unfair := left; {", sizesTests, "TestRecountOfViolations"},
	{"recounts know no steps of counted agents", certifyFolder + "counted.go", "slices.Equal(s.counted(it), s.added) {\n\t\t\t\ttaken", "len(s.added) == 0 && slices.Equal(s.counted(it), s.added) {\n\t\t\t\ttaken", sizesTests, "TestRecountOfViolations"},
	{"recounts confirm no views", certifyFolder + "counted.go", "k.confirm(ctx); err != nil {", "k.confirm(ctx); false && err != nil {", sizesTests, "TestRecountOfTooFewViews"},
	{"in recounts several agents go one way", certifyFolder + "counts.go", "if several || x.agents+n < 2 {", "if x.agents == 0 && (several || n < 2) || n == 0 {", certifyTests, "TestCountsAgainstNumbers"},
	{"in recounts one of several agents is the last", certifyFolder + "counts.go", "\t\t\t\tnext.add(x)\n", "", certifyTests, "TestCountsAgainstNumbers"},
	{"stronger formulas are weaker under a negation", alike + "stronger.go", "x.rewrite(g, all, some))", "x.rewrite(g, some, all))", alikeTests, "TestStrongerFormulas"},
	{"F of a conjunction is one of conjuncts", alike + "some.go", "if op == ltol.OpAnd {\n\t\tover", "if op == ltol.OpOr {\n\t\tover", alikeTests, "TestStrongerFormulas"},
	{"two agents outside have one symbol", certifyFolder + "few.go", "\t\t\tout = append(out, own)\n", "\t\t\tout = [][]recipe.Value{own}\n", certifyTests, "TestStepsOfAFew"},
	{"the few have the symbols of all", certifyFolder + "few.go", "if owner := x.owner(v); owner < 0 || x.agents[owner] >= 0 {", "if owner := x.owner(v); owner < 0 || owner >= 0 {", certifyTests, "TestStepsOfAFew"},
	{"quantifiers under until come from the right", "ltol/divide.go", "case OpRelease, OpStrongRelease:\n\t\treturn inside(1)", "case OpRelease, OpStrongRelease:\n\t\treturn inside(0)", ltolTests, "TestPartsAgainstEval"},
	{"what is not some of a formula is all that it is not", "ltol/divide.go", "case f.op == OpAnd:\n\t\treturn dividedOr(mapped(f.args, Not), most)", "case f.op == OpAnd:\n\t\treturn dividedOr(f.args, most)", ltolTests, "TestPartsAgainstEval"},
	{"agents outside to which nobody points block", "mc/internal/engine/views/surely.go", "c.Diff(s.configurations[x], it.Enabled)", "c.Diff(c.And(s.configurations[x], possible), it.Enabled)", viewsTests, "TestSureStepsOfRealStates"},
	{"of two movers the first one does what some agent does", countersFolder + "propositions.go", "\t\t\ttaken++\n", "", countersTests, "TestCountersOfRealSteps"},
	{"counters take symbols of counted agents for those of others", countersFolder + "blur.go", "if agent == itself {", "if agent == itself || agent != itself {", countersTests, "TestCountersOfRealSteps"},
	{"symbols of the outside are of no counted agent", "mc/internal/engine/views/space.go", "set = c.Or(c.Diff(set, is), moved)", "set = c.Or(c.Diff(set, is), c.And(moved, bdd.False))", countersTests, "TestCountersOfRealSteps"},
	{"agents that are counted react by one interaction", countersFolder + "steps.go", "[2]int{it.Command, it.Supply})", "[2]int{it.Command, len(out)})", alikeTests, "TestMessagesToOneOfMany"},
	{"counters that are refuted are a proof", alike + "confirm.go", "errors.Is(err, certificate.ErrRun):", "errors.Is(err, certificate.ErrRun) && p.Question == nil:", sizesTests, "TestRecountOfViolations"},
	{"one counted agent takes part in a step", countersFolder + "steps.go", "\t\ttaken[class]++\n", "", countersTests, "TestCountersOfRealSteps"},
	{"counted agents that would block let steps happen", countersFolder + "reactions.go", "some, many := c.Eq(l.some, bdd.Current, 1), c.Eq(l.many, bdd.Current, 1)\n\tnone", "some, many := c.Eq(l.some, bdd.Current, 1), c.Eq(l.many, bdd.Current, 1)\n\tif len(r.waysOf(l)) == 0 {\n\t\treturn steps\n\t}\n\tnone", countersTests, "TestSumsOfAgents"},
	{"a counter stays many if an agent leaves it", countersFolder + "reactions.go", "c.And(c.Or(one, all), many)", "c.And(all, many)", countersTests, "TestSumsOfAgents"},
	{"of many agents all go the same way", countersFolder + "reactions.go", "all := r.goMany(r.goOne(one, l), l)", "all := bdd.False\n\tfor _, w := range r.waysOf(l) {\n\t\tonly := c.And(none, w.when)\n\t\tall = c.Or(all, r.arrive(r.arrive(only, l, w.to), l, w.to))\n\t}", countersTests, "TestSumsOfAgents"},
	{"counters know nothing of singles", countersFolder + "space.go", "if s.a.InView(agent) && !slices.Contains(q.Slots, agent) {\n\t\t\ts.base", "if s.a.InView(agent) && s.a.Class(agent) >= 0 && !slices.Contains(q.Slots, agent) {\n\t\t\ts.base", sizesTests, "TestViolatedAtThree/again"},
	{"agents must go on to enter a state that they stay in", countersFolder + "space.go", "abstract.Recurrence{c.Diff(c.Eq(l.left, ", "abstract.Recurrence{c.Diff(c.Eq(l.some, ", countersTests, "TestCountersOfRealRuns"},
	{"the last step of all is taken again and again", countersFolder + "space.go", "c.Diff(c.Eq(l.left, bdd.Current, 1), s.Still)", "c.Diff(c.Eq(l.left, bdd.Current, 1), bdd.False)", countersTests, "TestCountersOfRealRuns"},
	{"agents leave a state and enter none", countersFolder + "reactions.go", "r.set(r.set(steps, from.left), to.entered)", "r.set(steps, from.left)", countersTests, "TestCountersOfRealSteps"},
	{"one part of a property about many agents is enough", alike + "some.go", "if class < 0 || slices.ContainsFunc(g.others[class], func(a int) bool { return group[a] == nil }) {", "if class = max(class, 0); group[g.others[class][0]] == nil {\n\t\t\tgroup[g.others[class][0]] = ltol.False()\n\t\t}\n\t\tif false {", alikeTests, "TestSomeOfSeveral"},
	{"conditions of fairness are turned round", alike + "conjunct.go", "ltol.Implies(condition, c.formula)", "ltol.Implies(ltol.Not(condition), c.formula)", sizesTests, "TestFairnessOfSingles"},
	{"parts of implications are those of equivalences", alike + "conjunct.go", "recipe.OpImplies: ltol.OpImplies", "recipe.OpImplies: ltol.OpIff", alikeTests, "TestSpreadAgainstTheInterpreter"},
	{"sizes up to large indices are not tried", "mc/sizes/sizes.go", "max(w.options.Singly, m.Least)", "max(w.options.Singly, 0*m.Least)", sizesTests, "TestViolatedAtALargeIndex"},
	{"conjuncts about many agents are left out", alike + "divide.go", "\t\tlist = append(list, c)\n", "\t\tif len(c.some) == 0 {\n\t\t\tlist = append(list, c)\n\t\t}\n", sizesTests, "TestQuantifiersWithin"},
	{"constants in arithmetic are not numbers", "rcheck/counting.go", "c.out.Least = max(c.out.Least, v+1)", "c.out.Least = max(c.out.Least, v)", "./rcheck", "TestCounting"},
	{"constants without agents count them", "rcheck/counting.go", "return c.Bounds && ", "return ", "./rcheck", "TestCounting"},
	{"a remark is about any declaration before it", "rcheck/remark/remark.go", "case kind(d) && d.span.Start < c.Start &&", "case d.span.Start < c.Start &&", "./rcheck/remark", "TestOpenConstants"},
	{"numbers count agents", "rcheck/counting.go", "case *ast.Ident:\n\t\t\tc.forbid(n)\n", "case *ast.Ident:\n", "./rcheck", "TestCounting"},
	{"types may differ", "recipe/family/same.go", "if !uniform || !also || a != b {", "if !uniform || !also || a != b && a == \"\" {", "./recipe/family", "TestUnlike"},
}
