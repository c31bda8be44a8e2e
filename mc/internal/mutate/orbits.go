package main

// orbits are mistakes in the quotient by symmetry.
var orbits = []Mutation{
	{"letters need not be invariant", "mc/quotient/letters.go", "return !slices.ContainsFunc(l.all, func(f *ltol.Formula) bool { return key(l.sys, f, p) != key(l.sys, f, id) })", "return key(l.sys, ltol.True(), p) == key(l.sys, ltol.True(), id)", "./mc/quotient", "TestAgainstSymbolic"},
	{"moves on different letters are one", "mc/quotient/product.go", "if t := (target{m.to, m.bits}); !seen[t] {", "if t := (target{m.to, 0}); !seen[t] {", mcTests, endToEnd},
	{"components without an acceptance set are fair", "mc/quotient/product.go", "if steps && acc == p.full() {", "if steps {", "./mc/quotient", "TestAgainstSymbolic"},
	{"until keeps its shape under negation", "mc/quotient/normalise.go", "ltol.OpUntil:         {ltol.Until, ltol.Release},", "ltol.OpUntil:         {ltol.Until, ltol.Until},", "./mc/quotient", "TestAgainstSymbolic"},
	{"necessity is possibility", "mc/quotient/normalise.go", "return join(necessary == negate, []*ltol.Formula{step, next(positive(args[0], negate))})", "return join(true, []*ltol.Formula{step, next(positive(args[0], negate))})", "./mc/quotient", "TestAgainstSymbolic"},
	{"orbits count once", "mc/quotient/graph.go", "\t\tstates.Add(states, size)\n", "\t\tstates.Add(states, big.NewInt(1))\n", "./mc/quotient", "TestCountsOfAllocation"},
	{"agents are told apart by their control states only", "recipe/symmetry/canonical.go", "out = append(out, -1, int(c.s.Locals[v]))", "out = append(out, -1, 0)", "./recipe/symmetry", "TestCanonical"},
	{"exchanges need not keep the agents", "recipe/symmetry/detect.go", "p.agentKey(&d.sys.Agents[agent]) == d.plain[p.Agents[agent]]", "p.agentKey(&d.sys.Agents[agent]) != \"\"", "./recipe/symmetry", "TestForeignMention"},
	{"lifting forgets how it was turned", "mc/quotient/lasso.go", "\tl.to = l.to.Then(on)\n", "\tl.to = on\n", "./mc/quotient", "TestAgainstSymbolic"},
	{"factoring drops the remainders", "mc/quotient/normalise.go", "append(common, join(conjunction, remainders))", "append(common, join(conjunction, remainders[:0]))", "./mc/quotient", "TestNormaliseAgainstEval"},
	{"what is gathered loses its first part", "mc/quotient/normalise.go", "return append(rest, combine(inner))", "return append(rest, combine(inner[1:]))", "./mc/quotient", "TestNormaliseAgainstEval"},
	{"next of a past step is the past step", "mc/quotient/normalise.go", "return ltol.Prop(ltol.Atom{ID: f.Atom().ID, Kind: ltol.Step}), f.Atom().Kind == ltol.PastStep", "return f, f.Atom().Kind == ltol.PastStep", "./mc/quotient", "TestNormaliseAgainstEval"},
	{"all sizes of orbits are exact", "recipe/symmetry/canonical.go", "c.differ = c.differ || !got.Equal(least)", "c.differ = c.differ || false && !got.Equal(least)", "./recipe/symmetry", "TestSizesOfLinkedOrbits"},
	{"what is too large for orbits holds", "mc/symmetry.go", "return nil, false, c.reach(ctx)", "return nil, true, c.reach(ctx)", mcTests, endToEnd},
}
