package ltol

import (
	"context"
	"testing"
)

// inPositiveNormalForm says whether only atoms are negated and no abbreviation is left that hides a
// negation.
func inPositiveNormalForm(f *Formula) bool {
	switch f.Op() {
	case OpNot:
		return f.Args()[0].Op() == OpAtom
	case OpImplies, OpIff:
		return false
	}
	for _, a := range f.Args() {
		if !inPositiveNormalForm(a) {
			return false
		}
	}
	return true
}

func TestPositiveNormalForm(t *testing.T) {
	for _, test := range []struct{ text, form, dual string }{
		{"true", "true", "false"},
		{"s0", "s0", "!s0"},
		{"!s0", "!s0", "s0"},
		{"s0 & !s1", "s0 & !s1", "!s0 | s1"},
		{"s0 -> s1", "!s0 | s1", "s0 & !s1"},
		{"s0 <-> s1", "(s0 & s1) | (!s0 & !s1)", "(s0 & !s1) | (!s0 & s1)"},
		{"X s0", "X s0", "X !s0"},
		{"F s0", "F s0", "G !s0"},
		{"!F s0", "G !s0", "F s0"},
		{"s0 U s1", "s0 U s1", "!s0 R !s1"},
		{"s0 W s1", "s0 W s1", "!s0 M !s1"},
		{"<e0> s0", "<e0> s0", "[e0] !s0"},
		{"!([e0] s0)", "<e0> !s0", "[e0] s0"},
		{"past.e0", "past.e0", "!past.e0"},
		{"G (s0 -> <e0> !F s1)", "G (!s0 | <e0> G !s1)", "F (s0 & [e0] F s1)"},
	} {
		f := mustParse(t, test.text)
		if got := f.positiveNormalForm(); !got.Equal(mustParse(t, test.form)) {
			t.Errorf("%s in positive normal form: %s, want %s", f, got, test.form)
		}
		if got := f.dual(); !got.Equal(mustParse(t, test.dual)) {
			t.Errorf("dual of %s: %s, want %s", f, got, test.dual)
		}
	}
}

// TestDualIsNegation checks on random formulas and lassos that the positive normal form says the
// same, that the dual says the opposite, and that both are what they claim to be.
func TestDualIsNegation(t *testing.T) {
	for seed := range uint64(1000 * longer()) {
		r := newSource(seed)
		f := r.formula(1 + r.IntN(15))
		form, dual := f.positiveNormalForm(), f.dual()
		if !inPositiveNormalForm(form) || !inPositiveNormalForm(dual) {
			t.Fatalf("seed %d: %v gives %v and %v", seed, f, form, dual)
		}
		if again := form.dual().dual(); !again.Equal(form) {
			t.Fatalf("seed %d: the dual of the dual of %v is %v", seed, form, again)
		}
		for range 10 {
			l := r.lasso(5)
			want := mustEval(t, f, l)
			if mustEval(t, form, l) != want || mustEval(t, dual, l) == want {
				t.Fatalf("seed %d: %v, its form %v and its dual %v", seed, f, form, dual)
			}
		}
	}
}

// TestSimplifyKeepsMeaning compares random formulas with what simplify makes of them.
func TestSimplifyKeepsMeaning(t *testing.T) {
	smaller := 0
	for seed := range uint64(2000 * longer()) {
		r := newSource(seed)
		f := r.formula(1 + r.IntN(15))
		g, err := simplify(f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if g.Size() < f.Size() {
			smaller++
		}
		if !inPositiveNormalForm(g) {
			t.Fatalf("seed %d: %v simplified to %v", seed, f, g)
		}
		for range 10 {
			if l := r.lasso(6); !sameEverywhere(f, g, l) {
				t.Fatalf("seed %d: %v simplified to %v", seed, f, g)
			}
		}
	}
	t.Logf("%d got smaller", smaller)
}

// simplify is a formula that holds at the same positions of the same words as f, usually smaller,
// in positive normal form. <O>φ and [O]φ come out as O ∧ X φ and ¬O ∨ X φ, and X of a past-step
// atom as the step atom. The error is a *TooLargeError if the options' limit on obligations is
// reached.
func simplify(f *Formula, o Options) (*Formula, error) {
	if err := constructible(context.Background(), f, o); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	c := newObligations(o.MaxObligations)
	c.plain, c.longest = o.Plain, o.Thresholds.MaxConjuncts
	x := c.encode(f)
	g := c.decode(x)
	if c.overflow {
		return nil, &TooLargeError{"the formula", "obligations", o.MaxObligations}
	}
	return g, nil
}

// dual is the dual of f, in positive normal form.
func (f *Formula) dual() *Formula { return f.positive()[1] }
