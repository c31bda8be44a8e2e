package ltol

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stateNests are ways to put a formula about states into a larger one, every operator among them.
var stateNests = map[string]func(f *StateFormula) *StateFormula{
	"not":     NotState,
	"and":     func(f *StateFormula) *StateFormula { return AndState(f, StateProp(1)) },
	"or":      func(f *StateFormula) *StateFormula { return OrState(StateProp(1), f) },
	"implies": func(f *StateFormula) *StateFormula { return ImpliesState(f, StateProp(1)) },
	"iff":     func(f *StateFormula) *StateFormula { return IffState(StateProp(1), f) },
	"AG":      func(f *StateFormula) *StateFormula { return AllPaths(Globally(Prop(Atom{})), f) },
	"EX":      func(f *StateFormula) *StateFormula { return ExistsPath(Next(Prop(Atom{})), f) },
	"A[U]": func(f *StateFormula) *StateFormula {
		return AllPaths(Until(Prop(Atom{}), Prop(Atom{ID: 1})), StateProp(1), f)
	},
	"E(GF & <>)": func(f *StateFormula) *StateFormula {
		path := And(Globally(Finally(Prop(Atom{}))), Possible(7, Not(Prop(Atom{ID: 1}))))
		return ExistsPath(path, f, StateProp(1))
	},
	"K":   func(f *StateFormula) *StateFormula { return Knows(1, f) },
	"GCK": func(f *StateFormula) *StateFormula { return CommonKnows([]int{0, 1}, f) },
	"O":   func(f *StateFormula) *StateFormula { return Obliged(0, f) },
	"can": func(f *StateFormula) *StateFormula {
		return Can([]int{0, 2}, StrongRelease(Prop(Atom{}), True()), f)
	},
}

// pathNests are the same for formulas about paths.
var pathNests = map[string]func(f *Formula) *Formula{
	"not": Not, "X": Next, "F": Finally, "G": Globally,
	"and":     func(f *Formula) *Formula { return And(Prop(Atom{ID: 1}), f) },
	"or":      func(f *Formula) *Formula { return Or(f, Prop(Atom{ID: 1})) },
	"implies": func(f *Formula) *Formula { return Implies(f, Prop(Atom{ID: 1})) },
	"iff":     func(f *Formula) *Formula { return Iff(Prop(Atom{ID: 1}), f) },
	"U":       func(f *Formula) *Formula { return Until(f, Prop(Atom{ID: 1})) },
	"W":       func(f *Formula) *Formula { return WeakUntil(Prop(Atom{ID: 1}), f) },
	"R":       func(f *Formula) *Formula { return Release(f, Prop(Atom{ID: 1})) },
	"M":       func(f *Formula) *Formula { return StrongRelease(Prop(Atom{ID: 1}), f) },
	"<>":      func(f *Formula) *Formula { return Possible(5, f) },
	"[]":      func(f *Formula) *Formula { return Necessary(5, f) },
}

func nested[F any](depth int, inner F, around func(int) func(F) F) F {
	for i := range depth {
		inner = around(i)(inner)
	}
	return inner
}

func values[F any](m map[string]F) (out []F) {
	for _, f := range m {
		out = append(out, f)
	}
	return out
}

// counting counts how often names are asked for while a state formula is written.
func counting(f *StateFormula, most int) (text string, asked int) {
	count := func(id int) string {
		asked++
		return fmt.Sprintf("n%d", id)
	}
	step := func(a Atom) string { return count(a.ID) }
	text = f.Format(StateNotation{Atom: count, Agent: count, Step: step, Most: most})
	return text, asked
}

