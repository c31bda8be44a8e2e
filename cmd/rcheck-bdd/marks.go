package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// viewFlags are the flags that say what of traces is shown.
type viewFlags struct {
	report.View
	show []string
}

func (v *viewFlags) declare(f *cli.Flags) {
	f.BoolVar(&v.FullStates, "full-states", false, "show all variables in each state of a run, not only those that changed, and the whole run")
	f.StringArrayVar(&v.show, "show", nil, "also show the value of this `EXPRESSION` along each run, such as 'ann-load + bob-load' (repeatable)")
	f.StringSliceVar(&v.Agents, "agents", nil, "show only these agents in runs: `NAMES` of agents or of agent types, separated by commas")
}

// markedTogether is how many causes one step of a trace names; where there are more, they are
// counted.
const markedTogether = 3

// mark marks in a trace where the formula goes wrong, if the trace violates it.
func mark(ctx context.Context, t *trace.Trace, f *ltol.Formula) {
	in := recipe.NewInterpreter(t.System)
	if !t.Lasso() {
		if v, at, err := trace.Read(ctx, in, t).Standing(f); err == nil && v == ltol.No {
			t.Marks = []trace.Mark{{Step: at, Lost: true, Leaving: readsStep(f)}}
		}
		return
	}
	if t.Decisive, _ = trace.Read(ctx, in, t).Decisive(f); ctx.Err() != nil {
		return
	}
	blame, causes, err := workbench.Explain(ctx, in, t, f)
	if err != nil || blame == nil {
		return // the output with the verdict says so
	}
	texts := map[int][]string{}
	for i, c := range blame.Causes {
		texts[c.From] = append(texts[c.From], causes[i])
	}
	lost, leaving := blame.Lost, false
	if v, state, err := trace.Read(ctx, in, t).Standing(f); lost >= 0 && err == nil {
		leaving = v != ltol.No || state > lost
		if v == ltol.No && !readsStep(f) { // what is past at the next state decides, and no other step
			lost, leaving = state, false
		}
	}
	if lost >= 0 && texts[lost] == nil {
		texts[lost] = []string{}
	}
	if open := openInitials(ctx, in, t, f); len(open) > 0 {
		texts[0] = append(texts[0], "the run begins with "+strings.Join(open, ", ")+", and `init` allows other values")
	}
	t.Marks = nil
	for step, list := range texts {
		if n := len(list) - markedTogether; n > 0 {
			list = append(list[:markedTogether], fmt.Sprintf("and %d more", n))
		}
		t.Marks = append(t.Marks, trace.Mark{
			Step: step, Lost: step == lost, Leaving: step == lost && leaving, Text: strings.Join(list, "; "),
		})
	}
	slices.SortFunc(t.Marks, func(a, b trace.Mark) int { return cmp.Compare(a.Step, b.Step) })
}

// readsStep reports whether a formula is about the steps that leave states.
func readsStep(f *ltol.Formula) bool {
	return slices.ContainsFunc(f.Atoms(), func(a ltol.Atom) bool { return a.Kind == ltol.Step })
}
