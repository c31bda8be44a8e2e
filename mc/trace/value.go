package trace

import (
	"context"
	"strconv"
	"strings"
)

// Value returns the value of an agent's local in the state of step i, as the source writes it, or
// of its control state, which is called [ControlName]. It is not ok if there is no such step, agent
// or local. It is for programs that look for single values in a run and know names, not indices.
func (t *Trace) Value(i int, agent, local string) (value string, ok bool) {
	if t == nil || i < 0 || i >= len(t.Steps) || t.System.CheckState(t.Steps[i].State) != nil {
		return "", false
	}
	state := t.Steps[i].State
	for a := range t.System.Agents {
		owner := &t.System.Agents[a]
		if owner.Name != agent {
			continue
		}
		if local == ControlName {
			return strconv.Itoa(state.Control[a]), true
		}
		for v := range owner.Vars.All() {
			if x := &t.System.Vars[v]; x.Name == local {
				return t.System.ValueString(x.Type, state.Locals[v]), true
			}
		}
	}
	return "", false
}

// String is the text of the trace, in which states show what changed. For long traces,
// [Trace.WriteText] ends with a context. It panics if the trace is not one of its system.
func (t *Trace) String() string {
	var b strings.Builder
	mustFit(t.WriteText(context.Background(), &b, TextOptions{}))
	return b.String()
}
