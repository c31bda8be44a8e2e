package main

const sizesTests = "./mc/sizes"

// sizesMistakes are mistakes in what is said of all sizes of a family. Claims about them must not be
// wrong: each is found by a family whose first violation is at size 3.
var sizesMistakes = []Mutation{
	{"added properties may depend on the size", "rcheck/counting.go", "c.text(s.Expr)", "_ = s", "./rcheck", "TestCounting"},
	{"symbols of the outside are different", "recipe/family/unknown.go", "known = recipe.Or(known, w.unknown())", "known = recipe.Or(known, recipe.FalseExpr)", sizesTests, "TestViolatedAtThree/outside"},
	{"agents outside do nothing", "mc/internal/engine/views/views.go", "casts := v.casts(c, v.model.Interactions, 1)", "casts := v.casts(c, v.model.Interactions, 0)", sizesTests, "TestViolatedAtThree/single"},
	{"agents outside block", "recipe/family/abstract.go", "agent.Init, agent.ReceiveGuard, agent.Relabel = recipe.TrueExpr, recipe.FalseExpr,", "agent.Init, agent.ReceiveGuard, agent.Relabel = recipe.TrueExpr, recipe.TrueExpr,", sizesTests, "TestViolatedAtThree/outside"},
	{"singles are outside", "recipe/family/abstract.go", "\t\tparts[a] = always\n", "\t\tparts[a] = outside\n", sizesTests, "TestViolatedAtThree/single"},
	{"steps need one agent outside at most", "mc/internal/engine/views/space.go", "casts := v.casts(c, list, 2)", "casts := v.casts(c, list, 1)", sizesTests, "TestViolatedAtThree/lookers-on"},
	{"views never stutter", "mc/internal/engine/views/space.go", "c.Keep(c.Diff(v.All, v.surelyMoves(c)))", "c.Keep(bdd.False)", sizesTests, "TestViolatedAtThree/stuck"},
	{"agents outside never block", "mc/internal/engine/views/surely.go", "for _, x := range s.one {\n\t\t\tpossible", "for _, x := range s.one[:0] {\n\t\t\tpossible", sizesTests, "TestViolatedAtThree/blocked"},
	{"one conjunct is asked for all", "mc/sizes/views.go", "out[keyOf(f, c)] = c\n", "out[keyOf(f, c)[:1]] = c\n", sizesTests, "TestViolatedAtThree/conjuncts"},
	{"equal symbols of the outside have no agent", "mc/sizes/views.go", "\t\tout[class]++\n\t}\n\tfor class", "\t\tout[class]++\n\t}\n\tclear(out)\n\tfor class", sizesTests, "TestViolatedAtThree/doubt"},
	{"two equalities have one agent", "mc/sizes/views.go", "if count != 1 || ", "if count == 0 || ", sizesTests, "TestTwoDoubts"},
	{"views of added agents need not be there", "mc/internal/engine/views/views.go", "out = c.And(out, g.before(c, views))", "out = c.And(out, c.Or(bdd.True, g.before(c, views)))", "./mc/internal/engine/views", "TestViewsAreThoseOfTheTwin"},
	{"added agents are seen as they are", "recipe/family/glance.go", "g.symbols[v] = a.symbols[seen][i]", "g.symbols[v] = a.symbols[b][i]", "./mc/internal/engine/views", "TestViewsOfRealStates"},
	{"certificates forget the other views", "mc/internal/certify/views.go", "places[class][i] = added\n", "places[class][i] = v.a.Kept[class][i]\n", "./mc/internal/engine/views", "TestCertificates"},
	{"certificates of conditions let views hold no symbols", "mc/internal/certify/views.go", "if x.Local >= 0 && v.a.InView(x.Agent) && ", "if x.Local >= 0 && ", "./mc/internal/engine/views", "TestCertificatesOfConditions"},
	{"certificates of conditions take any state for a view", "mc/internal/certify/views.go", "append(slices.Clone(v.valid), v.member(plain, m.State), holds.Not())", "append(slices.Clone(v.valid), holds.Not())", "./mc/internal/engine/views", "TestCertificatesOfConditions"},
	{"certificates ask for no initial views", "mc/internal/certify/views.go", "v.ask(m.Init, v.member", "v.ask(m.Init, circuit.False, v.member", "./mc/internal/engine/views", "TestCertificates"},
	{"certificates know no added agents", "mc/internal/certify/views.go", "if added < 0 || a.Present[added] >= 0 {", "if added < 0 {", "./mc/internal/engine/views", "TestCertificates"},
	{"quantifiers under until come from the right", "ltol/divide.go", "case OpRelease, OpStrongRelease:\n\t\treturn inside(1)", "case OpRelease, OpStrongRelease:\n\t\treturn inside(0)", ltolTests, "TestPartsAgainstEval"},
	{"what is not some of a formula is all that it is not", "ltol/divide.go", "case f.op == OpAnd:\n\t\treturn dividedOr(mapped(f.args, Not), most)", "case f.op == OpAnd:\n\t\treturn dividedOr(f.args, most)", ltolTests, "TestPartsAgainstEval"},
	{"parts of implications are those of equivalences", "mc/sizes/views.go", "recipe.OpImplies: ltol.OpImplies", "recipe.OpImplies: ltol.OpIff", sizesTests, "TestSpreadAgainstTheInterpreter"},
	{"sizes up to large indices are not tried", "mc/sizes/sizes.go", "max(w.options.Singly, m.Least)", "max(w.options.Singly, 0*m.Least)", sizesTests, "TestViolatedAtALargeIndex"},
	{"conjuncts about many agents are left out", "mc/sizes/views.go", "return whole && !slices.ContainsFunc(", "return whole || !slices.ContainsFunc(", sizesTests, "TestQuantifiersWithin"},
	{"constants in arithmetic are not numbers", "rcheck/counting.go", "c.out.Least = max(c.out.Least, v+1)", "c.out.Least = max(c.out.Least, v)", "./rcheck", "TestCounting"},
	{"constants without agents count them", "rcheck/counting.go", "return c.Bounds && ", "return ", "./rcheck", "TestCounting"},
	{"a remark is about any declaration before it", "rcheck/remark/remark.go", "case kind(d) && d.span.Start < c.Start &&", "case d.span.Start < c.Start &&", "./rcheck/remark", "TestOpenConstants"},
	{"numbers count agents", "rcheck/counting.go", "case *ast.Ident:\n\t\t\tc.forbid(n)\n", "case *ast.Ident:\n", "./rcheck", "TestCounting"},
	{"types may differ", "recipe/family/same.go", "if !uniform || !also || a != b {", "if !uniform || !also || a != b && a == \"\" {", "./recipe/family", "TestUnlike"},
}
