package branch

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// ErrStrategy is wrapped by the error of a formula that asks for a strategy
// which is not looked for.
var ErrStrategy = errors.New("no strategies are looked for")

var errGoal = fmt.Errorf("%w for goals other than X f, F f, G f and f U g", ErrStrategy)

// can is the set of reachable states in which a coalition has a strategy, from
// the sets of the formula's parts; kept.
func (l *Labelling) can(ctx context.Context, f *ltol.StateFormula, args []bdd.Node) (bdd.Node, error) {
	rules, ok := l.sp.(space.Game)
	_, simultaneous := rules.(space.Arena)
	switch {
	case !ok:
		return bdd.False, fmt.Errorf("%w in this kind of system", ErrStrategy)
	case !l.fair.Trivial() && l.opts.Justice == nil:
		return bdd.False, fmt.Errorf("%w under fairness that speaks of more than states; leave it out, or make it part of the formula", ErrStrategy)
	case !l.fair.Trivial() && !simultaneous:
		return bdd.False, fmt.Errorf("%w under fairness where agents take turns; leave it out, or make it part of the formula", ErrStrategy)
	}
	c := l.sp.Manager().Calculator(ctx)
	defer c.Close()
	g := l.contest(c, f.Agents(), rules)
	if err := g.aim(c, f.Path(), args); err != nil {
		return bdd.False, err
	}
	var out bdd.Node
	if l.fair.Trivial() {
		out = g.win(c)
	} else {
		region, won := g.winFairly(c, l.domain)
		out = won
		if empty := c.Diff(region, won); c.Err() == nil && empty != bdd.False {
			l.unfair[f] = c.Keep(empty)
		}
	}
	n, err := c.Result(out)
	return l.sp.Manager().Keep(n), err
}

// contest is a game of a coalition without a goal.
func (l *Labelling) contest(c *bdd.Calculator, coalition []int, rules space.Game) *contest {
	reached, dead, _ := l.sys.Reached()
	t := &contest{rules: rules, coalition: coalition, reached: reached, moving: reached, justice: l.opts.Justice}
	if l.opts.PathsEnd {
		t.moving = c.Diff(reached, dead)
	}
	return t
}

// A contest is a game for a goal X g, G f, F g or f U g: of X f is everything,
// of F too, and of G g is nothing.
type contest struct {
	rules     space.Game
	coalition []int
	reached   bdd.Node
	moving    bdd.Node   // reachable states in which steps can be made
	justice   []bdd.Node // fair paths visit each again and again
	op        ltol.Op
	f, g      bdd.Node
}

// aim sets the goal, from the sets of a formula's parts.
func (t *contest) aim(c *bdd.Calculator, path *ltol.Formula, args []bdd.Node) error {
	var operands []bdd.Node
	for _, part := range path.Args() {
		if !isBoolean(part) {
			return errGoal
		}
		operands = append(operands, c.And(t.reached, boolean(c, part, args)))
	}
	t.op, t.f, t.g = path.Op(), t.reached, bdd.False
	switch t.op {
	case ltol.OpNext, ltol.OpFinally:
		t.g = operands[0]
	case ltol.OpUntil:
		t.f, t.g = operands[0], operands[1]
	case ltol.OpGlobally:
		t.f = operands[0]
	default:
		return errGoal
	}
	return nil
}

// force is where the coalition can enter a set at once.
func (t *contest) force(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return c.And(t.moving, c.Take(t.rules.Force(c.Scope(), t.coalition, set)))
}

// win is where the coalition reaches the goal without fairness, by the fixpoints
// of alternating-time logic (Alur, Henzinger, Kupferman, "Alternating-time
// temporal logic", JACM 49(5), 2002, doi:10.1145/585265.585270).
func (t *contest) win(c *bdd.Calculator) bdd.Node {
	switch t.op {
	case ltol.OpNext:
		return t.force(c, t.g)
	case ltol.OpGlobally:
		return fixpoint(c, t.f, func(c *bdd.Calculator, z bdd.Node) bdd.Node { return c.And(z, t.force(c, z)) })
	}
	return fixpoint(c, t.g, func(c *bdd.Calculator, y bdd.Node) bdd.Node { return c.Or(y, c.And(t.f, t.force(c, y))) })
}

// fixpoint applies a monotone step until nothing changes. What else the step
// needs, the calculator that fixpoint is given must hold.
func fixpoint(c *bdd.Calculator, set bdd.Node, step func(c *bdd.Calculator, set bdd.Node) bdd.Node) bdd.Node {
	inner := c.Scope().NewScope().Calculator()
	defer inner.Close()
	for {
		next := step(inner, set)
		if next == set || inner.Err() != nil {
			return c.Take(inner.Return(set))
		}
		set = next
		inner.Reset(set)
	}
}

// boolean is the set of states in which a formula without temporal operators
// holds, from the sets of its atoms; it may hold unreachable states.
func boolean(c *bdd.Calculator, f *ltol.Formula, atoms []bdd.Node) bdd.Node {
	return search.Sets(c).Value(f, func(f *ltol.Formula) bdd.Node { return atoms[f.Atom().ID] })
}

// isBoolean reports whether a formula is about one state alone.
func isBoolean(f *ltol.Formula) bool {
	return f.Propositional() && !slices.ContainsFunc(f.Atoms(), func(a ltol.Atom) bool { return a.Kind != ltol.State })
}
