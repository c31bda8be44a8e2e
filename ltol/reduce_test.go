package ltol

import (
	"testing"
)

// passes are the steps of reduce, each of which keeps the language.
var passes = map[string]func(a *Automaton) *Automaton{
	"reachable":   (*Automaton).reachable,
	"withoutDead": (*Automaton).withoutDead,
	"assignAcceptance": func(a *Automaton) *Automaton {
		if err := a.assignAcceptance(a.lateByAcc); err != nil {
			panic(err)
		}
		return a
	},
	"mergeBisimilar":   (*Automaton).mergeBisimilar,
	"mergeSimilar":     (*Automaton).mergeSimilar,
	"collapseTerminal": (*Automaton).collapseTerminal,
}

// TestPassesKeepLanguage tries every pass by itself on random automata.
func TestPassesKeepLanguage(t *testing.T) {
	for name, pass := range passes {
		t.Run(name, func(t *testing.T) {
			changed, accepted := 0, 0
			for seed := range uint64(600 * longer()) {
				r := newSource(seed)
				a := r.automaton(t, 5, 3)
				before := a.compact()
				after := pass(a)
				if err := checkAutomaton(after); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if shape(after) != shape(before) {
					changed++
				}
				accepted += expectSameLanguage(t, r, before, after)
			}
			t.Logf("%d changed, %d words accepted", changed, accepted)
			if changed < 20 && name != "reachable" {
				t.Errorf("only %d changed", changed)
			}
		})
	}
}

func TestWithoutDead(t *testing.T) {
	a := automatonOf(t, 1, `
		0: s0 -> 1
		0: s1 -> 2
		1: true -> 1 {0}
		1: s0 -> 3
		2: true -> 2
		3: e0 -> 2`)
	expectShape(t, a.withoutDead(), `
		0: s0 -> 1
		1: true -> 1 {0}`)
	if got := automatonOf(t, 1, "0: true -> 0").withoutDead(); len(got.States) != 0 || len(got.Initial) != 0 {
		t.Errorf("an automaton without accepting cycle became\n%v", got)
	}
}

func TestAssignAcceptance(t *testing.T) {
	for _, test := range []struct {
		name      string
		sets      int
		before    string
		setsAfter int
		after     string
	}{
		{"between components", 1, "0: true -> 1 {0}\n1: s0 -> 1 {0}\n1: s1 -> 1", 1, "0: true -> 1\n1: s0 -> 1 {0}\n1: s1 & !s0 -> 1"},
		{"on every edge", 1, "0: s0 -> 0 {0}", 0, "0: s0 -> 0"},
		{"covered by another", 2, "0: s0 -> 0 {0 1}\n0: s1 -> 1 {1}\n1: true -> 0", 1, "0: s0 -> 0 {0}\n0: s1 -> 1\n1: true -> 0"},
		{"on every cycle", 1, "0: s0 -> 1 {0}\n1: s1 -> 0", 0, "0: s0 -> 1\n1: s1 -> 0"},
		{"on every cycle that meets the other", 2,
			"0: s0 -> 0\n0: s1 -> 1 {0}\n1: s0 -> 0 {1}", 1, "0: s0 -> 0\n0: s1 -> 1 {0}\n1: s0 -> 0"},
		{"each component for itself", 2,
			"0: s0 -> 1\n0: s1 -> 2\n1: s0 -> 1 {0 1}\n1: s1 -> 1 {1}\n2: s0 -> 2 {0 1}\n2: s1 -> 2 {0}", 1,
			"0: s0 -> 1\n0: s1 -> 2\n1: s0 -> 1 {0}\n1: s1 -> 1\n2: s0 -> 2 {0}\n2: s1 -> 2"},
		{"no accepting cycle", 2, "0: s0 -> 0 {0}\n0: s1 -> 1\n1: true -> 1 {0 1}", 1, "0: s0 -> 0\n0: s1 -> 1\n1: true -> 1 {0}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := automatonOf(t, test.sets, test.before)
			if err := a.assignAcceptance(a.lateByAcc); err != nil {
				t.Fatal(err)
			}
			if a.Acceptance != test.setsAfter {
				t.Errorf("%d sets, want %d", a.Acceptance, test.setsAfter)
			}
			expectShape(t, a, test.after)
		})
	}
}

func TestJoinEdges(t *testing.T) {
	a := automatonOf(t, 2, `
		0: s0 -> 0 {0}
		0: s1 -> 0 {0}
		0: s0 & s1 -> 0 {0 1}
		0: e0 -> 0
		0: e0 -> 1`)
	expectShape(t, a, `
		0: e0 & !s0 & !s1 -> 0
		0: (s0 & !s1) | (!s0 & s1) -> 0 {0}
		0: s0 & s1 -> 0 {0 1}
		0: e0 -> 1`)
}

func TestMergeBisimilar(t *testing.T) {
	a := automatonOf(t, 1, `
		0: s0 -> 1
		0: !s0 -> 2
		1: s1 -> 3 {0}
		1: s0 & !s1 -> 1
		2: s1 -> 4 {0}
		2: s0 & !s1 -> 2
		3: e0 -> 1
		4: e0 -> 2`)
	expectShape(t, a.mergeBisimilar(), `
		0: true -> 1
		1: s0 & !s1 -> 1
		1: s1 -> 2 {0}
		2: e0 -> 1`)
}

