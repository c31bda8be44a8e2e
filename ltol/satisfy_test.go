package ltol

import (
	"context"
	"fmt"
	"testing"
)

// TestSatisfiable asks whether random formulas and their negations can be satisfied. Witnesses
// satisfy them, by Eval, and no random lasso satisfies what has none.
func TestSatisfiable(t *testing.T) {
	satisfiable, not := 0, 0
	for seed := range uint64(1000 * longer()) {
		r := newSource(seed)
		f := r.formula(2 + r.IntN(9))
		for _, g := range []*Formula{f, Not(f)} {
			w, err := Satisfiable(context.Background(), g, Options{})
			if err != nil {
				t.Fatalf("seed %d: %v: %v", seed, g, err)
			}
			if w != nil {
				satisfiable++
				if !mustEval(t, g, w.Lasso()) {
					t.Fatalf("seed %d: %v is not satisfied by %v", seed, g, w)
				}
				continue
			}
			not++
			for range 20 {
				if mustEval(t, g, r.lasso(6)) {
					t.Fatalf("seed %d: %v can be satisfied", seed, g)
				}
			}
		}
	}
	t.Logf("%d satisfiable, %d not", satisfiable, not)
	if not < 100 {
		t.Error("too few that are not to tell")
	}
}

// TestValidLaws has the definitions of the logic (P001 §7) over atoms of every kind, and some that
// are no laws.
func TestValidLaws(t *testing.T) {
	for text, want := range map[string]bool{
		"F s0 <-> (true U s0)":                            true,
		"G s0 <-> !F !s0":                                 true,
		"G s0 <-> (false R s0)":                           true,
		"(s0 W s1) <-> (s1 R (s1 | s0))":                  true,
		"(s0 W s1) <-> ((s0 U s1) | G s0)":                true,
		"(s0 M s1) <-> (s1 U (s0 & s1))":                  true,
		"(s0 M s1) <-> ((s0 R s1) & F s0)":                true,
		"(s0 R s1) <-> !(!s0 U !s1)":                      true,
		"(s0 U s1) <-> (s1 | (s0 & X (s0 U s1)))":         true,
		"(s0 R s1) <-> (s1 & (s0 | X (s0 R s1)))":         true,
		"(<e0> s0) <-> (e0 & X s0)":                       true,
		"([e0] s0) <-> (e0 -> X s0)":                      true,
		"(!<e0> s0) <-> [e0] !s0":                         true,
		"([e0] true) & !<e0> false":                       true,
		"(X past.e0) <-> e0":                              true,
		"!past.e0":                                        true,
		"(<e0> past.e1) <-> (e0 & e1)":                    true,
		"G ((X past.e0) <-> e0)":                          true,
		"(G F (s0 U s1)) <-> G F s1":                      true,
		"(G (s0 -> X s0)) -> (s0 -> G s0)":                true,
		"(F G s0) -> G F s0":                              true,
		"(G F s0) -> F G s0":                              false,
		"(s0 W s1) -> F s1":                               false,
		"F past.e0":                                       false,
		"(<e0> s0) | [e0] !s0":                            true,
		"(<e0> true) | [e0] s0":                           true,
		"<e0> true":                                       false,
		"(G (s0 & (F s1))) <-> ((G s0) & G F s1)":         true,
		"(s0 U (s1 U e0)) <-> ((s0 U s1) U e0)":           false,
		"(F (past.e0 & past.e1)) -> F (e0 & e1)":          true,
		"(past.e0 U s1) -> (s1 | false)":                  true,
		"(G (past.e0 -> X past.e0)) -> (e0 -> G e0)":      true,
		"(G (past.e0 -> X past.e0)) -> G (past.e0 -> e0)": true,
	} {
		f := mustParse(t, text)
		w, err := Satisfiable(context.Background(), Not(f), Options{})
		if err != nil || (w == nil) != want {
			t.Errorf("%s: counterexample %v, %v", text, w, err)
		}
		if w != nil && mustEval(t, f, w.Lasso()) {
			t.Errorf("%s holds on its counterexample %v", text, w)
		}
	}
}

// TestSatisfiableUnderConstraints excludes observations from one another by a conjunct, as a caller
// would.
func TestSatisfiableUnderConstraints(t *testing.T) {
	f := mustParse(t, "<e0> true & F <e1> true & G (<e0> true <-> <e1> true)")
	exclusive := mustParse(t, "G !(e0 & e1)")
	if w, err := Satisfiable(context.Background(), f, Options{}); w == nil || err != nil {
		t.Errorf("alone: %v, %v", w, err)
	}
	if w, err := Satisfiable(context.Background(), And(f, exclusive), Options{}); w != nil || err != nil {
		t.Errorf("with exclusion: %v, %v", w, err)
	}
}

// TestWordIsShort has automata in which the cycle must go through several sets.
func TestWordIsShort(t *testing.T) {
	for text, want := range map[string][2]int{ // letters, loop
		"G s0": {1, 0}, "G F s0": {1, 0}, "F G s0": {2, 1}, "X X s0": {4, 3}, "G F (s0 & !s1) & G F (s1 & !s0)": {2, 0},
		"s1 & X G !s1": {2, 1}, "G F s0 & G F (s1 & X e0)": {3, 0},
	} {
		w, err := Satisfiable(context.Background(), mustParse(t, text), Options{})
		if err != nil || w == nil {
			t.Errorf("%s: %v, %v", text, w, err)
		} else if got := [2]int{len(w.Letters), w.Loop}; got[0] > want[0] || got[1] > want[1] {
			t.Errorf("%s: %d letters, loop %d: %v", text, got[0], got[1], w)
		}
	}
}

func TestWordOfEmptyAutomaton(t *testing.T) {
	for _, a := range []*Automaton{
		translate(t, False(), Options{}),
		automatonOf(t, 1, "0: s0 -> 0"),
		automatonOf(t, 2, "0: s0 -> 0 {0}\n0: s1 -> 1\n1: true -> 1 {1}"),
	} {
		if w := a.Word(); w != nil {
			t.Errorf("%v, accepted by\n%s", w, shape(a))
		}
	}
}

func TestWordIsAccepted(t *testing.T) {
	found := 0
	for seed := range uint64(500 * longer()) {
		r := newSource(seed)
		a := r.automaton(t, 5, 3)
		w := a.Word()
		if w == nil {
			for range 10 {
				if accepted, _ := a.Accepts(r.lasso(6)); accepted {
					t.Fatalf("seed %d: no word of\n%s", seed, shape(a))
				}
			}
			continue
		}
		found++
		if accepted, err := a.Accepts(w.Lasso()); !accepted {
			t.Fatalf("seed %d: %v (%v) is not accepted by\n%s", seed, w, err, shape(a))
		}
	}
	if found < 100 {
		t.Errorf("only %d words", found)
	}
}

func ExampleSatisfiable() {
	// Whoever requests is answered, there is a request, and no answer.
	request, answer := 0, 1
	f := And(
		Globally(Necessary(request, Finally(Possible(answer, True())))),
		Finally(Possible(request, True())))
	w, err := Satisfiable(context.Background(), f, Options{})
	fmt.Println(w, err)
	w, err = Satisfiable(context.Background(), And(f, Globally(Necessary(answer, False()))), Options{})
	fmt.Println(w, err)
	// Output:
	// e0; cycle{e0 & e1} <nil>
	// none <nil>
}
