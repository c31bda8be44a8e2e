package ltol

import "context"

// PositiveNormalForm is f with negations of atoms only, without → and ↔ (P001 §7). The other connectives, <O> and
// [O] among them, stay; the sources of formulas are kept. It is as large as f, but for ↔, whose operands occur
// twice; they are shared.
func (f *Formula) PositiveNormalForm() *Formula {
	return positive(f, false, map[positiveKey]*Formula{})
}

// Dual is the dual of f, which is its negation, in positive normal form: ∧ for ∨, R for U, M for W, G for F, [O]
// for <O>, ¬p for p, and conversely (P001 §7).
func (f *Formula) Dual() *Formula { return positive(f, true, map[positiveKey]*Formula{}) }

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

// Simplify is a formula that holds at the same positions of the same words as f, usually smaller, in positive
// normal form. <O>φ and [O]φ come out as O ∧ X φ and ¬O ∨ X φ, and X of a past-step atom as the step atom.
// The error is a *TooLargeError if the options' limit on obligations is reached.
func Simplify(f *Formula, o Options) (*Formula, error) {
	if err := constructible(context.Background(), f, o); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	c := newClosure(o.MaxObligations)
	c.plain, c.longest = o.Plain, o.Thresholds.MaxConjuncts
	x := c.encode(f)
	g := c.decode(x)
	if c.overflow {
		return nil, &TooLargeError{"the formula's closure", "obligations", o.MaxObligations}
	}
	return g, nil
}
