package report

import (
	"fmt"
	"strings"
)

// traceText is the trace of a violated property as text, with or without all that did not change.
func (r *Result) traceText(full bool) string {
	if r.Trace == nil {
		return ""
	}
	var b strings.Builder
	for i, step := range r.Trace.Steps {
		fmt.Fprintf(&b, "  %d  %s\n     %s\n", i, r.Trace.System.StateString(step.State), r.Trace.System.StepString(step.Message))
	}
	return b.String()
}
