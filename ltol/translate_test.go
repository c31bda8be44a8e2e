package ltol

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func translate(t testing.TB, f *Formula, o Options) *Automaton {
	t.Helper()
	a, err := Translate(context.Background(), f, o)
	if err != nil {
		t.Fatalf("%v: %v", f, err)
	}
	if err := checkAutomaton(a); err != nil {
		t.Fatalf("%v: %v", f, err)
	}
	return a
}

// TestTranslateAgainstEval translates random formulas and their negations, reduced, reduced with
// every threshold at some extreme, and plain, and asks on random lassos for the verdict that the
// semantics gives.
func TestTranslateAgainstEval(t *testing.T) {
	verdicts := map[bool]int{}
	for seed := range uint64(800 * longer()) {
		r := newSource(seed)
		f := r.formula(2 + r.IntN(9))
		extreme := Options{Thresholds: r.extremes()}
		automata := map[string]*Automaton{
			"formula": translate(t, f, Options{}), "plain formula": translate(t, f, Options{Plain: true}),
			fmt.Sprintf("formula with %+v", extreme): translate(t, f, extreme),
		}
		negations := map[string]*Automaton{
			"negation": translate(t, Not(f), Options{}), "plain negation": translate(t, Not(f), Options{Plain: true}),
			fmt.Sprintf("negation with %+v", extreme): translate(t, Not(f), extreme),
		}
		for range 15 {
			l := r.lasso(6)
			want, err := Eval(f, l)
			if err != nil {
				t.Fatal(err)
			}
			verdicts[want]++
			for name, a := range automata {
				if got, _ := a.Accepts(l); got != want {
					t.Fatalf("seed %d, %v: %s accepts: %t, Eval: %t", seed, f, name, got, want)
				}
			}
			for name, a := range negations {
				if got, _ := a.Accepts(l); got == want {
					t.Fatalf("seed %d, %v: %s accepts: %t, Eval of the formula: %t", seed, f, name, got, want)
				}
			}
		}
	}
	t.Logf("verdicts: %d satisfied, %d violated", verdicts[true], verdicts[false])
	if verdicts[true] < 2000 || verdicts[false] < 2000 {
		t.Errorf("one-sided: %v", verdicts)
	}
}

// rawOf is the automaton of f as dealternate leaves it.
func rawOf(t testing.TB, f *Formula) (*expander, *rawAutomaton) {
	t.Helper()
	o := Options{}.withDefaults()
	c := newObligations(o.MaxObligations)
	x := c.atStart(c.encode(f))
	e := newExpander(context.Background(), c, x, o)
	raw, err := dealternate(e, x, o)
	if err != nil {
		t.Fatal(err)
	}
	return e, raw
}

// TestClassicAutomata has automata known from the literature, as they should come out.
func TestClassicAutomata(t *testing.T) {
	for text, want := range map[string]string{
		"true":                   "0: true -> 0",
		"G s0":                   "0: s0 -> 0",
		"F s0":                   "0: !s0 -> 0\n0: s0 -> 1\n1: true -> 1 {0}",
		"s0 U s1":                "0: s0 & !s1 -> 0\n0: s1 -> 1\n1: true -> 1 {0}",
		"s0 W s1":                "0: s0 & !s1 -> 0\n0: s1 -> 1\n1: true -> 1",
		"F G s0":                 "0: true -> 0\n0: s0 -> 1\n1: s0 -> 1 {0}",
		"G F s0":                 "0: !s0 -> 0\n0: s0 -> 0 {0}",
		"G F s0 & G F s1":        "0: !s0 & !s1 -> 0\n0: s0 & !s1 -> 0 {0}\n0: s1 & !s0 -> 0 {1}\n0: s0 & s1 -> 0 {0 1}",
		"G (s0 -> F s1)":         "0: !s0 | s1 -> 0 {0}\n0: s0 & !s1 -> 1\n1: s1 -> 0 {0}\n1: !s1 -> 1",
		"G (s0 -> X s1)":         "0: !s0 -> 0\n0: s0 -> 1\n1: s1 & !s0 -> 0\n1: s0 & s1 -> 1",
		"<e0> s0":                "0: e0 -> 1\n1: s0 -> 2\n2: true -> 2",
		"[e0] s0":                "0: !e0 -> 1\n0: e0 -> 2\n1: true -> 1\n2: s0 -> 1",
		"G [e0] past.e1":         "0: !e0 | e1 -> 0",
		"G (past.e0 -> <e1> s0)": "0: !e0 -> 0\n0: e0 -> 1\n1: e1 & !e0 -> 2\n1: e0 & e1 -> 3\n2: s0 & !e0 -> 0\n2: s0 & e0 -> 1\n3: s0 & e1 & !e0 -> 2\n3: s0 & e0 & e1 -> 3",
	} {
		t.Run(text, func(t *testing.T) {
			a := translate(t, mustParse(t, text), Options{})
			expectShape(t, a, want)
		})
	}
}

