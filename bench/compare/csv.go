package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// csvHeader names the columns.
var csvHeader = []string{
	"machine", "started", "family", "size", "kind", "property", "configuration", "tool", "version", "run", "outcome", "answer",
	"seconds", "cpu_seconds", "peak_bytes", "message", "command", "input",
}

// WriteCSV writes the results as a table, one line for each run and one for
// each case that was skipped. In the column answer are numbers of states, or
// verdicts, as `name=verdict` if there are several.
func (r *Results) WriteCSV(w io.Writer) error {
	lines := [][]string{csvHeader}
	for _, s := range r.Sessions {
		for _, c := range s.Cases {
			tool := s.tool(s.configuration(c.Configuration).Tool)
			line := func(cells ...string) {
				lines = append(lines, slices.Concat([]string{
					s.Machine.String(), s.Started.Format("2006-01-02T15:04:05Z"), c.Family, strconv.Itoa(c.Size), string(c.Kind), c.Property,
					c.Configuration, tool.Name, tool.Version,
				}, cells, []string{c.Command, c.Input}))
			}
			if c.Skipped != "" {
				line("", "skipped", "", "", "", "", c.Skipped)
			}
			for i, run := range c.Runs {
				line(strconv.Itoa(i+1), string(run.Outcome), run.answerText(),
					fmt.Sprint(run.Seconds), fmt.Sprint(run.CPU), strconv.FormatInt(run.PeakBytes, 10), run.Message)
			}
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// answerText is the answer as one text.
func (r *Run) answerText() string {
	if r.States != "" {
		return r.States
	}
	if len(r.Verdicts) == 1 {
		for _, v := range r.Verdicts {
			return v
		}
	}
	var parts []string
	for name, v := range r.Verdicts {
		parts = append(parts, name+"="+v)
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}
