package ltoltest_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// randomPath makes a path formula over two parts.
func randomPath(rng *rand.Rand, depth int) *ltol.Formula {
	if depth == 0 {
		return prop(rng.Intn(2))
	}
	sub := func() *ltol.Formula { return randomPath(rng, depth-1) }
	switch rng.Intn(9) {
	case 0:
		return ltol.Not(sub())
	case 1:
		return ltol.Iff(sub(), sub())
	case 2:
		return ltol.Implies(sub(), sub())
	case 3:
		return ltol.Next(sub())
	case 4:
		return ltol.Globally(sub())
	case 5:
		return ltol.WeakUntil(sub(), sub())
	case 6:
		return ltol.Release(sub(), sub())
	case 7:
		return ltol.StrongRelease(sub(), sub())
	}
	return ltol.Until(sub(), sub())
}

// randomWhole makes a state formula of any operator.
func randomWhole(rng *rand.Rand, depth int) *ltol.StateFormula {
	if depth == 0 {
		return ltol.StateProp(rng.Intn(atoms))
	}
	sub := func() *ltol.StateFormula { return randomWhole(rng, depth-1) }
	group := []int{0, 1, 2}[:rng.Intn(3)]
	switch rng.Intn(13) {
	case 0, 1:
		return ltol.NotState(sub())
	case 2:
		return ltol.AndState(sub(), sub())
	case 3:
		return ltol.OrState(sub(), sub())
	case 4:
		return ltol.IffState(sub(), sub())
	case 5:
		return ltol.Knows(rng.Intn(agents), sub())
	case 6:
		ops := []ltol.StateOp{ltol.StateEveryone, ltol.StateDistributed, ltol.StateCommon}
		return ltol.OfAgents(ops[rng.Intn(3)], group, sub())
	case 7:
		return ltol.Obliged(rng.Intn(agents), sub())
	case 8:
		return ltol.Can(group, ltol.Finally(prop(0)), sub())
	case 9, 10:
		return ltol.AllPaths(randomPath(rng, 2), sub(), sub())
	}
	return ltol.ExistsPath(randomPath(rng, 2), sub(), sub())
}

// What a formula says on paths is true of all paths from states in which the formula holds. Of A
// with propositions and of propositions it is everything that the formula says.
func TestOnPaths(t *testing.T) {
	all := []*ltol.StateFormula{ltol.StateProp(0), ltol.StateProp(1), ltol.StateProp(2)}
	made, something, linear := map[ltol.StateOp]int{}, map[ltol.StateOp]int{}, 0
	overWorlds(t, 150, func(w *world) {
		for range 8 {
			f := randomWhole(w.rng, 1+w.rng.Intn(3))
			path := f.OnPaths()
			w.valid(ltol.ImpliesState(f, ltol.AllPaths(path, all...)))
			made[f.Op()]++
			if path.Op() != ltol.OpTrue {
				something[f.Op()]++
			}
			if f.Linear() {
				w.same(f, ltol.AllPaths(path, all...))
			}
			// Of formulas about all paths many are linear that have others inside.
			inner := func() *ltol.StateFormula {
				return ltol.AllPaths(randomPath(w.rng, 1), all[w.rng.Intn(3)], all[w.rng.Intn(3)])
			}
			g, h := randomPath(w.rng, w.rng.Intn(2)), randomPath(w.rng, w.rng.Intn(2))
			path = []*ltol.Formula{
				ltol.Globally(ltol.Or(g, h)), ltol.Finally(ltol.And(g, h)), ltol.Next(ltol.Implies(g, h)), ltol.And(g, h), ltol.Or(g, h),
			}[w.rng.Intn(5)]
			outer := ltol.AllPaths(path, all[w.rng.Intn(3)], inner())
			switch w.rng.Intn(4) {
			case 0:
				outer = ltol.NotState(ltol.ExistsPath(path, all[w.rng.Intn(3)], ltol.NotState(inner())))
			case 1:
				outer = ltol.OrState(outer, inner())
			case 2:
				outer = ltol.ImpliesState(all[0], outer)
			}
			if outer.Linear() {
				linear++
				w.same(outer, ltol.AllPaths(outer.OnPaths(), all...))
			}
		}
		f := ltol.AllPaths(randomPath(w.rng, 3), all[w.rng.Intn(3)], all[w.rng.Intn(3)])
		w.same(f, ltol.AllPaths(f.OnPaths(), all...))
		g := ltol.NotState(ltol.ExistsPath(randomPath(w.rng, 3), all[w.rng.Intn(3)], all[w.rng.Intn(3)]))
		w.same(g, ltol.AllPaths(g.OnPaths(), all...))
	})
	t.Log(made, something, linear)
	require.Greater(t, linear, 200)
	for op := ltol.StateNot; op <= ltol.StateCan; op++ {
		if op == ltol.StateImplies {
			continue // which has no formulas of its own here
		}
		require.Greater(t, made[op], 20, op)
		nothing := op == ltol.StateExists || op == ltol.StateObliged || op == ltol.StateCan
		require.Equal(t, nothing, something[op] == 0, op)
	}
}

// Where p holds, then not, then for ever, with a loop at the first state, every run ends in p, but
// not every run comes to a state from which p always holds.
func TestNotLinear(t *testing.T) {
	p, always := ltol.StateProp(0), ltol.AllPaths(ltol.Globally(prop(0)), ltol.StateProp(0))
	for _, f := range []*ltol.StateFormula{
		ltol.AllPaths(ltol.Finally(prop(0)), always), ltol.ExistsPath(ltol.Globally(prop(0)), p), ltol.Knows(0, p),
		ltol.NotState(ltol.ExistsPath(ltol.Globally(prop(0)), ltol.NotState(always))), ltol.NotState(always),
	} {
		require.False(t, f.Linear(), "%s", f)
		require.True(t, ltol.AndState(p, always).Linear())
	}
}
