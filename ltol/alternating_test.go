package ltol

import (
	"context"
	"fmt"
	"testing"
)

// TestAlternatingIsVeryWeak checks that all cycles are loops and that late edges are such.
func TestAlternatingIsVeryWeak(t *testing.T) {
	for seed := range uint64(500 * longer()) {
		r := newSource(seed)
		f := r.formula(2 + r.IntN(12))
		for _, o := range []Options{{}, {Plain: true}} {
			b, err := Alternate(context.Background(), f, o)
			if err != nil {
				t.Fatal(err)
			}
			targets := make([][]int, len(b.States))
			for q, s := range b.States {
				for _, e := range s.Edges {
					targets[q] = append(targets[q], e.To...)
					if e.Guard.isFalse() {
						t.Errorf("seed %d: state %d has an edge on no letter", seed, q)
					}
					loop := false
					for _, to := range e.To {
						loop = loop || to == q
					}
					if e.Late && !loop {
						t.Errorf("seed %d: state %d has a late edge that is no loop:\n%v", seed, q, b)
					}
				}
			}
			for _, c := range Components(targets) {
				if len(c) > 1 {
					t.Errorf("seed %d: a cycle through %v:\n%v", seed, c, b)
				}
			}
		}
	}
}

// TestAlternatingIsLinear checks P001 Thm 4's bound: no more states than subformulas, if the
// formula is taken as it is.
func TestAlternatingIsLinear(t *testing.T) {
	for seed := range uint64(500) {
		r := newSource(seed)
		f := r.formula(2 + r.IntN(20))
		b, err := Alternate(context.Background(), f, Options{Plain: true})
		if err != nil {
			t.Fatal(err)
		}
		c := newObligations(10_000)
		c.plain = true
		c.atStart(c.encode(f))
		if bound := 2 * len(c.pairs); len(b.States) > bound {
			t.Errorf("seed %d: %d states, %d subformulas and duals: %v", seed, len(b.States), bound, f)
		}
	}
}

func ExampleAlternate() {
	f := Globally(Necessary(0, Finally(Possible(1, True()))))
	b, err := Alternate(context.Background(), f, Options{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(b)
	// Output:
	// alternating automaton: 2 states, 4 edges
	// initial: 0
	// state 0: G (!e0 | X F e1)
	//   !e0 -> 0
	//   e0 -> 0 & 1
	// state 1: F e1
	//   e1 -> nothing
	//   !e1 -> 1 late
}
