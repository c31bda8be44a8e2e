package ltol

// positiveNormalForm is f with negations of atoms only, without → and ↔ (P001 §7). The other connectives, <O> and
// [O] among them, stay; the sources of formulas are kept. It is as large as f, but for ↔, whose operands occur
// twice; they are shared.
func (f *Formula) positiveNormalForm() *Formula {
	return positive(f, false, map[positiveKey]*Formula{})
}

var dualOp = map[Op]Op{
	OpTrue: OpFalse, OpFalse: OpTrue, OpAnd: OpOr, OpOr: OpAnd, OpNext: OpNext,
	OpFinally: OpGlobally, OpGlobally: OpFinally, OpUntil: OpRelease, OpRelease: OpUntil,
	OpWeakUntil: OpStrongRelease, OpStrongRelease: OpWeakUntil, OpPossible: OpNecessary, OpNecessary: OpPossible,
}

type positiveKey struct {
	f      *Formula
	negate bool
}

// positive is the positive normal form of f or of its negation; done has what was computed before.
func positive(f *Formula, negate bool, done map[positiveKey]*Formula) *Formula {
	key := positiveKey{f, negate}
	if g, ok := done[key]; ok {
		return g
	}
	g := positiveConnective(f, negate, func(f *Formula, negate bool) *Formula { return positive(f, negate, done) })
	if g.source == (Source{}) && f.source != (Source{}) {
		g = g.WithSource(f.source)
	}
	done[key] = g
	return g
}

func positiveConnective(f *Formula, negate bool, positive func(*Formula, bool) *Formula) *Formula {
	switch f.op {
	case OpAtom:
		if negate {
			return Not(f)
		}
		return f
	case OpNot:
		return positive(f.args[0], !negate)
	case OpImplies:
		if negate {
			return And(positive(f.args[0], false), positive(f.args[1], true))
		}
		return Or(positive(f.args[0], true), positive(f.args[1], false))
	case OpIff:
		a, b := f.args[0], f.args[1]
		return Or(
			And(positive(a, false), positive(b, negate)),
			And(positive(a, true), positive(b, !negate)))
	}
	op := f.op
	if negate {
		op = dualOp[op]
	}
	args := make([]*Formula, len(f.args))
	for i, a := range f.args {
		args[i] = positive(a, negate)
	}
	return newFormula(op, f.atom, args...)
}
