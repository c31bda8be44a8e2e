package ltol

import "testing"

// TestImplies asks for implications among random formulas, and looks for positions of random lassos
// at which one that is claimed does not hold.
func TestImplies(t *testing.T) {
	claimed := 0
	for seed := range uint64(1500 * longer()) {
		r := newSource(seed)
		c := newObligations(10_000)
		f, g := r.formula(1+r.IntN(5)), r.formula(1+r.IntN(5))
		x, y := c.encode(f), c.encode(g)
		if x == y || x <= obFalse || y <= obFalse || !c.implies(x, y) {
			continue
		}
		claimed++
		for range 30 {
			l := r.lasso(5)
			fs, gs := everywhere(f, l), everywhere(g, l)
			for i := range fs {
				if fs[i] && !gs[i] {
					t.Fatalf("seed %d: %v does not imply %v", seed, f, g)
				}
			}
		}
	}
	t.Logf("%d implications", claimed)
	if claimed < 40 {
		t.Errorf("only %d implications", claimed)
	}
}

// TestImpliesAmongSharedAtoms asks for implications, and again as if all obligations had all atoms.
func TestImpliesAmongSharedAtoms(t *testing.T) {
	shown := 0
	for seed := range uint64(1500 * longer()) {
		r := newSource(seed)
		c := newObligations(10_000)
		x, y := c.encode(r.formula(1+r.IntN(5))), c.encode(r.formula(1+r.IntN(5)))
		got := c.implies(x, y)
		for i := range c.pairs {
			c.pairs[i].about = ^uint64(0)
		}
		clear(c.implied)
		if want := c.implies(x, y); got != want {
			t.Fatalf("seed %d: %v implies %v: %v, want %v", seed, c.decode(x), c.decode(y), got, want)
		} else if want {
			shown++
		}
	}
	if shown < 100 {
		t.Errorf("only %d implications", shown)
	}
}

func TestImpliesNamed(t *testing.T) {
	for _, test := range []struct {
		f, g string
		want bool
	}{
		{"s0", "s0 | s1", true},
		{"s0 & s1", "s0", true},
		{"s0", "s1", false},
		{"s0", "F s0", true},
		{"G s0", "s0", true},
		{"G s0", "X s0", true},
		{"X s0", "F s0", true},
		{"G s0", "F s0", true},
		{"s0 U s1", "F s1", true},
		{"F s1", "s0 U s1", false},
		{"s0 U s1", "s0 | s1", true},
		{"s0 U s1", "(s0 | e0) U (s1 | e1)", true},
		{"s0 R s1", "s1", true},
		{"s0 R s1", "(s0 | e0) R s1", true},
		{"G s1", "s0 R s1", true},
		{"s0 & s1", "s0 R s1", true},
		{"G F s0", "F s0", true},
		{"F s0", "G F s0", false},
		{"X s0", "X (s0 | s1)", true},
		{"X X s0", "F s0", true},
		{"G (s0 & s1)", "G s0", true},
	} {
		c := newObligations(1000)
		x, y := c.encode(mustParse(t, test.f)), c.encode(mustParse(t, test.g))
		if got := c.implies(x, y); got != test.want {
			t.Errorf("%s implies %s: %t", test.f, test.g, got)
		}
		if got := c.implies(dual(y), dual(x)); got != test.want {
			t.Errorf("contrapositive of %s implies %s: %t", test.f, test.g, got)
		}
	}
}

// TestClasses looks for formulas that are said to be eventual or universal and are not: that hold
// at a position and not at the one before, or not at the one after.
func TestClasses(t *testing.T) {
	eventual, universal := 0, 0
	for seed := range uint64(3000 * longer()) {
		r := newSource(seed)
		c := newObligations(10_000)
		f := r.formula(2 + r.IntN(6))
		x := c.encode(f)
		if x <= obFalse || !c.eventual(x) && !c.universal(x) {
			continue
		}
		for range 10 {
			values := everywhere(f, r.lasso(5))
			for i := range values[1:] {
				if c.eventual(x) && values[i+1] && !values[i] {
					t.Fatalf("seed %d: %v is not eventual", seed, f)
				}
				if c.universal(x) && values[i] && !values[i+1] {
					t.Fatalf("seed %d: %v is not universal", seed, f)
				}
			}
		}
		if c.eventual(x) {
			eventual++
		}
		if c.universal(x) {
			universal++
		}
	}
	t.Logf("%d eventual, %d universal", eventual, universal)
	if eventual < 100 || universal < 100 {
		t.Error("too few to tell")
	}
}

// TestClassesNamed: what the class of a formula shows of where it holds.
func TestClassesNamed(t *testing.T) {
	for text, want := range map[string]struct{ suffixClosed, timeless bool }{
		"s0": {}, "s0 U s1": {}, "F s0": {}, "X s0": {}, "!(G s0)": {}, "<e0> true": {}, "[e0] G s0": {}, "G s0 <-> G s1": {},
		"G s0": {true, false}, "G (s0 -> F s1)": {true, false}, "!(F s0)": {true, false}, "X G s0": {true, false},
		"s0 R G s1": {true, false}, "G s0 U G s1": {true, false}, "G s0 & G F s1": {true, false}, "true": {true, true},
		"F G s0": {true, true}, "G F s0 -> G F s1": {true, true}, "G F s0 <-> F G s1": {true, true}, "G F s0 | F G s1": {true, true},
		"G F s0 U F G s1": {true, true},
	} {
		f := mustParse(t, text)
		if f.SuffixClosed() != want.suffixClosed || f.Timeless() != want.timeless {
			t.Errorf("%s is said to be suffix closed: %t, timeless: %t", text, f.SuffixClosed(), f.Timeless())
		}
	}
}

// TestClassesAgainstEval looks for positions of random lassos that contradict the classes of
// formulas.
func TestClassesAgainstEval(t *testing.T) {
	closed, timeless := 0, 0
	for seed := range uint64(4000 * longer()) {
		r := newSource(seed)
		f := r.formula(2 + r.IntN(9))
		if !f.SuffixClosed() {
			continue
		}
		for range 10 {
			values := everywhere(f, r.lasso(5))
			for i := 1; i < len(values); i++ {
				if values[i-1] && !values[i] || f.Timeless() && values[i] != values[i-1] {
					t.Fatalf("seed %d: %v is suffix closed, and timeless: %t, but has the values %v", seed, f, f.Timeless(), values)
				}
			}
		}
		closed++
		if f.Timeless() {
			timeless++
		}
	}
	t.Logf("%d formulas are suffix closed, %d of them timeless", closed, timeless)
	if timeless < 100 || closed < timeless+100 {
		t.Error("too few")
	}
}
