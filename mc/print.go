package mc

import (
	"fmt"
	"strings"
)

// String is a line: the verdict, the name or number of the property and its text, and, if the
// verdict is unknown, the reason. Traces print themselves.
func (r Result) String() string {
	text := fmt.Sprintf("%s %s", r.Verdict, r.Property.label())
	if r.Property.Text != "" {
		text += ": " + r.Property.Text
	}
	if r.Reason != "" {
		text += " (" + r.Reason + ")"
	}
	return text
}

// String is a line with the code of the warning, without its place.
func (w Warning) String() string { return fmt.Sprintf("warning[%s]: %s", w.Code, w.Message) }

// String is a line with the sizes of the system and of its encoding, without times.
func (s SystemStats) String() string {
	states := "reachable states not known"
	if s.Reached {
		states = fmt.Sprintf("%v reachable states, %v without a step", s.States, s.Deadlocks)
	}
	return fmt.Sprintf("%s; %d variables, %d interactions, %d nodes for the states", states, s.Variables, s.Interactions, s.ReachableNodes)
}

// String is a line for each property, as [Result.String] says it, and one for each warning.
func (r *Report) String() string {
	if r == nil {
		return "no report"
	}
	var b strings.Builder
	warn := func(list []Warning) {
		for _, w := range list {
			fmt.Fprintln(&b, w)
		}
	}
	for _, result := range r.Results {
		fmt.Fprintln(&b, result)
		warn(result.Warnings)
	}
	warn(r.Warnings)
	return b.String()
}