// TestTranslateUnsatisfiable has formulas whose automata have no states.
func TestTranslateUnsatisfiable(t *testing.T) {
	for _, text := range []string{"false", "s0 & !s0", "past.e0", "(G F s0) & F G !s0", "<e0> past.e1 & !e1", "X past.e0 & !e0"} {
		if a := translate(t, mustParse(t, text), Options{}); len(a.States) != 0 || len(a.Initial) != 0 || a.Strength() != Transient {
			t.Errorf("%s:\n%v", text, a)
		}
	}
}

// TestMergedStates checks rewrites of the automaton construction that no single pass shows: G F f
// is one state, waiting for F f or F g is one state, and states with the same transitions are one.
func TestMergedStates(t *testing.T) {
	for text, want := range map[string]int{
		"G F (s0 & X s1)":                   2,
		"(F G s0) | F G s1":                 3,
		"G F s0 & G F s1 & G F (e0 & X e1)": 2,
		"(F s0) & G F s0":                   1,
	} {
		_, raw := rawOf(t, mustParse(t, text))
		if got := len(raw.owed); got != want {
			t.Errorf("%s: %d states before reduction, want %d", text, got, want)
		}
	}
}

func ExampleTranslate() {
	// Every request (step proposition 0) is answered by a step after which the state proposition 0
	// holds. The past-step atom of the answer (1) says that the step before was one.
	answered := And(Prop(Atom{1, PastStep}), Prop(Atom{0, State}))
	property := Globally(Implies(Prop(Atom{0, Step}), Finally(answered)))
	a, err := Translate(context.Background(), Not(property), Options{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(a)
	// Output:
	// Büchi automaton: 4 states, 12 edges, 1 acceptance set, weak
	// initial: 0
	// state 0: F (e0 & G (!past.e1 | !s0))
	//   !e1 -> 0
	//   e1 -> 1
	//   e0 & !e1 -> 2
	//   e0 & e1 -> 3
	// state 1: F (e0 & G (!past.e1 | !s0))
	//   !e1 -> 0
	//   e1 -> 1
	//   !s0 & e0 & !e1 -> 2
	//   !s0 & e0 & e1 -> 3
	// state 2: G (!past.e1 | !s0)
	//   !e1 -> 2 {0}
	//   e1 -> 3 {0}
	// state 3: G (!past.e1 | !s0)
	//   !s0 & !e1 -> 2 {0}
	//   !s0 & e1 -> 3 {0}
}

func BenchmarkTranslate(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("testdata", "formulas.txt"))
	if err != nil {
		b.Fatal(err)
	}
	var formulas []*Formula
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			formulas = append(formulas, mustParse(b, line), Not(mustParse(b, line)))
		}
	}
	b.Run("classic", func(b *testing.B) {
		for b.Loop() {
			for _, f := range formulas {
				translate(b, f, Options{})
			}
		}
	})
	for _, n := range []int{4, 6, 8} {
		b.Run(fmt.Sprintf("eventualities/%d", n), func(b *testing.B) {
			var fs []*Formula
			for i := range n {
				fs = append(fs, Finally(Prop(Atom{i, State})))
			}
			for b.Loop() {
				translate(b, And(fs...), Options{})
			}
		})
		b.Run(fmt.Sprintf("fairness/%d", n), func(b *testing.B) {
			var fs []*Formula
			for i := range n {
				fs = append(fs, Globally(Finally(Prop(Atom{i, State}))))
			}
			f := Not(Implies(And(fs...), Globally(Implies(Prop(Atom{0, Step}), Finally(Prop(Atom{1, Step}))))))
			for b.Loop() {
				translate(b, f, Options{})
			}
		})
		b.Run(fmt.Sprintf("mission/%d", n), func(b *testing.B) { // the negation of P000 §5.2's joint mission of n clients
			f := Not(mission(n))
			for b.Loop() {
				translate(b, f, Options{})
			}
		})
	}
}

