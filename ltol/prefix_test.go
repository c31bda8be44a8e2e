package ltol

import "testing"

// beginning is the first n positions of what a lasso repeats.
func beginning(l Lasso, n int) Prefix {
	origin := func(i int) int {
		for i >= l.Length {
			i -= l.Length - l.Loop
		}
		return i
	}
	return Prefix{
		Length: n,
		State:  func(i, id int) bool { return l.State(origin(i), id) },
		Step:   func(i, id int) bool { return l.Step(origin(i), id) },
	}
}

// What a prefix refutes is false of all computations that begin with it, and what it refutes the
// negation of is true.
func TestPrefixesRefute(t *testing.T) {
	r := newSource(17)
	refuted, proved := 0, 0
	for range 20_000 * longer() {
		f := r.formula(1 + r.IntN(9))
		l := r.lasso(5)
		p := beginning(l, 1+r.IntN(8))
		p.Entered = r.IntN(2) == 0
		holds := mustEval(t, f, l)
		for i, truth := range p.Along(f) {
			if truth != Unknown && truth != TruthOf(holdsAt(f, l, i)) {
				t.Fatalf("%s is %v at %d of %d positions, but not by definition", f, truth, i, p.Length)
			}
		}
		if p.Truth(f) == No {
			refuted++
			if holds {
				t.Fatalf("%s holds, though its first %d positions refute it", f, p.Length)
			}
		}
		if p.Truth(f) == Yes {
			proved++
			if !holds {
				t.Fatalf("%s does not hold, though its first %d positions refute the negation", f, p.Length)
			}
		}
	}
	if refuted < 1000 || proved < 1000 {
		t.Errorf("only %d refuted and %d proved", refuted, proved)
	}
}

// What violates a safety formula has a beginning that shows it.
func TestViolationsOfSafetyShow(t *testing.T) {
	r := newSource(18)
	shown, others := 0, 0
	for range 20_000 * longer() {
		f := r.formula(1 + r.IntN(9))
		l := r.lasso(4)
		if mustEval(t, f, l) {
			continue
		}
		if !f.Safety() {
			others++
			continue
		}
		shown++
		if p := beginning(l, l.Length*(f.Size()+1)); p.Truth(f) != No {
			t.Fatalf("%s is violated, but %d positions do not show it", f, p.Length)
		}
	}
	if min(shown, others) < 1000 {
		t.Errorf("only %d of safety and %d others", shown, others)
	}
	p, q := Prop(Atom{0, State}), Prop(Atom{1, State})
	for _, f := range []*Formula{Globally(p), Not(Finally(p)), Not(Until(p, q)), WeakUntil(p, q), Implies(Finally(p), Globally(q))} {
		if !f.Safety() {
			t.Errorf("%s", f)
		}
	}
	for _, f := range []*Formula{Finally(p), Iff(p, Globally(q)), Globally(Finally(p)), StrongRelease(p, q)} {
		if f.Safety() {
			t.Errorf("%s", f)
		}
	}
}

// The state that is entered by the last step counts where it is known.
func TestPrefixesThatEnterAState(t *testing.T) {
	bad := Prefix{
		Length: 0, Entered: true,
		State: func(i, _ int) bool { return i > 0 }, Step: func(int, int) bool { return true },
	}
	s0 := Prop(Atom{0, State})
	for n, refuted := range [][]bool{{true, false}, {true, true}} { // of s0, of X !s0
		bad.Length = n
		if (bad.Truth(s0) == No) != refuted[0] || (bad.Truth(Next(Not(s0))) == No) != refuted[1] || bad.Truth(Next(s0)) == No {
			t.Errorf("with %d steps", n)
		}
	}
}

// A word of two letters: s0 with e0, then s1 with nothing. What refutes a formula is the first
// position that can.
func TestWhichPrefixRefutes(t *testing.T) {
	word := Lasso{
		Length: 2, Loop: 1,
		State: func(i, id int) bool { return i == id },
		Step:  func(i, id int) bool { return i == 0 && id == 0 },
	}
	s0, s1 := Prop(Atom{0, State}), Prop(Atom{1, State})
	e0, past := Prop(Atom{0, Step}), Prop(Atom{0, PastStep})
	for _, c := range []struct {
		f     *Formula
		first int // the length of the shortest prefix that refutes it; 0 if none does
	}{
		{False(), 1}, {True(), 0},
		{s1, 1}, {s0, 0}, {past, 1}, {Next(past), 0}, {Next(Not(past)), 1}, {Next(Next(past)), 2},
		{Globally(s0), 2}, {Globally(e0), 2}, {Finally(Not(s1)), 0}, {Finally(s1), 0},
		{Next(s0), 2}, {Next(Next(s0)), 3}, {Next(Next(s1)), 0},
		{Globally(Implies(s0, Next(s0))), 2}, {Iff(s0, Next(s0)), 2}, {Iff(s0, Next(s1)), 0},
		{Until(s0, False()), 2}, {WeakUntil(s0, Next(False())), 2}, {Until(s0, s1), 0},
		{Release(s1, s0), 2}, {StrongRelease(e0, s0), 0}, {StrongRelease(s1, s0), 2},
		{Possible(0, s0), 2}, {Possible(1, s1), 1}, {Necessary(0, s0), 2}, {Necessary(1, s0), 0},
		{Globally(Finally(s0)), 0}, {Finally(Globally(s0)), 0},
		{And(Finally(s0), Globally(s0)), 2}, {Or(s1, Globally(s0)), 2},
	} {
		first := 0
		for n := 4; n >= 1 && beginning(word, n).Truth(c.f) == No; n-- {
			first = n
		}
		if first != c.first {
			t.Errorf("%s is refuted by the first %d positions, want %d", c.f, first, c.first)
		}
	}
}
