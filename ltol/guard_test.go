package ltol

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// allFunctions builds every Boolean function of three atoms in one table: functions[i] is the one
// whose truth table is the bits of i, bit j being its value where atom k is bit k of j.
func allFunctions(t *testing.T) (*guardTable, []Atom, []ref) {
	atoms := []Atom{{0, State}, {0, Step}, {7, State}}
	table := newGuardTable(atoms, 1000)
	functions := make([]ref, 256)
	for truth := range functions {
		f := never
		for row := range 8 {
			if truth>>row&1 == 1 {
				minterm := always
				for k, a := range atoms {
					minterm = table.and(minterm, table.literal(Literal{a, row>>k&1 == 0}))
				}
				f = table.or(f, minterm)
			}
		}
		functions[truth] = f
	}
	if table.overflow {
		t.Fatal("overflow")
	}
	return table, atoms, functions
}

func TestGuardTableAgainstTruthTables(t *testing.T) {
	table, atoms, functions := allFunctions(t)
	for f, x := range functions {
		for row := range 8 {
			holds := func(a Atom) bool { return row>>slices.Index(atoms, a)&1 == 1 }
			if got, want := table.eval(x, holds), f>>row&1 == 1; got != want {
				t.Fatalf("%08b at %03b: %t", f, row, got)
			}
		}
		if got := table.not(x); got != functions[^f&0xff] {
			t.Fatalf("!%08b is another function", f)
		}
		for g, y := range functions {
			if got := table.and(x, y); got != functions[f&g] {
				t.Fatalf("%08b & %08b is another function", f, g)
			}
			if got := table.or(x, y); got != functions[f|g] {
				t.Fatalf("%08b | %08b is another function", f, g)
			}
			if got := table.minus(x, y); got != functions[f&^g] {
				t.Fatalf("%08b minus %08b is another function", f, g)
			}
			h := (f*31 + g*17) & 0xff
			if got := table.choose(x, y, functions[h]); got != functions[f&g|^f&h&0xff] {
				t.Fatalf("if %08b then %08b else %08b is another function", f, g, h)
			}
		}
	}
}

// TestGuardCubes checks for every function of three atoms that its cubes are its cover, that none
// can be left out, and that no literal of any can.
func TestGuardCubes(t *testing.T) {
	table, atoms, functions := allFunctions(t)
	truth := func(cubes []Cube) int {
		f := 0
		for row := range 8 {
			if slices.ContainsFunc(cubes, func(c Cube) bool {
				return !slices.ContainsFunc(c, func(l Literal) bool {
					return (row>>slices.Index(atoms, l.Atom)&1 == 1) == l.Negated
				})
			}) {
				f |= 1 << row
			}
		}
		return f
	}
	for f, x := range functions {
		cubes := Guard{table, x}.cubes()
		if got := truth(cubes); got != f {
			t.Fatalf("cubes of %08b: %v are %08b", f, cubes, got)
		}
		for i, c := range cubes {
			if !slices.IsSortedFunc(c, func(x, y Literal) int { return x.Atom.Compare(y.Atom) }) {
				t.Errorf("%08b: %v is not sorted", f, c)
			}
			if truth(slices.Delete(slices.Clone(cubes), i, i+1)) == f {
				t.Errorf("%08b: %v of %v is not needed", f, c, cubes)
			}
			for j := range c {
				shorter := slices.Delete(slices.Clone(c), j, j+1)
				if truth([]Cube{shorter})&^f == 0 {
					t.Errorf("%08b: literal %d of %v is not needed", f, j, c)
				}
			}
		}
	}
}

