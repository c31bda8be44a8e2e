package main

// spawns are mistakes about agents that come and go.
var spawns = []Mutation{
	{"an agent that is present is spawned", "recipe/evaluate/rule.go", "vacant[i] = e.Not(e.Holds(", "vacant[i] = e.Or(e.Bool(true), e.Holds(", "./mc", "TestSpawningIsEncoded"},
	{"two agents spawn the same one", "recipe/walker.go", "return meet(c, &w.sys.Commands[w.step.Command]) ||", "return meet(c, &w.sys.Commands[w.step.Command]) && false ||", "./mc", "TestSpawningIsEncoded"},
	{"who receives without spawning keeps the agents that it could spawn", "recipe/symbolic/parts.go", "p.changed = slices.DeleteFunc(b.m.inOrder(p.changed), ofOthers)", "p.changed = slices.DeleteFunc(b.m.inOrder(p.changed), func(x *variable) bool { return ofOthers(x) && false })", "./mc", "TestSpawningIsEncoded"},
	{"a spawned agent is spawned again in the step", "recipe/symbolic/spawn.go", "steps = b.And(steps, b.And(absent, b.Eq(present.id, bdd.Next, code)))", "steps = b.And(steps, b.Or(bdd.False, b.And(absent, b.Or(bdd.True, b.Eq(present.id, bdd.Next, code)))))", symbolicTests, "TestSpawningAgainstInterpreter"},
	{"who spawns does what others do", "recipe/symbolic/interaction.go", "if len(does)+len(spawns) > 0 && steps", "if len(does) > 0 && steps", symbolicTests, "TestSpawningAgainstInterpreter"},
	{"states that the flow excludes are in sets", "recipe/symbolic/states.go", "s.Locals[v] != m.Flow.Locals[v][0] {", "s.Locals[v] < m.Flow.Locals[v][0] {", symbolicTests, "TestStatesThatTheFlowExcludes"},
	{"an exhausted pool is no fault", "recipe/symbolic/faults.go", "t.faulty = t.Or(t.faulty, t.And(in, exhausted))", "_ = exhausted", "./mc", "TestExhaustedPools"},
	{"a pool is exhausted as soon as somebody is there", "recipe/evaluate/rule.go", "fewer[n] = e.If(present, fewer[n], fewer[n-1])", "fewer[n] = e.If(present, e.Bool(true), fewer[n-1])", "./mc", "TestExhaustedPools"},
	{"quantifiers are about absent agents, too", "rcheck/types/quantifier.go", "\tif isTrue(there) {", "\tif !isTrue(there) {", "./mc/internal/rchecktest", "TestLoweringAgreesWithTree"},
	{"values of a spawned agent do not flow", "recipe/flow/command.go", "for _, s := range k.Spawns {", "for _, s := range k.Spawns[:0] {", "./mc", "TestSpawningIsEncoded"},
	{"who stops keeps its values", "rcheck/types/pool.go", "k.Updates = c.rest(in, stop)", "k.Updates = c.rest(in, stop)[:1]", "./mc/internal/rchecktest", "TestLoweringAgreesWithTree"},
	{"an absent agent sends", "recipe/symbolic/spawn.go", "out.agents = slices.DeleteFunc(slices.Compact(out.agents), isSender)", "_, out.agents = isSender, slices.Compact(out.agents)", "./mc", "TestGrowingEndToEnd"},
	{"names of agents that are present are stale", "recipe/symbolic/spawn.go", "out = b.Or(out, b.Diff(named, there(a)))", "out = b.Or(out, named)", "./mc", "TestGrowingWarnings"},
	{"absent agents have stale names", "recipe/symbolic/spawn.go", "b.All(in, out, there(&m.System.Agents[m.System.Vars[local].Agent]))", "b.All(in, out)", "./mc", "TestGrowingWarnings"},
	{"a command that can never spawn is possible", "rcheck/types/pool.go", "k.Guard = recipe.FalseExpr", "k.Mentions = nil", "./mc/internal/rchecktest", "TestLoweringAgreesWithTree"},
	{"one agent that cannot begin is enough for a warning", "rcheck/types/pool.go", "never = never && births", "never = births", "./rcheck", "TestDiagnostics"},
	{"agents that stop are there for ever", "recipe/pool.go", "u.Var == x.Index && !u.Expr.IsConst(True)", "u.Var == x.Index && u.Expr == nil", "./mc", "TestLastingPropositions"},
	{"what is true stays true", "recipe/pool.go", "a.Present != nil && x.Op == OpLocal &&", "a.Present != nil || x.Op == OpLocal ||", "./mc", "TestLastingPropositions"},
}
