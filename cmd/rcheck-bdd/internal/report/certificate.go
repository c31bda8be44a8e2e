package report

import "fmt"

// A Certificate says what of a system was compared with the explicit semantics. Whatever differs is an error instead.
type Certificate struct {
	// Initial counts states of which it was compared whether they are initial; States those whose steps were compared, and Successors
	// the states that these steps lead to; Walks random runs, of Steps steps together.
	Initial    int `json:"initial"`
	States     int `json:"states"`
	Successors int `json:"successors"`
	Walks      int `json:"walks"`
	Steps      int `json:"steps"`
	// Closed is there if one image of all reachable states led nowhere else, as --certify asks.
	Closed bool `json:"closed,omitempty"`
	// Answers counts the states in which a formula in ISPL, or a part of one, was decided once more, as --certify asks.
	Answers int `json:"answers,omitempty"`
	// Reason says why less was compared than usual.
	Reason string `json:"reason,omitempty"`
}

// A PropertyCertificate says what a property that holds, or any about states, was tested on, besides the search that decided it.
type PropertyCertificate struct {
	// Walks counts random runs, Lassos the infinite runs made of them, Unfair those of the lassos that say nothing because they are not
	// fair, Prefixes the beginnings of runs that could have refuted the property.
	Walks    int `json:"walks"`
	Lassos   int `json:"lassos"`
	Unfair   int `json:"unfair"`
	Prefixes int `json:"prefixes"`
	// Answers counts the states in which a property about states, or a part of it, was decided once more, as --certify asks.
	Answers int `json:"answers,omitempty"`
	// Repeated is there if the search was repeated in another way, as --certify asks.
	Repeated bool `json:"repeated,omitempty"`
	// Reason says why the property was tested on less than usual.
	Reason string `json:"reason,omitempty"`
}

// Certificate prints in a line what was compared, and for the properties that hold what they were tested on.
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