// TestGuardDecide rebuilds every function of three atoms from what Decide says.
func TestGuardDecide(t *testing.T) {
	table, _, functions := allFunctions(t)
	var rebuild func(g Guard) ref
	rebuild = func(g Guard) ref {
		a, then, otherwise, ok := g.Decide()
		if !ok {
			if g.IsTrue() == g.isFalse() {
				t.Fatal("neither true nor false, and nothing to decide")
			}
			if g.IsTrue() {
				return always
			}
			return never
		}
		if slices.Contains(then.Atoms(), a) || slices.Contains(otherwise.Atoms(), a) {
			t.Fatalf("%v is decided twice", a)
		}
		return table.choose(table.literal(Literal{Atom: a}), rebuild(then), rebuild(otherwise))
	}
	for f, x := range functions {
		if got := rebuild(Guard{table, x}); got != x {
			t.Fatalf("%08b: Decide tells another function", f)
		}
	}
}

// Atoms are the atoms the guard depends on, in the order of Atom.Compare.
func (g Guard) Atoms() []Atom {
	return atomsOfGuards(func(yield func(Guard)) { yield(g) })
}

func TestGuardAtoms(t *testing.T) {
	table, atoms, functions := allFunctions(t)
	for f, x := range functions {
		var want []Atom
		for k, a := range atoms {
			for row := range 8 {
				if f>>row&1 != f>>(row^1<<k)&1 {
					want = append(want, a)
					break
				}
			}
		}
		slices.SortFunc(want, Atom.Compare)
		if got := (Guard{table, x}).Atoms(); !slices.Equal(got, want) {
			t.Errorf("%08b depends on %v, not %v", f, want, got)
		}
	}
}

func TestGuardFormat(t *testing.T) {
	table, _, functions := allFunctions(t)
	for _, test := range []struct {
		truth int
		want  string
	}{
		{0x00, "false"}, {0xff, "true"}, {0xaa, "s0"}, {0x33, "!e0"}, {0xa0, "s0 & s7"},
		{0xea, "s0 | (s7 & e0)"}, {0x66, "(s0 & !e0) | (!s0 & e0)"},
	} {
		if got := (Guard{table, functions[test.truth]}).String(); got != test.want {
			t.Errorf("%08b: %q, want %q", test.truth, got, test.want)
		}
	}
}

// TestGuardTableLimit checks that a full table says so and never hands out a wrong function as if
// it were right.
func TestGuardTableLimit(t *testing.T) {
	var atoms []Atom
	for i := range 16 {
		atoms = append(atoms, Atom{i, State})
	}
	table := newGuardTable(atoms, 40)
	f := never
	for i := range 8 {
		f = table.or(f, table.and(table.literal(Literal{Atom: atoms[i]}), table.literal(Literal{Atom: atoms[i+8]})))
	}
	if !table.overflow {
		t.Fatalf("%d nodes, and no overflow", len(table.nodes))
	}
}

func ExampleGuard_Decide() {
	a, _ := Translate(context.Background(), Finally(And(Prop(Atom{0, State}), Prop(Atom{1, Step}))), Options{})
	guard := a.States[0][1].Guard
	atom, then, otherwise, _ := guard.Decide()
	fmt.Println(guard, "is, by", atom, "either", then, "or", otherwise)
	// Output: s0 & e1 is, by s0 either e1 or false
}

// Operations end with the context, as they do at the limit.
func TestGuardsEndWithTheirContext(t *testing.T) {
	var atoms []Atom
	for i := range 40 {
		atoms = append(atoms, Atom{ID: i, Kind: State})
	}
	ctx, cancel := context.WithCancel(context.Background())
	table := newGuardTable(atoms, 1_000_000)
	table.ctx = ctx
	join := func() ref { // pairs far apart in the order: as many decisions as there are subsets of the first halves
		f := never
		for i := range 20 {
			f = table.or(f, table.and(table.literal(Literal{Atom: atoms[i]}), table.literal(Literal{Atom: atoms[20+i]})))
		}
		return f
	}
	cancel()
	if f := join(); f != never || !table.overflow || table.work > 2*stepsBetweenLooks {
		t.Errorf("%d after %d steps, overflow %v", f, table.work, table.overflow)
	}
}
