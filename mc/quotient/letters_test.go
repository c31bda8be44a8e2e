package quotient

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// A formulas draws formulas over few atoms of every kind, so that parts often have something in
// common.
type formulas struct{ *rand.Rand }

func (r formulas) atom() *ltol.Formula {
	f := ltol.Prop(ltol.Atom{ID: r.IntN(2), Kind: []ltol.AtomKind{ltol.State, ltol.Step, ltol.PastStep}[r.IntN(3)]})
	if r.IntN(3) == 0 {
		return ltol.Not(f)
	}
	return f
}

func (r formulas) formula(depth int) *ltol.Formula {
	if depth == 0 {
		return r.atom()
	}
	sub := func() *ltol.Formula { return r.formula(depth - 1) }
	several := func() []*ltol.Formula {
		out := []*ltol.Formula{sub(), sub()}
		for range r.IntN(3) {
			out = append(out, sub())
		}
		return out
	}
	switch r.IntN(17) {
	case 0:
		return []*ltol.Formula{ltol.True(), ltol.False(), r.atom()}[r.IntN(3)]
	case 1:
		return ltol.Not(sub())
	case 2, 3:
		return ltol.And(several()...)
	case 4, 5:
		return ltol.Or(several()...)
	case 6:
		return ltol.Implies(sub(), sub())
	case 7:
		return ltol.Iff(sub(), sub())
	case 8:
		return ltol.Next(sub())
	case 9:
		return ltol.Until(sub(), sub())
	case 10:
		return ltol.Release(sub(), sub())
	case 11:
		return ltol.WeakUntil(sub(), sub())
	case 12:
		return ltol.StrongRelease(sub(), sub())
	case 13:
		return ltol.Finally(sub())
	case 14:
		return ltol.Globally(sub())
	case 15:
		return ltol.Possible(r.IntN(2), sub())
	}
	return ltol.Necessary(r.IntN(2), sub())
}

// lasso is a random computation over the atoms.
func (r formulas) lasso() ltol.Lasso {
	n := 1 + r.IntN(6)
	bits := make([]int, n)
	for i := range bits {
		bits[i] = r.IntN(16)
	}
	return ltol.Lasso{
		Length: n, Loop: r.IntN(n),
		State: func(i, id int) bool { return bits[i]>>id&1 == 1 },
		Step:  func(i, id int) bool { return bits[i]>>(2+id)&1 == 1 },
	}
}

// The formula over letters, with each letter as true as the subformula that it stands for, says of
// computations what the formula does.
func TestLettersAgainstEval(t *testing.T) {
	holds, computations := 0, 0
	for seed := range uint64(800) {
		r := formulas{rand.New(rand.NewPCG(seed, 0))}
		f := r.formula(2 + r.IntN(2))
		l := &letters{}
		abstract := l.abstract(f.Gathered())
		for range 6 {
			holds += requireAbstract(t, r.lasso(), f, abstract, l)
			computations++
		}
	}
	t.Logf("true on %d of %d computations", holds, computations)
	require.Greater(t, holds, computations/5)
	require.Less(t, holds, computations*4/5)
}

// requireAbstract compares a formula on a computation with the formula over letters on the
// computation of these.
func requireAbstract(t *testing.T, c ltol.Lasso, f, abstract *ltol.Formula, l *letters) (holds int) {
	t.Helper()
	place := func(i int) int {
		for i >= c.Length {
			i -= c.Length - c.Loop
		}
		return i
	}
	read := func(i, letter int) bool {
		// From a position on, a computation goes on for its length and repeats some of what it has seen.
		at := ltol.Lasso{Length: 2 * c.Length, Loop: c.Length + c.Loop}
		at.State = func(k, id int) bool { return c.State(place(i+k), id) }
		at.Step = func(k, id int) bool { return c.Step(place(i+k), id) }
		value, err := ltol.Eval(l.all[letter], at)
		require.NoError(t, err)
		return value
	}
	want, err := ltol.Eval(f, c)
	require.NoError(t, err)
	got, err := ltol.Eval(abstract, ltol.Lasso{Length: c.Length, Loop: c.Loop, State: read, Step: read})
	require.NoError(t, err)
	require.Equal(t, want, got, "%s became %s over %v", f, abstract, l.all)
	if want {
		return 1
	}
	return 0
}

// What a conjunction or disjunction says of states, and what it also says of steps or next states, are
// two letters. Without temporal operators it is as true as before.
func TestLettersOfBothAreDivided(t *testing.T) {
	atom := func(id int, kind ltol.AtomKind) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: kind}) }
	s, e := atom(0, ltol.State), atom(0, ltol.Step)
	s1, e1 := atom(1, ltol.State), atom(1, ltol.Step)
	mixed := ltol.Or(s, e)
	for _, join := range []func(...*ltol.Formula) *ltol.Formula{ltol.And, ltol.Or} {
		l := &letters{}
		l.abstract(ltol.Globally(join(e, s, mixed, s1, e1, ltol.Next(s))))
		require.Len(t, l.all, 2)
		require.True(t, l.all[0].Equal(join(s, s1)), "%s", l.all[0])
		require.True(t, l.all[1].Equal(join(e, mixed, e1, ltol.Next(s))), "%s", l.all[1])
	}
}
