package mc

import (
	"fmt"
	"strings"
)

// String is a line: the verdict, the name or number of the property and its text, and, if the verdict
// is unknown, the reason. Traces print themselves.
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

// String is a line for each property, as [Result.String] says it, and one for each warning.
func (r *Report) String() string {
	if r == nil {
		return "no report"
	}
	var b strings.Builder
	warn := func(list []Warning) {
		for _, w := range list {
			fmt.Fprintf(&b, "warning[%s]: %s\n", w.Code, w.Message)
		}
	}
	for _, result := range r.Results {
		fmt.Fprintln(&b, result)
		warn(result.Warnings)
	}
	warn(r.Warnings)
	return b.String()
}
