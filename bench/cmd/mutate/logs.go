package main

const (
	beliefTests  = "./mc/conform"
	logTests     = "./mc/conform/logs"
	beliefTwin   = "TestBeliefsAgreeWithExplicitSets"
	logTwin      = "TestLogsAgreeWithExplicitStates"
	monitorTests = "./mc/monitor"
)

// programLogs are mistakes in how logs of programs are held against models.
var programLogs = []Mutation{
	{"hidden steps are followed once", "mc/conform/explicit.go", "\t\t\t\tif s.add(mv.next, to) {\n\t\t\t\t\tlist = append(list, node{mv.next, to})\n", "\t\t\t\tif s.add(mv.next, to) {\n", beliefTests, beliefTwin},
	{"listed states need not be as the entry says before", "mc/conform/explicit.go", "if mv.explained = before; before {", "if mv.explained = true; before {", beliefTests, beliefTwin},
	{"listed steps need not be as the entry says", "mc/conform/explicit.go", "mv.explained, err = steps(e.ctx, e.here, e.during)", "_, err = steps(e.ctx, e.here, e.during)", beliefTests, beliefTwin},
	{"listed states need not be as the entry says after", "mc/conform/explicit.go", "if mv.explained && len(e.after) > 0 {", "if mv.explained && len(e.after) > 9 {", beliefTests, beliefTwin},
	{"diagrams forget what the entry says after", "mc/conform/track.go", "\t\tout[q] = c.And(n, after)\n", "\t\tout[q] = c.And(n, c.Or(after, bdd.True))\n", beliefTests, beliefTwin},
	{"beliefs with equal states are one whatever the automata do", "mc/conform/memory.go", "name.Write(binary.AppendUvarint(nil, uint64(at)+1))", "name.Write(binary.AppendUvarint(nil, uint64(at)*0+1))", monitorTests, "TestHiddenStepsCount"},
	{"the union of beliefs is the first", "mc/conform/explicit.go", "for _, b := range []*explicit{x, y} {", "for _, b := range []*explicit{x, x} {", beliefTests, beliefTwin},
	{"two names may stand for one agent", "mc/conform/tracker.go", "if slices.Contains(agents, a) {", "if slices.Contains(agents, a) && a < 0 {", logTests, logTwin},
	{"a missing field is no free one", "mc/conform/logs/bind.go", "filled := found != nil && found.Value.Kind != Null", "filled := found != nil", logTests, logTwin},
	{"participants may be more", "mc/conform/logs/bind.go", "case e != nil && f.kind == factParticipants:", "case e != nil && f.kind == factParticipant:", logTests, logTwin},
	{"clocks order records that differ by less", "mc/conform/logs/merge.go", "all[i].clock.minus(all[theirs[before]].clock) > within", "all[i].clock.minus(all[theirs[before]].clock) >= 0*within", logTests, logTwin},
	{"records of one log are in no order", "mc/conform/logs/merge.go", "all[j].entry.After = []int{j - 1}", "all[j].entry.After = []int{from}", logTests, logTwin},
	{"joined records say what the first says", "mc/conform/logs/merge.go", "all.Conditions = append(all.Conditions, o.Conditions...)", "all.Conditions = append(o.Conditions, all.Conditions[:0]...)", logTests, logTwin},
	{"numbers beyond a type are its last", "mc/conform/logs/resolve.go", "if n < t.Lo || n > t.Hi {\n\t\t\treturn recipe.FalseExpr, nil", "if n < t.Lo || n > t.Hi {\n\t\t\treturn recipe.TrueExpr, nil", logTests, logTwin},
	{"the nearest step is the last", "mc/conform/departure.go", "len(wrong) < len(d.Nearest.Wrong)", "len(wrong) >= 0", logTests, logTwin},
	{"runs that explain begin anywhere", "mc/conform/run.go", "from = c.And(from, m.statesAt(c, o, Before))", "from = c.Or(from, m.statesAt(c, o, Before))", logTests, logTwin},
	{"runs to an entry of several logs end in any order", "mc/conform/departure.go", "if t.log != nil && slices.Contains(w.ready, next) {", "if t.log != nil && len(w.ready) > 0 {", beliefTests, beliefTwin},
	{"runs of several logs take any entry that is ready", "mc/conform/tracker.go", "if before.done.with(i).key() == after.done.key() {", "if before.done.with(i).key() != \"\" {", beliefTests, beliefTwin},
	{"fields of one name are accepted", "mc/conform/logs/reader.go", "second = min(second, i)", "second = min(second, len(fields))", logTests, "TestErrorsOfRecords"},
	{"what an entry makes of a belief is that of any entry", "mc/conform/memory.go", "next, ok = x.next[observation]\n", "for _, next = range x.next {\n\t\tok = true\n\t}\n", beliefTests, beliefTwin},
	{"remembered diagrams are not held", "mc/conform/memory.go", "next.each(func(n bdd.Node) { c.Scope().Hold(n) })", "next.each(func(bdd.Node) {})", beliefTests, "TestBeliefsComeAgain"},
	{"steps of entries with other facts are the same", "mc/conform/track.go", "key := fmt.Sprint(propositions)", "key := fmt.Sprint(len(propositions))", beliefTests, beliefTwin},
	{"a monitor goes on after the log has left the model", "mc/monitor/monitor.go", "\tif m.left != nil {\n\t\treturn nil, nil\n\t}\n", "\tm.left = nil\n", monitorTests, "TestVerdictsOfMonitors"},
	{"unfair lassos of random runs count", "mc/simulate/sample.go", "\t\tif ok {\n\t\t\tr.lassos", "\t\tif ok || lasso != nil {\n\t\t\tr.lassos", "./mc/simulate", "TestRandomRunsAgainstTheChecker"},
	{"random runs are cut before the state that violates", "mc/simulate/sample.go", "run.Steps[:state+1]", "run.Steps[:max(state, 1)]", "./mc/simulate", "TestRandomRunsAgainstTheChecker"},
	{"random runs of ISPL are cut before the state that violates", "mc/simulate/jointsample.go", "r.visited[:state+1]", "r.visited[:max(state, 1)]", "./mc/simulate", "TestCountsOfJointRuns"},
	{"lines of evolutions always apply", "mc/simulate/jointsample.go", "guard = defined && v != 0", "guard = defined && v >= 0", "./mc/simulate", "TestCountsOfJointRuns"},
	{"a repeated end of a random run goes on before it", "mc/simulate/sample.go", "run.Steps[:i:i], Loop: from}", "run.Steps[:i:i], Loop: max(0, from-1)}", "./mc/simulate", "TestCountsOfRandomRuns"},
	{"guards of receives are asked without a message", "recipe/proposition.go", "\t\tsc = &i.atStep\n\t} else if", "\t\tsc = &i.atState\n\t} else if", "./mc/simulate", "TestCountsOfRandomRuns"},
	{"pairs do not begin with the first command", "mc/simulate/cover.go", "if from.last >= 0 {", "if from.last > 0 {", "./mc/simulate", "TestRunsCover"},
}
