package orbits_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/orbits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// newEngine makes the engine for a system of four alike agents with three properties, of which the
// second is violated.
func newEngine(t *testing.T, thresholds ...quotient.Thresholds) *orbits.Orbits {
	return newEngineOf(t, three, thresholds...)
}

const three = `SPEC forall i : Counter . G (i-n = 3 -> X (i-n = 3 | i-n = 0))
SPEC forall i : Counter . G F i-n = 1
SPEC G (k1-n = 0 -> (k1-up W k1-n = 1) | true)
`

// newEngineOf makes it for other properties.
func newEngineOf(t *testing.T, properties string, thresholds ...quotient.Thresholds) *orbits.Orbits {
	t.Helper()
	return newEngineBut(t, properties, func(int) bool { return false }, thresholds...)
}

// newEngineBut makes it where some properties are settled.
func newEngineBut(
	t *testing.T, properties string, settled func(int) bool, thresholds ...quotient.Thresholds,
) *orbits.Orbits {
	t.Helper()
	p, list := rcheck.Parse("alike.rcp", []byte(`channels: c
message-structure: V : 0..3
communication-variables: p : bool
agent Counter
  local: n : 0..3
  init: n = 0
  relabel: p <- TRUE
  repeat: ( up: <n < 3> *! (FALSE)()[n := n + 1] + reset: <n = 3> *! (FALSE)()[n := 0] )
system = Counter(k[1..4], TRUE)
`+properties), rcheck.Options{})
	require.NotNil(t, p, "%v", list.Err())
	ctx := context.Background()
	spec := rcp.Specification(p)
	renaming, err := quotient.NewRenaming(ctx, p.System, nil)
	require.NoError(t, err)
	var formulas []*ltol.Formula
	for _, property := range spec.Properties {
		formulas = append(formulas, property.Formula)
	}
	var o *orbits.Orbits
	options := quotient.Options{Poll: func() error { return o.Poll() }}
	for _, options.Thresholds = range thresholds {
	}
	finder := quotient.NewFinder(recipe.NewInterpreter(p.System), options)
	o = orbits.New(finder, renaming, formulas, nil, runs.NewPrices(p.System), settled)
	t.Cleanup(o.Close)
	return o
}

// finish advances the engine by budgets of the same size until it is over, and returns its verdicts
// by formula, in the order of texts.
func finish(t *testing.T, o *orbits.Orbits, budget int) (budgets int, holds map[string]bool) {
	t.Helper()
	for ; !o.Over(); budgets++ {
		before := o.Spent()
		worked, err := o.Advance(context.Background(), budget)
		require.NoError(t, err)
		require.True(t, worked)
		require.Less(t, o.Spent(), before+budget+10_000, "a budget ends the work soon")
	}
	require.True(t, o.Won())
	worked, err := o.Advance(context.Background(), budget)
	require.NoError(t, err)
	require.False(t, worked)
	holds = map[string]bool{}
	for f, a := range o.Answers() {
		holds[f.String()] = a.Trace == nil
	}
	require.Len(t, holds, 3)
	return budgets, holds
}

// The answers do not depend on the budgets.
func TestBudgetsChangeNothing(t *testing.T) {
	once := newEngine(t)
	budgets, want := finish(t, once, 1<<40)
	require.Equal(t, 1, budgets)
	for _, budget := range []int{1, 100, 1000} {
		o := newEngine(t)
		budgets, got := finish(t, o, budget)
		require.Equal(t, want, got)
		require.Equal(t, once.Figures(), o.Figures())
		require.Equal(t, once.Spent(), o.Spent())
		require.Greater(t, budgets, 1)
	}
}

// endsAfter is a context that ends when it was asked so often.
type endsAfter struct {
	context.Context
	left int
}

func (e *endsAfter) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// A context that ends ends its budget only, wherever the engine is: the next budget goes on.
func TestInterruptsEndTheBudgetOnly(t *testing.T) {
	_, want := finish(t, newEngine(t), 1<<40)
	interrupted := 0
	for left := 0; ; left = left + 1 + left/16 {
		o := newEngine(t)
		_, err := o.Advance(&endsAfter{context.Background(), left}, 1<<40)
		require.NoError(t, err)
		if o.Over() {
			require.True(t, o.Won())
			break
		}
		interrupted++
		_, got := finish(t, o, 1<<40)
		require.Equal(t, want, got, "interrupted at look %d", left)
	}
	require.Greater(t, interrupted, 40)
}

// A closed engine does nothing more, and keeps its answers.
func TestClose(t *testing.T) {
	o := newEngine(t)
	_, err := o.Advance(context.Background(), 1)
	require.NoError(t, err)
	o.Close()
	require.False(t, o.Won())
	require.Empty(t, o.Answers())
}

