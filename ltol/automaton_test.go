package ltol

import (
	"fmt"
	"strings"
	"testing"
)

// checkAutomaton verifies what the passes promise each other.
func checkAutomaton(a *Automaton) error {
	if len(a.Obligations) != len(a.States) {
		return fmt.Errorf("%d states, %d with obligations", len(a.States), len(a.Obligations))
	}
	if a.Acceptance < 0 || a.Acceptance > 64 {
		return fmt.Errorf("%d acceptance sets", a.Acceptance)
	}
	for i, q := range a.Initial {
		if q < 0 || q >= len(a.States) || i > 0 && a.Initial[i-1] >= q {
			return fmt.Errorf("initial states %v of %d", a.Initial, len(a.States))
		}
	}
	for q, edges := range a.States {
		seen := map[Edge]bool{}
		for _, e := range edges {
			key := Edge{To: e.To, Acc: e.Acc}
			switch {
			case e.To < 0 || e.To >= len(a.States):
				return fmt.Errorf("state %d: edge to %d of %d", q, e.To, len(a.States))
			case e.Guard.root == never:
				return fmt.Errorf("state %d: edge to %d on no letter", q, e.To)
			case e.Guard.table != a.table:
				return fmt.Errorf("state %d: edge to %d has a foreign guard", q, e.To)
			case e.Acc&^a.full() != 0:
				return fmt.Errorf("state %d: edge to %d in sets %b of %d", q, e.To, e.Acc, a.Acceptance)
			case seen[key]:
				return fmt.Errorf("state %d: two edges to %d in sets %b", q, e.To, e.Acc)
			}
			seen[key] = true
		}
	}
	return nil
}

// automatonOf builds an automaton from lines "from: guard -> to {sets}", guards being formulas over
// s0, s1, e0, e1 without temporal connectives. State 0 is initial.
func automatonOf(t testing.TB, acceptance int, text string) *Automaton {
	t.Helper()
	table := newGuardTable([]Atom{{0, State}, {1, State}, {0, Step}, {1, Step}}, 10_000)
	a := &Automaton{Initial: []int{0}, Acceptance: acceptance, table: table}
	state := func(q int) int {
		for len(a.States) <= q {
			a.States = append(a.States, nil)
			a.Obligations = append(a.Obligations, nil)
		}
		return q
	}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		var from, to int
		head, sets, _ := strings.Cut(strings.TrimSpace(line), "{")
		start, rest, _ := strings.Cut(head, ":")
		arrow := strings.LastIndex(rest, "->")
		if _, err := fmt.Sscan(start, &from); err != nil || arrow < 0 {
			t.Fatalf("%q: %v", line, err)
		}
		if _, err := fmt.Sscan(rest[arrow+2:], &to); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		c := newObligations(1000)
		e := &expander{obligations: c, table: table}
		edge := Edge{To: state(to), Guard: Guard{table, e.guard(c.encode(mustParse(t, rest[:arrow])))}}
		for set := range strings.FieldsSeq(strings.Trim(sets, "}\n")) {
			var i int
			if _, err := fmt.Sscan(set, &i); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			edge.Acc |= 1 << i
		}
		a.States[state(from)] = append(a.States[state(from)], edge)
	}
	for q := range a.States {
		a.States[q] = a.table.joinEdges(a.States[q])
	}
	if err := checkAutomaton(a); err != nil {
		t.Fatal(err)
	}
	return a
}

// shape is the automaton without its obligations, in the notation of automatonOf.
func shape(a *Automaton) string {
	var out strings.Builder
	for q, edges := range a.States {
		for _, e := range edges {
			fmt.Fprintf(&out, "%d: %v -> %d%s\n", q, e.Guard, e.To, accText(e.Acc))
		}
	}
	return out.String()
}

// expectShape compares an automaton with one written in the notation of automatonOf.
func expectShape(t testing.TB, got *Automaton, want string) {
	t.Helper()
	if err := checkAutomaton(got); err != nil {
		t.Error(err)
	}
	if want := shape(automatonOf(t, got.Acceptance, want)); shape(got) != want {
		t.Errorf("got\n%s\nwant\n%s", shape(got), want)
	}
}

// automaton makes a random automaton with up to the given number of states and acceptance sets over
// s0, s1, e0, e1.
func (r *source) automaton(t testing.TB, states, sets int) *Automaton {
	t.Helper()
	guards := []string{
		"true", "s0", "!s0", "e0", "!e0 & s1", "s0 & e1", "s0 | e0", "s1 <-> e1", "!s1", "!s0 | !e0",
	}
	guards = guards[:1+r.IntN(len(guards))]
	n, k := 1+r.IntN(states), r.IntN(sets+1)
	var lines []string
	for q := range n {
		for range r.IntN(4) {
			var acc []string
			for set := range k {
				if r.IntN(2) == 0 {
					acc = append(acc, fmt.Sprint(set))
				}
			}
			lines = append(lines, fmt.Sprintf("%d: %s -> %d {%s}", q, guards[r.IntN(len(guards))], r.IntN(n), strings.Join(acc, " ")))
		}
	}
	if len(lines) == 0 {
		lines = []string{"0: true -> 0"}
	}
	return automatonOf(t, k, strings.Join(lines, "\n")).reachable()
}

// expectSameLanguage compares the verdicts of two automata on random lassos and counts those
// accepted.
func expectSameLanguage(t testing.TB, r *source, a, b *Automaton) (accepted int) {
	t.Helper()
	for range 15 {
		l := r.lasso(6)
		x, err := a.Accepts(l)
		if err != nil {
			t.Fatal(err)
		}
		y, _ := b.Accepts(l)
		if x != y {
			t.Fatalf("one accepts (%t, %t), the other does not:\n%s\n%s", x, y, shape(a), shape(b))
		}
		if x {
			accepted++
		}
	}
	return accepted
}

func TestAcceptsNamed(t *testing.T) {
	s0, s1 := []Atom{{0, State}}, []Atom{{1, State}}
	for _, test := range []struct {
		name string
		a    *Automaton
		l    Lasso
		want bool
	}{
		{"no states", &Automaton{}, letters(0, s0), false},
		{"no edge on the letter", automatonOf(t, 0, "0: s1 -> 0"), letters(0, s0), false},
		{"no sets: any run", automatonOf(t, 0, "0: s0 -> 0"), letters(0, s0), true},
		{"the run ends", automatonOf(t, 0, "0: s0 -> 1"), letters(0, s0), false},
		{"set on the way only", automatonOf(t, 1, "0: s0 -> 1 {0}\n1: s0 -> 1"), letters(0, s0), false},
		{"set on the loop", automatonOf(t, 1, "0: s0 -> 1\n1: s0 -> 1 {0}"), letters(0, s0), true},
		{"two sets on one cycle", automatonOf(t, 2, "0: s0 -> 0 {0}\n0: s1 -> 0 {1}"), letters(0, s0, s1), true},
		{"two sets, one met", automatonOf(t, 2, "0: s0 -> 0 {0}\n0: s1 -> 0 {1}"), letters(1, s1, s0), false},
		{"a choice that must be right", automatonOf(t, 1, "0: true -> 0\n0: s0 -> 1\n1: s0 -> 1 {0}"), letters(2, s0, s1, s0), true},
		{"loop through position 0", automatonOf(t, 1, "0: s0 -> 1\n1: s1 -> 0 {0}"), letters(0, s0, s1), true},
	} {
		if got, err := test.a.Accepts(test.l); got != test.want || err != nil {
			t.Errorf("%s: %t, %v", test.name, got, err)
		}
	}
}
