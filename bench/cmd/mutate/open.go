package main

const (
	openRoom  = "recipe/open/"
	openTests = "./recipe/open"
	included  = "TestPartsInEnvironments"

	contractRoom = "./mc/rcp/contracts"
	contractFile = "mc/rcp/contracts/contracts.go"
)

// open are mistakes in what agents outside of a part do, and in free locals.
var open = []Mutation{
	{"agents outside never stop", openRoom + "open.go", `c.choice("silent")`, "recipe.FalseExpr", openTests, included},
	{"agents outside never block", openRoom + "open.go", "c.agent.ReceiveGuard = c.silently()", "c.agent.ReceiveGuard = recipe.FalseExpr", openTests, included},
	{"silent agents outside send", openRoom + "open.go", "k.Guard = recipe.Not(c.silently())", "k.Guard = recipe.TrueExpr", openTests, included},
	{"messages from outside carry all they can", openRoom + "data.go", "out, seen := [][]int{nil}", "out, seen := [][]int{}", openTests, included},
	{"messages from outside are for everybody", openRoom + "open.go", "c.chosen = recipe.Or(some...)", "c.chosen = recipe.TrueExpr", openTests, included},
	{"gets are not supplied from outside", openRoom + "open.go", "recipe.Or(k.Predicate, recipe.And(c.outside, c.satisfiable(k.Predicate)))", "k.Predicate", "./mc", "TestWhatAgentsOutsideDo"},
	{"supplies outside satisfy every predicate", openRoom + "open.go", "recipe.And(c.outside, c.satisfiable(k.Predicate))", "c.outside", "./mc", "TestWhatAgentsOutsideDo"},
	{"agents outside do not exchange", openRoom + "open.go", "Predicate: among}", "Predicate: recipe.And(among, recipe.FalseExpr)}", "./mc", "TestWhatAgentsOutsideDo"},
	{"gets between agents outside have predicates about nobody in the part", openRoom + "open.go", "among = recipe.Or(among, c.chosen)", "among = recipe.Or(among)", "./mc", "TestWhatAgentsOutsideDo"},
	{"gets between agents outside have false predicates where all agents are alike", openRoom + "open.go", "if c.outside.Index == 0 {", "if false {", openTests, "TestClosedSystemsAreEnvironments"},
	{"quantifiers speak of agents outside", "rcheck/types/environment.go", "if c.environment == nil {", "if c != nil {", "./mc", "TestWhatAgentsOutsideDo"},
	{"free locals keep their values", "recipe/walker.go", "return w.handFrom(w.in.free)", "return w.handFrom(nil)", "./recipe", "TestInterpreterAgreesWithItsTwin"},
	{"steps toward a state keep free locals", "recipe/walker.go", "w.next.Locals[v] = w.in.to[v]", "_ = w.in.to[v]", "./recipe", "TestInterpreterAgreesWithItsTwin"},
	{"steps into a set keep free locals", "mc/space/recipe.go", "choices.Exists(c, c.Take(r.StateSet(c.Scope(), t.Next)))", "c.Or(choices.Exists(c, bdd.False), c.Take(r.StateSet(c.Scope(), t.Next)))", "./mc/space", "TestStepsOfFreeLocalsIntoASet"},
	{"steps lead to codes that no local has", "mc/space/recipe.go", "t.Next = next; !some {", "t.Next = next; left == bdd.False {\n\t\t\t\t\t_ = some", "./mc/space", "TestStepsOfFreeLocalsIntoASet"},
	{"free locals keep their values in diagrams", "recipe/symbolic/interaction.go", "if x := m.locals[local]; x != nil {", "if x := m.locals[local]; x == nil {", "./recipe/symbolic", "TestFullAbstraction"},
	{"free locals keep their values in circuits", "recipe/circuit/step.go", "v.Local >= 0 && m.System.Vars[v.Local].Free", "v.Local < -1", "./recipe/circuit", "TestCircuitIsTheSystem"},
	{"properties do not depend on assumptions", "rcheck/program.go", "return ltol.Implies(s.Assumed, s.Formula)", "return s.Formula", "./mc", "TestAssumptions"},
	{"only the first assumption counts", "rcheck/program.go", "p.Assumed = ltol.And(p.Assumed, lowered[0].Path)", "_ = lowered[0].Path", "./mc", "TestAssumptions"},
	{"nobody says that no run satisfies the assumptions", "mc/internal/report/vacuity.go", "if !some {\n\t\t\treturn []Warning{p.warning(CodeAssumption", "if some && !some {\n\t\t\treturn []Warning{p.warning(CodeAssumption", "./mc", "TestAssumptions"},
	{"a guarantee may rest on the assumption at the same step", "rcheck/types/alone.go",
		`Op: ast.Release, OpPos: d.Guarantee.Pos(), Text: "R", X: fails, Y: &ast.Paren{X: d.Guarantee}`,
		`Op: ast.WeakUntil, OpPos: d.Guarantee.Pos(), Text: "W", X: &ast.Paren{X: d.Guarantee}, Y: fails`, contractRoom, "TestContracts"},
	{"an agent alone has one initial condition of several", "rcheck/types/alone.go", `key += " " + d.Var.Name + " " + text`, `_ = text`, contractRoom, "TestContracts"},
	{"the agent alone has a name that its type mentions", "rcheck/types/alone.go", "for slices.ContainsFunc(names,", "for slices.ContainsFunc(names[:0],", contractRoom, "TestTypesThatNameAgents"},
	{"assumptions follow from nothing", contractFile, "ltol.Implies(ltol.And(guarantees...), ltol.And(c.Assume...))", "ltol.Implies(ltol.And(guarantees...), ltol.True())", contractRoom, "TestContracts"},
	{"properties follow from contracts that do not hold", contractFile, "holds = holds && c.Verdict() == mc.Holds", "_ = holds", contractRoom, "TestContracts"},
	{"agents that do anything always do something", openRoom + "anything.go", "given := c.given()", "c.silent = recipe.FalseExpr\n\t\tgiven := c.given()", openTests, "TestAnythingIncludesAllSteps"},
	{"agents that do anything always carry all data", openRoom + "anything.go", "c.each(k, given[1:])\n\t\tk.Data", "k.Data", openTests, "TestAnythingIncludesAllSteps"},
	{"all properties have the result of the first by contracts", contractFile, "&found.Results[j]", "&found.Results[0*j]", contractRoom, "TestContracts"},
	{"an agent alone stands for agents with other initial conditions", "rcheck/types/alone.go", "key = ast.Print(inst.Cond, ast.Style{Full: true})", "_ = ast.Print(inst.Cond, ast.Style{Full: true})", contractRoom, "TestAgentsAlone"},
	{"contracts of growing types say the same whatever names agents hold", "rcheck/uniform.go", `id.Name == "location"`, `id.Name == ""`, contractRoom, "TestContractsThatDependOnSizes"},
	{"guarantees may ask for a step at all sizes", "rcheck/uniform.go", "case ltol.OpPossible:\n\t\treturn denied", "case ltol.OpPossible:\n\t\treturn true", contractRoom, "TestContractsThatDependOnSizes"},
	{"properties of all sizes may be about some agent", "rcheck/uniform.go", "is && e.Universal && e.Lo == nil", "is && e.Lo == nil", contractRoom, "TestContractsThatDependOnSizes"},
	{"properties of all sizes may be about a run", "rcheck/uniform.go", "s.Formula != nil && ofSteps(s.Formula, 0)", "s.Formula != nil", contractRoom, "TestContractsThatDependOnSizes"},
	{"properties of all sizes may name agents", "rcheck/uniform.go", "is = is && !c.growing(n.Name)", "_ = n.Name", contractRoom, "TestContractsThatDependOnSizes"},
	{"agents that do anything exchange no data by name", openRoom + "anything.go", "if i == j {", "if i != j {", openTests, "TestAnythingIncludesAllSteps"},
	{"agents that do anything keep their locals", openRoom + "anything.go", "s.Vars[i].Free = true", "s.Vars[i].Free = false", contractRoom, "TestContracts"},
	{"antecedents come true on runs against the assumptions", "mc/internal/report/vacuity.go", "return whole(ctx, ltol.And(assumed, f))", "return whole(ctx, f)", "./mc", "TestAntecedentsUnderAssumptions"},
	{
		"deadlocks of open systems are counted", "mc/session.go",
		"r.Stats.Reached && !open && r.Stats.Deadlocks",
		"r.Stats.Reached && (open || true) && r.Stats.Deadlocks",
		"./mc", "TestDeadlocksOfLargeSystemsAreCounted",
	},
}
