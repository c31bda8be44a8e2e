package ltol

import "slices"

// Outward builds formulas in which X is as far outside as possible. A tableau with a variable for
// each temporal connective then has few variables. X moves out if all operands have one. It is
// dropped before a formula that holds at all positions or at none.
type Outward struct {
	// Exclusive reports whether it is known that f and g never hold at the same position. If f is
	// exclusive with g, then f → X F g is f → F g.
	Exclusive func(f, g *Formula) bool
}

// Apply makes a formula that is equivalent to the connective op on these operands. The operands are
// atoms, or were made by Apply. The connective is neither an atom nor an observation.
func (o *Outward) Apply(op Op, args ...*Formula) *Formula {
	switch op {
	case OpAnd, OpOr:
		return o.join(op, args)
	case OpNot, OpNext, OpFinally, OpGlobally:
		return o.unary(op, args[0])
	case OpTrue, OpFalse:
		return Apply(op)
	}
	return o.binary(op, args[0], args[1])
}

func (f *Formula) isConstant() bool { return f.op == OpTrue || f.op == OpFalse }

func (o *Outward) unary(op Op, f *Formula) *Formula {
	switch {
	case op == OpNot && f.isConstant():
		return Apply(dualOp[f.op])
	case op == OpNot && f.op == OpNot:
		return f.args[0]
	case op != OpNot && f.Timeless():
		return f
	case f.op == op && (op == OpFinally || op == OpGlobally):
		return f
	case f.op == OpNext && op != OpNext:
		return Next(o.unary(op, f.args[0]))
	}
	return Apply(op, f)
}

// join is a conjunction or disjunction. Operands under X are joined under one.
func (o *Outward) join(op Op, fs []*Formula) *Formula {
	var now, later []*Formula
	for _, f := range operands(op, fs) {
		if f.op == OpNext {
			later = append(later, f.args[0])
		} else {
			now = append(now, f)
		}
	}
	now = gather(now, spread(op), func(f *Formula) bool { return !f.Timeless() }, func(fs []*Formula) *Formula {
		return o.unary(spread(op), o.join(op, fs))
	})
	for _, f := range now {
		if f.op == OpNot && slices.ContainsFunc(now, f.args[0].Equal) {
			return Apply(dualOp[Apply(op).op])
		}
	}
	switch {
	case len(later) == 0:
	case slices.ContainsFunc(now, func(f *Formula) bool { return !f.Timeless() }):
		now = append(now, Next(o.join(op, later)))
	default: // what holds everywhere or nowhere may stand under X as well
		return Next(o.join(op, append(now, later...)))
	}
	return Apply(op, now...)
}

// binary applies →, ↔, U, W, R or M.
func (o *Outward) binary(op Op, f, g *Formula) *Formula {
	if f.isConstant() || g.isConstant() {
		return o.withConstant(op, f, g)
	}
	if f.Equal(g) { // → and ↔ are true, and all others are their operand
		if op == OpImplies || op == OpIff {
			return True()
		}
		return f
	}
	if f.op == OpNext && (g.op == OpNext || g.Timeless()) || g.op == OpNext && f.Timeless() {
		return Next(o.binary(op, withoutNext(f), withoutNext(g)))
	}
	if op == OpImplies && g.op == OpNext && g.args[0].op == OpFinally && o.Exclusive(f, g.args[0].args[0]) {
		g = g.args[0]
	}
	return Apply(op, f, g)
}

func withoutNext(f *Formula) *Formula {
	if f.op == OpNext {
		return f.args[0]
	}
	return f
}

// withConstant applies a binary connective of which one operand is a constant.
func (o *Outward) withConstant(op Op, f, g *Formula) *Formula {
	switch op {
	case OpImplies:
		return o.join(OpOr, []*Formula{o.unary(OpNot, f), g})
	case OpIff:
		if g.isConstant() {
			f, g = g, f
		}
		if f.op == OpTrue {
			return g
		}
		return o.unary(OpNot, g)
	case OpWeakUntil: // g R (f ∨ g)
		return o.binary(OpRelease, g, o.join(OpOr, []*Formula{f, g}))
	case OpStrongRelease: // g U (f ∧ g)
		return o.binary(OpUntil, g, o.join(OpAnd, []*Formula{f, g}))
	}
	over, decided := OpFinally, OpFalse // true U g = F g, false U g = g
	if op == OpRelease {
		over, decided = OpGlobally, OpTrue
	}
	if g.isConstant() || f.op == decided {
		return g
	}
	return o.unary(over, g)
}
