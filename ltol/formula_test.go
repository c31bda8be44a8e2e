package ltol

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

func TestEqual(t *testing.T) {
	texts := []string{
		"true", "false", "s0", "s1", "e0", "past.e0", "!s0", "X s0", "F s0", "G s0", "s0 & s1", "s1 & s0", "s0 | s1",
		"s0 & s1 & e0", "(s0 & s1) & e0", "s0 -> s1", "s0 <-> s1", "s0 U s1", "s1 U s0", "s0 W s1", "s0 R s1", "s0 M s1",
		"<e0> s0", "<e1> s0", "[e0] s0", "e0 & X s0",
	}
	for i, f := range texts {
		for j, g := range texts {
			if got := mustParse(t, f).Equal(mustParse(t, g)); got != (i == j) {
				t.Errorf("%q equal to %q: %t", f, g, got)
			}
		}
	}
}

// TestEqualSharing compares formulas of 2^200 nodes whose subtrees are shared.
func TestEqualSharing(t *testing.T) {
	tower := func() *Formula {
		f := Prop(Atom{0, State})
		for range 200 {
			f = And(f, f)
		}
		return f
	}
	f, g := tower(), tower()
	if !f.Equal(g) {
		t.Error("equal formulas are not")
	}
	if got := f.Size(); got != math.MaxInt {
		t.Errorf("size %d", got)
	}
	if got := f.Atoms(); len(got) != 1 {
		t.Errorf("atoms %v", got)
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]int{
		"true": 1, "s0": 1, "!s0": 2, "s0 & s1": 3, "s0 | s1 | e0": 5, "G (s0 -> F s1)": 5, "<e0> true": 3, "[e0] s0": 3,
	} {
		if got := mustParse(t, text).Size(); got != want {
			t.Errorf("size of %s: %d, want %d", text, got, want)
		}
	}
}

func TestAtoms(t *testing.T) {
	got := mustParse(t, "e1 U ([e1] <e0> s2 & past.e3 & !s0 & s2)").Atoms()
	want := []Atom{{0, State}, {2, State}, {0, Step}, {1, Step}, {3, PastStep}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestConstructorsOfNoneAndOne(t *testing.T) {
	f := Prop(Atom{0, State})
	if !And().Equal(True()) || !Or().Equal(False()) || And(f) != f || Or(f) != f {
		t.Error("conjunction or disjunction of none or one")
	}
}

func TestOperandsAreCopied(t *testing.T) {
	fs := []*Formula{mustParse(t, "s0"), mustParse(t, "s1")}
	f := And(fs...)
	fs[0] = False()
	f.Args()[1] = False()
	if got := f.String(); got != "s0 & s1" {
		t.Errorf("a formula changed to %s", got)
	}
}

func ExampleFormula() {
	reserve, release := Atom{0, Step}, 1
	property := Globally(Implies(Prop(reserve), Finally(Possible(release, True()))))
	names := map[Atom]string{{0, Step}: "client1-sReserve", {1, Step}: "sender = client1 & MSG = release"}
	fmt.Println(property.Format(Notation{Name: func(a Atom) string { return names[a] }}))
	fmt.Println(property.dual())
	// Output:
	// G (client1-sReserve -> F <<sender = client1 & MSG = release>> true)
	// F (e0 & G [[e1]] false)
}
