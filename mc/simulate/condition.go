package simulate

import (
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ErrHorizon is wrapped by errors about formulas that no single step decides.
var ErrHorizon = errors.New("the condition looks further than one step")

// A Condition is an LTOL formula whose truth at a position is decided by the state there, the step
// that entered it, the step that leaves it and the state after that: X and observations do not
// nest, and nothing lasts (no U, W, R, F, G). As in all formulas a send, get or supply label is
// about the step that leaves a position, a receive label about the step that entered it; X of a
// receive label is therefore about the step that leaves (P003 Section 5).
type Condition struct {
	formula *ltol.Formula
	ahead   bool
	past    []ltol.Atom // the past-step atoms of formula
}

// NewCondition returns the condition that f holds. The atoms of f are propositions of the system it
// will be asked about, as in a property of package mc. The error wraps [ErrHorizon].
func NewCondition(f *ltol.Formula) (*Condition, error) {
	if f == nil {
		return nil, misuse("the condition has no formula")
	}
	ahead, err := horizon(f, false)
	if err != nil {
		return nil, err
	}
	c := &Condition{formula: f, ahead: ahead}
	for _, a := range f.Atoms() {
		if a.Kind == ltol.PastStep {
			c.past = append(c.past, a)
		}
	}
	return c, nil
}

// horizon tells whether f, found at a position or (next) at the one after it, speaks of the step
// that leaves the position.
func horizon(f *ltol.Formula, next bool) (ahead bool, err error) {
	switch f.Op() {
	case ltol.OpAtom:
		if f.Atom().Kind == ltol.Step && next {
			return false, fmt.Errorf("%w: the step after the next one is not known yet", ErrHorizon)
		}
		return f.Atom().Kind == ltol.Step, nil
	case ltol.OpNext, ltol.OpPossible, ltol.OpNecessary:
		if next {
			return false, fmt.Errorf("%w: X and observations cannot nest", ErrHorizon)
		}
		_, err := horizon(f.Args()[0], true)
		return true, err
	}
	if !f.Op().Boolean() {
		return false, fmt.Errorf("%w: U, W, R, F and G last", ErrHorizon)
	}
	for _, a := range f.Args() {
		more, err := horizon(a, next)
		if err != nil {
			return false, err
		}
		ahead = ahead || more
	}
	return ahead, nil
}

// Ahead reports whether the condition speaks of the step that leaves a position. If not, the state
// and the step that entered it decide.
func (c *Condition) Ahead() bool { return c != nil && c.ahead }

// window is what a condition sees: position 0 and what is around it.
type window struct {
	in     *recipe.Interpreter
	before *trace.Step  // the state before position 0 and the step that entered it; nil if there is none
	state  recipe.State // at position 0
	step   *recipe.Step // leaving it; nil if the condition is not ahead
	after  recipe.State // at position 1
}

// eval gives the truth of f at position 0 or 1.
func (w *window) eval(f *ltol.Formula, at int) (bool, error) {
	return ltol.Holds(f, func(f *ltol.Formula) (bool, error) {
		switch f.Op() {
		case ltol.OpAtom:
			return w.atom(f.Atom(), at)
		case ltol.OpPossible, ltol.OpNecessary:
			seen, err := w.in.StepHolds(f.Atom().ID, w.state, *w.step)
			if err != nil || !seen {
				return f.Op() == ltol.OpNecessary, err
			}
		}
		return w.eval(f.Args()[0], at+1)
	})
}

func (w *window) atom(a ltol.Atom, at int) (bool, error) {
	switch {
	case a.Kind == ltol.State && at == 0:
		return w.in.StateHolds(a.ID, w.state)
	case a.Kind == ltol.State:
		return w.in.StateHolds(a.ID, w.after)
	case a.Kind == ltol.Step || at == 1:
		return w.in.StepHolds(a.ID, w.state, *w.step)
	case w.before == nil:
		return false, nil
	default:
		return w.in.StepHolds(a.ID, w.before.State, w.before.Message)
	}
}

// usable says what keeps the condition from being asked for.
func (c *Condition) usable() error {
	if c == nil || c.formula == nil {
		return misuse("the condition is nil, or was not made by NewCondition")
	}
	return nil
}
