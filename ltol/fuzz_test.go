package ltol

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// FuzzTranslate reads a formula and compares, on lassos that the seed chooses, the automaton with
// Eval, the positive normal form with the formula, the dual with its negation, and what is printed
// with what was read.
func FuzzTranslate(f *testing.F) {
	for _, text := range []string{
		"G (s0 -> F s1)", "G [e0] F <e1> true", "F (e0 & X G !past.e1)", "(past.e0 | s0) U s1", "s0 W <e0> true",
		"!(G F s0 & G F s1) <-> F past.e0", "s0 R (s1 M X X past.e1)", "true", "G (s0", "F <e0 s1",
	} {
		f.Add(text, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) > 200 {
			return
		}
		formula, err := parse(text)
		if err != nil {
			return
		}
		for _, a := range formula.Atoms() {
			if a.ID > 1 {
				return
			}
		}
		again, err := parse(formula.String())
		if err != nil || !again.Equal(formula) {
			t.Fatalf("%q printed as %q, read back as %v (%v)", text, formula, again, err)
		}
		a, err := Translate(context.Background(), formula, Options{MaxObligations: 2000, MaxStates: 500, MaxEdges: 5000, MaxGuardNodes: 20_000})
		if errors.Is(err, ErrTooLarge) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		r := &source{Rand: rand.New(rand.NewPCG(seed, 1)), states: 2, steps: 2}
		form, dual := formula.positiveNormalForm(), formula.dual()
		for range 5 {
			l := r.lasso(5)
			want := mustEval(t, formula, l)
			if got, err := a.Accepts(l); got != want || err != nil {
				t.Fatalf("%v: accepted %t (%v), Eval %t", formula, got, err, want)
			}
			if mustEval(t, form, l) != want || mustEval(t, dual, l) == want {
				t.Fatalf("%v, its form %v and dual %v", formula, form, dual)
			}
		}
	})
}
