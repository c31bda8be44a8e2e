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

// can is the set of reachable states in which a coalition has a strategy, by
// the fixpoints of alternating-time logic (Alur, Henzinger, Kupferman,
// "Alternating-time temporal logic", JACM 49(5), 2002, doi:10.1145/585265.585270),
// from the sets of the formula's parts. Not within the scope of fairness; kept.
func (l *Labelling) can(ctx context.Context, f *ltol.StateFormula, args []bdd.Node) (bdd.Node, error) {
	game, ok := l.sp.(space.Game)
	switch {
	case !ok:
		return bdd.False, fmt.Errorf("%w where agents have no actions to choose", ErrStrategy)
	case !l.fair.Trivial():
		return bdd.False, fmt.Errorf("%w under fairness yet; without it they are", ErrStrategy)
	}
	path, man := f.Path(), l.sp.Manager()
	c := man.Calculator(ctx)
	defer c.Close()
	reached, _, _ := l.sys.Reached()
	var operands []bdd.Node
	for _, part := range path.Args() {
		if !isBoolean(part) {
			return bdd.False, errGoal
		}
		operands = append(operands, c.And(reached, boolean(c, part, args)))
	}
	force := func(set bdd.Node) bdd.Node { return c.And(reached, c.Take(game.Force(c.Scope(), f.Agents(), set))) }
	until := func(during, goal bdd.Node) bdd.Node {
		return fixpoint(c, goal, func(y bdd.Node) bdd.Node { return c.Or(y, c.And(during, force(y))) }, during)
	}
	out := bdd.False
	switch path.Op() {
	case ltol.OpNext:
		out = force(operands[0])
	case ltol.OpFinally:
		out = until(reached, operands[0])
	case ltol.OpUntil:
		out = until(operands[0], operands[1])
	case ltol.OpGlobally:
		out = fixpoint(c, operands[0], func(z bdd.Node) bdd.Node { return c.And(z, force(z)) })
	default:
		return bdd.False, errGoal
	}
	n, err := c.Result(out)
	return man.Keep(n), err
}

// fixpoint applies a monotone step until nothing changes. Beside the set it
// preserves the given nodes.
func fixpoint(c *bdd.Calculator, set bdd.Node, step func(bdd.Node) bdd.Node, others ...bdd.Node) bdd.Node {
	for {
		next := step(set)
		if next == set || c.Err() != nil {
			return set
		}
		set = next
		c.Reset(append(others, set)...)
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