// TestMergeSimilar has two states that simulate each other without being bisimilar, one that
// simulates more than another with the same predecessor, and an initial state that simulates the
// other.
func TestMergeSimilar(t *testing.T) {
	a := automatonOf(t, 0, `
		0: s0 -> 1
		1: s0 -> 2
		1: s0 & s1 -> 3
		2: s0 -> 2
		3: s0 & s1 -> 3`)
	expectShape(t, a.mergeSimilar(), "0: s0 -> 0")

	b := automatonOf(t, 0, `
		0: e0 -> 1
		0: true -> 2
		1: s0 & s1 -> 1
		2: s0 -> 2`)
	expectShape(t, b.mergeSimilar(), `
		0: true -> 1
		1: s0 -> 1`)

	c := automatonOf(t, 0, "0: s0 & s1 -> 0\n1: s0 -> 1")
	c.Initial = []int{0, 1}
	expectShape(t, c.mergeSimilar(), "0: s0 -> 0")

	d := automatonOf(t, 1, "0: s0 -> 1\n0: s0 -> 2\n1: s0 -> 1\n1: s1 -> 1 {0}\n2: s0 -> 2 {0}\n2: s1 -> 2")
	if got := d.mergeSimilar(); len(got.States) != 3 {
		t.Errorf("states with other sets on their edges were merged:\n%s", shape(got))
	}
}

// TestMergeSimilarGivesUp leaves an automaton alone that would take more work than allowed.
func TestMergeSimilarGivesUp(t *testing.T) {
	a := automatonOf(t, 0, "0: s0 -> 1\n1: s0 -> 0")
	if _, ok := a.simulation(3); ok {
		t.Error("work of 4 fits into 3")
	}
	if _, ok := a.simulation(100); !ok {
		t.Error("work does not fit into 100")
	}
}

func TestCollapseTerminal(t *testing.T) {
	a := automatonOf(t, 1, `
		0: s0 | s1 -> 0
		0: s1 -> 1
		1: e0 -> 1 {0}
		1: !e0 -> 2 {0}
		2: true -> 1 {0}`)
	expectShape(t, a.collapseTerminal(), `
		0: s0 & !s1 -> 0
		0: s1 -> 1
		1: true -> 1 {0}`)
}

func TestSplitHistories(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"!past.e0", "0: true -> 0"},
		{"G (past.e0 -> s0)", "0: !e0 -> 0\n0: e0 -> 1\n1: s0 & !e0 -> 0\n1: s0 & e0 -> 1"},
		{"G (e0 -> X past.e1)", "0: !e0 | e1 -> 0"},
		{"F (past.e0 & past.e1)", "0: !(e0 & e1) -> 0\n0: e0 & e1 -> 1\n1: true -> 1 {0}"},
	} {
		expectShape(t, translate(t, mustParse(t, test.text), Options{}), test.want)
	}
}

// TestHistoriesAreExclusive checks that the copies of a state demand steps that exclude each other
// and together allow every step.
func TestHistoriesAreExclusive(t *testing.T) {
	split := 0
	for seed := range uint64(300) {
		r := newSource(seed)
		e, raw := rawOf(t, r.formula(3+r.IntN(6)))
		a, err := raw.automaton(e)
		if err != nil {
			t.Fatal(err)
		}
		s := &splitter{copies: copies{from: a}, past: a.table.pastLevels(), split: make([][]history, len(a.States))}
		for q := range a.States {
			all := never
			for i, h := range s.histories(q) {
				for _, g := range s.histories(q)[:i] {
					split++
					if a.table.and(g.entering, h.entering) != never {
						t.Fatalf("seed %d: copies of %d overlap", seed, q)
					}
				}
				all = a.table.or(all, h.entering)
			}
			if all != always {
				t.Fatalf("seed %d: copies of %d leave steps out", seed, q)
			}
		}
	}
	if split < 100 {
		t.Errorf("only %d pairs of copies", split)
	}
}

// TestNoPastInAutomata looks for past-step atoms where they must not be.
func TestNoPastInAutomata(t *testing.T) {
	for seed := range uint64(500) {
		r := newSource(seed)
		f := r.formula(2 + r.IntN(9))
		for _, a := range []*Automaton{translate(t, f, Options{}), translate(t, f, Options{Plain: true})} {
			for _, atom := range a.Atoms() {
				if atom.Kind == PastStep {
					t.Fatalf("seed %d: %v is in the automaton of %v", seed, atom, f)
				}
			}
		}
	}
}

// Joined edges accept what the edges do, also edges to one state in sets of which neither holds the
// other.
func TestJoinedEdgesKeepLanguage(t *testing.T) {
	accepted, smaller := 0, 0
	for seed := range uint64(400 * longer()) {
		r := newSource(seed)
		before := r.automaton(t, 4, 3)
		var guards []Guard
		for _, edges := range before.States {
			for _, e := range edges {
				guards = append(guards, e.Guard)
			}
		}
		for q := range before.States {
			for range r.IntN(4) {
				if len(guards) > 0 {
					before.States[q] = append(before.States[q], Edge{
						To: r.IntN(len(before.States)), Guard: guards[r.IntN(len(guards))],
						Acc: uint64(r.IntN(1 << before.Acceptance)),
					})
				}
			}
		}
		after := *before
		after.States = mapped(before.States, before.table.joinEdges)
		if after.Edges() < before.Edges() {
			smaller++
		}
		accepted += expectSameLanguage(t, r, before, &after)
	}
	if accepted < 1000 || smaller < 50 {
		t.Errorf("%d words accepted, %d automata smaller", accepted, smaller)
	}
}
