package ltol

import "testing"

func TestFormat(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"true", "true"},
		{"!s0", "!s0"},
		{"!!s0", "!!s0"},
		{"(s0 & s1) & e0", "(s0 & s1) & e0"},
		{"s0 & s1 & e0", "s0 & s1 & e0"},
		{"s0 | (s1 & e0)", "s0 | (s1 & e0)"},
		{"s0 -> (s1 -> e0)", "s0 -> (s1 -> e0)"},
		{"s0 U (s1 U e0)", "s0 U (s1 U e0)"},
		{"G (s0 -> F s1)", "G (s0 -> F s1)"},
		{"(G s0) -> F s1", "(G s0) -> F s1"},
		{"s0 & (F s1) & e0", "s0 & (F s1) & e0"},
		{"s0 -> (s1 & F e0)", "s0 -> (s1 & F e0)"},
		{"G F s0 & G F s1", "(G F s0) & G F s1"},
		{"(!F s0) U s1", "!(F s0) U s1"},
		{"(!X !s0) | s1", "!(X !s0) | s1"},
		{"s1 | !X !s0", "s1 | !X !s0"},
		{"!(s0 U s1)", "!(s0 U s1)"},
		{"X <<e0>> [[e1]] past.e0", "X <<e0>> [[e1]] past.e0"},
		{"(<<e0>> true) <-> [[e1]] false", "(<<e0>> true) <-> [[e1]] false"},
	} {
		f := mustParse(t, test.text)
		if got := f.String(); got != test.want {
			t.Errorf("%s printed as %s, want %s", test.text, got, test.want)
		}
	}
}

// TestFormatNames has names that are more than a word.
func TestFormatNames(t *testing.T) {
	names := []string{"a-x", "a-x = 1", "p | q", "x -> y", "k-n > 3"}
	notation := Notation{Name: func(a Atom) string { return names[a.ID] }}
	for _, test := range []struct{ text, want string }{
		{"!s0", "!a-x"},
		{"!s1", "!(a-x = 1)"},
		{"F s1", "F (a-x = 1)"},
		{"s1 U s0", "(a-x = 1) U a-x"},
		{"s1 & s0", "a-x = 1 & a-x"},
		{"s1 -> s2", "a-x = 1 -> (p | q)"},
		{"s3 <-> s1", "(x -> y) <-> a-x = 1"},
		{"s2", "p | q"},
		{"<e1> s1", "<<a-x = 1>> (a-x = 1)"},
		{"[e4] s0", "[[(k-n > 3)]] a-x"},
	} {
		if got := mustParse(t, test.text).Format(notation); got != test.want {
			t.Errorf("%s printed as %s, want %s", test.text, got, test.want)
		}
	}
}

// TestFormatReadsBack prints random formulas and reads them.
func TestFormatReadsBack(t *testing.T) {
	for seed := range uint64(2000 * longer()) {
		r := newSource(seed)
		f := r.formula(1 + r.IntN(20))
		g, err := parse(f.String())
		if err != nil || !f.Equal(g) {
			t.Fatalf("seed %d: %v read back as %v (%v)", seed, f, g, err)
		}
	}
}

// TestFormatNeedsNoPrecedence reads what is printed with unary connectives that reach as far to the
// right as they can: it is the same formula.
func TestFormatNeedsNoPrecedence(t *testing.T) {
	for seed := range uint64(2000 * longer()) {
		r := newSource(seed)
		f := r.formula(1 + r.IntN(20))
		g, err := parseWide(f.String())
		if err != nil || !f.Equal(g) {
			t.Fatalf("seed %d: %v read back as %v (%v)", seed, f, g, err)
		}
	}
}
