package quotient

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A search that begins where the automaton stops waiting finds something if and only if one from the
// initial states does that leaves in what is known of the first state.
func TestSearchesFromTheMiddleOfRuns(t *testing.T) {
	text := `enum channel { c }
agent Lamp
    local: level : 0..2
    init: level = 0
    repeat: ( up: {level < 2} *! (false)()[level := level + 1] + off: {level = 2} *! (true)()[level := 0] + dark: {level = 1} *? [level := 0] )
system = Lamp(left, true) || Lamp(right, true)
SPEC G (left-level = 1 -> F right-level = 2)
SPEC G (left-up -> F <<true>> true)
`
	p, list := rcheck.Parse("lamps", []byte(text), rcheck.Options{})
	require.NoError(t, list.Err())
	ids := map[ltol.AtomKind][]int{}
	for _, s := range p.Specs {
		for _, a := range s.Formula.Atoms() {
			ids[a.Kind] = append(ids[a.Kind], a.ID)
		}
	}
	require.Len(t, ids[ltol.State], 2)
	require.Len(t, ids[ltol.Step], 2)
	ids[ltol.PastStep] = ids[ltol.Step]
	type outcome struct{ waits, found bool }
	seen := map[outcome]int{}
	for seed := range uint64(1500) {
		r := formulas{rand.New(rand.NewPCG(seed, 1))}
		phi := ltol.Finally(r.formula(2))
		switch seed % 4 {
		case 1:
			phi = ltol.And(phi, ltol.Globally(ltol.Finally(r.formula(1))))
		case 2:
			phi = ltol.Finally(ltol.Globally(r.formula(2)))
		case 3:
			phi = r.formula(3)
		}
		phi = phi.MapAtoms(func(a ltol.Atom) ltol.Atom {
			return ltol.Atom{ID: ids[a.Kind][a.ID], Kind: a.Kind}
		})
		f := NewFinder(recipe.NewInterpreter(p.System), Options{})
		q, err := f.question(t.Context(), phi)
		require.NoError(t, err)
		_, member, _, err := f.search(t.Context(), q)
		require.NoError(t, err)
		l := &letters{sys: p.System}
		whole, err := f.ask(t.Context(), l, l.abstract(phi.Gathered()))
		require.NoError(t, err)
		whole.first = -1
		_, wanted, _, err := f.search(t.Context(), whole)
		require.NoError(t, err)
		require.Equal(t, wanted != nil, member != nil, "%s", phi)
		seen[outcome{q.first >= 0, member != nil}]++
		run, _, err := f.Find(t.Context(), phi)
		require.NoError(t, err)
		require.Equal(t, wanted != nil, run != nil)
	}
	t.Logf("%v", seen)
	for _, waits := range []bool{false, true} {
		for _, found := range []bool{false, true} {
			require.Greater(t, seen[outcome{waits, found}], 50)
		}
	}
}

// What is said of an agent that is absent at first tells no agents apart. With several initial states,
// nothing is known of the first.
func TestWhatIsKnownOfTheFirstState(t *testing.T) {
	for init, classes := range map[string]int{"level = 0 & !on": 1, "level = 0": 0} {
		text := `enum channel { c }
agent Lamp
    local: level : 0..2, on : bool
    init: ` + init + `
    repeat: up: {level < 2} *! (false)()[level := level + 1, on := true]
system = Lamp(lamp[1..3], true)
SPEC lamp[1]-on -> G F lamp[1]-level = 2
`
		p, list := rcheck.Parse("lamps", []byte(text), rcheck.Options{})
		require.NoError(t, list.Err())
		f := NewFinder(recipe.NewInterpreter(p.System), Options{})
		q, err := f.question(t.Context(), ltol.Not(p.Specs[0].Formula))
		require.NoError(t, err)
		large := slices.DeleteFunc(q.group.Classes(), func(c []int) bool { return len(c) < 3 })
		require.Len(t, large, classes)
	}
}
