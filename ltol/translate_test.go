package ltol

import (
	"context"
	"testing"
)

func translate(t testing.TB, f *Formula, o Options) *Automaton {
	t.Helper()
	a, err := Translate(context.Background(), f, o)
	if err != nil {
		t.Fatalf("%v: %v", f, err)
	}
	if err := checkAutomaton(a); err != nil {
		t.Fatalf("%v: %v", f, err)
	}
	return a
}

// TestTranslateAgainstEval translates random formulas and their negations, reduced and plain, and asks on random
// lassos for the verdict that the semantics gives.
func TestTranslateAgainstEval(t *testing.T) {
	verdicts := map[bool]int{}
	for seed := range uint64(2000 * longer()) {
		r := newSource(seed)
		f := r.formula(2 + r.IntN(9))
		automata := map[string]*Automaton{
			"formula": translate(t, f, Options{}), "plain formula": translate(t, f, Options{Plain: true}),
		}
		negations := map[string]*Automaton{
			"negation": translate(t, Not(f), Options{}), "plain negation": translate(t, Not(f), Options{Plain: true}),
		}
		for range 15 {
			l := r.lasso(6)
			want, err := Eval(f, l)
			if err != nil {
				t.Fatal(err)
			}
			verdicts[want]++
			for name, a := range automata {
				if got, _ := a.Accepts(l); got != want {
					t.Fatalf("seed %d, %v: %s accepts: %t, Eval: %t", seed, f, name, got, want)
				}
			}
			for name, a := range negations {
				if got, _ := a.Accepts(l); got == want {
					t.Fatalf("seed %d, %v: %s accepts: %t, Eval of the formula: %t", seed, f, name, got, want)
				}
			}
		}
	}
	t.Logf("verdicts: %d satisfied, %d violated", verdicts[true], verdicts[false])
	if verdicts[true] < 5000 || verdicts[false] < 5000 {
		t.Errorf("one-sided: %v", verdicts)
	}
}

// rawOf is the automaton of f as dealternate leaves it.
func rawOf(t testing.TB, f *Formula) (*expander, *rawAutomaton) {
	t.Helper()
	o := Options{}.withDefaults()
	c := newClosure(o.MaxObligations)
	x := c.atStart(c.encode(f))
	e := newExpander(context.Background(), c, x, o)
	raw, err := dealternate(e, x, o)
	if err != nil {
		t.Fatal(err)
	}
	return e, raw
}
