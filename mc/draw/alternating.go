package draw

import (
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Alternating returns the diagram of an alternating automaton. An edge to several states at once is
// drawn to each of them, and tells with which others it goes together; one to none leads to a state
// for owing nothing, which is there if it is needed.
func Alternating(title string, b *ltol.Alternating, n ltol.Notation) Diagram {
	d := Diagram{Title: title}
	nothing := len(b.States)
	needed := false
	for q := range b.States {
		s := State{Name: fmt.Sprintf("%d: %s", q, b.States[q].Formula.Format(n)), Initial: q == 0}
		for _, e := range b.States[q].Edges {
			label := e.Guard.Format(n)
			if e.Late {
				label += " (late)"
			}
			if len(e.To) == 0 {
				needed = true
				s.Edges = append(s.Edges, Edge{Label: label, To: nothing})
			}
			for _, to := range e.To {
				s.Edges = append(s.Edges, Edge{Label: label + together(e.To, to), To: to})
			}
		}
		d.States = append(d.States, s)
	}
	if needed {
		d.States = append(d.States, State{Name: "nothing"})
	}
	return d
}

// together names the other targets of an edge.
func together(all []int, one int) string {
	var others []string
	for _, to := range all {
		if to != one {
			others = append(others, fmt.Sprint(to))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return " [with " + strings.Join(others, ", ") + "]"
}
