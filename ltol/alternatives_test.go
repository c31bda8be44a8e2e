package ltol

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
)

// formula is what the alternative says.
func (a Alternative) formula() *Formula {
	again := func(f *Formula) *Formula { return Globally(Finally(f)) }
	fs := []*Formula{a.Core}
	for _, j := range a.Justice {
		fs = append(fs, again(j))
	}
	for _, c := range a.Compassion {
		fs = append(fs, Implies(again(c[0]), again(c[1])))
	}
	return And(fs...)
}

// fairFormula makes a formula with conditions of fairness at many places, some of them about more
// than one position.
func (r *source) fairFormula(depth int) *Formula {
	if depth == 0 {
		again := Globally(Finally(r.formula(1 + r.IntN(3))))
		switch r.IntN(6) {
		case 0:
			return Finally(Globally(r.formula(1 + r.IntN(2))))
		case 1:
			return Implies(again, Globally(Finally(r.leaf())))
		case 2:
			return r.formula(3)
		}
		return again
	}
	sub := func() *Formula { return r.fairFormula(depth - 1) }
	switch r.IntN(10) {
	case 0:
		return Not(sub())
	case 1, 2:
		return Or(sub(), sub())
	case 3:
		return Implies(sub(), sub())
	case 4:
		return Finally(And(r.formula(2), sub()))
	case 5:
		return Iff(sub(), r.leaf())
	case 6:
		return Until(r.leaf(), sub())
	}
	return And(sub(), sub())
}

func alternatives(t testing.TB, f *Formula, o Options) []Alternative {
	t.Helper()
	parts, err := Alternatives(context.Background(), f, o)
	if err != nil {
		t.Fatalf("%v: %v", f, err)
	}
	for _, p := range parts {
		for _, c := range p.Compassion {
			p.Justice = append(p.Justice, c[0], c[1])
		}
		for _, j := range p.Justice {
			if !j.Propositional() || j.ReadsPast() {
				t.Fatalf("%v: the condition %v is not about one position", f, j)
			}
		}
	}
	return parts
}

// A lasso satisfies a formula iff it satisfies an alternative, with every threshold at its
// extremes.
func TestAlternativesAgainstEval(t *testing.T) {
	verdicts, apart, several := map[bool]int{}, 0, 0
	for seed := range uint64(3000 * longer()) {
		r := newSource(seed)
		f := r.fairFormula(1 + r.IntN(3))
		o := Options{Thresholds: r.extremes(), Plain: r.IntN(4) == 0}
		if seed%2 == 0 {
			o.Thresholds.MaxRecurrences = -1
		}
		parts := alternatives(t, f, o)
		if len(parts[0].Justice)+len(parts[0].Compassion) > 0 {
			apart++
		}
		if len(parts) > 1 {
			several++
		}
		for range 12 {
			l := r.lasso(6)
			want, err := Eval(f, l)
			if err != nil {
				t.Fatal(err)
			}
			verdicts[want]++
			got := false
			for _, p := range parts {
				one, err := Eval(p.formula(), l)
				if err != nil {
					t.Fatal(err)
				}
				got = got || one
			}
			if got != want {
				t.Fatalf("seed %d, %v, %+v: %t by %v, Eval: %t", seed, f, o, got, parts, want)
			}
		}
	}
	t.Logf("verdicts %v; %d with conditions apart, %d with several alternatives", verdicts, apart, several)
	if verdicts[true] < 5000 || verdicts[false] < 5000 || apart < 500 || several < 200 {
		t.Error("one-sided")
	}
}

