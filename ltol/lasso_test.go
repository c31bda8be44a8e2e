package ltol

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

func mustEval(t testing.TB, f *Formula, l Lasso) bool {
	t.Helper()
	v, err := Eval(f, l)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// sameEverywhere says whether f and g have the same value at every position of the lasso.
func sameEverywhere(f, g *Formula, l Lasso) bool {
	return slices.Equal(everywhere(f, l), everywhere(g, l))
}

// everywhere is the value of f at every position of the lasso, its loop unrolled once.
func everywhere(f *Formula, l Lasso) []bool {
	var out []bool
	for _, v := range Fold(f, l.evaluation().values) {
		out = append(out, v == Yes)
	}
	return out
}

// holdsAt is the slow twin of Eval: the definition of LTOL's semantics (P001 §7), position by
// position. The positions go on forever; on a lasso every suffix from a position on is met within
// two rounds of the loop.
func holdsAt(f *Formula, l Lasso, i int) bool {
	origin := func(i int) int {
		if i < l.Length {
			return i
		}
		return l.Loop + (i-l.Loop)%(l.Length-l.Loop)
	}
	horizon := i + 2*l.Length
	args := f.Args()
	switch f.Op() {
	case OpTrue:
		return true
	case OpFalse:
		return false
	case OpAtom:
		switch a := f.Atom(); a.Kind {
		case State:
			return l.State(origin(i), a.ID)
		case Step:
			return l.Step(origin(i), a.ID)
		default:
			return i > 0 && l.Step(origin(i-1), a.ID)
		}
	case OpNot:
		return !holdsAt(args[0], l, i)
	case OpAnd:
		return !slices.ContainsFunc(args, func(a *Formula) bool { return !holdsAt(a, l, i) })
	case OpOr:
		return slices.ContainsFunc(args, func(a *Formula) bool { return holdsAt(a, l, i) })
	case OpImplies:
		return !holdsAt(args[0], l, i) || holdsAt(args[1], l, i)
	case OpIff:
		return holdsAt(args[0], l, i) == holdsAt(args[1], l, i)
	case OpNext:
		return holdsAt(args[0], l, i+1)
	case OpPossible:
		return l.Step(origin(i), f.Atom().ID) && holdsAt(args[0], l, i+1)
	case OpNecessary:
		return !l.Step(origin(i), f.Atom().ID) || holdsAt(args[0], l, i+1)
	case OpUntil: // there is j ≥ i with the second, and the first at every k, i ≤ k < j
		for j := i; j < horizon; j++ {
			if holdsAt(args[1], l, j) {
				return true
			}
			if !holdsAt(args[0], l, j) {
				return false
			}
		}
		return false
	case OpRelease: // for every j ≥ i the second, or the first at some k, i ≤ k < j
		for j := i; j < horizon; j++ {
			if !holdsAt(args[1], l, j) {
				return false
			}
			if holdsAt(args[0], l, j) {
				return true
			}
		}
		return true
	case OpFinally:
		return holdsAt(Until(True(), args[0]), l, i)
	case OpGlobally:
		return !holdsAt(Finally(Not(args[0])), l, i)
	case OpWeakUntil:
		return holdsAt(Release(args[1], Or(args[1], args[0])), l, i)
	}
	return holdsAt(Until(args[1], And(args[0], args[1])), l, i)
}

func TestEvalAgainstDefinition(t *testing.T) {
	verdicts := map[bool]int{}
	for seed := range uint64(1500 * longer()) {
		r := newSource(seed)
		f := r.formula(1 + r.IntN(7))
		l := r.lasso(4)
		want := holdsAt(f, l, 0)
		verdicts[want]++
		if got := mustEval(t, f, l); got != want {
			t.Fatalf("seed %d: %v: %t, by definition %t", seed, f, got, want)
		}
		along, err := l.Along(f)
		if err != nil || len(along) != l.Length {
			t.Fatalf("seed %d: %d values at %d positions, %v", seed, len(along), l.Length, err)
		}
		for i, got := range along {
			if want := TruthOf(holdsAt(f, l, i)); got != want {
				t.Fatalf("seed %d: %v at %d: %v, by definition %v", seed, f, i, got, want)
			}
		}
	}
	t.Logf("verdicts: %d satisfied, %d violated", verdicts[true], verdicts[false])
	if verdicts[true] < 300 || verdicts[false] < 300 {
		t.Errorf("one-sided: %v", verdicts)
	}
}

// letters makes a lasso of letters that list the true atoms.
func letters(loop int, letters ...[]Atom) Lasso {
	holds := func(i int, a Atom) bool { return slices.Contains(letters[i], a) }
	return Lasso{
		Length: len(letters), Loop: loop,
		State: func(i, id int) bool { return holds(i, Atom{id, State}) },
		Step:  func(i, id int) bool { return holds(i, Atom{id, Step}) },
	}
}

// TestEvalPastStep has a loop whose first position is entered by different steps: first by that of
// position 1, which satisfies e0, then forever by that of position 2, which does not.
func TestEvalPastStep(t *testing.T) {
	s, e := Atom{0, State}, Atom{0, Step}
	l := letters(2, nil, []Atom{e}, []Atom{s})
	for text, want := range map[string]bool{
		"past.e0":                   false,
		"X past.e0":                 false,
		"X X past.e0":               true,
		"X X X past.e0":             false,
		"F past.e0":                 true,
		"F (s0 & past.e0)":          true,
		"F (past.e0 & X past.e0)":   false,
		"G F past.e0":               false,
		"F G (s0 & !past.e0)":       true,
		"X <e0> past.e0":            true,
		"G [e0] past.e0":            true,
		"G (past.e0 -> s0)":         true,
		"!past.e0 U (past.e0 & s0)": true,
	} {
		if got := mustEval(t, mustParse(t, text), l); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
	loop := letters(0, []Atom{e})
	for text, want := range map[string]bool{"past.e0": false, "X past.e0": true, "X G past.e0": true, "G F !past.e0": false} {
		if got := mustEval(t, mustParse(t, text), loop); got != want {
			t.Errorf("on a loop through position 0, %s: %t", text, got)
		}
	}
}

// TestEvalStutter checks the rule for the empty stutter: with all step atoms false, <O> is false
// and [O] true, whatever follows.
func TestEvalStutter(t *testing.T) {
	stutter := letters(0, []Atom{{0, State}})
	for text, want := range map[string]bool{
		"<e0> true": false, "<e0> s0": false, "[e0] false": true, "[e0] s0": true, "G [e0] false": true, "F <e0> true": false,
		"X s0": true, "X true": true,
	} {
		if got := mustEval(t, mustParse(t, text), stutter); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

func TestEvalRejectsNonLassos(t *testing.T) {
	for _, l := range []Lasso{{}, {Length: 2, Loop: 2}, {Length: 2, Loop: -1}, {Length: -1}} {
		if _, err := Eval(True(), l); !errors.Is(err, ErrMisuse) {
			t.Errorf("length %d, loop %d: %v", l.Length, l.Loop, err)
		}
		if _, err := new(Automaton).Accepts(l); !errors.Is(err, ErrMisuse) {
			t.Errorf("length %d, loop %d: %v", l.Length, l.Loop, err)
		}
	}
}

func ExampleEval() {
	// The step out of position 0 is a request, the one out of position 1 an answer; then nothing
	// happens any more.
	request, answer := 0, 1
	l := Lasso{
		Length: 3, Loop: 2,
		State: func(position, id int) bool { return false },
		Step:  func(position, id int) bool { return position == id },
	}
	answered := Globally(Necessary(request, Finally(Possible(answer, True()))))
	fmt.Println(Eval(answered, l))
	fmt.Println(Eval(Globally(Finally(Possible(request, True()))), l))
	// Output:
	// true <nil>
	// false <nil>
}
