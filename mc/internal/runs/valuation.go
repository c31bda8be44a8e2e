// Package runs evaluates formulas on runs that the explicit interpreter makes, and says what that
// costs. It knows neither engines nor their scheduler.
package runs

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Valuation gives the values of atoms at the positions of a run. The interpreter decides them.
// It is not safe for concurrent use.
type Valuation struct {
	ctx   context.Context
	run   *trace.Trace
	fault error // the first; after it values mean nothing

	instant *recipe.Instant
	entered int  // the position whose state the instant is at, -1 before the first
	left    bool // the instant knows the step as well

	// walk, if there is one, begins with the states and the steps of the run; the last step of a
	// lasso may differ, unless origins lists where on the walk each step of the run stands.
	walk    *Walk
	origins []int
	id      int // of the proposition that column is about
	column  []atomic.Uint32
}

// NewValuation makes a valuation of a run. After the end of ctx values mean nothing, and the
// methods that use them return its error.
func NewValuation(ctx context.Context, in *recipe.Interpreter, run *trace.Trace) *Valuation {
	return &Valuation{ctx: ctx, run: run, instant: recipe.NewInstant(in), entered: -1}
}

// On has the valuation remember values on a walk, which the run follows; the last step of a lasso
// may differ.
func (v *Valuation) On(w *Walk) *Valuation {
	v.walk = w
	return v
}

// At is On where step i of the run is step origins[i] of the walk.
func (v *Valuation) At(w *Walk, origins []int) *Valuation {
	v.walk, v.origins = w, origins
	return v
}

// Satisfies reports whether the run, a lasso, satisfies the formula. The error is the context's if
// that ends before the answer is known.
func (v *Valuation) Satisfies(f *ltol.Formula) (bool, error) {
	lasso := ltol.Lasso{Length: len(v.run.Steps), Loop: v.run.Loop, State: v.State, Step: v.Step}
	got, err := ltol.Eval(f, lasso)
	return got, errors.Join(err, v.fault)
}

// SatisfiesAll reports whether the run, a lasso, satisfies all the formulas. An error is that of
// [Valuation.Satisfies].
func (v *Valuation) SatisfiesAll(fs []*ltol.Formula) (bool, error) {
	for _, f := range fs {
		if ok, err := v.Satisfies(f); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Refutes reports whether the first steps of the run show that no run which begins with them
// satisfies the formula.
func (v *Valuation) Refutes(steps int, f *ltol.Formula) (bool, error) {
	truth := ltol.Prefix{Length: steps, State: v.State, Step: v.Step}.Truth(f)
	return truth == ltol.No && v.fault == nil, v.fault
}

// Fault is the first error of the interpreter or the context; after it values mean nothing.
func (v *Valuation) Fault() error { return v.fault }

// State is the value of a state proposition at a position.
func (v *Valuation) State(i, id int) bool { return v.remember(i, id, false) }

// Step is the value of a step proposition at the step that leaves a position.
func (v *Valuation) Step(i, id int) bool {
	if v.run.Lasso() && i == len(v.run.Steps)-1 && v.origins == nil {
		return v.judge(i, id, true) // this step is the lasso's own
	}
	return v.remember(i, id, true)
}

// judge asks the interpreter for a proposition, about the step that leaves a position or its state.
func (v *Valuation) judge(i, id int, step bool) (holds bool) {
	if v.fault != nil {
		return false
	}
	at := &v.run.Steps[i]
	if v.entered != i {
		v.fault = v.instant.Enter(at.State)
		v.entered, v.left = i, false
	}
	if step && !v.left && v.fault == nil {
		v.fault = v.instant.Leave(at.Message)
		v.left = true
	}
	switch {
	case v.fault != nil:
	case step:
		holds, v.fault = v.instant.StepHolds(v.ctx, id)
	default:
		holds, v.fault = v.instant.StateHolds(id)
	}
	return holds
}

// remember is judge, but looks on the walk first.
func (v *Valuation) remember(i, id int, step bool) bool {
	if v.walk == nil {
		return v.judge(i, id, step)
	}
	at := i
	if v.origins != nil {
		at = v.origins[i]
	}
	if v.column == nil || v.id != id {
		v.id, v.column = id, v.walk.atoms.column(id, len(v.walk.Steps))
	}
	if known := v.column[at].Load(); known > 0 {
		return known == 2
	}
	b := v.judge(i, id, step)
	switch {
	case v.fault != nil:
	case b:
		v.column[at].Store(2)
	default:
		v.column[at].Store(1)
	}
	return b
}
