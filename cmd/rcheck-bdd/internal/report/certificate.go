package report

import "fmt"

// Certificate prints in a line what was compared, and for the properties that hold what they were
// tested on.
func (t *Text) Certificate(run *Run) {
	c := run.Certificate
	if c == nil {
		return
	}
	text := fmt.Sprintf("Compared with the explicit semantics: %s with %s; whether %s initial",
		number(c.States, "state", "states"), number(c.Successors, "successor", "successors"),
		number(c.Initial, "state is", "states are"))
	if c.Closed {
		text += "; one step from all states"
	}
	holding, lassos, prefixes, repeated, answers := 0, 0, 0, true, c.Answers
	for i := range run.Results {
		switch p := run.Results[i].Certificate; {
		case p == nil:
		case p.Answers > 0:
			answers += p.Answers
		default:
			holding++
			lassos += p.Lassos - p.Unfair
			prefixes += p.Prefixes
			repeated = repeated && p.Repeated
		}
	}
	if holding > 0 {
		text += fmt.Sprintf("; %s, on %d infinite and %d finite runs",
			number(holding, "property that holds", "properties that hold"), lassos, prefixes)
		if repeated {
			text += ", and by a second search"
		}
	}
	if answers > 0 {
		text += fmt.Sprintf("; formulas about states, %d times", answers)
	}
	if c.Reason != "" {
		text += "; not more, because " + oneLine(c.Reason)
	}
	fmt.Fprintln(t.W, text+".")
}

// number is a count with its noun.
func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
