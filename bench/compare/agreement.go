package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// An Agreement counts what was compared.
type Agreement struct {
	// Compared counts verdicts and numbers of states that at least two configurations gave; Alone
	// those that one gave.
	Compared, Alone int
	// Disagreements has a line for each question with different answers, sorted.
	Disagreements []string
}

// Agree compares all answers of all runs, those before a limit was reached included. Numbers of
// states agree if they are equal as far as they were printed: peers print six digits.
func Agree(sessions []*Session) Agreement {
	given := map[Question]map[string][]string{} // the configurations, by answer
	for _, s := range sessions {
		for _, c := range s.Cases {
			for _, run := range c.Runs {
				for q, text := range run.answers(c.Question) {
					if given[q] == nil {
						given[q] = map[string][]string{}
					}
					if !slices.Contains(given[q][text], c.Configuration) {
						given[q][text] = append(given[q][text], c.Configuration)
					}
				}
			}
		}
	}
	var out Agreement
	for _, q := range slices.SortedFunc(maps.Keys(given), func(a, b Question) int {
		return cmp.Or(compareBySubject(a, b), cmp.Compare(a.Property, b.Property))
	}) {
		answers := slices.Sorted(maps.Keys(given[q]))
		givers, differ := map[string]bool{}, false
		var texts []string
		for _, a := range answers {
			texts = append(texts, fmt.Sprintf("%s (%s)", a, strings.Join(given[q][a], ", ")))
			differ = differ || slices.ContainsFunc(answers, func(b string) bool { return !sameAnswer(a, b) })
			for _, c := range given[q][a] {
				givers[c] = true
			}
		}
		if len(givers) > 1 {
			out.Compared++
		} else {
			out.Alone++
		}
		if differ {
			out.Disagreements = append(out.Disagreements, fmt.Sprintf("%v: %s", q, strings.Join(texts, " but ")))
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

// printedDigits is how many digits peers print of a number that has more.
const printedDigits = 6

// sameAnswer compares verdicts, or numbers of states as far as they were printed.
func sameAnswer(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if a == b || errX != nil || errY != nil || !strings.ContainsAny(a+b, "e.") {
		return a == b
	}
	// Half of the last digit, and a little for the arithmetic of peers.
	unit := math.Pow10(int(math.Floor(math.Log10(max(x, y)))) - printedDigits + 1)
	return math.Abs(x-y) <= 0.5001*unit
}
