package ltol

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"
)

// conjunction is the conjunction of op(0), …, op(n-1).
func conjunction(n int, op func(i int) *Formula) *Formula {
	var fs []*Formula
	for i := range n {
		fs = append(fs, op(i))
	}
	return And(fs...)
}

func eventuality(i int) *Formula { return Finally(Prop(Atom{i, State})) }

func recurrence(i int) *Formula { return Globally(Finally(Prop(Atom{i, State}))) }

// remembered needs to know of the last step what it was.
func remembered(i int) *Formula {
	return Globally(Implies(Prop(Atom{i, PastStep}), Prop(Atom{i, State})))
}

// TestLimits reaches every limit in every phase that has it.
func TestLimits(t *testing.T) {
	ctx := context.Background()
	translation := func(f *Formula, o Options) error { _, err := Translate(ctx, f, o); return err }
	for _, test := range []struct {
		name        string
		run         func() error
		phase, what string
		limit       int
	}{
		{"closure", func() error { return translation(conjunction(50, eventuality), Options{MaxObligations: 20}) },
			"the formula", "obligations", 20},
		{"simplification", func() error {
			_, err := simplify(conjunction(50, eventuality), Options{MaxObligations: 20})
			return err
		}, "the formula", "obligations", 20},
		{"obligations while expanding", func() error {
			f := mustParse(t, "F G s0 | F G s1 | F G s2")
			c := newObligations(1000)
			c.encode(f)
			return translation(f, Options{MaxObligations: len(c.pairs)})
		}, "the alternating automaton", "obligations", 0},
		{"terms", func() error { return translation(conjunction(8, recurrence), Options{MaxEdges: 100}) },
			"the alternating automaton", "edges", 100},
		{"states", func() error { return translation(conjunction(8, eventuality), Options{MaxStates: 50}) },
			"the Büchi automaton", "states", 50},
		{"edges", func() error { return translation(conjunction(8, eventuality), Options{MaxEdges: 300}) },
			"the Büchi automaton", "edges", 300},
		{"guards", func() error { return translation(conjunction(8, eventuality), Options{MaxGuardNodes: 20}) },
			"the alternating automaton", "decision nodes", 20},
		{"states of histories", func() error { return translation(conjunction(8, remembered), Options{MaxStates: 100}) },
			"the history of the Büchi automaton", "states", 100},
		{"edges of histories", func() error { return translation(conjunction(6, remembered), Options{MaxEdges: 100}) },
			"the history of the Büchi automaton", "edges", 100},
		{"alternation", func() error {
			_, err := Alternate(ctx, conjunction(50, eventuality), Options{MaxObligations: 20})
			return err
		}, "the alternating automaton", "obligations", 20},
		{"breakpoint states", func() error { return breakpoints(ctx, conjunction(8, eventuality), Options{MaxStates: 50}) },
			"the breakpoint construction", "states", 50},
		{"breakpoint edges", func() error { return breakpoints(ctx, conjunction(8, eventuality), Options{MaxEdges: 100}) },
			"the breakpoint construction", "edges", 100},
		{"breakpoint guards", func() error { return breakpoints(ctx, conjunction(8, eventuality), Options{MaxGuardNodes: 20}) },
			"the breakpoint construction", "decision nodes", 20},
		{"breakpoint histories", func() error { return breakpoints(ctx, conjunction(6, remembered), Options{MaxStates: 20}) },
			"the history of the Büchi automaton", "states", 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := test.run()
			var large *TooLargeError
			if !errors.Is(err, ErrTooLarge) || !errors.As(err, &large) {
				t.Fatalf("got %v", err)
			}
			if large.Phase != test.phase || large.What != test.what || test.limit > 0 && large.Limit != test.limit {
				t.Errorf("got %v", err)
			}
		})
	}
}

func breakpoints(ctx context.Context, f *Formula, o Options) error {
	b, err := Alternate(ctx, f, Options{})
	if err != nil {
		return fmt.Errorf("alternating automaton: %w", err)
	}
	_, err = b.Buchi(ctx, o)
	return err
}

// TestGuardLimits tries all limits on decision nodes up to one that is enough: whatever runs out of
// them says so, and what it gives otherwise is what it gives without limit.
func TestGuardLimits(t *testing.T) {
	f := mustParse(t, "G ((past.e0 & s0) -> F (s1 | (e1 & X past.e1))) & (s0 W (s1 <-> e0))")
	want := translate(t, f, Options{}).String()
	enough := 0
	for limit := 3; limit < 3000 && enough < 3; limit++ {
		a, err := Translate(context.Background(), f, Options{MaxGuardNodes: limit})
		switch {
		case err == nil && a.String() == want:
			enough++
		case err == nil:
			t.Fatalf("with %d nodes:\n%v", limit, a)
		case !errors.Is(err, ErrTooLarge):
			t.Fatalf("with %d nodes: %v", limit, err)
		}
	}
	if enough < 3 {
		t.Error("no limit was enough")
	}
}