// A formula is written in as many steps as it has parts, whatever is nested in what, however deep.
func TestFormattingTakesLinearTime(t *testing.T) {
	check := func(t *testing.T, depth int, f *StateFormula) {
		text, asked := counting(f, 0)
		assert.LessOrEqual(t, asked, 12*depth+10)
		require.Greater(t, len(text), depth)
		short, asked := counting(f, 100)
		assert.LessOrEqual(t, asked, 12*depth+10)
		assert.True(t, strings.HasPrefix(text, short[:100]))
		assert.Contains(t, short, "…, cut after 100 bytes")
	}
	for name, around := range stateNests {
		for _, depth := range []int{1000, 5000} {
			t.Run(fmt.Sprint(name, " ", depth), func(t *testing.T) {
				same := func(int) func(*StateFormula) *StateFormula { return around }
				check(t, depth, nested(depth, StateProp(0), same))
			})
		}
	}
	t.Run("all", func(t *testing.T) {
		all, r := values(stateNests), rand.New(rand.NewPCG(1, 2))
		for range 20 {
			some := func(int) func(*StateFormula) *StateFormula { return all[r.IntN(len(all))] }
			check(t, 2000, nested(2000, StateProp(0), some))
		}
	})
	t.Run("wide", func(t *testing.T) {
		var parts []*StateFormula
		for i := range 20_000 {
			parts = append(parts, AllPaths(Globally(Prop(Atom{})), StateProp(i)))
		}
		check(t, 20_000, OrState(parts...))
	})
}

// The same for formulas about paths.
func TestFormattingPathsTakesLinearTime(t *testing.T) {
	for name, around := range pathNests {
		t.Run(name, func(t *testing.T) {
			asked := 0
			f := nested(5000, Prop(Atom{}), func(int) func(*Formula) *Formula { return around })
			text := f.Format(Notation{Name: func(a Atom) string {
				asked++
				return a.String()
			}})
			assert.LessOrEqual(t, asked, 12_500)
			assert.Greater(t, len(text), 5000)
		})
	}
}

// What formulas share is walked once, however often they share it; a text that is cut is not
// written to its end.
func TestSharedFormulasAreWalkedOnce(t *testing.T) {
	f, g := StateProp(0), StateProp(0)
	for range 200 {
		f = IffState(f, AllPaths(Finally(Prop(Atom{})), f))
		g = IffState(g, AllPaths(Finally(Prop(Atom{})), g))
	}
	require.True(t, f.Equal(g))
	require.Equal(t, f.Hash(), g.Hash())
	walked := 0
	for range f.All() {
		walked++
	}
	assert.Equal(t, 401, walked)
	text, asked := counting(f, LongText)
	assert.LessOrEqual(t, asked, 2*LongText)
	assert.True(t, strings.HasSuffix(text, "…, cut after 10000 bytes"))

	p := Prop(Atom{})
	for range 200 {
		p = Iff(p, Next(p))
	}
	assert.True(t, strings.HasSuffix(p.Format(Notation{Most: 50}), "…, cut after 50 bytes"))
}

// A text is cut between two characters.
func TestCutTexts(t *testing.T) {
	n := Notation{Name: func(Atom) string { return "ünü" }, Most: 5}
	assert.Equal(t, "X ün …, cut after 5 bytes", Next(Prop(Atom{})).Format(n))
	n.Most = 3
	assert.Equal(t, "X  …, cut after 2 bytes", Next(Prop(Atom{})).Format(n))
	n.Most = 7
	assert.Equal(t, "X ünü", Next(Prop(Atom{})).Format(n))
}

// A path formula reads each formula about states by one atom, and finds it without looking at all.
func TestStateParts(t *testing.T) {
	var parts StateParts
	for i := range 50 {
		assert.Equal(t, i, parts.Atom(AllPaths(Finally(Prop(Atom{})), StateProp(i))).ID)
		assert.Equal(t, i/2, parts.Atom(AllPaths(Finally(Prop(Atom{})), StateProp(i/2))).ID)
	}
	assert.Len(t, parts.List(), 50)
	for i := range parts.byHash {
		assert.Len(t, parts.byHash[i], 1)
	}
}

// Conjuncts of conjunctions in conjunctions are as many formulas as there are operands, each under
// one G at most.
func TestNestedConjuncts(t *testing.T) {
	f := nested(20_000, Prop(Atom{}), func(i int) func(*Formula) *Formula {
		return func(f *Formula) *Formula { return Globally(And(Prop(Atom{ID: i + 1}), f)) }
	})
	parts := f.Conjuncts()
	require.Len(t, parts, 20_001)
	for i, part := range parts {
		require.Equal(t, Globally(Prop(Atom{ID: 20_000 - i})).String(), part.String())
	}
	assert.Equal(t, "[s0]", fmt.Sprint(Prop(Atom{}).Conjuncts()))
}
