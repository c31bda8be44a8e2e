package ltol

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// WriteHOA writes the automaton under the given name in the Hanoi Omega-Automata format, version 1
// (Babiak et al., "The Hanoi Omega-Automata format", CAV 2015, doi:10.1007/978-3-319-21690-4_31).
// The atomic propositions are the atoms of the guards. Acceptance is generalised Büchi on
// transitions. It ends with the context. Errors are those of to and of the context.
func (a *Automaton) WriteHOA(ctx context.Context, to io.Writer, name string, n Notation) error {
	w := newHOA(pen{ctx: ctx, w: to}, name, n, a.Atoms(), len(a.States))
	for _, q := range a.Initial {
		w.printf("Start: %d\n", q)
	}
	switch a.Acceptance {
	case 0:
		w.printf("acc-name: all\nAcceptance: 0 t\n")
	case 1:
		w.printf("acc-name: Buchi\nAcceptance: 1 Inf(0)\n")
	default:
		sets := make([]string, a.Acceptance)
		for i := range sets {
			sets[i] = fmt.Sprintf("Inf(%d)", i)
		}
		w.printf("acc-name: generalized-Buchi %d\nAcceptance: %d %s\n",
			a.Acceptance, a.Acceptance, strings.Join(sets, "&"))
	}
	w.printf("properties: trans-labels explicit-labels trans-acc\n--BODY--\n")
	for q, edges := range a.States {
		if w.err != nil {
			return w.err
		}
		w.state(q, And(a.Obligations[q]...))
		for _, e := range edges {
			w.printf("[%s] %d%s\n", w.label(e.Guard), e.To, accText(e.Acc))
		}
	}
	w.printf("--END--\n")
	return w.err
}

// WriteHOA writes the automaton in the Hanoi Omega-Automata format, version 1, under the given
// name. The edges that are not late are in the one acceptance set. If an edge has no targets, there
// is one more state with a loop, which stands for no obligation. It ends with the context. Errors
// are those of out and of the context.
func (b *Alternating) WriteHOA(ctx context.Context, out io.Writer, name string, n Notation) error {
	nothing := slices.ContainsFunc(b.States, func(s AlternatingState) bool {
		return slices.ContainsFunc(s.Edges, func(e AlternatingEdge) bool { return len(e.To) == 0 })
	})
	states := len(b.States)
	if nothing {
		states++
	}
	w := newHOA(pen{ctx: ctx, w: out}, name, n, b.Atoms(), states)
	w.printf("Start: 0\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n")
	w.printf("properties: univ-branch very-weak trans-labels explicit-labels trans-acc\n--BODY--\n")
	for q, s := range b.States {
		if w.err != nil {
			return w.err
		}
		w.state(q, s.Formula)
		for _, e := range s.Edges {
			to, acc := strconv.Itoa(len(b.States)), " {0}"
			if len(e.To) > 0 {
				to = numbers(e.To, "&")
			}
			if e.Late {
				acc = ""
			}
			w.printf("[%s] %s%s\n", w.label(e.Guard), to, acc)
		}
	}
	if nothing {
		w.state(len(b.States), True())
		w.printf("[t] %d {0}\n", len(b.States))
	}
	w.printf("--END--\n")
	return w.err
}

// hoaWriter writes what the two kinds of automata have in common.
type hoaWriter struct {
	pen
	Notation
	numbers map[Atom]int
}

// newHOA writes the head of the header.
func newHOA(to pen, name string, n Notation, atoms []Atom, states int) *hoaWriter {
	if n.Name == nil {
		n.Name = Atom.String
	}
	w := &hoaWriter{pen: to, Notation: n, numbers: map[Atom]int{}}
	w.printf("HOA: v1\nname: %s\nStates: %d\nAP: %d", hoaString(name), states, len(atoms))
	used := map[string]bool{}
	for i, a := range atoms {
		w.numbers[a] = i
		name := n.Name(a)
		for used[name] { // such as a step atom and its past; the format wants distinct names
			name += "'"
		}
		used[name] = true
		w.printf(" %s", hoaString(name))
	}
	w.printf("\n")
	return w
}

func (w *hoaWriter) state(q int, f *Formula) {
	w.printf("State: %d %s\n", q, hoaString(f.Format(w.Notation)))
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
