package main

const (
	kernel = "bdd/internal/kernel/"

	kernelTests = "./bdd/internal/kernel"
	bddTests    = "./bdd"
)

// diagrams are mistakes in the engine of decision diagrams and in the operations on top of it.
var diagrams = []Mutation{
	{"conjunction mixes cofactors", kernel + "apply.go", "r = k.mk(level, lo, k.and(a1, b1))", "_ = b1\n\tr = k.mk(level, lo, k.and(a1, b0))", kernelTests, "TestEngine"},
	{"difference the other way round", kernel + "apply.go", "lo := k.diff(a0, b0)", "lo := k.diff(b0, a0)", kernelTests, "TestEngine"},
	{"difference with a true left side", kernel + "apply.go", "case a == 1:\n\t\treturn k.not(b)", "case a == 1:\n\t\treturn b", kernelTests, "TestEngine"},
	{"if-then-else with a false branch", kernel + "ite.go", "return k.diff(h, f)", "return k.diff(f, h)", kernelTests, "TestEngine"},
	{"existential quantification conjoins", kernel + "quantify.go", "r = k.or(r, k.quantify(s, key, decided, x.hi))", "r = k.and(r, k.quantify(s, key, decided, x.hi))", kernelTests, "TestEngine"},
	{"relational product forgets a branch", kernel + "quantify.go", "r = k.or(r, k.andExists(s, set, a1, b1))", "r = k.andExists(s, set, a1, b1)", kernelTests, "TestEngine"},
	{"image takes the wrong cofactor", kernel + "image.go", "lo = k.or(lo, k.image(f, key, back, r10, s1))", "lo = k.or(lo, k.image(f, key, back, r01, s1))", kernelTests, "TestEngine"},
	{"preimage takes the wrong cofactor", kernel + "image.go", "r01, r10 = r10, r01", "r01 = r10", kernelTests, "TestEngine"},
	{"restriction goes to the excluded side", kernel + "restrict.go", "case y.lo == 0:\n\t\tr = k.restrict(x.hi, y.hi)", "case y.lo == 0:\n\t\tr = k.restrict(x.lo, y.hi)", kernelTests, "TestEngine"},
	{"renaming exchanges children", kernel + "rename.go", "r = k.ite(k.mk(level, 0, 1), hi, lo)", "r = k.ite(k.mk(level, 0, 1), lo, hi)", kernelTests, "TestEngine"},
	{"nodes that decide nothing are kept", kernel + "table.go", "func (k *memory) mk(level uint32, lo, hi Ref) Ref {\n\tif lo == hi {", "func (k *memory) mk(level uint32, lo, hi Ref) Ref {\n\tif lo == hi && lo <= 1 {", kernelTests, "TestEngine"},
	{"two operations share their cached results", kernel + "compare.go", "k.store(h, opLeq, a, b, verdict(r))", "_ = h\n\t\tk.store(hashKey(opDisjoint, min(a, b), max(a, b)), opDisjoint, min(a, b), max(a, b), verdict(r))", kernelTests, "TestEngine"},
	{"collections keep results about dead nodes", kernel + "cache.go", "k.bit(e.b) & k.bit(e.r))", "k.bit(e.b))", bddTests, "TestCollectionsAtRandomPoints"},
	{"collections forget the first of three operands", kernel + "cache.go", "(k.bit(e.first()) & k.bit(e.a)", "(k.bit(e.a)", kernelTests, "TestCollectionForgetsIfThenElse"},
	{"collections free what saturation holds", kernel + "collect.go", "\t\tfor _, n := range k.guard {\n\t\t\tvisit(n)\n\t\t}\n", "", bddTests, "TestClosureCollectsInside"},
	{"a leap composes steps that do not meet", kernel + "image.go", "k.compose(f, key, a0, b00), k.compose(f, key, a1, b10)", "k.compose(f, key, a0, b10), k.compose(f, key, a1, b00)", bddTests, "TestCountingInLeaps"},
	{"leaps ignore the bound", "bdd/closure.go", "if within == True {", "if within != False {", bddTests, "TestClosureAgainstExplicitSteps"},
	{"saturation leaves its bound", kernel + "saturate.go", "to = s.k.or(to, s.k.and(s.step(st, from), within))", "to = s.k.or(to, s.step(st, from))", bddTests, "TestClosureAgainstExplicitSteps"},
	{"saturation stops after one round", kernel + "saturate.go", "\t\tif next == all {\n\t\t\treturn all\n\t\t}\n", "\t\tif next == all || next != all {\n\t\t\treturn next\n\t\t}\n", bddTests, "TestClosureAgainstExplicitSteps"},
	{"agendas share their cached results", kernel + "saturate.go", "s.opSaturate | a.key", "s.opSaturate | s.c.key", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"a collection inside saturation frees the closed low child", kernel + "saturate.go", "\tk.guard[base] = s.close(a, s0, w0)\n\tk.guard[base+1] = s.close(a, s1, w1)\n\treturn k.mk(level, k.guard[base], k.guard[base+1])", "\tlo := s.close(a, s0, w0)\n\treturn k.mk(level, lo, s.close(a, s1, w1))", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"a collection inside saturation frees the relations", kernel + "collect.go", "visit(st.Relation)", "_ = st", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"closures share their numbers", kernel + "closure.go", "\tc.key = k.keys\n", "", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"agendas forget which changes are still to come", kernel + "closure.go", "4+8*len(steps)), level)", "4+8*len(steps)), 0)", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"relations that change nothing have no images", kernel + "contract.go", "s.take(s.c.stays, set,", "s.take(nil, set,", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"a relation that keeps a variable at 1 is not divided", kernel + "closure.go", "part(&below[1], r11)", "_ = r11", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"a relation that only reads at its level is lost", kernel + "closure.go", "case !f.changed[a.level] || len(c.agendas) >= k.at.Agendas:\n\t\t\ta.whole = append(a.whole, st)", "case !f.changed[a.level] || len(c.agendas) >= k.at.Agendas:\n\t\t\ta.whole = nil", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"divided relations go forward when sets go backward", kernel + "saturate.go", "\t\tup, down = down, up\n", "", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"numbers of agendas begin anew while results are cached", kernel + "closure.go", "\tk.forgetAll()\n\tk.keys = 0\n", "\tk.keys = 0\n", kernelTests, "TestSaturationAgainstExplicitSteps"},
	{"a swap leaves half the room for swapping back", kernel + "swap.go", "s.room(2*len(s.moving))", "s.room(len(s.moving))", kernelTests, "TestSwapsLeaveRoomForSwappingBack"},
	{"a swap of levels mixes cofactors", kernel + "swap.go", "hi := s.take(x, f01, f11)", "_ = f11\n\t\thi := s.take(x, f01, f10)", kernelTests, "TestReorderWithinLimits"},
	{"outgrown tables stay mapped where growing is stopped", kernel + "table.go", "\tdefer k.dropOutgrown()\n", "", kernelTests, "TestOutgrownTablesAreGivenBack"},
	{"nodes do not exist while a stopped sweep waits", kernel + "kernel.go", "\t\treturn k.marked(n)\n", "\t\treturn false\n", kernelTests, "TestStoppedSweepHoldsNodes"},
	{"the limit on nodes does not hold", kernel + "table.go", "\t\tmost = min(most, k.maxNodes+2)\n", "\t\tmost = max(most, k.maxNodes+2)\n", bddTests, "TestLimits"},

	{"signs do not decide comparisons", "bdd/vec.go", "return c.Ite(c.Xor(p, q), p, r)", "return c.Ite(c.Xor(p, q), q, r)", bddTests, "TestVecOperations"},
	{"the sign of a factor counts positively", "bdd/vec.go", "product = product.sub(c, shifted)", "product = product.add(c, shifted, False)", bddTests, "TestVecOperations"},
	{"division subtracts where it does not fit", "bdd/vec.go", "remainder = remainder.sub(c, y).choose(c, fits, remainder)", "remainder = remainder.choose(c, fits, remainder.sub(c, y))", bddTests, "TestVecOperations"},
	{"codes that a variable lacks are stored", "bdd/vec.go", "r := c.s.m.valid[v][copy]", "r := True", bddTests, "TestVecStore"},
	{"variables of different widths are equal too often", "bdd/finite.go", "r = c.Diff(r, literal(c, x[i]))", "r = c.And(r, True)", bddTests, "TestEquals"},
	{"a name stands for variables whose names begin with it", "bdd/order.go", "token+\".\"", "token", bddTests, "TestOrderOfGroups"},
	{"bits of a code count from the last", "bdd/snapshot.go", "1<<(len(bits)-1-k)", "1<<k", bddTests, "TestValuationsOfRandomSets"},
	{"what is listed is no work", "bdd/inspect.go", "m.eng.Work() + m.listed", "m.eng.Work() + m.listed*0", bddTests, "TestPairsOfRandomRelations"},
	{"next copies have any code", "bdd/snapshot.go", "valid := m.valid[v][c]", "valid := m.valid[v][min(c, Current)]", bddTests, "TestPairsOfRandomRelations"},
	{"codes beyond the size are valid", "bdd/finite.go", "r = c.Or(c.Not(x), r)", "r = c.Or(x, r)", bddTests, "TestPredicatesOfOneVariable"},
	{"merged relations meet instead of joining", "bdd/closure.go", "union, err := k.Result(k.Or(a, r.trans))", "union, err := k.Result(k.And(a, r.trans))", bddTests, "TestClosureAgainstExplicitSteps"},
	{"a calculator forgets its error", "bdd/calculator.go", "	c.Fail(err)\n	if c.failed() {\n		return False", "	if err != nil {\n		return False", bddTests, "TestCalculatorSticks"},
	{"a calculator's later error replaces the first", "bdd/calculator.go", "if c != nil && c.err == nil {", "if c != nil && err != nil {", bddTests, "TestCalculatorSticks"},
	{"a scope drops what it was told to keep", "bdd/scope.go", "\tfor _, n := range keep {\n\t\ts.push(engine.Ref(n))\n\t}\n", "", bddTests, "TestScopesHold"},
}
