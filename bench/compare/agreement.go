package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Disagreement is a question that got different answers.
type Disagreement struct {
	// Question has the kind [OneProperty], whatever the kind of question was
	// that the answers were given to, or [ReachableStates].
	Question
	// Answers are at least two that differ, with who gave them.
	Answers []GivenAnswer
}

// A GivenAnswer is an answer with the configurations that gave it.
type GivenAnswer struct {
	Answer         string
	Configurations []string
}

// String is a line: the question, and each answer with who gave it.
func (d Disagreement) String() string {
	var parts []string
	for _, a := range d.Answers {
		parts = append(parts, fmt.Sprintf("%s (%s)", a.Answer, strings.Join(a.Configurations, ", ")))
	}
	return fmt.Sprintf("%v: %s", d.Question, strings.Join(parts, " but "))
}

// An Agreement counts what was compared.
type Agreement struct {
	// Compared counts verdicts and numbers of states that at least two
	// configurations gave; Alone those that one gave.
	Compared, Alone int
	// Disagreements are sorted by question.
	Disagreements []Disagreement
}

// Agreement compares all answers of all runs of all sessions, those given
// before a limit was reached included. Numbers of states agree if they are
// equal as far as they were printed: peers print six digits. Numbers for
// published files are of other variables and left out.
func (r *Results) Agreement() Agreement {
	given := map[Question][]GivenAnswer{}
	var questions []Question
	for _, s := range r.Sessions {
		for _, c := range s.Cases {
			for _, run := range c.Runs {
				for q, text := range run.answers(c.Question) {
					if given[q] == nil {
						questions = append(questions, q)
					}
					given[q] = give(given[q], text, c.Configuration)
				}
			}
		}
	}
	var out Agreement
	slices.SortStableFunc(questions, func(a, b Question) int {
		return cmp.Or(compareBySubject(a, b), cmp.Compare(a.Property, b.Property))
	})
	for _, q := range questions {
		givers := map[string]bool{}
		for _, a := range given[q] {
			for _, c := range a.Configurations {
				givers[c] = true
			}
		}
		if len(givers) > 1 {
			out.Compared++
		} else {
			out.Alone++
		}
		if len(given[q]) > 1 {
			out.Disagreements = append(out.Disagreements, Disagreement{q, given[q]})
		}
	}
	return out
}

// answers are what a run says, by questions about one property or the states.
func (r *Run) answers(q Question) map[Question]string {
	out := map[Question]string{}
	if r.States != "" {
		out[q] = r.States
	}
	for name, verdict := range r.Verdicts {
		out[Question{Family: q.Family, Size: q.Size, Kind: OneProperty, Property: name}] = verdict
	}
	return out
}

// give adds an answer to those that there are.
func give(to []GivenAnswer, text, configuration string) []GivenAnswer {
	for i := range to {
		if !sameAnswer(to[i].Answer, text) {
			continue
		}
		if len(text) > len(to[i].Answer) {
			to[i].Answer = text // the one with more digits
		}
		if !slices.Contains(to[i].Configurations, configuration) {
			to[i].Configurations = append(to[i].Configurations, configuration)
		}
		return to
	}
	return append(to, GivenAnswer{text, []string{configuration}})
}

// printedDigits is how many digits peers print of a number that has more.
const printedDigits = 6

// sameAnswer compares verdicts, or numbers of states as far as they were
// printed.
func sameAnswer(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX != nil || errY != nil {
		return false
	}
	if !strings.ContainsAny(a, "e.") && !strings.ContainsAny(b, "e.") {
		return false // both exact
	}
	// Half of the last digit, and a little for the arithmetic of peers.
	unit := math.Pow10(int(math.Floor(math.Log10(max(x, y)))) - printedDigits + 1)
	return math.Abs(x-y) <= 0.5001*unit
}
