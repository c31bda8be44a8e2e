// Package trace holds computations of systems: what a model checker shows as a counterexample or a
// witness, what a user keeps in a file, and what an interpreter replays.
//
// A trace is a lasso, a finite run whose last step leads back to one of its states, or a plain
// finite run (Loop is negative), which is all that a report about one state needs. It exists in
// three forms, and this package leads from each to the others: the [Trace] itself, in the indices
// of a [recipe.System]; JSON ([Trace.MarshalJSON], [Decode]), in the names of the source; and text
// for people ([Trace.WriteText]). Only the first can be trusted, and only after [Trace.Replay]:
// Decode therefore ends in a replay.
//
// Use it to store, show and replay what package mc finds, or to ask whether a run of one's own is
// one of the system.
package trace

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Trace is a run of System. Its fields are read-only once it is shared.
type Trace struct {
	System *recipe.System
	// Steps are the states of the run with the steps that leave them; there is at least one.
	Steps []Step
	// Loop is the index, counted from 0, of the step whose state the last step returns to. If it is
	// negative the trace is a finite run: it ends in the last state, whose Message is meaningless.
	Loop int
	// Decisive tells that the first states, so many, and the steps that leave them already show that
	// a property is violated: it is false on every continuation. What follows does not matter. It is
	// 0 if there are no such states, or it is not known; see [Reading.Decisive].
	Decisive int
	// Marks point at steps, in their order; a replay does not need them.
	Marks []Mark
}

// A Mark says something of one step of a trace.
type Mark struct {
	Step int
	// Lost tells that every continuation of the run up to this step violates a property. Leaving tells
	// that the step which leaves the state is a part of that, not the state alone.
	Lost, Leaving bool
	Text          string
}

// String is the mark in words.
func (m Mark) String() string {
	const lost = "from here on, the property cannot become true"
	switch {
	case !m.Lost:
		return m.Text
	case m.Text == "":
		return lost
	}
	return lost + ": " + m.Text
}

// A Step is a state and the step that leaves it.
type Step struct {
	State   recipe.State
	Message recipe.Step
}

// Of is the trace of the system through some states, of the type [recipe.State], by steps that leave
// them, of the type [recipe.Step]. The last state of a finite run has no step.
func Of[S, M any](sys *recipe.System, states []S, steps []M, loop int) *Trace {
	t := &Trace{System: sys, Loop: loop}
	for i, s := range states {
		step := Step{State: any(s).(recipe.State)}
		if i < len(steps) {
			step.Message = any(steps[i]).(recipe.Step)
		}
		t.Steps = append(t.Steps, step)
	}
	return t
}

// Lasso reports whether the trace is an infinite run.
func (t *Trace) Lasso() bool { return t != nil && t.Loop >= 0 }

// Next returns the index of the state that step i leads to, or -1 if i is the last index of a
// finite run.
func (t *Trace) Next(i int) int {
	switch {
	case t == nil:
		return -1
	case i+1 < len(t.Steps):
		return i + 1
	case t.Lasso():
		return t.Loop
	default:
		return -1
	}
}

// A ReplayError says why a trace is not a run of its system.
type ReplayError struct {
	// Step is the index of the step that cannot be taken, or -1 if the fault lies before the first
	// step.
	Step   int
	Reason string
}

// Error says which step cannot be taken, and why.
func (e *ReplayError) Error() string {
	if e.Step < 0 {
		return "trace does not replay: " + e.Reason
	}
	return fmt.Sprintf("trace does not replay: step %d: %s", e.Step, e.Reason)
}

// Replay takes the trace step by step in the interpreter, which must be one of t.System. It returns
// nil if the first state is initial, every step is a transition of the interpreter between the
// states around it, and the loop closes; a *[ReplayError] if the trace is no such run; and the
// interpreter's own error otherwise.
func (t *Trace) Replay(in *recipe.Interpreter) error { return t.replay(context.Background(), in) }

// replay is [Trace.Replay] until the context ends: then it returns its error.
func (t *Trace) replay(ctx context.Context, in *recipe.Interpreter) error {
	if err := interprets(in); err != nil {
		return err
	}
	if t == nil || len(t.Steps) == 0 {
		return &ReplayError{Step: -1, Reason: "it has no state"}
	}
	if t.Loop >= len(t.Steps) {
		return &ReplayError{Step: -1, Reason: fmt.Sprintf("the loop starts at step %d of %d", t.Loop, len(t.Steps))}
	}
	if !in.IsInitial(t.Steps[0].State) {
		return &ReplayError{Step: -1, Reason: "the first state is not initial"}
	}
	for i, step := range t.Steps {
		next := t.Next(i)
		if next < 0 {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		found := false
		taken := func(tr recipe.Transition) bool {
			found = tr.Step.Equal(step.Message) && tr.Next.Equal(t.Steps[next].State)
			return !found
		}
		toward, err := in.Toward(t.Steps[next].State)
		if err == nil {
			err = eachBy(toward, step, taken)
		}
		if err != nil {
			return fmt.Errorf("replaying step %d: %w", i, err)
		}
		if !found {
			return &ReplayError{Step: i, Reason: "the system has no such transition from this state"}
		}
	}
	return nil
}

// eachBy visits the transitions from the state of a step that the command of its message initiates.
func eachBy(in *recipe.Interpreter, step Step, visit func(recipe.Transition) bool) error {
	if step.Message.Kind == recipe.Stutter {
		return in.EachSuccessor(step.State, func(tr recipe.Transition) bool { return visit(tr) && false })
	}
	return in.EachSuccessorOf(slices.Values([]int{step.Message.Command}), step.State, visit)
}

// check says what keeps the trace from being shown: there is none, or it is not one in the indices
// of its system. The error wraps [recipe.ErrMisuse] or [recipe.ErrState].
func (t *Trace) check() error {
	if err := t.exists(); err != nil {
		return err
	}
	for i, step := range t.Steps {
		if err := fits(t.System, i, step, t.Next(i) >= 0); err != nil {
			return err
		}
	}
	return nil
}

// exists says whether there is a trace of some system.
func (t *Trace) exists() error {
	switch {
	case t == nil || t.System == nil:
		return fmt.Errorf("trace: %w: there is no trace, or no system of it", recipe.ErrMisuse)
	case len(t.Steps) == 0 || t.Loop >= len(t.Steps):
		return fmt.Errorf("trace: %w: the loop starts at step %d of %d", recipe.ErrMisuse, t.Loop, len(t.Steps))
	}
	return nil
}

// fits says whether state i of a run, and the step that leaves it if there is one, are those of a
// system.
func fits(sys *recipe.System, i int, step Step, left bool) error {
	err := sys.CheckState(step.State)
	if err == nil && left {
		err = sys.CheckStep(step.Message)
	}
	if err != nil {
		return fmt.Errorf("trace: step %d: %w", i, err)
	}
	return nil
}

// mustFit panics with an error about what is to be shown.
func mustFit(err error) {
	if err != nil {
		panic(err)
	}
}

// interprets says that there is no interpreter.
func interprets(in *recipe.Interpreter) error {
	if in.System() == nil {
		return fmt.Errorf("trace: %w: there is no interpreter", recipe.ErrMisuse)
	}
	return nil
}