// Where a property is too large for orbits, the engine answers the others and has not won.
func TestPropertiesThatAreTooLarge(t *testing.T) {
	for answers, thresholds := range map[int]quotient.Thresholds{
		0: {MaxLetters: -1}, 2: {MaxLength: -1}, 3: {},
	} {
		o := newEngine(t, thresholds)
		for !o.Over() {
			_, err := o.Advance(context.Background(), 1<<40)
			require.NoError(t, err)
		}
		require.Len(t, o.Answers(), answers)
		require.Equal(t, answers == 3, o.Won(), "%d answers", answers)
	}
}

// A property that is settled is not asked, and the engine wins without it, also if it is too large.
func TestWhatIsSettledIsLeft(t *testing.T) {
	for set := range 8 {
		settled := func(i int) bool { return set>>i&1 == 1 }
		for _, large := range []bool{false, true} {
			var thresholds quotient.Thresholds
			if large {
				thresholds.MaxLength = -1 // no run of the second property can be made
			}
			o := newEngineBut(t, three, settled, thresholds)
			require.False(t, o.Won(), "no orbit is counted yet")
			for !o.Over() {
				_, err := o.Advance(t.Context(), 1)
				require.NoError(t, err)
				if set == 7 {
					require.Zero(t, o.Foreseen(1<<40))
				}
			}
			answers := 0
			for i := range 3 {
				if !settled(i) && !(large && i == 1) {
					answers++
				}
			}
			require.Len(t, o.Answers(), answers, "%b", set)
			require.Equal(t, !large || settled(1), o.Won(), "%b", set)
		}
	}
}

// Properties that are too large for orbits may be settled after orbits have ended.
func TestWhatIsSettledLaterIsLeft(t *testing.T) {
	later := false
	settled := func(i int) bool { return i == 1 && later }
	o := newEngineBut(t, three, settled, quotient.Thresholds{MaxLength: -1}) // no run of the second property can be made
	_, err := o.Advance(t.Context(), 1<<40)
	require.NoError(t, err)
	require.True(t, o.Over())
	require.False(t, o.Won())
	later = true
	require.True(t, o.Won())
}

// No automaton is built of a property that is settled, not even to foresee what it costs. For
// example, one that has too many letters does not keep the others from their answers then.
func TestWhatIsSettledIsNotForeseen(t *testing.T) {
	for _, settled := range []bool{false, true} {
		o := newEngineBut(t, "SPEC G (k1-n = 0 -> F k1-n = 1)\nSPEC G k1-n <= 3",
			func(i int) bool { return i == 0 && settled }, quotient.Thresholds{MaxLetters: 1})
		_, err := o.Advance(t.Context(), 1<<40)
		require.NoError(t, err)
		require.True(t, o.Over())
		require.Equal(t, settled, o.Won())
		require.Equal(t, settled, len(o.Answers()) == 1)
	}
}

// What is said of single steps, and of the states around them, is one question about the orbits by
// all exchanges; what else is said, and what exchanges change, is asked apart.
func TestSinglePositionsAreOneQuestion(t *testing.T) {
	for _, c := range []struct {
		text      string
		violated  bool
		conjuncts int
		whole     bool // whether the orbits are those by all exchanges
	}{
		{"forall i : Counter . forall j : Counter . i != j -> G !(i-n = 3 & j-n = 3)", true, 1, true},
		{"forall i : Counter . forall j : Counter . i != j -> G (i-n <= 3 | j-n = 1)", false, 1, true},
		{"forall i : Counter . G (i-n = 3 -> X (i-n = 3 | i-n = 0)) & G i-n <= 3 & G (i-up -> i-n < 3)", false, 1, true},
		{"forall i : Counter . G (i-n = 2 -> X (i-n = 0 | i-n = 2))", true, 1, true},
		{"forall i : Counter . G (i-n = 3 -> (i-n = 3 W i-n = 0)) & G i-n <= 3 & G (i-up -> i-n < 3)", false, 2, false},
		{"(G k1-n <= 3) & (G k2-n < 3)", true, 2, false},
	} {
		o := newEngineOf(t, "SPEC "+c.text)
		_, err := o.Advance(t.Context(), 1<<40)
		require.NoError(t, err)
		require.True(t, o.Won())
		require.Len(t, o.Answers(), 1)
		for _, a := range o.Answers() {
			require.Equal(t, c.violated, a.Trace != nil, c.text)
			require.Equal(t, c.conjuncts, a.Conjuncts, c.text)
			require.Equal(t, c.whole, a.Orbits == o.Figures().Orbits, c.text)
		}
	}
}

// Orbits are narrow while they are counted and few of them are left, not once they are counted.
func TestNarrowOrbits(t *testing.T) {
	o := newEngine(t)
	require.True(t, o.Narrow(0))
	wide, narrow := 0, 0
	for !o.Over() {
		_, err := o.Advance(context.Background(), 1)
		require.NoError(t, err)
		counted := o.Foreseen(1<<40) > 0 || o.Over()
		require.Equal(t, counted, !o.Narrow(0))
		require.Equal(t, counted || o.Narrow(1), o.Near(1))
		switch {
		case o.Narrow(1):
			narrow++
		case o.Narrow(0):
			wide++
		}
	}
	require.Positive(t, min(wide, narrow))
	require.False(t, o.Narrow(0))
}
