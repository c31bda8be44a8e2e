package trace

import (
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// StateText renders one state as [Trace.Text] does, without its number: what differs from the state
// before, or everything if there is none or the options ask for it.
func StateText(sys *recipe.System, s recipe.State, before *recipe.State, o TextOptions) string {
	mustFit(sys.CheckState(s))
	if before != nil {
		mustFit(sys.CheckState(*before))
	}
	w := newWriter(sys, o)
	w.locals(s, before)
	return w.String()
}

// StepText renders a step as [Trace.Text] does.
func StepText(sys *recipe.System, step Step, o TextOptions) string {
	mustFit(errors.Join(sys.CheckState(step.State), sys.CheckStep(step.Message)))
	w := newWriter(sys, o)
	w.message(step)
	return w.String()
}
