package ltol

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files in testdata anew")

func expectGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		switch {
		case i >= len(gotLines):
			t.Fatalf("%s:%d: nothing, want %q (go test -update writes it anew)", path, i+1, wantLines[i])
		case i >= len(wantLines):
			t.Fatalf("%s:%d: %q, want nothing (go test -update writes it anew)", path, i+1, gotLines[i])
		case gotLines[i] != wantLines[i]:
			t.Fatalf("%s:%d: %q, want %q (go test -update writes it anew)", path, i+1, gotLines[i], wantLines[i])
		}
	}
}

// TestSizes records the sizes of the automata of the formulas in testdata/formulas.txt and of their
// negations: states, edges and acceptance sets, reduced and plain, with the strength of the reduced
// one.
func TestSizes(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "formulas.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			out.WriteString(line + "\n")
			continue
		}
		f := mustParse(t, line)
		for _, g := range []*Formula{f, Not(f)} {
			a, plain := translate(t, g, Options{}), translate(t, g, Options{Plain: true})
			fmt.Fprintf(&out, "%-76s %2d %3d %d %-9s plain %3d %4d %d\n", g, len(a.States), a.Edges(), a.Acceptance,
				a.Strength(), len(plain.States), plain.Edges(), plain.Acceptance)
		}
	}
	expectGolden(t, "sizes.golden", out.String())
}

