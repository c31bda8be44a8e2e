package branch

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A Witness shows why a formula holds in a state or why it does not, as far as
// single runs, jumps and strategies can show it:
//
//   - a run for E that holds, and for A that does not;
//   - a jump to a state that an agent cannot tell apart, for knowledge that is missing;
//   - a strategy for an ability;
//   - what the others do, for an ability that is missing, or a run if the coalition
//     has no choice.
//
// A claim about all runs, all states that look alike, or all strategies is a leaf.
//
// The idea is that of tree-like counterexamples (Clarke, Jha, Lu, Veith,
// "Tree-like counterexamples in model checking", LICS 2002,
// doi:10.1109/LICS.2002.1029814); each jump comes with a run to its end.
type Witness struct {
	Formula *ltol.StateFormula
	State   space.State
	Holds   bool
	// Run begins in the state; nil if there is none.
	Run *Run
	// Jumps is a chain of jumps from the state.
	Jumps []Jump
	// Strategy is the coalition's, if an ability holds; else that of its opponents, if
	// they have one, against the goal.
	Strategy *Strategy
	// Unshown says of an ability why no strategy is shown; it is empty otherwise.
	Unshown string
	// Alike is the number of states that the agents cannot tell from this one, if
	// the formula says what they know and holds.
	Alike *big.Int
	// Parts show why parts of the formula hold or do not: in this state, at the end
	// of the last jump, or in a state of the run.
	Parts []*Witness
}

// A Run is a run as the explicit semantics makes its steps: step i leads from state
// i to the next one, the last step of a lasso to state Loop. Without a loop Loop is
// -1, and there is one state more than steps.
type Run struct {
	States []space.State
	Steps  []space.Step
	Loop   int
}

// A Jump leads to a reachable state that the agents, all of them together, cannot
// tell from the one before, or in which they violate no norm if Ideal is set.
type Jump struct {
	Agents []int
	Ideal  bool
	To     space.State
	// Run leads there from an initial state.
	Run *Run
}

// Explain shows why a formula holds in a reachable state, or does not, and
// confirms what it shows by the explicit semantics. An
// error that is no limit says that it does not agree, which is a mistake in this
// module.
func (l *Labelling) Explain(ctx context.Context, f *ltol.StateFormula, at space.State) (*Witness, error) {
	if _, err := l.Domain(ctx); err != nil {
		return nil, err
	}
	e := &explanation{l}
	w, err := e.show(ctx, f, at)
	if err == nil {
		err = e.confirm(ctx, w)
	}
	if err != nil {
		return nil, err
	}
	return w, nil
}

// An explanation is a witness in the making.
type explanation struct{ *Labelling }

