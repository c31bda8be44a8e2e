package ltol

import "testing"

// The conjuncts of a formula hold together where it does, and so do its consequences, and its cases.
func TestPartsAgainstEval(t *testing.T) {
	verdicts, several, cases, divided := map[bool]int{}, 0, 0, 0
	for seed := range uint64(1500 * longer()) {
		r := newSource(seed)
		f := r.formula(6)
		if seed%2 == 0 {
			f = Implies(r.formula(3), And(r.formula(3), Globally(And(r.formula(2), r.formula(2)))))
			if seed%8 == 0 {
				f = Globally(f)
			}
			several += len(f.Consequences())
		}
		if seed%3 == 0 {
			past := func() *Formula { return And(Prop(Atom{r.IntN(2), PastStep}), r.formula(2)) }
			condition := Or(past(), r.formula(2), past(), r.formula(1))
			f = [...]*Formula{Implies(condition, r.formula(3)), Not(condition), Or(r.formula(2), Not(condition), r.formula(1))}[seed/3%3]
			if seed%2 == 0 {
				f = Globally(f)
			}
			cases += len(f.Cases())
		}
		most := []int{0, 1, 3, 1000}[seed%4]
		for _, part := range f.Divided(1000, 1000) {
			if again := part.Divided(1000, 1000); len(again) != 1 {
				t.Fatalf("seed %d, %v: %v is divided into %v", seed, f, part, again)
			}
			divided++
		}
		for range 6 {
			l := r.lasso(6)
			want, err := Eval(f, l)
			if err != nil {
				t.Fatal(err)
			}
			verdicts[want]++
			for _, parts := range [][]*Formula{f.Conjuncts(), f.Consequences(), f.Cases(), f.Divided(most, 1000), f.Divided(1000, most%3), f.Divided(1000, 1000)} {
				if got, err := Eval(And(parts...), l); err != nil || got != want {
					t.Fatalf("seed %d, %v: %t by %v, Eval: %t, %v", seed, f, got, parts, want, err)
				}
			}
		}
	}
	if verdicts[true] < 1000 || verdicts[false] < 1000 || several < 1000 || cases < 1200 || divided < 3000 {
		t.Errorf("lassos satisfied and not: %v, consequences: %d, cases: %d, parts: %d", verdicts, several, cases, divided)
	}
}
