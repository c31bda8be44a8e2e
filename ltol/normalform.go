package ltol

// positiveNormalForm is f with negations of atoms only, without → and ↔ (P001 §7). The other
// connectives, <O> and [O] among them, stay. It is as large as f, but for ↔, whose operands occur
// twice; they are shared.
func (f *Formula) positiveNormalForm() *Formula { return f.positive()[0] }

var dualOp = map[Op]Op{
	OpTrue: OpFalse, OpFalse: OpTrue, OpAnd: OpOr, OpOr: OpAnd, OpNext: OpNext,
	OpFinally: OpGlobally, OpGlobally: OpFinally, OpUntil: OpRelease, OpRelease: OpUntil,
	OpWeakUntil: OpStrongRelease, OpStrongRelease: OpWeakUntil, OpPossible: OpNecessary, OpNecessary: OpPossible,
}

// positive is f and its dual, which is its negation, in positive normal form: ∧ for ∨, R for U, M
// for W, G for F, [O] for <O>, ¬p for p, and conversely (P001 §7).
func (f *Formula) positive() [2]*Formula {
	return positiveOver(f, func(a Atom) [2]*Formula { return [2]*Formula{Prop(a), Not(Prop(a))} })
}

// positiveOver is positive where two formulas take the place of each atom and of its negation.
func positiveOver(f *Formula, literals func(Atom) [2]*Formula) [2]*Formula {
	return Fold(f, func(f *Formula, args [][2]*Formula) [2]*Formula {
		switch f.op {
		case OpAtom:
			return literals(f.atom)
		case OpNot:
			return [2]*Formula{args[0][1], args[0][0]}
		case OpImplies:
			return [2]*Formula{Or(args[0][1], args[1][0]), And(args[0][0], args[1][1])}
		case OpIff:
			a, b := args[0], args[1]
			return [2]*Formula{Or(And(a[0], b[0]), And(a[1], b[1])), Or(And(a[0], b[1]), And(a[1], b[0]))}
		}
		yes, no := make([]*Formula, len(args)), make([]*Formula, len(args))
		for i, a := range args {
			yes[i], no[i] = a[0], a[1]
		}
		return [2]*Formula{newFormula(f.op, f.atom, yes...), newFormula(dualOp[f.op], f.atom, no...)}
	})
}
