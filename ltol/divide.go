package ltol

import "slices"

// Divided returns formulas whose conjunction is equivalent to f. It takes conjunctions out of G, X,
// observations, disjunctions, the right sides of → and R, and the left sides of U and W. For
// example, G (a → b ∧ X c) gives G (a → b) and G (a → X c). A disjunction stays whole if it would
// give more than most formulas, or if more than so many of its operands give several.
func (f *Formula) Divided(most, operands int) []*Formula {
	return f.divided(false, limits{most, operands})
}

// limits bound how disjunctions are divided.
type limits struct{ most, operands int }

// divided is Divided of f, or of ¬f.
func (f *Formula) divided(negated bool, most limits) []*Formula {
	inside := func(i int) []*Formula {
		return mapped(f.args[i].divided(false, most), func(part *Formula) *Formula {
			args := slices.Clone(f.args)
			args[i] = part
			return newFormula(f.op, f.atom, args...)
		})
	}
	switch {
	case f.op == OpNot:
		return f.args[0].divided(!negated, most)
	case f.op == OpAnd && !negated, f.op == OpOr && negated:
		var out []*Formula
		for _, a := range f.args {
			out = append(out, a.divided(negated, most)...)
		}
		return out
	case f.op == OpAnd:
		return dividedOr(mapped(f.args, Not), most)
	case f.op == OpOr:
		return dividedOr(f.args, most)
	case f.op == OpImplies && negated:
		return append(f.args[0].divided(false, most), f.args[1].divided(true, most)...)
	case f.op == OpImplies:
		return dividedOr([]*Formula{Not(f.args[0]), f.args[1]}, most)
	case f.op == OpFinally && negated:
		return mapped(f.args[0].divided(true, most), Globally)
	case negated:
		return []*Formula{Not(f)}
	}
	switch f.op {
	case OpGlobally, OpNext, OpPossible, OpNecessary, OpUntil, OpWeakUntil:
		return inside(0)
	case OpRelease, OpStrongRelease:
		return inside(1)
	}
	return []*Formula{f}
}

// dividedOr divides a disjunction: one part of each operand, in all combinations.
func dividedOr(list []*Formula, most limits) []*Formula {
	all, several := [][]*Formula{nil}, 0
	for _, f := range disjuncts(list) {
		parts := f.divided(false, most)
		if len(parts) > 1 {
			several++
		}
		if len(parts)*len(all) > most.most || several > most.operands {
			return []*Formula{Or(list...)}
		}
		var next [][]*Formula
		for _, before := range all {
			for _, part := range parts {
				next = append(next, append(slices.Clip(before), part))
			}
		}
		all = next
	}
	return mapped(all, func(args []*Formula) *Formula { return Or(args...) })
}

// disjuncts are the operands of a disjunction, also of the disjunctions in it.
func disjuncts(list []*Formula) []*Formula {
	var out []*Formula
	for _, f := range list {
		inner := f
		if f.op == OpNot {
			inner = f.args[0]
		}
		switch {
		case f.op == OpOr:
			out = append(out, disjuncts(f.args)...)
		case f.op == OpImplies:
			out = append(out, disjuncts([]*Formula{Not(f.args[0]), f.args[1]})...)
		case f.op == OpNot && inner.op == OpAnd:
			out = append(out, disjuncts(mapped(inner.args, Not))...)
		default:
			out = append(out, f)
		}
	}
	return out
}
