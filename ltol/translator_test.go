package ltol

import (
	"context"
	"errors"
	"reflect"
	"testing"
)

// TestTranslator asks one translator for random formulas, each three times with other identifiers
// of atoms, in another order too. It gives the automata that Translate gives, to the letter, and
// translates what has the same shape once.
func TestTranslator(t *testing.T) {
	tr := &Translator{}
	asked := 0
	for seed := range uint64(400 * longer()) {
		r := newSource(seed)
		f := r.formula(1 + r.IntN(12))
		o := Options{Plain: r.IntN(4) == 0}
		for range 3 {
			ids := r.Perm(9)
			g := f.MapAtoms(func(a Atom) Atom { return Atom{5 * ids[a.ID+2*int(min(a.Kind, Step))], a.Kind} })
			a, err := tr.Translate(context.Background(), g, o)
			if err != nil {
				t.Fatalf("%v: %v", g, err)
			}
			asked++
			want := translate(t, g, o)
			if err := checkAutomaton(a); err != nil {
				t.Fatalf("%v: %v", g, err)
			}
			if got, want := hoa(a, "a", Notation{}), hoa(want, "a", Notation{}); got != want {
				t.Fatalf("%v:\n%s\nTranslate gives\n%s", g, got, want)
			}
			if got, want := obligationTexts(a), obligationTexts(want); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: obligations %v, Translate gives %v", g, got, want)
			}
		}
	}
	if shapes := len(tr.known); 2*shapes > asked {
		t.Errorf("%d automata for %d formulas", shapes, asked)
	}
	for _, o := range []Options{{MaxStates: 1}, {}, {MaxStates: 1}} { // an error is not remembered, nor is what other limits gave
		f := Until(Prop(Atom{ID: 70}), Next(Prop(Atom{ID: 7})))
		if _, err := tr.Translate(context.Background(), f, o); errors.Is(err, ErrTooLarge) != (o.MaxStates == 1) {
			t.Errorf("with at most %d states: %v", o.MaxStates, err)
		}
	}
	if _, err := tr.Translate(context.Background(), nil, Options{}); !errors.Is(err, ErrMisuse) {
		t.Errorf("without a formula: %v", err)
	}
}

func obligationTexts(a *Automaton) (out [][]string) {
	for _, fs := range a.Obligations {
		out = append(out, mapped(fs, (*Formula).String))
	}
	return out
}
