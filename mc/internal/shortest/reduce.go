package shortest

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Reduce leaves out steps of a run that violates the property, as long as what is left is a run
// that does: some steps one after the other, or some that one agent initiates, such as that it
// crashes and comes back. The interpreter makes the rest anew, each step as it was if that is
// possible, else by the same command. (The order of the attempts is that of A. Zeller, R.
// Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 28(2), 2002,
// doi:10.1109/32.988498.)
//
// Of a run of which only the first steps are decisive, what follows is made anew as well. The work
// ends with the budget of the question; what is left then is returned.
func Reduce(ctx context.Context, q Question, run *trace.Trace) (*trace.Trace, error) {
	r := &reducer{Question: q, ctx: ctx, meter: &meter{prices: q.Prices, budget: q.Budget}, steps: run.Steps, loop: run.Loop}
	if run.Decisive > 0 {
		r.steps, r.loop = run.Steps[:run.Decisive], -1
	}
	err := r.reduce()
	switch {
	case err != nil && !errors.Is(err, errBudget):
		return nil, err
	case len(r.steps) == len(run.Steps) || len(r.steps) == run.Decisive:
		return run, nil
	case r.loop >= 0:
		return &trace.Trace{System: run.System, Steps: r.steps, Loop: r.loop}, nil
	}
	out, err := r.completed()
	if out == nil {
		return run, err
	}
	return out, err
}

// A reducer holds what is left of a run: the steps of a lasso, or, where loop is negative, steps
// after which the property is lost, and the state after them.
type reducer struct {
	Question
	ctx   context.Context
	meter *meter
	steps []trace.Step
	loop  int
	end   recipe.State
}

// reduce tries until no part can be left out.
func (r *reducer) reduce() error {
	for again := true; again; {
		again = false
		for agent := -1; agent < len(r.Interpreter.System().Agents); agent++ {
			less, err := r.leaveOut(agent)
			if err != nil {
				return err
			}
			again = again || less
		}
	}
	return nil
}

// leaveOut tries to leave out steps that an agent initiates, or any if it is -1, many at first.
func (r *reducer) leaveOut(agent int) (less bool, err error) {
	for size := len(r.of(agent)); size > 0; size /= 2 {
		for at := 0; at < len(r.of(agent)); {
			of := r.of(agent)
			left, err := r.without(of[at:min(at+size, len(of))])
			if err != nil {
				return less, err
			}
			if !left {
				at += size
			}
			less = less || left
		}
	}
	return less, nil
}

// of are the places of the steps that an agent initiates.
func (r *reducer) of(agent int) (out []int) {
	for i, s := range r.steps {
		if agent < 0 || s.Message.Kind != recipe.Stutter && s.Message.Initiator == agent {
			out = append(out, i)
		}
	}
	return out
}

// without leaves out some steps, if what is left is a run that violates the property.
func (r *reducer) without(some []int) (bool, error) {
	if err := r.meter.check(r.ctx); err != nil {
		return false, err
	}
	var steps []trace.Step
	loop, state := r.loop, r.steps[0].State
	for i, step := range r.steps {
		if slices.Contains(some, i) {
			if i < r.loop {
				loop--
			}
			continue
		}
		t, err := r.again(state, step.Message)
		if err != nil || t == nil {
			return false, err
		}
		steps = append(steps, trace.Step{State: state, Message: t.Step})
		state = t.Next
	}
	if len(steps) == 0 || loop >= len(steps) || loop >= 0 && !steps[loop].State.Equal(state) {
		return false, nil
	}
	ok, err := r.violates(&trace.Trace{System: r.Interpreter.System(), Steps: steps, Loop: loop})
	if ok && err == nil {
		r.steps, r.loop, r.end = steps, loop, state
	}
	return ok, err
}

// violates reports whether a lasso is fair and violates the property, or whether it is lost with
// the steps of a finite run.
func (r *reducer) violates(run *trace.Trace) (bool, error) {
	r.meter.spent += len(run.Steps) * (1 + len(r.Fair))
	reading, property := trace.Read(r.ctx, r.Interpreter, run), ltol.And(r.Conjuncts...)
	if !run.Lasso() {
		return reading.Refutes(len(run.Steps), property)
	}
	holds, err := reading.Satisfies(property)
	if holds || err != nil {
		return false, err
	}
	return reading.SatisfiesAll(r.Fair)
}

// completed is a run that goes on fairly after the steps that are left; nil if none is found.
func (r *reducer) completed() (*trace.Trace, error) {
	f := &Search{Question: r.Question, meter: &meter{prices: r.Prices, budget: r.Budget}}
	var err error
	if f.fair, err = lassos(r.ctx, ltol.And(r.Fair...), r.Translation); err != nil {
		return nil, err
	}
	f.s = newStates(&r.Question, atomsOf(f.fair), f.meter)
	rest, err := f.onward(r.ctx, nil, f.s.meet(r.Interpreter.Key(r.end)))
	switch {
	case err != nil && !errors.Is(err, errBudget):
		return nil, err
	case rest == nil:
		return nil, nil
	}
	run, err := f.path(r.ctx, *rest)
	if err != nil {
		return nil, err
	}
	out := traceOf(r.Interpreter.System(), run)
	out.Steps, out.Loop, out.Decisive = slices.Concat(r.steps, out.Steps), out.Loop+len(r.steps), len(r.steps)
	return out, nil
}

// again is a step as it was, else the first one by the same command; nil if there is none.
func (r *reducer) again(state recipe.State, was recipe.Step) (out *recipe.Transition, err error) {
	r.meter.state()
	err = r.Interpreter.EachSuccessor(state, func(t recipe.Transition) bool {
		r.meter.successor()
		same := t.Step.Kind == was.Kind && (was.Kind == recipe.Stutter || t.Step.Command == was.Command)
		exact := same && t.Step.Equal(was)
		if exact || same && out == nil {
			found := t.Clone()
			out = &found
		}
		return !exact
	})
	return out, err
}
