package ltol

import (
	"slices"
	"testing"
)

// Causes are true, and nothing else is needed: where only they are known, the formula is known to
// be false.
func TestCausesAreTrueAndSuffice(t *testing.T) {
	r := newSource(29)
	explained, open, lost := 0, 0, 0
	for range 5_000 * longer() {
		f, l := r.formula(1+r.IntN(12)), r.lasso(5)
		blame, err := Explain(f, l)
		if err != nil {
			t.Fatal(err)
		}
		if holds := mustEval(t, f, l); holds != (blame == nil) {
			t.Fatalf("%s: %v, but the blame is %v", f, holds, blame)
		}
		if blame == nil {
			continue
		}
		explained++
		// The causes at the positions of the unrolled lasso, before they are brought back to its
		// own.
		e := explainer{evaluation: l.evaluation(), value: map[*Formula][]Truth{}, done: map[question][]Cause{}}
		Fold(f, func(f *Formula, args [][]Truth) []Truth {
			e.value[f] = e.values(f, args)
			return e.value[f]
		})
		causes := e.why(f, 0, false)
		if len(causes) != len(blame.Causes) {
			t.Fatalf("%s: %d causes, not %d", f, len(blame.Causes), len(causes))
		}
		known := map[*Formula]map[int]Truth{}
		learn := func(f *Formula, i int, v Truth) {
			if known[f] == nil {
				known[f] = map[int]Truth{}
			}
			known[f][i] = v
		}
		steps := map[int]map[int]Truth{}
		for _, c := range causes {
			for i := c.From; ; i = e.next(i) {
				if got := everywhere(c.Formula, l)[i]; got != c.Holds {
					t.Fatalf("%s: it is blamed that %s is %v at %d", f, c.Formula, c.Holds, i)
				}
				learn(c.Formula, i, TruthOf(c.Holds))
				if a := c.Formula.Atom(); c.Formula.Op() == OpAtom && a.Kind == Step {
					if steps[a.ID] == nil {
						steps[a.ID] = map[int]Truth{}
					}
					steps[a.ID][i] = TruthOf(c.Holds)
				}
				if i == c.To {
					break
				}
			}
			if c.Open {
				open++
				for i, reached := c.From, 0; reached < e.length; i, reached = e.next(i), reached+1 {
					if everywhere(c.Formula, l)[i] && c.Formula.Op() == OpFinally {
						t.Fatalf("%s: %s is called open at %d, and is true at %d", f, c.Formula, c.From, i)
					}
				}
			}
		}
		ignorant := evaluation{length: e.length, loop: e.loop, atom: func(a Atom, i int) Truth {
			if v, ok := steps[a.ID][i]; ok && a.Kind == Step { // also where it is part of an observation
				return v
			}
			return Unknown
		}}
		value := Fold(f, func(f *Formula, args [][]Truth) []Truth {
			v := ignorant.values(f, args)
			for i, truth := range known[f] {
				v[i] = truth
			}
			return v
		})
		if value[0] != No {
			t.Fatalf("%s on %d positions with loop %d: the causes %v do not suffice", f, l.Length, l.Loop, causes)
		}
		if blame.Lost >= 0 {
			lost++
		}
		checkLost(t, f, l, blame.Lost)
	}
	if explained < 1000 || open < 300 || lost < 300 {
		t.Errorf("only %d explained, %d of them open and %d lost", explained, open, lost)
	}
}

// checkLost compares the position with the first of all beginnings that refute the formula.
func checkLost(t *testing.T, f *Formula, l Lasso, lost int) {
	t.Helper()
	for n := 1; n <= 2*l.Length-l.Loop; n++ {
		if beginning(l, n).Truth(f) == No {
			want := n - 1
			if want >= l.Length {
				want -= l.Length - l.Loop
			}
			if lost != want {
				t.Fatalf("%s: lost at %d, not %d", f, want, lost)
			}
			return
		}
	}
	if lost >= 0 {
		t.Fatalf("%s: said to be lost at %d", f, lost)
	}
}

// A request that is never granted, in a run of four positions with a loop of two.
func TestWhatIsBlamed(t *testing.T) {
	request, grant, bad := Prop(Atom{ID: 0, Kind: State}), Prop(Atom{ID: 1, Kind: State}), Prop(Atom{ID: 2, Kind: State})
	l := Lasso{
		Length: 4, Loop: 2,
		State: func(i, id int) bool { return id == 0 && i == 1 || id == 1 && i == 0 || id == 2 && i == 3 },
		Step:  func(int, int) bool { return false },
	}
	for _, c := range []struct {
		f    *Formula
		want Blame
	}{
		{Globally(Implies(request, Finally(grant))), Blame{-1, []Cause{
			{request, true, 1, 1, false, false}, {Finally(grant), false, 1, 1, false, true},
		}}},
		{Globally(Not(bad)), Blame{3, []Cause{{bad, true, 3, 3, false, false}}}},
		{Finally(Globally(bad)), Blame{-1, []Cause{{Finally(Globally(bad)), false, 0, 0, false, true}, {bad, false, 2, 2, false, false}}}},
		{Until(grant, request), Blame{-1, nil}},
		{Until(bad, request), Blame{0, []Cause{{bad, false, 0, 0, false, false}, {request, false, 0, 0, false, false}}}},
		{Until(Not(request), bad), Blame{1, []Cause{{bad, false, 0, 0, false, false}, {request, true, 1, 1, false, false}, {bad, false, 1, 1, false, false}}}},
		{And(Finally(And(request, bad)), Globally(grant)), Blame{1, []Cause{{grant, false, 1, 1, false, false}}}},
		{Globally(Implies(bad, Next(bad))), Blame{2, []Cause{{bad, true, 3, 3, false, false}, {bad, false, 2, 2, true, false}}}},
		{Possible(0, True()), Blame{0, []Cause{{Prop(Atom{ID: 0, Kind: Step}), false, 0, 0, false, false}}}},
	} {
		got, err := Explain(c.f, l)
		if err != nil {
			t.Fatal(err)
		}
		if c.want.Causes == nil {
			if got != nil {
				t.Errorf("%s: %v", c.f, got)
			}
			continue
		}
		same := func(a, b Cause) bool {
			return a.Formula.Equal(b.Formula) && a.Holds == b.Holds && a.From == b.From && a.To == b.To && a.Again == b.Again && a.Open == b.Open
		}
		if got == nil || got.Lost != c.want.Lost || !slices.EqualFunc(got.Causes, c.want.Causes, same) {
			t.Errorf("%s: %v, not %v", c.f, got, c.want)
		}
	}
	if _, err := Explain(nil, l); err == nil {
		t.Error("no formula was explained")
	}
	if _, err := Explain(bad, Lasso{}); err == nil {
		t.Error("no lasso was explained")
	}
}