// mission is the property of P000 §5.2 about n clients: one of them initiates the termination of
// the mission and all the others take part.
func mission(n int) *Formula {
	var some []*Formula
	for k := range n {
		parts := []*Formula{Possible(k, True())}
		for j := range n {
			if j != k {
				parts = append(parts, Necessary(n+n*k+j, Prop(Atom{n + n*n + j, PastStep})))
			}
		}
		some = append(some, Finally(And(parts...)))
	}
	return Or(some...)
}

// TestMission checks that many clients do not make many states: all observations are in one guard.
func TestMission(t *testing.T) {
	if a := translate(t, Not(mission(6)), Options{}); len(a.States) != 1 || a.Strength() != Weak {
		t.Errorf("%d states, %s", len(a.States), a.Strength())
	}
	if a := translate(t, mission(6), Options{}); len(a.States) != 2 || a.Strength() != Terminal {
		t.Errorf("%d states, %s", len(a.States), a.Strength())
	}
}

// TestLongConjunctions translates formulas of thousands of parts.
func TestLongConjunctions(t *testing.T) {
	var invariants, responses []*Formula
	for i := range 3000 {
		invariants = append(invariants, Globally(Prop(Atom{i, State})))
	}
	for i := range 60 {
		responses = append(responses, Globally(Implies(Prop(Atom{2 * i, State}), Finally(Prop(Atom{2*i + 1, State})))))
	}
	if a := translate(t, And(invariants...), Options{}); len(a.States) != 1 {
		t.Errorf("%d states", len(a.States))
	}
	if a := translate(t, Not(And(invariants...)), Options{}); len(a.States) != 2 || a.Strength() != Terminal {
		t.Errorf("%d states, %s", len(a.States), a.Strength())
	}
	if a := translate(t, Not(And(responses...)), Options{}); len(a.States) != 61 || a.Strength() != Weak {
		t.Errorf("%d states, %s", len(a.States), a.Strength())
	}
}

// TestDeepNesting has a chain of 6 000 connectives.
func TestDeepNesting(t *testing.T) {
	f := Prop(Atom{0, State})
	for range 3000 {
		f = Not(Next(f))
	}
	if got, err := parse(f.String()); err == nil && !got.Equal(f) {
		t.Error("printed as another formula")
	}
	if a, err := Translate(context.Background(), f, Options{}); err != nil || len(a.States) != 3002 {
		t.Errorf("%v", err)
	}
	l := letters(0, []Atom{{0, State}}, nil)
	if !mustEval(t, f, l) || mustEval(t, f.dual(), l) {
		t.Error("X^3000 s0 on a loop of two")
	}
}

// TestConcurrentReading lets several goroutines look at one automaton; the race detector has to be
// on to find fault.
func TestConcurrentReading(t *testing.T) {
	a := translate(t, mustParse(t, "G ((s0 & !past.e0) -> F (s1 | e1)) & G F e0"), Options{})
	want := a.String() + hoa(a, "", Notation{}) + dot(a, Notation{}) + a.Degeneralize().String() + a.Word().String()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if got := a.String() + hoa(a, "", Notation{}) + dot(a, Notation{}) + a.Degeneralize().String() + a.Word().String(); got != want {
				t.Error("read something else")
			}
		})
	}
	group.Wait()
}