func TestErrorText(t *testing.T) {
	_, err := Translate(context.Background(), conjunction(8, eventuality), Options{MaxStates: 50})
	if got := fmt.Sprint(err); got != "formula too large: the Büchi automaton needs more than 50 states" {
		t.Error(got)
	}
}

// TestDeadline stops translations after different times: they end with the context's error or with
// an automaton.
func TestDeadline(t *testing.T) {
	f := And(conjunction(7, eventuality), conjunction(3, remembered))
	expired := 0
	for i := range 12 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(1<<i)*20*time.Microsecond)
		if _, err := Translate(ctx, f, Options{}); errors.Is(err, context.DeadlineExceeded) {
			expired++
		} else if err != nil {
			t.Errorf("got %v", err)
		}
		cancel()
	}
	if expired == 0 {
		t.Error("20 µs were enough")
	}
}

// TestCancelled gives every entry point a context that is done.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := mustParse(t, "G (s0 -> F (s1 & past.e0))")
	if _, err := Translate(ctx, f, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Translate: %v", err)
	}
	if _, err := Alternate(ctx, f, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Alternate: %v", err)
	}
	if err := breakpoints(ctx, f, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Buchi: %v", err)
	}
	if w, err := Satisfiable(ctx, f, Options{}); w != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("Satisfiable: %v, %v", w, err)
	}
	a := translate(t, f, Options{Plain: true})
	if _, err := reduce(ctx, a.onTable(newGuardTable(a.table.atoms, math.MaxInt)), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("reduce: %v", err)
	}
	e, raw := rawOf(t, f)
	split, err := raw.automaton(e)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := splitHistories(ctx, split, Options{}.withDefaults()); !errors.Is(err, context.Canceled) {
		t.Errorf("splitHistories: %v", err)
	}
}

// TestManyEdges has more edges of a state than are compared with each other.
func TestManyEdges(t *testing.T) {
	const n = 13
	f := conjunction(n, recurrence)
	a := translate(t, f, Options{Plain: true})
	if got := a.Edges(); got != 1<<n || got <= a.table.thresholds.MaxCompared {
		t.Fatalf("%d edges", got)
	}
	for _, missing := range []int{-1, 0, n - 1} {
		var letter []Atom
		for i := range n {
			if i != missing {
				letter = append(letter, Atom{i, State})
			}
		}
		if got, _ := a.Accepts(letters(0, letter)); got != (missing < 0) {
			t.Errorf("without s%d: accepted %t", missing, got)
		}
	}
	if kept := a.pruneEdges(a.States[0], func(p, q int) bool { return true }); len(kept) != 1<<n {
		t.Errorf("%d edges after pruning", len(kept))
	}
}

// TestTooManyAcceptanceSets has a component in which 65 things are put off, each by a cycle that
// puts off nothing else.
func TestTooManyAcceptanceSets(t *testing.T) {
	a := automatonOf(t, 0, "0: true -> 0")
	for q := range 65 {
		a.States[0] = append(a.States[0], Edge{To: q + 1, Guard: Guard{a.table, always}})
		a.States = append(a.States, []Edge{{To: 0, Guard: Guard{a.table, always}}})
		a.Obligations = append(a.Obligations, nil)
	}
	err := a.assignAcceptance(func(q, i int) obset {
		switch {
		case q > 0:
			return obset{ob(q)}
		case i > 0:
			return obset{ob(i)}
		}
		return nil
	})
	var large *TooLargeError
	if !errors.As(err, &large) || large.What != "acceptance sets" {
		t.Errorf("got %v", err)
	}
}

func TestNames(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{State.String(), "state"}, {Step.String(), "step"}, {PastStep.String(), "past"}, {AtomKind(9).String(), "AtomKind(9)"},
		{Atom{1, State}.String(), "s1"}, {Atom{2, Step}.String(), "e2"}, {Atom{3, PastStep}.String(), "past.e3"},
		{Transient.String(), "transient"}, {Strong.String(), "strong"}, {Strength(9).String(), "Strength(9)"},
		{(*Word)(nil).String(), "none"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
