package branch

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// A shape is a formula about paths that a state decides: X goal if next is set, else stay U goal. The
// parts are about one state each.
type shape struct {
	next       bool
	stay, goal *ltol.Formula
}

// shapeOf is the shape of a path formula or, if negated is set, of its negation; ok is false if it has
// none, as G f, of which no single state decides that it holds.
func shapeOf(path *ltol.Formula, negated bool) (s shape, ok bool) {
	for path.Op() == ltol.OpNot {
		path, negated = path.Args()[0], !negated
	}
	args := path.Args()
	if path.Op() == ltol.OpAtom || slices.ContainsFunc(args, func(a *ltol.Formula) bool { return !isBoolean(a) }) {
		return s, false
	}
	last := func(f *ltol.Formula) *ltol.Formula {
		if negated {
			return ltol.Not(f)
		}
		return f
	}
	switch op := path.Op(); {
	case op == ltol.OpNext:
		return shape{true, ltol.True(), last(args[0])}, true
	case op == ltol.OpFinally && !negated, op == ltol.OpGlobally && negated:
		return shape{false, ltol.True(), last(args[0])}, true
	case op == ltol.OpUntil && !negated:
		return shape{false, args[0], args[1]}, true
	case op == ltol.OpWeakUntil && negated:
		return shape{false, ltol.Not(args[1]), ltol.And(ltol.Not(args[0]), ltol.Not(args[1]))}, true
	case op == ltol.OpRelease && negated:
		return shape{false, ltol.Not(args[0]), ltol.Not(args[1])}, true
	}
	return s, false
}

// some is the set of reachable states from which a fair path satisfies the path formula of A or E,
// or violates it if negated is set; kept. What a state decides takes a fixpoint over states alone, in
// which fairness asks for no more than that this state lies on a fair path.
func (l *Labelling) some(ctx context.Context, f *ltol.StateFormula, args []bdd.Node, negated bool) (bdd.Node, error) {
	s, ok := shapeOf(f.Path(), negated)
	if !ok || l.opts.PathsEnd {
		return l.exists(ctx, l.path(f, args, negated))
	}
	c := l.sp.Manager().Calculator(ctx)
	defer c.Close()
	stay, goal := boolean(c, s.stay, args), c.And(l.domain, boolean(c, s.goal, args))
	if err := c.Err(); err != nil {
		return bdd.False, err
	}
	if s.next {
		return l.sys.Before(ctx, goal)
	}
	return l.sys.Until(ctx, stay, goal)
}
