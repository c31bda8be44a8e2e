package quotient

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// A formulas draws formulas over few atoms of every kind, so that parts often
// have something in common.
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

// alike is a conjunction of disjunctions, or the other way round, that share
// parts, with some wrapped in G, F or X: what the laws of normalise are about.
func (r formulas) alike(depth int) *ltol.Formula {
	outer, inner := ltol.And, ltol.Or
	if r.IntN(2) == 0 {
		outer, inner = inner, outer
	}
	shared := []*ltol.Formula{r.formula(depth)}
	for range r.IntN(2) {
		shared = append(shared, r.formula(depth))
	}
	var parts []*ltol.Formula
	for range 2 + r.IntN(2) {
		args := slices.Clone(shared)
		for range r.IntN(3) {
			args = append(args, r.formula(depth))
		}
		r.Shuffle(len(args), func(i, j int) { args[i], args[j] = args[j], args[i] })
		parts = append(parts, inner(args...))
	}
	wrap := []func(*ltol.Formula) *ltol.Formula{ltol.Globally, ltol.Finally, ltol.Next}
	for range r.IntN(4) {
		parts = append(parts, wrap[r.IntN(len(wrap))](r.formula(depth)))
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return outer(parts...)
}

// drawn is a formula of either kind.
func (r formulas) drawn() *ltol.Formula {
	switch r.IntN(4) {
	case 0:
		return r.formula(2 + r.IntN(2))
	case 1:
		return ltol.Not(r.alike(r.IntN(2)))
	case 2:
		return ltol.Until(r.alike(r.IntN(2)), r.alike(r.IntN(2)))
	}
	return r.alike(r.IntN(3))
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

// requireSame compares two formulas at the first positions of a computation.
func requireSame(t *testing.T, l ltol.Lasso, f, g *ltol.Formula, what string) (holds int) {
	t.Helper()
	x, y := f, g
	for range l.Length + 1 {
		want, err := ltol.Eval(x, l)
		require.NoError(t, err)
		got, err := ltol.Eval(y, l)
		require.NoError(t, err)
		require.Equal(t, want, got, "%s: %s became %s", what, f, g)
		if want {
			holds++
		}
		x, y = ltol.Next(x), ltol.Next(y)
	}
	return holds
}

// What normalise makes of a formula holds at the same positions of every
// computation, and so does the formula over letters, with each letter as true
// as the subformula that it stands for.
func TestNormaliseAgainstEval(t *testing.T) {
	holds, changed, positions := 0, 0, 0
	for seed := range uint64(800) {
		r := formulas{rand.New(rand.NewPCG(seed, 0))}
		f := r.drawn()
		g := normalise(f)
		l := &letters{}
		abstract := l.abstract(g)
		if !f.Equal(g) {
			changed++
		}
		for range 6 {
			c := r.lasso()
			holds += requireSame(t, c, f, g, "normalise")
			positions += c.Length + 1
			requireAbstract(t, c, g, abstract, l)
		}
	}
	t.Logf("%d changed; true at %d of %d positions", changed, holds, positions)
	require.Greater(t, changed, 500)
	require.Greater(t, holds, positions/5)
	require.Less(t, holds, positions*4/5)
}

// requireAbstract compares a formula on a computation with the formula over
// letters on the computation of these.
func requireAbstract(t *testing.T, c ltol.Lasso, f, abstract *ltol.Formula, l *letters) {
	t.Helper()
	read := func(i, letter int) bool {
		at := c
		at.State = func(_, id int) bool { return c.State(i, id) }
		at.Step = func(_, id int) bool { return c.Step(i, id) }
		value, err := ltol.Eval(l.all[letter], at)
		require.NoError(t, err)
		return value
	}
	want, err := ltol.Eval(f, c)
	require.NoError(t, err)
	got, err := ltol.Eval(abstract, ltol.Lasso{Length: c.Length, Loop: c.Loop, State: read, Step: read})
	require.NoError(t, err)
	require.Equal(t, want, got, "%s became %s over %v", f, abstract, l.all)
}

// Formulas that a mistake once made something else of.
func TestNormaliseKeepsRemainders(t *testing.T) {
	a, x, y := ltol.Prop(ltol.Atom{ID: 0, Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 2, Kind: ltol.State})
	f := ltol.Or(ltol.And(ltol.Finally(a), ltol.Globally(x)), ltol.And(ltol.Finally(a), ltol.Globally(y)))
	require.Equal(t, ltol.And(ltol.Finally(a), ltol.Or(ltol.Globally(x), ltol.Globally(y))).String(), normalise(f).String())
}
