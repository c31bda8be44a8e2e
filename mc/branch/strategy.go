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

// ErrStrategy is wrapped by the error of a formula that asks for a strategy which is
// not looked for: for a goal other than X f, F f, G f and f U g, under fairness that is
// not supported, or in more steps than [Options.SearchSteps].
var ErrStrategy = errors.New("the checker does not search for strategies")

// gaveUp is the error, an [ErrStrategy], of a search that took so many steps.
type gaveUp int

func (e gaveUp) Error() string {
	return fmt.Sprintf("the search for a uniform strategy stopped after %d steps without an answer; allow more steps", int(e))
}

func (gaveUp) Is(target error) bool { return target == ErrStrategy }

var errGoal = fmt.Errorf("%w for goals other than X f, F f, G f and f U g", ErrStrategy)

// can is the set of reachable states in which a coalition has a strategy, from
// the sets of the formula's parts; kept. Where strategies see only a part of the
// state, it is right about the states of need.
func (l *Labelling) can(ctx context.Context, f *ltol.StateFormula, args []bdd.Node, need bdd.Node) (bdd.Node, error) {
	c := l.man.Calculator(ctx)
	defer c.Close()
	t, err := l.contest(c, f.Agents())
	if err != nil {
		return bdd.False, err
	}
	defer t.table.Close()
	if err := t.aim(c, f.Path(), args); err != nil {
		return bdd.False, err
	}
	var out bdd.Node
	switch {
	case !l.fair.Trivial():
		region, won := t.winFairly(c, l.domain)
		out = won
		if empty := c.Diff(region, won); c.Err() == nil && empty != bdd.False {
			l.unfair[f] = c.Keep(empty)
		}
	case l.opts.Ability != PerfectInformation && len(t.coalition) > 0:
		out = t.uniformly(c, need)
	default:
		out = t.win(c)
		l.unchosen[f] = t.unchosen
	}
	n, err := c.Result(out)
	return l.man.Keep(n), err
}

// contest is a game of a coalition without a goal. The caller closes its table.
func (l *Labelling) contest(c *bdd.Calculator, coalition []int) (*contest, error) {
	rules, ok := l.sp.(space.Game)
	justice, only := l.fair.Justice()
	switch {
	case !ok:
		return nil, fmt.Errorf("%w in this kind of system", ErrStrategy)
	case !l.fair.Trivial() && l.opts.Ability != PerfectInformation:
		return nil, fmt.Errorf("%w under fairness if agents see only a part of the state; remove the fairness, make it part of the formula, "+
			"or ask for abilities with perfect information", ErrStrategy)
	case !only || slices.ContainsFunc(justice, func(f *ltol.Formula) bool { return !ltol.AboutState(f) }):
		return nil, fmt.Errorf("%w under fairness conditions that are not only about states; remove them, or make them part of the formula", ErrStrategy)
	}
	reached, dead, _ := l.sys.Reached()
	table, err := rules.Table(c.Scope().Context(), coalition, reached, dead)
	if err != nil {
		return nil, err
	}
	t := &contest{labels: l, table: table, coalition: coalition, reached: reached, moving: reached, dead: dead}
	for _, f := range justice {
		t.justice = append(t.justice, c.And(reached, l.sys.StatesOf(c, f)))
	}
	if l.opts.PathsEnd {
		if ending, ok := table.(space.EndingTable); ok && l.fair.Trivial() {
			t.dead, t.ending = c.And(reached, ending.LetPathsEnd(c)), true
		}
		t.moving = c.Diff(reached, t.dead)
	}
	return t, nil
}

// A contest is a game for a goal X g, F g or f U g, or for f to hold forever or
// until g does, as in G f: of F f is everything, of G g is nothing.
type contest struct {
	labels    *Labelling
	table     space.Table
	coalition []int
	reached   bdd.Node
	moving    bdd.Node   // reachable states in which steps can be made
	dead      bdd.Node   // reachable states without a step
	justice   []bdd.Node // fair paths visit each again and again
	op        ltol.Op
	f, g      bdd.Node
	ending    bool // choices without a successor are moves

	// unchosen tells that the coalition never has a choice.
	unchosen bool
	plan     space.Plan // what the coalition may choose; nil for everything
	closing  space.Closing
	live     bdd.Node // where the closing looks
	steps    int      // that were asked for since the search for a strategy began
	most     int      // of them; 0 for any number
}

