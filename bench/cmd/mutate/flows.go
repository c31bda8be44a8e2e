package main

const (
	flowRoom  = "recipe/flow/"
	flowTests = "./recipe/flow"
	reachable = "TestNothingReachableIsExcluded"
	tasks     = "TestTasksAreComplete"
)

// flows are mistakes in the analysis of which values reach which variables.
var flows = []Mutation{
	{"values do not flow through messages", flowRoom + "analysis.go", "changed = a.arrive(k, a.react(k, from, o)) || changed", "changed = k.Kind != recipe.Receive && a.arrive(k, a.react(k, from, o)) || changed", flowTests, reachable},
	{"updates that two locals share flow by halves", flowRoom + "command.go", "for i, u := range k.Updates {\n\t\t\tif vars", "for i, u := range k.Updates[:min(1, len(k.Updates))] {\n\t\t\tif vars", flowTests, reachable},
	{"combinations of two new values are not looked at", flowRoom + "combine.go", "sets := slices.Clone(b.sets)", "sets := slices.Clone(known)", flowTests, tasks},
	{"remembered results are forgotten", flowRoom + "combine.go", "slices.Clone(known.results)", "make([]Set, len(known.results))", flowTests, tasks},
	{"alternatives are narrowed as if they were alone", flowRoom + "assume.go", "differ <= 1", "differ <= 9", flowTests, "TestAssumeIsComplete"},
	{"a connective has its value in one case only", flowRoom + "assume.go", "possible = w.join(possible, others[i], others[i].assumeCase(e, c))", "others[i].assumeCase(e, c)", flowTests, "TestAssumeIsComplete"},
	{"a choice does not know that those before it were not taken", flowRoom + "view.go", "!f || t && !rest.assume(e.Args[0], false)", "!f", flowTests, "TestChainsOfChoices"},
	{"what an agent without locals has is nothing", flowRoom + "view.go", "sets := make([]Set, n+len(w.data))", "sets := append(append([]Set(nil), w.locals...), w.data...)", flowTests, reachable},
	{"sets of two variables are compared as if they were values", flowRoom + "assume.go", "\t\tw.exact = false\n", "", flowTests, tasks},
	{"an expression that reads a variable twice is exact", flowRoom + "task.go", "w.exact = w.exact && o.once", "w.exact = w.exact && true", flowTests, tasks},
	{"quotients have their extremes at the bounds", "recipe/interval.go", "[]int{b.Lo, b.Hi, -1, 1}", "[]int{b.Lo, b.Hi}", flowTests, "TestBoundsAreTight"},
	{"remainders wrap around once only", flowRoom + "arithmetic.go", "x.hi-x.lo+1 >= m", "x.hi-x.lo+1 >= 2*m", flowTests, "TestArithmeticIsComplete"},
	{"an offer of two agents is one agent's own", flowRoom + "offers.go", "known.agents = append(known.agents, k.Agent)\n", "known.agents = []int{k.Agent}\n", flowTests, reachable},
	{"values that leave the bounds of joint offers are lost", flowRoom + "offers.go", "all.data[d] = a.capped(all.data[d].Union(o.data[d]), a.sys.Data[d].Type)", "_ = o.data[d]", flowTests, reachable},
}
