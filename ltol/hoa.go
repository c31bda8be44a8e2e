package ltol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// HOA writes the automaton under the given name in the Hanoi Omega-Automata format, version 1
// (Babiak et al., "The Hanoi Omega-Automata format", CAV 2015, doi:10.1007/978-3-319-21690-4_31).
// The atomic propositions are the atoms of the guards. Acceptance is generalised Büchi on
// transitions.
func (a *Automaton) HOA(name string, n Notation) string {
	w := newHOA(name, n, a.Atoms(), len(a.States))
	for _, q := range a.Initial {
		fmt.Fprintf(&w.out, "Start: %d\n", q)
	}
	switch a.Acceptance {
	case 0:
		w.out.WriteString("acc-name: all\nAcceptance: 0 t\n")
	case 1:
		w.out.WriteString("acc-name: Buchi\nAcceptance: 1 Inf(0)\n")
	default:
		sets := make([]string, a.Acceptance)
		for i := range sets {
			sets[i] = fmt.Sprintf("Inf(%d)", i)
		}
		fmt.Fprintf(&w.out, "acc-name: generalized-Buchi %d\nAcceptance: %d %s\n",
			a.Acceptance, a.Acceptance, strings.Join(sets, "&"))
	}
	w.out.WriteString("properties: trans-labels explicit-labels trans-acc\n--BODY--\n")
	for q, edges := range a.States {
		w.state(q, And(a.Obligations[q]...))
		for _, e := range edges {
			fmt.Fprintf(&w.out, "[%s] %d%s\n", w.label(e.Guard), e.To, accText(e.Acc))
		}
	}
	w.out.WriteString("--END--\n")
	return w.out.String()
}

// HOA writes the automaton in the Hanoi Omega-Automata format, version 1, under the given name. The
// edges that are not late are in the one acceptance set. If an edge has no targets, there is one
// more state with a loop, which stands for no obligation.
func (b *Alternating) HOA(name string, n Notation) string {
	nothing := slices.ContainsFunc(b.States, func(s AlternatingState) bool {
		return slices.ContainsFunc(s.Edges, func(e AlternatingEdge) bool { return len(e.To) == 0 })
	})
	states := len(b.States)
	if nothing {
		states++
	}
	w := newHOA(name, n, b.Atoms(), states)
	w.out.WriteString("Start: 0\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n")
	w.out.WriteString("properties: univ-branch very-weak trans-labels explicit-labels trans-acc\n--BODY--\n")
	for q, s := range b.States {
		w.state(q, s.Formula)
		for _, e := range s.Edges {
			to, acc := strconv.Itoa(len(b.States)), " {0}"
			if len(e.To) > 0 {
				to = numbers(e.To, "&")
			}
			if e.Late {
				acc = ""
			}
			fmt.Fprintf(&w.out, "[%s] %s%s\n", w.label(e.Guard), to, acc)
		}
	}
	if nothing {
		w.state(len(b.States), True())
		fmt.Fprintf(&w.out, "[t] %d {0}\n", len(b.States))
	}
	w.out.WriteString("--END--\n")
	return w.out.String()
}

// hoaWriter writes what the two kinds of automata have in common.
type hoaWriter struct {
	Notation
	out     strings.Builder
	numbers map[Atom]int
}

// newHOA writes the head of the header.
func newHOA(name string, n Notation, atoms []Atom, states int) *hoaWriter {
	if n.Name == nil {
		n.Name = Atom.String
	}
	w := &hoaWriter{Notation: n, numbers: map[Atom]int{}}
	fmt.Fprintf(&w.out, "HOA: v1\nname: %s\nStates: %d\nAP: %d", hoaString(name), states, len(atoms))
	used := map[string]bool{}
	for i, a := range atoms {
		w.numbers[a] = i
		name := n.Name(a)
		for used[name] { // such as a step atom and its past; the format wants distinct names
			name += "'"
		}
		used[name] = true
		w.out.WriteString(" " + hoaString(name))
	}
	w.out.WriteByte('\n')
	return w
}

func (w *hoaWriter) state(q int, f *Formula) {
	fmt.Fprintf(&w.out, "State: %d %s\n", q, hoaString(f.Format(w.Notation)))
}

// label is the guard over the numbers of the atomic propositions.
func (w *hoaWriter) label(g Guard) string {
	switch {
	case g.IsTrue():
		return "t"
	case g.isFalse():
		return "f"
	}
	literal := func(l Literal) string {
		if l.Negated {
			return "!" + strconv.Itoa(w.numbers[l.Atom])
		}
		return strconv.Itoa(w.numbers[l.Atom])
	}
	product := func(c Cube) string { return strings.Join(mapped(c, literal), "&") }
	return strings.Join(mapped(g.cubes(), product), " | ")
}

// hoaString quotes a text the way the format has it: with backslashes before quotes and
// backslashes.
func hoaString(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// Atoms are the atoms the guards depend on, in the order of Atom.Compare.
func (b *Alternating) Atoms() []Atom {
	return atomsOfGuards(func(yield func(Guard)) {
		for _, s := range b.States {
			for _, e := range s.Edges {
				yield(e.Guard)
			}
		}
	})
}