// TestOutputs records what is printed for a few formulas.
func TestOutputs(t *testing.T) {
	names := map[Atom]string{
		{0, Step}: "client-sRequest", {1, Step}: `MSG = "connect"`, {0, State}: "client-mLink != empty",
		{2, Step}: "machine-rForward", {2, PastStep}: "machine-rForward",
	}
	notation := Notation{Name: func(a Atom) string { return names[a] }}
	var out strings.Builder
	for _, text := range []string{
		"G [e0] F <e1> s0", "F (past.e2 & s0)", "G F e0 & G F s0", "false", "true", "(F G s0) | X (s0 U e0)",
	} {
		f := mustParse(t, text)
		a := translate(t, f, Options{})
		alternating, err := Alternate(context.Background(), f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		name := f.Format(notation)
		for _, section := range []string{
			written(alternating, notation), hoa(alternating, name, notation), dot(alternating, notation),
			written(a, notation), hoa(a, name, notation), dot(a, notation),
		} {
			fmt.Fprintf(&out, "==== %s\n%s\n", name, section)
		}
	}
	expectGolden(t, "outputs.golden", out.String())
}

// A writer is an automaton of either kind.
type writer interface {
	WriteText(ctx context.Context, w io.Writer, n Notation) error
	WriteHOA(ctx context.Context, w io.Writer, name string, n Notation) error
	WriteDOT(ctx context.Context, w io.Writer, n Notation) error
}

func written(a writer, n Notation) string {
	var out strings.Builder
	_ = a.WriteText(context.Background(), &out, n) // a text never fails
	return out.String()
}

func hoa(a writer, name string, n Notation) string {
	var out strings.Builder
	_ = a.WriteHOA(context.Background(), &out, name, n)
	return out.String()
}

func dot(a writer, n Notation) string {
	var out strings.Builder
	_ = a.WriteDOT(context.Background(), &out, n)
	return out.String()
}

// An ending is a context that ends after so many questions.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestWritingEndsWithTheContext ends the context after each piece of what automata write, and has
// each write fail.
func TestWritingEndsWithTheContext(t *testing.T) {
	f := mustParse(t, "G (s0 -> F s1) & G F e0")
	alternating, err := Alternate(context.Background(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []writer{alternating, translate(t, f, Options{})} {
		for name, write := range map[string]func(context.Context, io.Writer) error{
			"text": func(ctx context.Context, w io.Writer) error { return a.WriteText(ctx, w, Notation{}) },
			"hoa":  func(ctx context.Context, w io.Writer) error { return a.WriteHOA(ctx, w, "f", Notation{}) },
			"dot":  func(ctx context.Context, w io.Writer) error { return a.WriteDOT(ctx, w, Notation{}) },
		} {
			var whole strings.Builder
			if err := write(context.Background(), &whole); err != nil {
				t.Fatal(err)
			}
			last := -1
			for left := 0; ; left++ {
				var part strings.Builder
				err := write(&ending{context.Background(), left}, &part)
				if err == nil {
					break
				}
				if !errors.Is(err, context.Canceled) || part.Len() <= last || !strings.HasPrefix(whole.String(), part.String()) {
					t.Fatalf("%s: after %d pieces %v, %q", name, left, err, part.String())
				}
				last = part.Len()
			}
			if last <= 0 {
				t.Errorf("%s: the context is asked only once", name)
			}
			if err := write(context.Background(), broken{}); !errors.Is(err, io.ErrClosedPipe) {
				t.Errorf("%s: %v of a write that fails", name, err)
			}
		}
	}
}

// broken takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestDeterminism translates and prints random formulas twice.
func TestDeterminism(t *testing.T) {
	for seed := range uint64(300) {
		f := newSource(seed).formula(12)
		print := func() string {
			a := translate(t, f, Options{})
			alternating, err := Alternate(context.Background(), f, Options{})
			if err != nil {
				t.Fatal(err)
			}
			return a.String() + hoa(a, "", Notation{}) + a.Degeneralize().String() + alternating.String() + a.Word().String()
		}
		if first, second := print(), print(); first != second {
			t.Fatalf("seed %d: %v gives\n%s\nand then\n%s", seed, f, first, second)
		}
	}
}

// TestHOAReadsBack reads automata of random formulas from what HOA writes and compares verdicts.
func TestHOAReadsBack(t *testing.T) {
	for seed := range uint64(300) {
		r := newSource(seed)
		f := r.formula(2 + r.IntN(9))
		a := translate(t, f, Options{})
		b := readHOA(t, hoa(a, `a "name"`, Notation{}))
		for range 10 {
			l := r.lasso(5)
			want, _ := a.Accepts(l)
			if got, err := b.Accepts(l); err != nil || got != want {
				t.Fatalf("seed %d: %v: read back accepts %t (%v), written accepts %t", seed, f, got, err, want)
			}
		}
	}
}

// TestHOANamesAreDistinct names a step atom and its past alike.
func TestHOANamesAreDistinct(t *testing.T) {
	b, err := Alternate(context.Background(), mustParse(t, "X (s0 U (past.e0 & e0))"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := hoa(b, "", Notation{Name: func(a Atom) string { return "p" }})
	if !strings.Contains(got, "AP: 3 \"p\" \"p'\" \"p''\"\n") {
		t.Error(got)
	}
}

// readHOA reads the part of the format that Automaton.HOA writes, atomic propositions having
// default names.
func readHOA(t *testing.T, text string) *Automaton {
	t.Helper()
	header, body, ok := strings.Cut(text, "--BODY--\n")
	if !ok || !strings.HasPrefix(header, "HOA: v1\n") {
		t.Fatalf("no header and body:\n%s", text)
	}
	a := &Automaton{}
	var atoms []Atom
	for line := range strings.Lines(header) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "States":
			var n int
			scan(t, value, &n)
			a.States, a.Obligations = make([][]Edge, n), make([][]*Formula, n)
		case "Start":
			var q int
			scan(t, value, &q)
			a.Initial = append(a.Initial, q)
		case "Acceptance":
			scan(t, value, &a.Acceptance)
		case "AP":
			for _, name := range strings.Fields(value)[1:] {
				atoms = append(atoms, mustParse(t, strings.Trim(name, `"`)).Atom())
			}
		}
	}
	a.table = newGuardTable(atoms, math.MaxInt)
	state := 0
	for line := range strings.Lines(body) {
		switch {
		case strings.HasPrefix(line, "State: "):
			scan(t, strings.TrimPrefix(line, "State: "), &state)
		case strings.HasPrefix(line, "["):
			label, rest, _ := strings.Cut(line[1:], "]")
			edge := Edge{Guard: Guard{a.table, readLabel(t, a.table, label)}}
			scan(t, rest, &edge.To)
			if _, sets, ok := strings.Cut(strings.TrimRight(rest, "}\n"), "{"); ok {
				for set := range strings.FieldsSeq(sets) {
					var i int
					scan(t, set, &i)
					edge.Acc |= 1 << i
				}
			}
			a.States[state] = append(a.States[state], edge)
		}
	}
	if err := checkAutomaton(a); err != nil {
		t.Fatal(err)
	}
	return a
}

func scan(t *testing.T, text string, value *int) {
	t.Helper()
	if _, err := fmt.Sscan(text, value); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
}

func readLabel(t *testing.T, table *guardTable, label string) ref {
	t.Helper()
	sum := never
	for product := range strings.SplitSeq(label, "|") {
		cube := always
		for literal := range strings.SplitSeq(product, "&") {
			literal = strings.TrimSpace(literal)
			if literal == "t" {
				continue
			}
			number, negated := strings.CutPrefix(literal, "!")
			var i int
			scan(t, number, &i)
			cube = table.and(cube, table.literal(Literal{table.atoms[i], negated}))
		}
		sum = table.or(sum, cube)
	}
	return sum
}
