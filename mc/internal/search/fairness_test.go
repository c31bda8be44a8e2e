package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// A condition that becomes a letter holds infinitely often on the lassos on which the letter does,
// and the letter reads no past step.
func TestLettersOfFairnessAgainstEval(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	var draw func(size int) *ltol.Formula
	draw = func(size int) *ltol.Formula {
		if size == 0 {
			return ltol.Prop(ltol.Atom{ID: random.IntN(2), Kind: ltol.AtomKind(random.IntN(3))})
		}
		f, g := draw(random.IntN(size)), draw(random.IntN(size))
		return []*ltol.Formula{ltol.Not(f), ltol.And(f, g), ltol.Or(f, g), ltol.Implies(f, g), ltol.Iff(f, g), ltol.Finally(f)}[random.IntN(6)]
	}
	kinds := map[bool]int{}
	for range 2000 {
		f := draw(random.IntN(4))
		letter, ok := f.Letter()
		if kinds[ok]++; !ok {
			continue
		}
		require.True(t, letter.Propositional())
		for _, a := range letter.Atoms() {
			require.NotEqual(t, ltol.PastStep, a.Kind, "%s became %s", f, letter)
		}
		for range 6 {
			bits := make([]int, 1+random.IntN(4))
			for i := range bits {
				bits[i] = random.IntN(16)
			}
			l := ltol.Lasso{
				Length: len(bits), Loop: random.IntN(len(bits)),
				State: func(i, id int) bool { return bits[i]>>id&1 == 1 },
				Step:  func(i, id int) bool { return bits[i]>>(2+id)&1 == 1 },
			}
			want, err := ltol.Eval(just(f), l)
			require.NoError(t, err)
			got, err := ltol.Eval(just(letter), l)
			require.NoError(t, err)
			require.Equal(t, want, got, "%s became %s", f, letter)
		}
	}
	require.Greater(t, min(kinds[true], kinds[false]), 500)
}

// Conditions of fairness, sorted into letters and formulas, are met by the lassos that meet them:
// by those whose loop has a position with each condition of justice and, of each pair of
// compassion, one with the second part or none with the first.
func TestFairnessAgainstLoops(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	var draw func(size int) *ltol.Formula
	draw = func(size int) *ltol.Formula {
		if size == 0 {
			return ltol.Prop(ltol.Atom{ID: random.IntN(2), Kind: ltol.AtomKind(random.IntN(3))})
		}
		f, g := draw(random.IntN(size)), draw(random.IntN(size))
		return []*ltol.Formula{ltol.Not(f), ltol.And(f, g), ltol.Next(f), ltol.Until(f, g)}[random.IntN(4)]
	}
	count := map[bool]int{}
	for range 3000 {
		var justice []*ltol.Formula
		var compassion [][2]*ltol.Formula
		for range random.IntN(3) {
			justice = append(justice, draw(random.IntN(3)))
		}
		for range random.IntN(3) {
			compassion = append(compassion, [2]*ltol.Formula{draw(random.IntN(3)), draw(random.IntN(3))})
		}
		bits := make([]int, 1+random.IntN(4))
		for i := range bits {
			bits[i] = random.IntN(16)
		}
		l := ltol.Lasso{
			Length: len(bits), Loop: random.IntN(len(bits)),
			State: func(i, id int) bool { return bits[i]>>id&1 == 1 },
			Step:  func(i, id int) bool { return bits[i]>>(2+id)&1 == 1 },
		}
		eval := func(f *ltol.Formula) bool {
			holds, err := ltol.Eval(f, l)
			require.NoError(t, err)
			return holds
		}
		// The second time through the loop, past steps are those of the loop.
		again := func(f *ltol.Formula) bool {
			for range l.Length {
				f = ltol.Next(f)
			}
			for range l.Length - l.Loop {
				if eval(f) {
					return true
				}
				f = ltol.Next(f)
			}
			return false
		}
		want := true
		for _, j := range justice {
			want = want && again(j)
		}
		for _, c := range compassion {
			want = want && (!again(c[0]) || again(c[1]))
		}
		f := NewFairness(justice, compassion)
		got := true
		for _, part := range append(FairnessFormulas(f.justice, f.compassion), f.rest...) {
			got = got && eval(part)
		}
		require.Equal(t, want, got, "%v and %v", justice, compassion)
		require.Equal(t, len(justice)+len(compassion) == 0, f.Trivial())
		for _, letter := range f.marked() {
			require.True(t, letter.Propositional())
		}
		count[want]++
	}
	require.Greater(t, min(count[true], count[false]), 500)
}
