package branch

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// A shape is a formula about paths that sets of states decide: X goal if next is set, else stay U
// goal, or stay W goal if ever is set. The parts are about one state each.
type shape struct {
	next, ever bool
	stay, goal *ltol.Formula
}

// opposite are the operators that negation makes of others.
var opposite = map[ltol.Op]ltol.Op{
	ltol.OpNext: ltol.OpNext, ltol.OpFinally: ltol.OpGlobally, ltol.OpGlobally: ltol.OpFinally, ltol.OpUntil: ltol.OpRelease,
	ltol.OpRelease: ltol.OpUntil, ltol.OpWeakUntil: ltol.OpStrongRelease, ltol.OpStrongRelease: ltol.OpWeakUntil,
}

// shapeOf is the shape of a path formula or, if negated is set, of its negation; ok is false if it
// has none.
func shapeOf(path *ltol.Formula, negated bool) (s shape, ok bool) {
	for path.Op() == ltol.OpNot {
		path, negated = path.Args()[0], !negated
	}
	op, args := path.Op(), path.Args()
	if _, temporal := opposite[op]; !temporal || slices.ContainsFunc(args, func(a *ltol.Formula) bool { return !ltol.AboutState(a) }) {
		return s, false
	}
	if negated {
		op = opposite[op]
		for i, a := range args {
			args[i] = ltol.Not(a)
		}
	}
	a, b := args[0], args[len(args)-1]
	switch op {
	case ltol.OpNext:
		return shape{next: true, stay: ltol.True(), goal: a}, true
	case ltol.OpFinally:
		return shape{stay: ltol.True(), goal: a}, true
	case ltol.OpGlobally:
		return shape{ever: true, stay: a, goal: ltol.False()}, true
	case ltol.OpStrongRelease, ltol.OpRelease: // b U (a ∧ b), b W (a ∧ b)
		return shape{ever: op == ltol.OpRelease, stay: b, goal: ltol.And(a, b)}, true
	}
	return shape{ever: op == ltol.OpWeakUntil, stay: a, goal: b}, true
}

// some is the set of reachable states from which a fair path satisfies the path formula of A or E,
// or violates it if negated is set; kept. A shape takes fixpoints over states alone, in which
// fairness asks for no more than that the state that decides lies on a fair path.
func (l *Labelling) some(ctx context.Context, f *ltol.StateFormula, args []bdd.Node, negated bool) (bdd.Node, error) {
	s, ok := shapeOf(f.Path(), negated)
	if !ok || l.opts.PathsEnd {
		return l.exists(ctx, l.path(f, args, negated))
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	if s.next {
		goal, err := c.Result(c.And(l.domain, boolean(c, s.goal, args)))
		if err != nil {
			return bdd.False, err
		}
		return l.sys.Before(ctx, goal)
	}
	met, lasting, err := l.until(c, s, args)
	if err != nil || lasting == nil {
		return l.man.Keep(met), err
	}
	ever, err := l.exists(ctx, lasting)
	if err != nil {
		return bdd.False, err
	}
	defer l.man.Release(ever)
	return c.Keep(c.Or(met, ever)), c.Err()
}

// until is the set of reachable states with a path that meets the goal of a shape, and a formula
// about the paths that satisfy the shape from any other state: they stay forever, and outside of
// that set, so that the search for them is small. There are none if it is nil. The set belongs to
// the labelling, which knows it when another formula asks for the same.
func (l *Labelling) until(c *bdd.Calculator, s shape, args []bdd.Node) (met bdd.Node, lasting *ltol.Formula, err error) {
	stay, goal := c.And(l.reached(), boolean(c, s.stay, args)), c.And(l.domain, boolean(c, s.goal, args))
	if err := c.Err(); err != nil {
		return bdd.False, nil, err
	}
	met, known := l.met[[2]bdd.Node{stay, goal}]
	if !known {
		if met, err = l.sys.Until(c.Scope().Context(), stay, goal); err != nil {
			return bdd.False, nil, err
		}
		l.met[[2]bdd.Node{c.Keep(stay), c.Keep(goal)}] = met
	}
	if rest := c.Diff(stay, met); s.ever && rest != bdd.False {
		lasting = ltol.Globally(ltol.Prop(l.sys.Derive(rest)))
	}
	return met, lasting, c.Err()
}
