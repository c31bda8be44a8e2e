package smv

import "github.com/rcheck-bdd/rcheck-bdd/ltol"

// atStart rewrites f for the first position of a run, where all bits are false: X G g is G g if g
// is true there in any case, X F g is F g if it is false.
func (r *rewriter) atStart(f *ltol.Formula) *ltol.Formula {
	args := f.Args()
	if f.Op() == ltol.OpNext {
		if g, ok := r.pulled(args[0]); ok {
			return g
		}
	}
	if !f.Op().Boolean() {
		return f
	}
	for i := range args {
		args[i] = r.atStart(args[i])
	}
	return r.Apply(f.Op(), args...)
}

// pulled is a formula that holds at the first position if and only if f holds at the second.
func (r *rewriter) pulled(f *ltol.Formula) (g *ltol.Formula, ok bool) {
	if f.Timeless() {
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
	}
	if !f.Op().Boolean() {
		return f, false
	}
	for i := range args {
		if args[i], ok = r.pulled(args[i]); !ok {
			return nil, false
		}
	}
	return r.Apply(f.Op(), args...), true
}

// starts reports whether f has the value at the first position of every run, as far as that follows
// from all bits being false there.
func (r *rewriter) starts(f *ltol.Formula, value bool) bool {
	return ltol.TruthOf(value) == ltol.Kleene.Value(f, func(f *ltol.Formula) ltol.Truth {
		if f.Op() == ltol.OpAtom && r.t.atoms[f.Atom().ID].condition == nil {
			return ltol.No
		}
		return ltol.Unknown
	})
}

// exclusive reports whether f and g, which must be about bits only, never hold at the same
// position.
func (r *rewriter) exclusive(f, g *ltol.Formula) bool {
	t := r.t
	value := t.overBits
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

// overBits turns a formula about bits into a condition on the state before an interaction that
// gives them the values observed; nil stands for no interaction, after which no bit holds. It
// returns nil if the formula is about something else, too.
func (t *translation) overBits(f *ltol.Formula, observed []*node) *node {
	about := true
	n := (&ltol.Algebra[*node]{Not: t.not, And: t.and, Or: t.or, Iff: t.equal}).Value(f, func(f *ltol.Formula) *node {
		switch {
		case f.Op() != ltol.OpAtom || t.atoms[f.Atom().ID].condition != nil:
			about = false
		case observed != nil:
			return observed[t.atoms[f.Atom().ID].bit]
		}
		return t.no
	})
	if !about {
		return nil
	}
	return n
}