// No word whatever satisfies a formula and none of its alternatives, or the reverse, by plain
// automata.
func TestAlternativesHaveTheLanguage(t *testing.T) {
	ctx := context.Background()
	plain := Options{Plain: true}
	compared := 0
	for seed := range uint64(400 * longer()) {
		r := newSource(seed)
		r.states, r.steps = 2, 1
		f := r.fairFormula(1 + r.IntN(2))
		parts := alternatives(t, f, Options{Thresholds: Thresholds{MaxRecurrences: -1}})
		var any []*Formula
		for _, p := range parts {
			any = append(any, p.formula())
		}
		w, err := Satisfiable(ctx, Not(Iff(f, Or(any...))), plain)
		switch {
		case err != nil && strings.Contains(err.Error(), ErrTooLarge.Error()):
			continue
		case err != nil:
			t.Fatal(err)
		case w != nil:
			t.Fatalf("seed %d, %v: %v tells it from %v", seed, f, w, parts)
		}
		compared++
	}
	if compared < 150 {
		t.Errorf("only %d formulas were compared", compared)
	}
}

func TestAlternativesNamed(t *testing.T) {
	few := Options{Thresholds: Thresholds{MaxRecurrences: 1}}
	for _, test := range []struct{ text, want string }{
		{"G F s0", "G F s0"},
		{"G F s0 & G F s1", "true; G F s0; G F s1"},
		{"F (s0 & G s1 & G F s0 & G F e0)", "F (s0 & G s1); G F s0; G F e0"},
		{"G F (s0 & past.e0) & G F s1 & G F e0", "G F (s0 & past.e0); G F s1; G F e0"},
		{"(G F s0 -> G F s1) & G F e0 & F s0", "F s0; G F s0 -> G F s1; G F e0"},
		{"(G F s0 & G F s1) | F e0", "true; G F s0; G F s1 or F e0"},
		{"(G F s0 & G F s1) | (G F e0 & G F e1 & s0)", "true; G F s0; G F s1 or s0; G F e0; G F e1"},
		{"(s1 | (G F s0 & G F s1)) & F e0", "F e0; G F s0; G F s1 or s1 & F e0"},
		{"F G s0 & F G s1 & G F e0", "(F G s0) & (F G s1) & G F e0"},
	} {
		var parts []string
		for _, p := range alternatives(t, mustParse(t, test.text), few) {
			text := []string{p.Core.String()}
			for _, c := range p.Compassion {
				text = append(text, fmt.Sprintf("G F %v -> G F %v", c[0], c[1]))
			}
			for _, j := range p.Justice {
				if j.op == OpAnd {
					text = append(text, fmt.Sprintf("G F (%v)", j))
				} else {
					text = append(text, fmt.Sprintf("G F %v", j))
				}
			}
			parts = append(parts, strings.Join(text, "; "))
		}
		if got := strings.Join(parts, " or "); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// With hundreds of conditions automata stay small; and with too few alternatives allowed a formula
// is left whole.
func TestManyRecurrences(t *testing.T) {
	both := func(i int) *Formula {
		return Implies(recurrence(2*i), recurrence(2*i+1))
	}
	f := And(conjunction(100, recurrence), conjunction(100, both), Finally(Prop(Atom{0, Step})))
	parts := alternatives(t, f, Options{})
	if len(parts) != 1 || len(parts[0].Justice) < 100 || len(parts[0].Justice)+len(parts[0].Compassion) > 200 {
		t.Errorf("%d alternatives", len(parts))
	}
	if a := translate(t, parts[0].Core, Options{}); len(a.States) > 2 {
		t.Errorf("%d states", len(a.States))
	}
	if w, err := Satisfiable(context.Background(), f, Options{}); err != nil || w == nil {
		t.Errorf("%v, %v", w, err)
	}
	if w, err := Satisfiable(context.Background(), mustParse(t, "F G !s0 & (G F s0 | F e0) & G F s1 & G F e1 & G F !s1 & G F s0"), Options{}); err != nil || w != nil {
		t.Errorf("%v, %v", w, err)
	}
	var clauses []*Formula
	for i := range 8 {
		clauses = append(clauses, Or(conjunction(4, func(k int) *Formula { return recurrence(9*i + k) }), Prop(Atom{i, Step})))
	}
	for most, want := range map[int]int{1: 1, 2: 2, 100: 64, math.MaxInt: 256} {
		if got := len(alternatives(t, And(clauses...), Options{Thresholds: Thresholds{MaxAlternatives: most}})); got != want {
			t.Errorf("at most %d: %d alternatives, want %d", most, got, want)
		}
	}
}