// holds reports whether a formula holds in a state.
func (l *Labelling) holds(ctx context.Context, f *ltol.StateFormula, at space.State) (bool, error) {
	set, known := l.initial[f]
	if !known || !l.sp.Initial(at) {
		var err error
		if set, err = l.States(ctx, f); err != nil {
			return false, err
		}
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	return c.Leq(c.Take(l.sp.StateSet(c.Scope(), at)), set)
}

// show makes the witness of a formula.
func (l *explanation) show(ctx context.Context, f *ltol.StateFormula, at space.State) (*Witness, error) {
	holds, err := l.holds(ctx, f, at)
	if err != nil {
		return nil, err
	}
	w := &Witness{Formula: f, State: at, Holds: holds}
	switch {
	case f.Op() <= ltol.StateAtom:
	case isConnective(f.Op()):
		err = l.showConnective(ctx, w)
	case f.Op() == ltol.StateExists && holds || f.Op() == ltol.StateAll && !holds:
		err = l.showRun(ctx, w)
	case f.Op() == ltol.StateCan:
		err = l.showAbility(ctx, w)
	case f.Op() == ltol.StateAll || f.Op() == ltol.StateExists:
	case holds:
		w.Alike, err = l.countAlike(ctx, f, at)
	default:
		err = l.showDoubt(ctx, w)
	}
	return w, err
}

// showParts adds the witnesses of parts of the formula in a state, but for those
// that have nothing to show.
func (l *explanation) showParts(ctx context.Context, w *Witness, at space.State, parts ...*ltol.StateFormula) error {
	for _, p := range parts {
		if p.Propositional() {
			continue
		}
		part, err := l.show(ctx, p, at)
		if err != nil {
			return err
		}
		w.Parts = append(w.Parts, part)
	}
	return nil
}

// showConnective shows the operands that decide: one of a disjunction that holds,
// say, and all of one that does not.
func (l *explanation) showConnective(ctx context.Context, w *Witness) error {
	args := w.Formula.Args()
	if op := w.Formula.Op(); op == ltol.StateNot || op == ltol.StateIff || (op == ltol.StateAnd) == w.Holds && op != ltol.StateImplies {
		return l.showParts(ctx, w, w.State, args...)
	}
	for i, a := range args {
		holds, err := l.holds(ctx, a, w.State)
		if err != nil {
			return err
		}
		decides := holds == w.Holds // of a conjunction that does not hold, a disjunction that does
		if w.Formula.Op() == ltol.StateImplies {
			decides = w.Holds && holds == (i == 1)
		}
		if decides {
			return l.showParts(ctx, w, w.State, a)
		}
	}
	return l.showParts(ctx, w, w.State, args...)
}

// showRun shows a run that satisfies the path formula of E, or violates that of A or of
// an ability. Where a state decides, and no fairness asks for more, the run ends there.
func (l *explanation) showRun(ctx context.Context, w *Witness) error {
	f := w.Formula
	args, err := l.parts(ctx, f, l.States)
	if err != nil {
		return err
	}
	negated := !w.Holds
	c := l.man.Calculator(ctx)
	defer c.Close()
	start := c.Take(l.sp.StateSet(c.Scope(), w.State))
	form, decided := shapeOf(f.Path(), negated)
	path, short := l.path(f, args, negated), decided && l.fair.Trivial() && !l.opts.PathsEnd
	if short && form.ever {
		met, lasting, err := l.until(c, form, args)
		if err != nil {
			return err
		}
		if apart, err := c.Disjoint(start, met); err == nil && apart && lasting != nil {
			path, short = lasting, false
		}
	}
	if err := c.Err(); err != nil {
		return err
	}
	run, err := l.run(ctx, c, start, args, form, short, path)
	if err != nil {
		return err
	}
	if run == nil {
		return fmt.Errorf("%w: no run shows %s in %s", errWitness, f, l.sp.StateString(w.State))
	}
	w.Run = (*Run)(run)
	if !decided {
		return nil
	}
	at, err := l.decisive(ctx, f, form, run)
	if err == nil && l.fair.Trivial() && at < len(run.States) && (at > 0 || !form.next) {
		w.Run = &Run{States: slices.Clone(run.States[:at+1]), Steps: slices.Clone(run.Steps[:at]), Loop: -1}
	}
	if err != nil || at == len(run.States) {
		return err
	}
	return l.showParts(ctx, w, run.States[at], f.Args()...)
}

// run is a run from a state of start that has a shape, and ends where it is decided, if short is
// set; else a lasso that satisfies a formula about paths. It is nil if there is none.
func (l *explanation) run(ctx context.Context, c *bdd.Calculator, start bdd.Node, args []bdd.Node, s shape, short bool, path *ltol.Formula) (*search.Run, error) {
	if !short {
		goals, err := l.sys.Goals(ctx, path, l.opts.Translation)
		if err == nil {
			err = c.Err()
		}
		if err != nil {
			return nil, err
		}
		return l.sys.RunFrom(ctx, start, goals...)
	}
	stay, goal := c.And(l.reached(), boolean(c, s.stay, args)), c.And(l.reached(), boolean(c, s.goal, args))
	if err := c.Err(); err != nil {
		return nil, err
	}
	return l.sys.RunUntil(ctx, start, stay, goal, s.next)
}

// decisive is the first position of a run whose state decides a shape of A or E.
func (l *explanation) decisive(ctx context.Context, f *ltol.StateFormula, s shape, run *search.Run) (int, error) {
	if s.next {
		return min(1, len(run.States)-1), nil
	}
	for i, at := range run.States {
		met, err := ltol.Holds(s.goal, func(a *ltol.Formula) (bool, error) {
			return l.holds(ctx, f.Args()[a.Atom().ID], at)
		})
		if err != nil || met {
			return i, err
		}
	}
	return len(run.States), nil
}

// countAlike counts the states that agents cannot tell from one, of a formula
// about their knowledge.
func (l *explanation) countAlike(ctx context.Context, f *ltol.StateFormula, at space.State) (*big.Int, error) {
	c := l.man.Calculator(ctx)
	defer c.Close()
	n, err := c.Result(c.And(l.domain, l.possible(c, f, c.Take(l.sp.StateSet(c.Scope(), at)))))
	if err != nil || f.Op() == ltol.StateObliged {
		return nil, err
	}
	return l.sp.Count(n), nil
}

// showDoubt shows a state, or a chain of states, for which agents do not know the
// formula, or an ideal one that violates an obligation.
func (l *explanation) showDoubt(ctx context.Context, w *Witness) error {
	f := w.Formula
	known, err := l.States(ctx, f.Args()[0])
	if err != nil {
		return err
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	bad := c.Diff(l.domain, known)
	here := c.Take(l.sp.StateSet(c.Scope(), w.State))
	agents := f.Agents()
	switch f.Op() {
	case ltol.StateObliged:
		err = l.jump(ctx, w, c, Jump{Agents: agents, Ideal: true}, c.And(bad, l.green(c, agents[0])))
		return l.orParts(ctx, w, err)
	case ltol.StateEveryone:
		for _, a := range f.Agents() {
			if apart, err := c.Disjoint(l.confused(c, []int{a}, bdd.True, here), bad); err != nil || !apart {
				agents = []int{a}
				break
			}
		}
	case ltol.StateCommon:
		return l.orParts(ctx, w, l.chain(ctx, w, c, here, c.Diff(l.reached(), known)))
	}
	if apart, err := c.Disjoint(here, bad); err != nil || !apart {
		return l.orParts(ctx, w, err) // it does not even hold here
	}
	err = l.jump(ctx, w, c, Jump{Agents: agents}, c.And(l.confused(c, agents, bdd.True, here), bad))
	return l.orParts(ctx, w, err)
}

// orParts adds the witness of the operand, which does not hold at the end of the jumps.
func (l *explanation) orParts(ctx context.Context, w *Witness, err error) error {
	if err != nil {
		return err
	}
	at := w.State
	if n := len(w.Jumps); n > 0 {
		at = w.Jumps[n-1].To
	}
	operand, err := l.show(ctx, w.Formula.Args()[0], at)
	if err != nil {
		return err
	}
	w.Parts = append(w.Parts, operand)
	return nil
}

// jump adds a jump to a state of the set that is closest to the initial ones.
func (l *explanation) jump(ctx context.Context, w *Witness, c *bdd.Calculator, j Jump, to bdd.Node) error {
	target, err := c.Result(to)
	if err != nil {
		return err
	}
	if target == bdd.False {
		return fmt.Errorf("%w: no state shows that %s fails in %s", errWitness, w.Formula, l.sp.StateString(w.State))
	}
	run, err := l.sys.RunTo(ctx, target)
	if err != nil {
		return err
	}
	j.Run, j.To = (*Run)(run), run.States[len(run.States)-1]
	w.Jumps = append(w.Jumps, j)
	return nil
}

// chain adds jumps of single agents from a state to a bad one, as few as
// possible: none if the state itself is bad.
func (l *explanation) chain(ctx context.Context, w *Witness, c *bdd.Calculator, here, bad bdd.Node) error {
	rings := []bdd.Node{here}
	for {
		last := rings[len(rings)-1]
		if hit, err := c.Disjoint(last, bad); err != nil || !hit {
			if err != nil {
				return err
			}
			break
		}
		next := last
		for _, a := range w.Formula.Agents() {
			next = c.Or(next, c.And(l.domain, l.confused(c, []int{a}, bdd.True, last)))
		}
		if next == last {
			return fmt.Errorf("%w: no chain shows that %s fails in %s", errWitness, w.Formula, l.sp.StateString(w.State))
		}
		rings = append(rings, next)
	}
	// Backwards from a bad state: of each ring a state that some agent confuses with the one after
	// it, closest to the initial ones.
	target := c.And(rings[len(rings)-1], bad)
	for i := len(rings) - 1; i > 0; i-- {
		if err := l.jump(ctx, w, c, Jump{}, target); err != nil {
			return err
		}
		last := &w.Jumps[len(w.Jumps)-1]
		one := c.Take(l.sp.StateSet(c.Scope(), last.To))
		for _, a := range w.Formula.Agents() {
			if target = c.And(rings[i-1], l.confused(c, []int{a}, bdd.True, one)); target != bdd.False {
				last.Agents = []int{a}
				break
			}
		}
		if err := c.Err(); err != nil {
			return err // nobody may have confused the two
		}
	}
	slices.Reverse(w.Jumps)
	return nil
}
