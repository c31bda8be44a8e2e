package smv

import "github.com/rcheck-bdd/rcheck-bdd/ltol"

// atStart rewrites f for the first position of a run, where all bits are
// false: X G g is G g if g is true there in any case, X F g is F g if it is
// false.
func (r *rewriter) atStart(f *ltol.Formula) *ltol.Formula {
	args := f.Args()
	switch f.Op() {
	case ltol.OpNot, ltol.OpAnd, ltol.OpOr, ltol.OpImplies, ltol.OpIff:
		for i := range args {
			args[i] = r.atStart(args[i])
		}
		return r.rebuild(f.Op(), args)
	case ltol.OpNext:
		if g, ok := r.pulled(args[0]); ok {
			return g
		}
	}
	return f
}

// pulled is a formula that holds at the first position if and only if f holds
// at the second.
func (r *rewriter) pulled(f *ltol.Formula) (g *ltol.Formula, ok bool) {
	if timeless(f) {
		return f, true
	}
	args := f.Args()
	switch f.Op() {
	case ltol.OpGlobally:
		return f, r.starts(args[0], true)
	case ltol.OpFinally:
		return f, r.starts(args[0], false)
	case ltol.OpUntil, ltol.OpWeakUntil:
		return f, r.starts(args[0], true) && r.starts(args[1], false)
	case ltol.OpRelease, ltol.OpStrongRelease:
		return f, r.starts(args[0], false) && r.starts(args[1], true)
	case ltol.OpNot, ltol.OpAnd, ltol.OpOr, ltol.OpImplies, ltol.OpIff:
		for i := range args {
			if args[i], ok = r.pulled(args[i]); !ok {
				return nil, false
			}
		}
		return r.rebuild(f.Op(), args), true
	}
	return f, false
}

// starts reports whether f has the value at the first position in any case.
func (r *rewriter) starts(f *ltol.Formula, value bool) bool {
	v, known := r.startValue(f)
	return known && v == value
}

// rebuild applies a Boolean connective.
func (r *rewriter) rebuild(op ltol.Op, args []*ltol.Formula) *ltol.Formula {
	switch op {
	case ltol.OpNot:
		return r.unary(op, args[0])
	case ltol.OpAnd, ltol.OpOr:
		return r.join(op, args)
	}
	return r.binary(op, args[0], args[1])
}

// startValue is the value of f at the first position, as far as all bits being
// false decides it.
func (r *rewriter) startValue(f *ltol.Formula) (value, known bool) {
	args := f.Args()
	switch f.Op() {
	case ltol.OpTrue, ltol.OpFalse:
		return f.Op() == ltol.OpTrue, true
	case ltol.OpAtom:
		return false, r.t.atoms[f.Atom().ID].condition == nil
	case ltol.OpNot:
		value, known = r.startValue(args[0])
		return !value, known
	case ltol.OpAnd, ltol.OpOr:
		decisive := f.Op() == ltol.OpOr
		all := true
		for _, a := range args {
			v, ok := r.startValue(a)
			if ok && v == decisive {
				return decisive, true
			}
			all = all && ok
		}
		return !decisive, all
	case ltol.OpImplies:
		a, okA := r.startValue(args[0])
		b, okB := r.startValue(args[1])
		return !okA || !a || b, okA && !a || okB && b || okA && okB
	}
	return false, false
}

// exclusive reports whether f and g, which must be about bits only, never hold
// at the same position.
func (r *rewriter) exclusive(f, g *ltol.Formula) bool {
	t := r.t
	value := func(f *ltol.Formula, observed []*node) *node { return t.overBits(f, observed) }
	if value(f, nil) == nil || value(g, nil) == nil || !t.and(value(f, nil), value(g, nil)).isFalse() {
		return false
	}
	for _, it := range t.interactions {
		if both := t.and(value(f, it.observed), value(g, it.observed)); !t.conjoin(it.enabled, both).isFalse() {
			return false
		}
	}
	return true
}

// overBits is the value of a formula about bits after an interaction that gives
// them the values observed, as a condition on the state before it; for nil,
// where no bit holds. It is nil if the formula is about something else.
func (t *translation) overBits(f *ltol.Formula, observed []*node) *node {
	args := make([]*node, len(f.Args()))
	for i, a := range f.Args() {
		if args[i] = t.overBits(a, observed); args[i] == nil {
			return nil
		}
	}
	switch f.Op() {
	case ltol.OpTrue, ltol.OpFalse:
		return t.truth(f.Op() == ltol.OpTrue)
	case ltol.OpAtom:
		a := t.atoms[f.Atom().ID]
		switch {
		case a.condition != nil:
			return nil
		case observed == nil:
			return t.no
		}
		return observed[a.bit]
	case ltol.OpNot:
		return t.not(args[0])
	case ltol.OpAnd:
		return t.and(args...)
	case ltol.OpOr:
		return t.or(args...)
	case ltol.OpImplies:
		return t.implies(args[0], args[1])
	case ltol.OpIff:
		return t.equal(args[0], args[1])
	}
	return nil
}