// aim sets the goal, from the sets of a formula's parts.
func (t *contest) aim(c *bdd.Calculator, path *ltol.Formula, args []bdd.Node) error {
	var operands []bdd.Node
	for _, part := range path.Args() {
		if !ltol.AboutState(part) {
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
	if t.steps++; t.most > 0 && t.steps > t.most {
		c.Fail(gaveUp(t.most))
	}
	return c.And(t.moving, t.table.Force(c, t.plan, set, t.closing))
}

// win is where the coalition reaches the goal without fairness, by the fixpoints
// of alternating-time logic (Alur, Henzinger, Kupferman, "Alternating-time
// temporal logic", JACM 49(5), 2002, doi:10.1145/585265.585270).
func (t *contest) win(c *bdd.Calculator) bdd.Node {
	if table, ok := t.table.(space.SwiftTable); ok && t.plan == nil && t.closing == nil && !t.labels.opts.PathsEnd {
		for _, coalition := range []bool{false, true} {
			if table.Decides(c, coalition) {
				t.unchosen = !coalition
				return t.onPaths(c, !coalition)
			}
		}
		if won, ok := t.attracted(c, table); ok {
			return won
		}
	}
	switch t.op {
	case ltol.OpNext:
		return t.force(c, t.g)
	case ltol.OpFinally, ltol.OpUntil:
		if t.ending && t.g == bdd.False {
			return bdd.False // so the published tool has it, whose fixpoint ends before the first step
		}
	case ltol.OpGlobally:
		return fixpoint(c, c.Or(t.f, t.g), func(c *bdd.Calculator, z bdd.Node) bdd.Node {
			if t.closing != nil {
				t.live = z
			}
			return c.And(z, c.Or(t.g, t.force(c, z)))
		})
	}
	return fixpoint(c, t.g, func(c *bdd.Calculator, y bdd.Node) bdd.Node {
		return c.Or(y, c.And(t.f, t.force(c, y)))
	})
}

// attracted is where the coalition wins if that is a least fixpoint of the side that chooses who
// begins a step; ok is false if not. That side wants to reach a goal or, as the coalition for G f,
// to avoid one. In a system without cycles who avoids it reaches a state without a step.
func (t *contest) attracted(c *bdd.Calculator, table space.SwiftTable) (won bdd.Node, ok bool) {
	ours, ends := table.Begins(), bdd.False
	if t.op == ltol.OpNext {
		return bdd.False, false
	}
	if ours == (t.op == ltol.OpGlobally) {
		finite, err := t.labels.sys.Finite(c.Scope().Context())
		if c.Fail(err); err != nil || !finite {
			return bdd.False, err != nil
		}
		ends = t.dead
	}
	if ours {
		return table.Attract(c, c.Or(t.g, c.And(t.f, ends)), c.Or(t.f, t.g)), true
	}
	left := c.Diff(t.reached, t.g)
	return c.Diff(t.reached, table.Attract(c, c.Diff(left, c.Diff(t.f, ends)), left)), true
}

// onPaths is where all paths reach the goal, or some path does.
func (t *contest) onPaths(c *bdd.Calculator, all bool) bdd.Node {
	l, path := t.labels, ltol.Next(goalPart)
	switch t.op {
	case ltol.OpGlobally:
		path = ltol.WeakUntil(ltol.Or(stayPart, goalPart), goalPart)
	case ltol.OpFinally, ltol.OpUntil:
		path = ltol.Until(stayPart, goalPart)
	}
	op := ltol.ExistsPath
	if all {
		op = ltol.AllPaths
	}
	n, err := l.compute(c.Scope().Context(), op(path, ltol.TrueState(), ltol.TrueState()), []bdd.Node{t.g, t.f})
	n = c.Take(c.Scope().Hold(n), err)
	l.man.Release(n)
	return n
}

// goalPart and stayPart are the atoms of the parts of a formula about paths.
var goalPart, stayPart = ltol.Prop(ltol.Atom{Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})

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
