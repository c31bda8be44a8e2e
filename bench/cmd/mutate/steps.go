package main

const (
	recipeTests = "./recipe"
	twin        = "TestInterpreterAgreesWithItsTwin"
)

// steps are mistakes in the explicit step semantics.
var steps = []Mutation{
	{"broadcasts ask the receive guard", "recipe/walker.go", "if !broadcast && !sc.holds(agent.ReceiveGuard) {", "if !sc.holds(agent.ReceiveGuard) {", recipeTests, "TestBroadcast"},
	{"the untargeted do not block a multicast", "recipe/walker.go", "return broadcast // not targeted", "return true // not targeted", recipeTests, "TestMulticast"},
	{"the unready do not block a multicast", "recipe/walker.go", "return broadcast // not ready", "return true // not ready", recipeTests, "TestMulticast"},
	{"the unready block a broadcast", "recipe/walker.go", "return broadcast // not ready", "return false // not ready", recipeTests, "TestBroadcast"},
	{"the sender receives its own message", "recipe/walker.go", "if j != c.Agent && !w.reception(c, j) {", "if !w.reception(c, j) {", recipeTests, "TestSender"},
	{"mentioned data may be missing", "recipe/walker.go", "if !sc.data.carriesAll(c.Mentions) || !sc.holds(c.Guard) {", "if !sc.holds(c.Guard) {", recipeTests, "TestMentionedDataCountsAfterSimplification"},
	{"updates leave their range", "recipe/walker.go", "if st != defined || !w.sys.Vars[a.Var].Type.Contains(v) {", "if st != defined {", recipeTests, "TestEnabledness"},
	{"data leave their range", "recipe/walker.go", "if st != defined || !w.sys.Data[a.Var].Type.Contains(v) {", "if st != defined {", recipeTests, twin},
	{"only the first receive is chosen", "recipe/walker.go", "for _, o := range w.options[r.from:r.to] {", "for _, o := range w.options[r.from : r.from+1] {", recipeTests, "TestChoiceOfReceives"},
	{"updates see each other", "recipe/walker.go", "\tcopy(w.next.Locals, w.state.Locals)\n", "\tcopy(w.state.Locals, w.next.Locals)\n", recipeTests, twin},
	{"getters read their own data", "recipe/exchange.go", "sc.data = w.supplied\n\tgetter, ok", "sc.data = w.sent\n\tgetter, ok", recipeTests, "TestExchangeOfData"},
	{"a named get is answered by anyone", "recipe/exchange.go", "if supply.Target == nil || locality != here {", "if supply.Target == nil {", recipeTests, "TestNamedGet"},
	{"a get by predicate meets named supplies", "recipe/exchange.go", "return supply.Target == nil && sc.holds(get.Predicate)", "return sc.holds(get.Predicate)", recipeTests, "TestGetByPredicate"},
	{"absent operands are never different", "recipe/eval.go", "return e.Op == OpNe, defined", "return false, defined", recipeTests, "TestPredicate"},
	{"implications are evaluated to the end", "recipe/eval.go", "if f.Arity > 1 && !(f.Short && a == f.Decides) {", "if f.Arity > 1 && (e.Op == OpImplies || !(f.Short && a == f.Decides)) {", mcTests, "TestRules/lazy-evaluation"},
	{"an absent dividend hides a zero divisor", "recipe/eval.go", "case f.Divides && right == defined && b == 0:\n\t\treturn 0, undefined\n", "case f.Divides && st == defined && b == 0:\n\t\treturn 0, undefined\n", recipeTests, "TestZeroDivisorOfWhatIsAbsent"},
	{"quantifiers ignore the predicate", "recipe/quantifier.go", "found = judge.holds(predicate) && inner.holds(e.Args[0]) == some", "found = inner.holds(e.Args[0]) == some", recipeTests, "TestObservationQuantifiers"},
	{"values between landmarks are left out", "recipe/quantifier.go", "landmarks = append(landmarks, v-1, v, v+1)", "landmarks = append(landmarks, v-1, v)", recipeTests, "TestQuantifiersOverLargeTypes"},
	{"identifiers in sums have landmarks only", "recipe/quantifier.go", "\t\t\tcompared = false\n", "\t\t\tcompared = compared && len(landmarks) > 0\n", recipeTests, "TestInterpreterAgreesWithItsTwin"},
	{"step propositions can be true of the stutter", "recipe/proposition.go", "if err != nil || i.taken.Kind == Stutter {\n\t\treturn false, err", "if err != nil || i.taken.Kind == Stutter {\n\t\treturn true, err", recipeTests, "TestStepPropositionsAreFalseOfTheStutter"},
	{"an instant keeps the data of the step before", "recipe/proposition.go", "\tsc.data.clear()\n", "", recipeTests, twin},
	{"states that can move stutter too", "recipe/interpreter.go", "\tif !w.found {\n\t\tw.stutter()\n\t}\n", "\tw.stutter()\n", recipeTests, twin},
	{"initial states ignore what two locals share", "recipe/initial.go", "ready[reads] = append(ready[reads], e)", "ready[min(reads, 1)] = append(ready[min(reads, 1)], e)", recipeTests, "TestInitialStatesAgainstAllStates"},
}
