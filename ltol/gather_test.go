package ltol

import (
	"slices"
	"testing"
)

// alike is a conjunction of disjunctions, or the other way round, that share parts, with some
// wrapped in G, F or X: what the laws of gathering are about.
func (r *source) alike(size int) *Formula {
	outer, inner := And, Or
	if r.IntN(2) == 0 {
		outer, inner = inner, outer
	}
	shared := []*Formula{r.formula(1 + r.IntN(size))}
	for range r.IntN(2) {
		shared = append(shared, r.formula(1+r.IntN(size)))
	}
	var parts []*Formula
	for range 2 + r.IntN(2) {
		args := slices.Clone(shared)
		for range r.IntN(3) {
			args = append(args, r.formula(1+r.IntN(size)))
		}
		r.Shuffle(len(args), func(i, j int) { args[i], args[j] = args[j], args[i] })
		parts = append(parts, inner(args...))
	}
	wrap := []func(*Formula) *Formula{Globally, Finally, Next}
	for range r.IntN(4) {
		parts = append(parts, wrap[r.IntN(len(wrap))](r.formula(1+r.IntN(size))))
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return outer(parts...)
}

// drawn is a formula of any kind, often one with parts alike.
func (r *source) drawn() *Formula {
	switch r.IntN(4) {
	case 0:
		return r.formula(1 + r.IntN(12))
	case 1:
		return Not(r.alike(3))
	case 2:
		return Until(r.alike(3), r.alike(3))
	}
	return r.alike(5)
}

// outward builds f once more by Outward.Apply.
func outward(f *Formula) *Formula {
	o := &Outward{Exclusive: func(f, g *Formula) bool { return f.Equal(Not(g)) || g.Equal(Not(f)) }}
	return Fold(f, func(f *Formula, args []*Formula) *Formula {
		switch f.op {
		case OpAtom:
			return f
		case OpPossible:
			return o.Apply(OpAnd, Prop(f.atom), o.Apply(OpNext, args[0]))
		case OpNecessary:
			return o.Apply(OpImplies, Prop(f.atom), o.Apply(OpNext, args[0]))
		}
		return o.Apply(f.op, args...)
	})
}

// TestNormalFormsHoldWhereTheirFormulasDo compares formulas with their normal forms at all
// positions of random lassos.
func TestNormalFormsHoldWhereTheirFormulasDo(t *testing.T) {
	for name, form := range map[string]func(*Formula) *Formula{"Gathered": (*Formula).Gathered, "Outward": outward} {
		changed, holds, positions := 0, 0, 0
		for seed := range uint64(1500 * longer()) {
			r := newSource(seed)
			f := r.drawn()
			g := form(f)
			if !f.Equal(g) {
				changed++
			}
			for range 6 {
				l := r.lasso(6)
				want := everywhere(f, l)
				if !slices.Equal(want, everywhere(g, l)) {
					t.Fatalf("%s, seed %d: %v became %v", name, seed, f, g)
				}
				for _, v := range want {
					if v {
						holds++
					}
				}
				positions += len(want)
			}
		}
		t.Logf("%s: %d changed; true at %d of %d positions", name, changed, holds, positions)
		if changed < 500 || holds < positions/5 || holds > positions*4/5 {
			t.Error("too few, or too much alike")
		}
	}
}

// TestNormalFormsNamed goes through the laws one by one.
func TestNormalFormsNamed(t *testing.T) {
	for _, test := range []struct {
		form    func(*Formula) *Formula
		f, want string
	}{
		{(*Formula).Gathered, "(F s0 & G s1) | (F s0 & G s2)", "(F s0) & ((G s1) | G s2)"}, // a mistake once dropped the remainders
		{(*Formula).Gathered, "G s0 & s2 & G s1", "(G (s0 & s1)) & s2"},
		{(*Formula).Gathered, "F s0 | s2 | F s1", "(F (s0 | s1)) | s2"},
		{(*Formula).Gathered, "X s0 & X s1", "X (s0 & s1)"},
		{(*Formula).Gathered, "X past.e0", "e0"},
		{(*Formula).Gathered, "X (past.e0 & s0)", "X (past.e0 & s0)"},
		{(*Formula).Gathered, "[e0] s0", "!e0 | X s0"},
		{(*Formula).Gathered, "!(s0 -> s1)", "s0 & !s1"},
		{outward, "X s0 U X s1", "X (s0 U s1)"},
		{outward, "X s0 & X s1 & G F s2", "X ((G F s2) & s0 & s1)"},
		{outward, "X s0 & s1", "s1 & X s0"},
		{outward, "X G F s0", "G F s0"},
		{outward, "s0 -> X F !s0", "s0 -> F !s0"},
		{outward, "s0 -> X F s1", "s0 -> X F s1"},
		{outward, "s0 & !s0", "false"},
		{outward, "true U s0", "F s0"},
		{outward, "false R s0", "G s0"},
		{outward, "s0 W false", "G s0"},
		{outward, "s0 M true", "F s0"},
		{outward, "s0 <-> false", "!s0"},
	} {
		if got := test.form(mustParse(t, test.f)).String(); got != test.want {
			t.Errorf("%s became %s, not %s", test.f, got, test.want)
		}
	}
}
