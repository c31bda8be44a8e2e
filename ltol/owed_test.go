package ltol

import (
	"context"
	"errors"
	"testing"
)

// A computation satisfies a formula exactly if it satisfies what is owed after any number of
// positions, by the semantics of formulas on lassos.
func TestWhatIsOwed(t *testing.T) {
	r := newSource(23)
	lost, met := 0, 0
	for range 4000 * longer() {
		f := r.formula(1 + r.IntN(9))
		l := r.lasso(4)
		p := beginning(l, 1+r.IntN(7))
		owed, err := p.Owed(context.Background(), f, Options{Plain: r.IntN(8) == 0, Thresholds: r.extremes()})
		if err != nil {
			t.Fatal(err)
		}
		if len(owed) != p.Length+1 {
			t.Fatalf("%s: %d formulas for %d positions", f, len(owed), p.Length)
		}
		holds := mustEval(t, f, l)
		for i, rest := range owed {
			later := rest
			for range i {
				later = Next(later)
			}
			if mustEval(t, later, l) != holds {
				t.Fatalf("%s is %v, but not %s, owed at %d", f, holds, rest, i)
			}
		}
		switch end := owed[p.Length]; {
		case end.op == OpFalse:
			lost++
		case p.Truth(f) == No:
			t.Fatalf("%s is refuted, but %s is still owed", f, end)
		case end.op == OpTrue:
			met++
		}
	}
	if lost < 500 || met < 500 {
		t.Errorf("only %d lost and %d met", lost, met)
	}
}

func TestOwedIsBounded(t *testing.T) {
	s0, s1 := Prop(Atom{0, State}), Prop(Atom{1, State})
	p := Prefix{Length: 3, State: func(i, id int) bool { return i == 1 && id == 0 }, Step: func(int, int) bool { return false }}
	ctx, cancel := context.WithCancel(context.Background())
	f := Globally(Implies(s0, Next(Until(s1, s0))))
	if _, err := p.Owed(ctx, f, Options{MaxObligations: 3}); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
	if owed, err := p.Owed(ctx, f, Options{MaxObligations: 100}); err != nil || owed[3].op != OpFalse || owed[2].op == OpFalse {
		t.Error(owed, err)
	}
	cancel()
	if _, err := p.Owed(ctx, f, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
