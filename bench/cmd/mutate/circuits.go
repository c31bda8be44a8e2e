package main

const (
	circuit     = "recipe/circuit/"
	circuitPkg  = "./recipe/circuit"
	circuitTest = "TestCircuitIsTheSystem"
	// of interpreted systems
	jointCircuit = "TestJointCircuitIsTheSystem"
	boundedPkg   = "./mc/internal/bounded"
	boundedTest  = "TestSearchesAgreeWithVerdicts"
	inductPkg    = "./mc/internal/inductive"
	inductTest   = "TestInvariantsAgreeWithVerdicts"
	framesTest   = "TestFramesObeyTheirLaws"
	boundTest    = "TestBoundsAgreeWithGraphs"
	induct       = "mc/internal/inductive/"
	gates        = "mc/internal/bounded/unroll.go"
	gatesTest    = "TestGatesAreWhatTheSolverKnows"
	satDir       = "mc/internal/sat/"
	satPkg       = "./mc/internal/sat"
	satTest      = "TestPartialSearchesAgreeWithTrying"
	aigerPkg     = "./mc/export/aiger"
	aigerTest    = "TestTextHasTheRunsOfTheInterpreter"
)

// circuits are mistakes in the circuit of the step.
var circuits = []Mutation{
	{"what is asked of one channel is the same for all", "recipe/evaluate/rule.go", "OnChannel{a.ReceiveGuard, in.Channel}", "OnChannel{X: a.ReceiveGuard}", circuitPkg, circuitTest},
	{"what is asked of a channel is the same for all agents", "recipe/evaluate/rule.go", "OnChannel{a.ReceiveGuard, in.Channel}", "OnChannel{Channel: in.Channel}", circuitPkg, circuitTest},
	{"each message evaluates the choices of its receivers", circuit + "build.go", "Choices: map[*recipe.Expr]term{}, ", "", circuitPkg, "TestChoicesAmongManyChannels"},
	{"a choice selects a later interaction", circuit + "step.go", "m.And(m.And(choice, m.free), it.Enabled)", "m.And(choice, it.Enabled)", circuitPkg, circuitTest},
	{"who blocks a message is not asked", circuit + "step.go", "all = append(all, m.receive(it, a, c, in))", "m.receive(it, a, c, in)", circuitPkg, circuitTest},
	{"receives are executed together", circuit + "step.go", "m.And(x, m.numbered(m.turn(&m.receives[agent], len(does.Takes)), i))", "m.And(x, m.Or(True, m.numbered(m.turn(&m.receives[agent], len(does.Takes)), i)))", circuitPkg, circuitTest},
	{"a receive that was not chosen blocks nothing", circuit + "step.go", "m.Or(does.Stays, m.Any(executed...))", "True", circuitPkg, circuitTest},
	{"what is not assigned is lost", circuit + "system.go", "s.And(bit, s.Any(changed...).Not())", "False", circuitPkg, circuitTest},
	{"initial states may have any digits", circuit + "build.go", "all := []Lit{m.inside()}", "var all []Lit", circuitPkg, circuitTest},
	{"contradictions are looked for in one operand", circuit + "graph.go", "a == c.Not() || a == d.Not() || b == c.Not() || b == d.Not()", "a == c.Not() || a == d", circuitPkg, circuitTest},
	{"the lowest digits are compared last", circuit + "number.go", "if i == n-1 {", "if i == 0 {", circuitPkg, "TestArithmetic"},
	{"digits are negations of digits that they equal", circuit + "variable.go", "return v.number.digits[k].Not()", "return v.number.digits[k]", circuitPkg, "TestVariablesTellTheirValues"},
	{"any step between the states is read", circuit + "read.go", "slices.Equal(commands, executed)", "true", circuitPkg, circuitTest},
	{"a cube is generalised past initial states", induct + "generalise.go", "if status = s.initial(try); status != sat.Unsatisfiable {", "if status = s.initial(try); status == sat.Unknown {", inductPkg, inductTest},
	{"a core may have initial states", induct + "generalise.go", "\tif status != sat.Satisfiable {\n", "\tif status != sat.Unknown {\n", inductPkg, framesTest},
	{"clauses are pushed although a step leaves them", induct + "search.go", "\tdefault:\n\t\tl.witness", "\tdefault:\n\t\ts.exclude(l.cube, f+1)\n\t\tl.witness", inductPkg, inductTest},
	{"a lifted cube holds states without the step", induct + "step.go", "needed[left.Node()], needed[right.Node()] = true, true", "needed[left.Node()] = true", inductPkg, inductTest},
	{"a cube is excluded one frame too far", induct + "generalise.go", "s.exclude(small, frame)", "s.exclude(small, min(frame+1, len(s.frames)-1))", inductPkg, framesTest},
	{"a clause is pushed past the frame that was asked", induct + "search.go", "\t\ts.exclude(l.cube, f+1)\n", "\t\ts.exclude(l.cube, min(f+2, len(s.frames)-1))\n", inductPkg, framesTest},
	{"a frame is asked without its own clauses", induct + "frames.go", "s.active[max(frame, 1):min(max(frame, 1)+1, len(s.active))]", "s.active[min(max(frame, 1)+1, len(s.active)):]", inductPkg, framesTest},
	{"a clause belongs to an earlier frame", induct + "frames.go", "AddNamed(s.active[frame], s.clause(c)...)", "AddNamed(s.active[frame-1], s.clause(c)...)", inductPkg, framesTest},
	{"a weaker clause replaces a stronger one", induct + "frames.go", "if !old.cube.within(c) {", "if !c.within(old.cube) {", inductPkg, framesTest},
	{"a run begins in a state that is not initial", induct + "step.go", "out[i] = is.Is(l)", "out[i] = is.Is(l.Not())", inductPkg, framesTest},
	{"conditions on initial states are forgotten", induct + "step.go", "s.starts.Assert(s.init)", "_ = s.init", inductPkg, inductTest},
	{"what a focus depends on is outside", gates, "g.include(n.operands)", "g.include(n.operands[:min(1, len(n.operands))])", boundedPkg, gatesTest},
	{"a gate of two disjunctions is the first one", gates, "g.Solver.AddWhen(x, not[2:]...)", "g.Solver.AddWhen(x, not[:2]...)", boundedPkg, gatesTest},
	{"a gate of two disjunctions is true without a literal of one", gates, "not[2+k%2].Not())", "not[2].Not())", boundedPkg, gatesTest},
	{"a gate is true where two of its literals are", gates, "g.Solver.AddWhen(x.Not(), not...)", "g.Solver.AddWhen(x.Not(), not[:2]...)", boundedPkg, gatesTest},
	{"what is left out of a gate may be a disjunction", gates, "ok && !l.Negated() && g", "ok && g", boundedPkg, gatesTest},
	{"a gate of three literals is one of two disjunctions", gates, "one && two && len(out) == 2", "one && two", boundedPkg, gatesTest},
	{"clauses under a condition are not satisfied", satDir + "need.go", "for ; n.met.trail < len(s.trail); n.met.trail++ {", "for ; false; {", satPkg, satTest},
	{"clauses of conditions that are true are not satisfied", satDir + "need.go", "s.needs.always = append(s.needs.always, c)", "_ = c", satPkg, satTest},
	{"what was satisfied counts after it was taken back", satDir + "needs.go", "n.met, n.marks = n.marks[level], n.marks[:level]", "n.marks = n.marks[:level]", satPkg, satTest},
	{"a clause out of focus ends a search", satDir + "need.go", "owed[n.met.clause]); !met && next != undecided {", "owed[n.met.clause]); !met {", satPkg, satTest},
	{"what holds for good is not concluded out of focus", satDir + "solver.go", "if len(s.limits) == 0 {", "if len(s.limits) < 0 {", satPkg, satTest},
	{"released variables are given out while clauses have them", satDir + "clean.go", "\tif release {\n\t\ts.forget()", "\tif len(s.released) > 0 {\n\t\ts.forget()", satPkg, satTest},
	{"clauses that are watched by two literals lose the second", satDir + "clean.go", "watch{to | w.clause&binary, w.blocker}", "watch{to | binary, w.blocker}", satPkg, satTest},
	{"an invariant of the first conjunct is one of all", "mc/internal/engine/circuits/circuits.go", "all[:min(len(all), s.states)], fair", "all[:min(len(all), s.states, 1)], fair", "./mc/internal/engine/circuits", "TestInductionAgreesWithDiagrams"},
	{"an abstraction spreads over no variable of which it knows nothing", "mc/internal/engine/localize/merging.go", "a.hidden, valid = append(a.hidden, v), append(valid, v.Valid(c, bdd.Current))", "valid = append(valid, v.Valid(c, bdd.Current))", "./mc/internal/engine/localize", "TestRefinements"},
	{"states of an abstraction have codes without values", "mc/internal/engine/localize/merging.go", "a.valid = c.AndAll(valid...)", "a.valid = c.Or(c.AndAll(valid...), bdd.True)", "./mc/internal/engine/localize", "TestCyclesOfManyAgents"},
	{"an abstraction loses what it tells apart", "mc/internal/engine/localize/merging.go", "set = c.Or(c.Diff(set, merged), c.And(any, merged))", "set = c.And(any, merged)", "./mc/internal/engine/localize", "TestInvariantsAgainstExplicitStates"},
	{"the first of several invariants is enough", "mc/internal/engine/localize/localize.go", "range invariants(parts) {", "range invariants(parts)[:1] {", "./mc/internal/engine/localize", "TestInvariantsAgainstExplicitStates"},
	{"abstractions are refined until nothing is merged", "mc/internal/engine/localize/refine.go", "\tif q.possible(c, legs, m) {\n\t\tm[i] = before", "\tif true {\n\t\tm[i] = before", "./mc/internal/engine/localize", "TestRefinements"},
	{"one component of an automaton has no cycle", "mc/internal/search/cyclic.go", "slices.ContainsFunc(e.sccs, func", "slices.ContainsFunc(e.sccs[:1], func", "./mc/internal/engine/localize", "TestCyclesAgainstExplicitRuns"},
	{"conjuncts that are no invariants are left out", "mc/internal/engine/localize/localize.go", "!part.Args()[0].Propositional() {\n\t\t\treturn nil", "!part.Args()[0].Propositional() {\n\t\t\tcontinue", "./mc/internal/engine/localize", "TestInvariantsAreNotAll"},
	{"what says more than its runs is proved by an invariant", "mc/internal/engine/localize/localize.go", "case t.State != nil:", "case t.State != nil && t.State.Linear():", "./mc/internal/engine/localize", "TestInvariantsAreNotAll"},
	{"cycles are looked for twice where states are known", "mc/internal/engine/localize/localize.go", "case !t.Safety && !l.board.Explored:", "case !t.Safety:", "./mc/internal/engine/localize", "TestCyclesWithoutReachableStates"},
	{"cycles are looked for in what the automaton begins with", "mc/internal/search/cyclic.go", "range e.reached.part {", "range e.reached.part[:0] {", "./mc/internal/search", "TestAcyclicLooksBeyondTheBeginning"},
	{"cycles are looked for in the initial states", "mc/internal/engine/localize/localize.go", "s.AdoptReached(ctx, all)", "s.AdoptReached(ctx, e.Init())", "./mc/internal/engine/localize", "TestCyclesAgainstExplicitRuns"},
	{"a cycle has all kinds of steps on its first edge", "mc/internal/search/cyclic.go", "!slices.ContainsFunc(g.arcs, func", "!slices.ContainsFunc(g.arcs[:1], func", "./mc/internal/engine/localize", "TestCyclesAgainstExplicitRuns"},
	{"what an abstraction reaches may be left", "mc/internal/engine/localize/localize.go", "inside = inside && closed", "inside = inside || closed", "./mc/internal/engine/localize", "TestConfirm"},
	{"what an abstraction reaches may be bad", "mc/internal/engine/localize/localize.go", "!(inside && apart)", "!(inside && (apart || true))", "./mc/internal/engine/localize", "TestConfirm"},
	{"a search comes before the first question", "mc/internal/engine/circuits/induction.go", "\t\tp.check = inductive.NewCertificate(m, goal.Bad, m.Outside)\n", "", "./mc/internal/engine/circuits", "TestInvariantsByThemselves"},
	{"a variable has a value of its domain in every state", "mc/internal/engine/circuits/induction.go", "NewCertificate(m, goal.Bad, m.Outside)", "NewCertificate(m, m.And(goal.Bad, m.Any(m.Outside[len(m.Outside)-1]...).Not()), nil)", "./mc/internal/engine/circuits", "TestInvariantsByThemselves"},
	{"what a failed question has cost is forgotten", "mc/internal/engine/circuits/induction.go", "p.past, p.check, p.slice = p.past+p.check.Work(), nil, 0", "p.check, p.slice = nil, 0", "./mc/internal/engine/circuits", "TestInvariantsByThemselves"},
	{"the check of an invariant waits for its budget", "mc/internal/engine/circuits/induction.go", "max(limit-p.work()+p.check.Work(), enough)", "max(limit-p.work()+p.check.Work(), 0*enough)", "./mc/internal/engine/circuits", "TestInvariantsAreCheckedAtOnce"},
	{"what has no initial state holds", "mc/internal/engine/circuits/induction.go", "d.system.Start(); err != nil {", "d.system.Start(); err != nil && false {", "./mc/internal/engine/circuits", "TestInductionWithoutInitialStates"},
	{"whether initial states are in an invariant is not asked", "mc/internal/inductive/certificate.go", "question{c.initial, in(before, cube...)}, ", "", inductPkg, "TestCertificates"},
	{"whether steps leave an invariant is not asked", "mc/internal/inductive/certificate.go", ", question{c.steps, in(there, cube...)})", ")", inductPkg, "TestCertificates"},
	{"whether an invariant has bad steps is not asked", "mc/internal/inductive/certificate.go", "if c.done > 0 {", "if c.done > 2 {", inductPkg, "TestCertificates"},
	{"whether an initial step is bad is not asked", "mc/internal/inductive/certificate.go", "{c.initial, in(before, bad)},", "{c.initial, in(before, circuit.False)},", inductPkg, "TestCertificates"},
	{"bad steps come after bad ones only", "mc/internal/inductive/certificate.go", "append(in(here, bad.Not()), in(there, bad)...)", "append(in(here, bad), in(there, bad)...)", inductPkg, "TestCertificates"},
	{"accepting steps are counted once", induct + "bound.go", "more := m.And(before, accepting)", "more := before", inductPkg, boundTest},
	{"one latch is passed over", induct + "bound.go", "s.spare = first, most-1", "s.spare = first, most-2", inductPkg, boundTest},
	{"the last frame excludes what may be in it", induct + "search.go", "s.exclude(Cube{literal(latch, true)}, top)", "s.exclude(Cube{literal(latch-1, true)}, top)", inductPkg, boundTest},
	{"a lasso needs no accepting step", induct + "run.go", " && !slices.Equal(before, bits)", "", inductPkg, "TestLassosHaveAcceptingSteps"},
	{"a round ends without one of its literals", "mc/internal/bounded/machine.go", "m.All(slices.Clone(met)...)", "m.All(slices.Clone(met[1:])...)", boundedPkg, "TestRounds"},
	{"what was met in a round counts in the next one", "mc/internal/bounded/machine.go", "m.And(l, ends.Not())", "l", boundedPkg, "TestRounds"},
	{"rules of obligations need not be kept", "mc/internal/bounded/tableau.go", "m.Possible = m.And(m.Possible, m.All(rules...))", "_ = rules", boundedPkg, boundedTest},
	{"induction is asked first in pools", "mc/internal/engine/circuits/induction.go", "t.Proved && t.Since == 0 || ", "", "./mc/internal/engine/circuits", "TestInductionCouldSettleAll"},
	{"nothing is owed at first", "mc/internal/bounded/tableau.go", "m.Init = m.And(m.Init, b.owed[i])", "_ = i", boundedPkg, boundedTest},
	{"runs end where there is no step", circuit + "step.go", "m.Or(m.deadlock, m.Any(possible...))", "m.Any(possible...)", "./mc/internal/engine/circuits", "TestInductionAgreesWithDiagrams"},
	{"lassos may be unfair", "mc/internal/engine/circuits/circuits.go", "justice, compassion = s.board.Justice, s.board.Compassion", "_ = s", "./mc/internal/engine/circuits", "TestInductionAgreesWithDiagrams"},
	{"a learnt clause loses a literal that nothing implies", satDir + "learn.go", "if !s.seen[v] && s.level[v] > 0 &&", "if !s.seen[v] && s.level[v] > 1 &&", satPkg, "TestProofsAreChecked"},
	{"what the solver blames is too little", satDir + "search.go", "\t\t\ts.failed = append(s.failed, x)\n", "", satPkg, "TestSearchesAgreeWithTrying"},
	{"what impossible choices lead to counts", "mc/export/aiger/aiger.go", "w.And(awry.Not(), move(w.Possible))", "w.And(awry.Not(), circuit.True)", aigerPkg, aigerTest},
	{"latches begin with 0", "mc/export/aiger/aiger.go", "!l.Negated()\n", "false\n", aigerPkg, aigerTest},
	{"free bits keep what they were in the first step", "mc/export/aiger/aiger.go", "w.If(started, bit, input)", "w.If(started.Not(), bit, input)", aigerPkg, aigerTest},
	{"automata begin anywhere", "mc/internal/bounded/machine.go", "u.start[base+q] = true", "u.start[0*q] = true", boundedPkg, "TestAnyConjunctIsViolated"},
	{"of several conjuncts the last counts", "mc/internal/bounded/machine.go", "u.start = append(u.start, make([]bool, len(a.States))...)", "u.start = make([]bool, base+len(a.States))", boundedPkg, "TestAnyConjunctIsViolated"},
	{"lassos come back to another state", "mc/internal/bounded/search.go", "s.u.Solver.AddWhen(here, a.Not(), b)", "_ = b", boundedPkg, boundedTest},
	{"what is true before the loop counts", "mc/internal/bounded/search.go", "g.And(s.inside, s.u.at(last, l))", "s.u.at(last, l)", boundedPkg, boundedTest},
	{"runs begin anywhere", "mc/internal/bounded/unroll.go", "u.Assert(at(m.Init))", "_ = at", boundedPkg, boundedTest},
	{"choices need not be possible", "mc/internal/bounded/unroll.go", "u.Assert(at(m.Possible))", "_ = at", boundedPkg, boundedTest},
	{"no lasso of some steps means no run of so many", "mc/internal/bounded/search.go", "!slices.ContainsFunc(s.asked, s.u.Solver.HasFailed)", "!slices.ContainsFunc(s.asked[:1], s.u.Solver.HasFailed)", "./mc/words", "TestWordsAgreeWithAutomata"},
	{"a bound that has nothing ends the search", "mc/internal/bounded/search.go", "\t\ts.steps, s.asked = s.steps+1, nil\n", "\t\ts.steps, s.asked = most+1, nil\n", boundedPkg, boundedTest},
	{"an accepted edge is that of any set", "mc/internal/bounded/machine.go", "e.Acc>>set&1 == 1", "e.Acc != 0 || e.To < 0", boundedPkg, boundedTest},
}
