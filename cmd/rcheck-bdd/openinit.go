package main

import (
	"context"

	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// The limits of the search for initial values that a run depends on: the values of a variable, and
// the steps that are repeated in all. Beyond them nothing is said.
const (
	openValues = 8
	openSteps  = 2000
)

// openInitials lists the initial values, such as `s-free = true`, that `init` leaves open and that
// the run needs: with every other initial value of the variable the same commands are no run that
// violates the formula.
func openInitials(
	ctx context.Context, in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula,
) []string {
	var out []string
	sys, left := t.System, openSteps
	if len(sys.FreeVars()) > 0 {
		return nil // the same commands lead to many states
	}
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		for v := range agent.Vars.All() {
			needed, complete := needsInitial(ctx, in, t, f, v, &left)
			if !complete {
				return nil
			}
			if needed {
				value := sys.ValueString(sys.Vars[v].Type, t.Steps[0].State.Locals[v])
				out = append(out, "`"+agent.Name+"-"+sys.Vars[v].Name+" = "+value+"`")
			}
		}
	}
	return out
}

// needsInitial reports whether the run needs the initial value of a variable that has others. It
// is incomplete if there are no steps left.
func needsInitial(
	ctx context.Context, in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula, v int, left *int,
) (needed, complete bool) {
	first, values := t.Steps[0].State, t.System.Vars[v].Type
	if values.Size() > openValues {
		return false, true
	}
	for code := range values.Size() {
		s := first.Clone()
		s.Locals[v] = values.Value(code)
		if s.Equal(first) || !in.IsInitial(s) {
			continue
		}
		needed = true
		if *left -= len(t.Steps); *left < 0 {
			return false, false
		}
		again := repeated(in, t, s)
		if again == nil {
			continue
		}
		if satisfied, err := trace.Read(ctx, in, again).Satisfies(f); err != nil || !satisfied {
			return false, true
		}
	}
	return needed, true
}

// repeated is the run that executes the commands of a lasso from another state; nil if there is
// none.
func repeated(in *recipe.Interpreter, t *trace.Trace, from recipe.State) *trace.Trace {
	out := &trace.Trace{System: t.System, Loop: t.Loop}
	for _, step := range t.Steps {
		var next *recipe.Transition
		visit := func(tr recipe.Transition) bool {
			if sameCommands(tr.Step, step.Message) {
				next = &recipe.Transition{Step: tr.Step.Clone(), Next: tr.Next.Clone()}
			}
			return next == nil
		}
		var err error
		if step.Message.Kind == recipe.Stutter {
			err = in.EachSuccessor(from, visit)
		} else {
			err = in.EachSuccessorOf(slices.Values([]int{step.Message.Command}), from, visit)
		}
		if err != nil || next == nil {
			return nil
		}
		out.Steps = append(out.Steps, trace.Step{State: from, Message: next.Step})
		from = next.Next
	}
	if !from.Equal(out.Steps[t.Loop].State) {
		return nil
	}
	return out
}

// sameCommands reports whether two steps execute the same commands.
func sameCommands(a, b recipe.Step) bool {
	if a.Kind != b.Kind || a.Kind != recipe.Stutter && a.Command != b.Command {
		return false
	}
	return slices.EqualFunc(a.Participants, b.Participants, func(p, q recipe.Participant) bool {
		return p.Command == q.Command
	})
}
