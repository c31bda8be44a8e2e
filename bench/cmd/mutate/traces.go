package main

const traceTests, coresTests = "./mc/trace", "./mc/cores"

// traces are mistakes in how runs are extracted, shortened, replayed and read.
var traces = []Mutation{
	{"loops of traces begin too late", search + "lasso.go", "r := &Run{Loop: len(prefix)}", "r := &Run{Loop: len(prefix) + len(loop) - 1}", mcTests, explicit},
	{"cutting a detour moves the loop", "mc/internal/certify/confirm.go", "out.Loop -= j - i", "out.Loop -= j - i - 1", mcTests, explicit},
	{"replay does not ask where a trace begins", "mc/trace/trace.go", "if !in.IsInitial(t.Steps[0].State) {", "if false {", traceTests, "TestReplayRejects"},
	{"replay does not ask where steps lead", "mc/trace/trace.go", "found = tr.Step.Equal(step.Message) && tr.Next.Equal(t.Steps[next].State)", "found = tr.Step.Equal(step.Message) || next < 0", traceTests, "TestReplayRejects"},
	{"the loop misses a condition", search + "closing.go", "wanted := slices.Clone(h.fair.sets)", "wanted := slices.Clone(h.fair.sets[min(1, len(h.fair.sets)):])", mcTests, "TestFairAntecedents"},
	{"what an agent would do later orders no steps", "mc/trace/dependence.go", "\th.forget()\n\tfor i := len(h.out) - 1; i >= 0; i-- {", "\th.forget()\n\tfor i := 0; i < 0; i-- {", traceTests, "TestIndependentStepsCommute"},
	{"the farthest step orders, not the nearest", "mc/trace/dependence.go", "(s.left < nearest) == (d == before)", "(s.left < nearest) == (d == behind)", traceTests, "TestOrdersOfDependentStepsAreRuns"},
	{"steps of one agent are in no order", "mc/trace/dependence.go", "if last := h.agents[a].acted; last >= 0 {", "if last := h.agents[a].acted; last > i {", traceTests, "TestIndependentStepsCommute"},
	{"who blocks a message stays out of it", "recipe/bystander.go", "!joins || len(w.receivers) > 0", "len(w.receivers) > 0 && (joins || !joins)", "./recipe", "TestStaysOut"},
	{"loops need not be compassionate", search + "lasso.go", "slices.ContainsFunc(run, first) && !hitBy(run, pair.second)", "slices.ContainsFunc(run, first) && len(run) == 0", mcTests, "TestRules/compassion"},
	{"loops end where they are", search + "closing.go", "if len(run) == 0 || f.key(at) != f.key(anchor) {", "if len(run) == 0 {", searchTests, "TestLoopsComeBack"},
	{"detours are cut whatever they show", "mc/internal/certify/confirm.go", "\t\t\tif ok {\n\t\t\t\treturn shorter, nil\n\t\t\t}\n", "\t\t\tif ok || shorter != nil {\n\t\t\t\treturn shorter, nil\n\t\t\t}\n", mcTests, explicit},
	{"detours may cross the beginning of the loop", "mc/internal/certify/confirm.go", "crosses := i < t.Loop && j > t.Loop", "crosses := false", mcTests, explicit},
	{"a decisive prefix ends in any step twice seen", search + "terminal.go", "for at := i; at >= 0; at = nodes[at].parent {\n\t\t\t\tif at == known {", "for at := i; at >= 0; at = nodes[at].parent {\n\t\t\t\tif at >= known {", mcTests, "TestShortestViolationOfInvariants"},
	{"the step back may come from anywhere", search + "path.go", "sources := c.And(g.step(c, backward, mv, a.any[mv], target), ring.part[a.from])", "sources := g.step(c, backward, mv, a.any[mv], target)", mcTests, "TestShortestViolationOfInvariants"},
	{"a trace that is read may loop beyond its end", "mc/trace/decode.go", "if t.Loop < 0 || t.Loop >= len(read.Steps) {", "if t.Loop < 0 {", traceTests, "TestDecodeRejects"},
	{"data of a message that is read may be any", "mc/trace/decode.go", "sameData(m.Data, read.Data) &&", "len(m.Data) >= 0 &&", traceTests, "TestDecodeRejects"},
	{"the last lasso that is found counts as shortest", "mc/internal/shortest/product.go", "below = distance + len(loop)", "below = max(below, distance+len(loop))", mcTests, "TestShownRunsOfFamilies"},
	{"loops begin where the automaton is already", "mc/internal/shortest/product.go", "p.nodes[at].distance > p.nodes[i].distance)", "p.nodes[at].distance < 0)", "./mc/internal/shortest", "TestSearchesGoOn"},
	{"loops need not meet the marks of a goal", "mc/internal/shortest/product.go", "if a.to == e.at && p.accepts(marks) {", "if a.to == e.at {", mcTests, "TestShownRunsOfFamilies"},
	{"a short run is what was found first", "mc/internal/decide/shorten.go", "\tif out != nil {\n\t\tbelow = matters(out)\n\t}\n", "\tif out != nil {\n\t\treturn out, nil\n\t}\n", mcTests, "TestShortRunsWithoutBudget"},
	{"what a search has met is not followed later", "mc/internal/shortest/find.go", "\tif err == nil {\n\t\terr = f.waiting(ctx, &f.top)\n\t}\n", "\tif f.top.pending = nil; err == nil {\n\t\terr = f.waiting(ctx, &f.top)\n\t}\n", "./mc/internal/shortest", "TestSearchesGoOn"},
	{"small lassos are not listed", "mc/internal/shortest/small.go", "for n := 1; n < e.bound(); n++ {", "for n := 1; n < 1; n++ {", mcTests, "TestShownRunsAreShortest"},
	{"small lassos need not be fair", "mc/internal/shortest/small.go", "(len(f.Fair) == 0 || slices.ContainsFunc(f.fair, meets))", "(len(f.Fair) >= 0 || slices.ContainsFunc(f.fair, meets))", mcTests, "TestShownRunsAreShortest"},
	{"what is left out of a run may be what violates", "mc/internal/shortest/reduce.go", "\tif ok && err == nil {\n\t\tr.steps", "\tif err == nil {\n\t\tr.steps", mcTests, "TestShortRunsWithoutBudget"},
	{"updates that are freed keep their first value", "mc/cores/free.go", "k.Updates[i].Expr = recipe.Const(t, t.Value(code))", "k.Updates[i].Expr = recipe.Const(t, t.Value(0*code))", coresTests, "TestFree"},
	{"propositions know one copy of a command", "mc/cores/free.go", "out.Commands = append(out.Commands, copies[id]...)", "out.Commands = append(out.Commands, copies[id][0])", coresTests, "TestFree"},
	{"all conjuncts are freed with one", "mc/cores/free.go", "if !drop(i) {", "if !drop(0 * i) {", coresTests, "TestFree"},
	{"an element is freed although the check has met a limit", "mc/cores/cores.go", "verdict != mc.Holds {", "verdict == mc.Unknown {", coresTests, "TestCoreOfACounter"},
	{"elements are tried once", "mc/cores/cores.go", "if s.free[i] {\n\t\t\t\tcontinue\n\t\t\t}\n", "if s.free[i] || i > 0 {\n\t\t\t\tcontinue\n\t\t\t}\n", coresTests, "TestElementsThatAreFreeOnlyLater"},
}
