package trace

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// StateText renders one state as [Trace.Text] does, without its number: what
// differs from the state before, or everything if there is none or the
// options ask for it.
func StateText(sys *recipe.System, s recipe.State, before *recipe.State, o TextOptions) string {
	t := &Trace{System: sys, Steps: []Step{{State: s}}, Loop: -1}
	previous := -1
	if before != nil {
		t.Steps = append(t.Steps, Step{State: *before})
		previous = 1
	}
	w := writer{trace: t, options: o}
	w.locals(0, previous)
	return w.String()
}

// StepText renders a step as [Trace.Text] does.
func StepText(sys *recipe.System, step Step, o TextOptions) string {
	w := writer{trace: &Trace{System: sys}, options: o}
	w.message(step)
	return w.String()
}
