package quotient

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// normalise returns an equivalent formula with negations at atoms only,
// observations written as steps, and subformulas without temporal operators
// gathered by
//
//	G f ∧ G g = G(f ∧ g)    X f ∧ X g = X(f ∧ g)    (f ∨ g) ∧ (f ∨ h) = f ∨ (g ∧ h)
//	F f ∨ F g = F(f ∨ g)    X f ∨ X g = X(f ∨ g)    (f ∧ g) ∨ (f ∧ h) = f ∧ (g ∨ h)
//
// and, for past steps p, X p = the step.
func normalise(f *ltol.Formula) *ltol.Formula { return positive(f, false) }

// positive is the normal form of f, or of its negation if negate.
func positive(f *ltol.Formula, negate bool) *ltol.Formula {
	args := f.Args()
	all := func(negate bool) []*ltol.Formula {
		out := make([]*ltol.Formula, len(args))
		for i, a := range args {
			out[i] = positive(a, negate)
		}
		return out
	}
	switch f.Op() {
	case ltol.OpTrue, ltol.OpFalse:
		if (f.Op() == ltol.OpTrue) != negate {
			return ltol.True()
		}
		return ltol.False()
	case ltol.OpAtom:
		if negate {
			return ltol.Not(f)
		}
		return f
	case ltol.OpNot:
		return positive(args[0], !negate)
	case ltol.OpAnd, ltol.OpOr:
		return join((f.Op() == ltol.OpAnd) != negate, all(negate))
	case ltol.OpImplies:
		return join(negate, []*ltol.Formula{positive(args[0], !negate), positive(args[1], negate)})
	case ltol.OpIff:
		yes, no := all(false), all(true)
		return join(false, []*ltol.Formula{
			join(true, []*ltol.Formula{yes[0], positive(args[1], negate)}),
			join(true, []*ltol.Formula{no[0], positive(args[1], !negate)}),
		})
	case ltol.OpPossible, ltol.OpNecessary:
		necessary := f.Op() == ltol.OpNecessary
		step := positive(ltol.Prop(ltol.Atom{ID: f.Atom().ID, Kind: ltol.Step}), necessary != negate)
		return join(necessary == negate, []*ltol.Formula{step, next(positive(args[0], negate))})
	}
	return temporal(f.Op(), negate, all(negate))
}

// temporal applies a temporal operator, or its dual, to normal forms (negated
// already where the dual is asked for).
func temporal(op ltol.Op, dual bool, args []*ltol.Formula) *ltol.Formula {
	switch op {
	case ltol.OpNext:
		return next(args[0])
	case ltol.OpFinally, ltol.OpGlobally:
		if constant := args[0].Op() == ltol.OpTrue || args[0].Op() == ltol.OpFalse; constant {
			return args[0]
		}
		if (op == ltol.OpFinally) != dual {
			return ltol.Finally(args[0])
		}
		return ltol.Globally(args[0])
	}
	build := map[ltol.Op][2]func(f, g *ltol.Formula) *ltol.Formula{
		ltol.OpUntil:         {ltol.Until, ltol.Release},
		ltol.OpRelease:       {ltol.Release, ltol.Until},
		ltol.OpWeakUntil:     {ltol.WeakUntil, ltol.StrongRelease},
		ltol.OpStrongRelease: {ltol.StrongRelease, ltol.WeakUntil},
	}[op]
	if dual {
		return build[1](args[0], args[1])
	}
	return build[0](args[0], args[1])
}

// next is X f, or what it says of the step that leaves the position where f is
// about the step that entered the next one only.
func next(f *ltol.Formula) *ltol.Formula {
	if g, ok := leaving(f); ok {
		return g
	}
	return ltol.Next(f)
}

// leaving replaces the past-step atoms of f by step atoms; ok is false if f has
// other atoms or temporal operators.
func leaving(f *ltol.Formula) (g *ltol.Formula, ok bool) {
	args := f.Args()
	for i := range args {
		if args[i], ok = leaving(args[i]); !ok {
			return nil, false
		}
	}
	switch f.Op() {
	case ltol.OpTrue, ltol.OpFalse:
		return f, true
	case ltol.OpAtom:
		return ltol.Prop(ltol.Atom{ID: f.Atom().ID, Kind: ltol.Step}), f.Atom().Kind == ltol.PastStep
	case ltol.OpNot:
		return ltol.Not(args[0]), true
	case ltol.OpAnd, ltol.OpOr:
		return join(f.Op() == ltol.OpAnd, args), true
	}
	return nil, false
}

// join is the conjunction or disjunction of normal forms.
func join(conjunction bool, fs []*ltol.Formula) *ltol.Formula {
	op, unit, zero, build, spread := ltol.OpOr, ltol.False(), ltol.True(), ltol.Or, ltol.OpFinally
	if conjunction {
		op, unit, zero, build, spread = ltol.OpAnd, ltol.True(), ltol.False(), ltol.And, ltol.OpGlobally
	}
	var flat []*ltol.Formula
	var add func(f *ltol.Formula)
	add = func(f *ltol.Formula) {
		if f.Op() == op {
			for _, g := range f.Args() {
				add(g)
			}
		} else if !f.Equal(unit) && !slices.ContainsFunc(flat, f.Equal) {
			flat = append(flat, f)
		}
	}
	for _, f := range fs {
		add(f)
	}
	if slices.ContainsFunc(flat, zero.Equal) {
		return zero
	}
	flat = gather(flat, spread, func(gs []*ltol.Formula) *ltol.Formula {
		return temporal(spread, false, []*ltol.Formula{join(conjunction, gs)})
	})
	flat = gather(flat, ltol.OpNext, func(gs []*ltol.Formula) *ltol.Formula { return next(join(conjunction, gs)) })
	flat = factor(conjunction, flat)
	return build(flat...)
}

// gather replaces the formulas with the given operator, if there are several,
// by what make builds of their operands.
func gather(fs []*ltol.Formula, op ltol.Op, combine func([]*ltol.Formula) *ltol.Formula) []*ltol.Formula {
	var inner, rest []*ltol.Formula
	for _, f := range fs {
		if f.Op() == op {
			inner = append(inner, f.Args()[0])
		} else {
			rest = append(rest, f)
		}
	}
	if len(inner) < 2 {
		return fs
	}
	return append(rest, combine(inner))
}

// factor takes out what all disjunctions among the conjuncts (or all
// conjunctions among the disjuncts) have in common.
func factor(conjunction bool, fs []*ltol.Formula) []*ltol.Formula {
	dual := ltol.OpAnd
	if conjunction {
		dual = ltol.OpOr
	}
	var sides [][]*ltol.Formula
	var rest []*ltol.Formula
	for _, f := range fs {
		if f.Op() == dual {
			sides = append(sides, f.Args())
		} else {
			rest = append(rest, f)
		}
	}
	if len(sides) < 2 {
		return fs
	}
	var common []*ltol.Formula
	for _, f := range sides[0] {
		if !slices.ContainsFunc(sides, func(side []*ltol.Formula) bool { return !slices.ContainsFunc(side, f.Equal) }) {
			common = append(common, f)
		}
	}
	if len(common) == 0 {
		return fs
	}
	var remainders []*ltol.Formula
	for _, side := range sides {
		remainders = append(remainders, join(!conjunction, slices.DeleteFunc(side, func(f *ltol.Formula) bool {
			return slices.ContainsFunc(common, f.Equal)
		})))
	}
	return append(rest, join(!conjunction, append(common, join(conjunction, remainders))))
}
