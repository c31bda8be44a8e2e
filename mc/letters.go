package mc

import (
	"context"
	"errors"
	"sort"
	"sync/atomic"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Satisfies reports whether the computation that the trace repeats satisfies the formula, by the
// semantics of formulas on lassos (ltol.Eval), atoms being judged by the interpreter. The trace
// must be a lasso. It does not ask whether the trace is a run of the system; see
// [trace.Trace.Replay].
func Satisfies(in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (bool, error) {
	if err := checkTrace(in, t, f); err != nil {
		return false, err
	}
	return newLetters(context.Background(), in, t).satisfy(f)
}

// Fair reports whether the computation that the trace repeats is fair by the specification. The
// trace must be a lasso.
func Fair(in *recipe.Interpreter, t *trace.Trace, spec Specification) (bool, error) {
	if err := checkTrace(in, t, spec.formulas()...); err != nil {
		return false, err
	}
	for _, condition := range spec.formulas() {
		if ok, err := Satisfies(in, t, condition); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Refutes reports whether the steps of a finite run themselves show that no computation which
// begins with them satisfies the formula; see [ltol.Prefix.Truth].
func Refutes(in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (bool, error) {
	if err := checkTrace(in, t, f); err != nil {
		return false, err
	}
	steps := len(t.Steps) - 1
	if steps < 1 {
		return false, nil
	}
	return newLetters(context.Background(), in, t).refute(steps, f)
}

// Standing is what a finite run decides about a formula: [Violated] if the run itself shows that no
// computation which begins with it satisfies the formula, [Holds] if it shows that every one does,
// and [Unknown] while that depends on what follows; see [ltol.Prefix.Truth]. The state, counted from
// 0, is the first at which it was so, with what holds there.
func Standing(in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (v Verdict, state int, err error) {
	if err := checkTrace(in, t, f); err != nil {
		return Unknown, 0, err
	}
	l := newLetters(context.Background(), in, t)
	truth := func(state int) ltol.Truth {
		return ltol.Prefix{Length: state, Entered: true, State: l.state, Step: l.step}.Truth(f)
	}
	at := sort.Search(len(t.Steps), func(state int) bool { return truth(state) != ltol.Unknown })
	if at < len(t.Steps) {
		v = map[ltol.Truth]Verdict{ltol.No: Violated, ltol.Yes: Holds}[truth(at)]
	}
	if v == Unknown || l.fault != nil {
		return Unknown, 0, l.fault
	}
	return v, at, nil
}

// refute is [Refutes] of the first steps of a run.
func (l *letters) refute(steps int, f *ltol.Formula) (bool, error) {
	truth := ltol.Prefix{Length: steps, State: l.state, Step: l.step}.Truth(f)
	return truth == ltol.No && l.fault == nil, l.fault
}

// satisfy is [Satisfies]; its error is the context's if that is done before the answer is known.
func (l *letters) satisfy(f *ltol.Formula) (bool, error) {
	t := l.run
	got, err := ltol.Eval(f, ltol.Lasso{Length: len(t.Steps), Loop: t.Loop, State: l.state, Step: l.step})
	return got, errors.Join(err, l.fault)
}

// letters is what atoms say of the positions of a run, by the interpreter.
type letters struct {
	ctx   context.Context
	run   *trace.Trace
	fault error // the first; after it values mean nothing

	instant *recipe.Instant
	entered int  // the position whose state it is at, -1 before the first
	left    bool // it knows the step as well

	// walk, if there is one, begins with the states and the steps of the run; the last step of a
	// lasso may differ, unless origins lists where on the walk each step of the run stands.
	walk    *walk
	origins []int
	id      int // of the proposition that column is about
	column  []atomic.Uint32
}

func newLetters(ctx context.Context, in *recipe.Interpreter, run *trace.Trace) *letters {
	return &letters{ctx: ctx, run: run, instant: recipe.NewInstant(in), entered: -1}
}

func (l *letters) state(i, id int) bool { return l.remember(i, id, false) }

func (l *letters) step(i, id int) bool {
	if l.run.Lasso() && i == len(l.run.Steps)-1 && l.origins == nil {
		return l.judge(i, id, true) // this step is the lasso's own
	}
	return l.remember(i, id, true)
}

// judge asks the interpreter for a proposition, about the step that leaves a position or its state.
func (l *letters) judge(i, id int, step bool) (holds bool) {
	if l.fault != nil {
		return false
	}
	at := &l.run.Steps[i]
	if l.entered != i {
		l.fault = l.instant.Enter(at.State)
		l.entered, l.left = i, false
	}
	if step && !l.left && l.fault == nil {
		l.fault = l.instant.Leave(at.Message)
		l.left = true
	}
	switch {
	case l.fault != nil:
	case step:
		holds, l.fault = l.instant.StepHolds(l.ctx, id)
	default:
		holds, l.fault = l.instant.StateHolds(id)
	}
	return holds
}

// remember is judge, but looks on the walk first.
func (l *letters) remember(i, id int, step bool) bool {
	if l.walk == nil {
		return l.judge(i, id, step)
	}
	at := i
	if l.origins != nil {
		at = l.origins[i]
	}
	if l.column == nil || l.id != id {
		l.id, l.column = id, l.walk.atoms.column(id, len(l.walk.steps))
	}
	if v := l.column[at].Load(); v > 0 {
		return v == 2
	}
	b := l.judge(i, id, step)
	switch {
	case l.fault != nil:
	case b:
		l.column[at].Store(2)
	default:
		l.column[at].Store(1)
	}
	return b
}
