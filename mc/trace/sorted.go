package trace

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ByAgents returns a run of the same steps in which those of one initiator stand together, as far
// as [Trace.Dependencies] allow. It goes through the same states of each agent, and to the same
// last state. The steps of a loop stay in the loop. The interpreter takes each step. The result is
// t itself if no order is better, or t is too long. It has no marks: a formula about the run may
// have another value, as X and observations count steps. The error is that of [Trace.Dependencies]
// or of the interpreter, or a *[ReplayError] if the trace is no run.
func (t *Trace) ByAgents(ctx context.Context, in *recipe.Interpreter) (*Trace, error) {
	if err := interprets(in); err != nil {
		return nil, err
	}
	depends, err := t.Dependencies(ctx)
	if errors.Is(err, errLong) {
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	stem := len(depends)
	if t.Lasso() {
		stem = t.Loop
	}
	order := t.together(t.together(nil, depends, 0, stem), depends, stem, len(depends))
	if t.switches(order) >= t.switches(numbers(0, len(depends))) {
		return t, nil
	}
	out := &Trace{System: t.System, Steps: make([]Step, len(t.Steps)), Loop: t.Loop}
	at := t.Steps[0].State
	for i, from := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out.Steps[i] = Step{State: at, Message: t.Steps[from].Message}
		if at, err = after(in, i, out.Steps[i]); err != nil {
			return nil, err
		}
	}
	if !t.Lasso() {
		out.Steps[len(order)] = Step{State: at, Message: t.Steps[len(order)].Message}
	}
	return out, out.replay(ctx, in)
}

// after is the state to which the interpreter's step i leads.
func after(in *recipe.Interpreter, i int, step Step) (recipe.State, error) {
	var to recipe.State
	err := error(&ReplayError{Step: i, Reason: "the system has no such transition from this state"})
	visit := func(tr recipe.Transition) bool {
		if tr.Step.Equal(step.Message) {
			to, err = tr.Next.Clone(), nil
		}
		return err != nil
	}
	if fault := eachBy(in, step, visit); fault != nil {
		return to, fault
	}
	return to, err
}

func numbers(from, to int) (out []int) {
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}

// switches is how often the initiator of a step differs from that of the step before.
func (t *Trace) switches(order []int) (n int) {
	for i := 1; i < len(order); i++ {
		if t.Steps[order[i]].Message.Initiator != t.Steps[order[i-1]].Message.Initiator {
			n++
		}
	}
	return n
}

// together adds the steps of a part of the run to an order: each time it takes the first step of
// the last initiator that depends on no step to come, or else the first of any.
func (t *Trace) together(order []int, depends [][]Dependence, from, to int) []int {
	waits := map[int]int{}   // by step, on how many it depends that are still to come
	frees := map[int][]int{} // by step, the steps that wait for it
	var ready []int          // ascending
	for i := from; i < to; i++ {
		for _, c := range depends[i] {
			if c.Step >= from {
				waits[i]++
				frees[c.Step] = append(frees[c.Step], i)
			}
		}
		if t.Steps[i].Message.Kind == recipe.Stutter {
			return append(order, numbers(from, to)...)
		}
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	last := -1
	if len(order) > 0 {
		last = t.Steps[order[len(order)-1]].Message.Initiator
	}
	for len(ready) > 0 {
		k := max(slices.IndexFunc(ready, func(i int) bool { return t.Steps[i].Message.Initiator == last }), 0)
		i := ready[k]
		ready = slices.Delete(ready, k, k+1)
		order, last = append(order, i), t.Steps[i].Message.Initiator
		for _, f := range frees[i] {
			if waits[f]--; waits[f] == 0 {
				at, _ := slices.BinarySearch(ready, f)
				ready = slices.Insert(ready, at, f)
			}
		}
	}
	return order
}
