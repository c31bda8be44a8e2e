package ltol

import (
	"context"
	"testing"
)

func TestDegeneralizeNamed(t *testing.T) {
	a := automatonOf(t, 2, "0: s0 -> 0 {0}\n0: s1 -> 0 {1}\n0: s0 & s1 -> 0 {0 1}\n0: !s0 & !s1 -> 0")
	expectShape(t, a.Degeneralize(), `
		0: !s0 -> 0
		0: s0 & s1 -> 0 {0}
		0: s0 & !s1 -> 1
		1: s1 -> 0 {0}
		1: !s1 -> 1`)
	expectShape(t, automatonOf(t, 0, "0: s0 -> 0").Degeneralize(), "0: s0 -> 0 {0}")
	expectShape(t, automatonOf(t, 1, "0: s0 -> 0 {0}\n0: s1 -> 0").Degeneralize(), "0: s0 -> 0 {0}\n0: s1 & !s0 -> 0")
}

// TestDegeneralize compares random automata with what Degeneralize makes of them.
func TestDegeneralize(t *testing.T) {
	accepted, several := 0, 0
	for seed := range uint64(800 * longer()) {
		r := newSource(seed)
		a := r.automaton(t, 4, 4)
		b := a.Degeneralize()
		if err := checkAutomaton(b); err != nil || b.Acceptance != 1 {
			t.Fatalf("seed %d: %d sets, %v", seed, b.Acceptance, err)
		}
		if a.Acceptance > 1 {
			several++
		}
		accepted += expectSameLanguage(t, r, a, b)
	}
	t.Logf("%d with several sets, %d words accepted", several, accepted)
	if several < 100 || accepted < 500 {
		t.Error("too few to tell")
	}
}

// TestBreakpointConstruction compares the automaton that Miyano and Hayashi's construction gives
// with Eval and with the one that Translate gives.
func TestBreakpointConstruction(t *testing.T) {
	verdicts := map[bool]int{}
	for seed := range uint64(500 * longer()) {
		r := newSource(seed)
		f := r.formula(2 + r.IntN(6))
		for _, o := range []Options{{}, {Plain: true}} {
			alternating, err := Alternate(context.Background(), f, o)
			if err != nil {
				t.Fatal(err)
			}
			a, err := alternating.Buchi(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if err := checkAutomaton(a); err != nil {
				t.Fatal(err)
			}
			for range 10 {
				l := r.lasso(5)
				want := mustEval(t, f, l)
				verdicts[want]++
				if got, _ := a.Accepts(l); got != want {
					t.Fatalf("seed %d: %v: accepted %t, Eval %t\n%v\n%s", seed, f, got, want, alternating, shape(a))
				}
			}
		}
	}
	t.Logf("verdicts: %d satisfied, %d violated", verdicts[true], verdicts[false])
	if verdicts[true] < 1000 || verdicts[false] < 1000 {
		t.Errorf("one-sided: %v", verdicts)
	}
}
