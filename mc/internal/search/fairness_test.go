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
