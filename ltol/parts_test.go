package ltol

import "testing"

// The conjuncts of a formula hold together where it does, and so do its consequences.
func TestPartsAgainstEval(t *testing.T) {
	verdicts, several := map[bool]int{}, 0
	for seed := range uint64(1500 * longer()) {
		r := newSource(seed)
		f := r.formula(6)
		if seed%2 == 0 {
			f = Implies(r.formula(3), And(r.formula(3), Globally(And(r.formula(2), r.formula(2)))))
			several += len(f.Consequences())
		}
		for range 6 {
			l := r.lasso(6)
			want, err := Eval(f, l)
			if err != nil {
				t.Fatal(err)
			}
			verdicts[want]++
			for _, parts := range [][]*Formula{f.Conjuncts(), f.Consequences()} {
				if got, err := Eval(And(parts...), l); err != nil || got != want {
					t.Fatalf("seed %d, %v: %t by %v, Eval: %t, %v", seed, f, got, parts, want, err)
				}
			}
		}
	}
	if verdicts[true] < 1000 || verdicts[false] < 1000 || several < 2000 {
		t.Errorf("lassos satisfied and not: %v, consequences: %d", verdicts, several)
	}
}
