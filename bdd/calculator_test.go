package bdd_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// TestCalculatorAgrees: operations mean what they say in every state, on random operands with
// constants among them, of which the calculator knows the result.
func TestCalculatorAgrees(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		var l bdd.Layout
		x, y := l.Add("x", 8), l.Add("y", 8)
		m, s := open(t, &l, o)
		random := rand.New(rand.NewPCG(1, 2))
		draw := func() (states []bool, set bdd.Node) {
			return randomSet(s, random, []bdd.VarID{x, y}, []int{8, 8}, []int{0, 20, 50, 120}[random.IntN(4)])
		}
		overX := m.VarSet(bdd.Current, x)
		column := func(states []bool, state int) (some []bool) { // what states say of all that differ in x
			for i := state % 8; i < len(states); i += 8 {
				some = append(some, states[i])
			}
			return some
		}
		for range rounds(100, 1000) {
			p, pSet := draw()
			q, qSet := draw()
			r, rSet := draw()
			both := make([]bool, len(p))
			for i := range both {
				both[i] = p[i] && q[i]
			}
			c := s.Calculator()
			for name, operation := range map[string]struct {
				set  bdd.Node
				want func(i int) bool
			}{
				"And":       {c.And(pSet, qSet), func(i int) bool { return p[i] && q[i] }},
				"Or":        {c.Or(pSet, qSet), func(i int) bool { return p[i] || q[i] }},
				"Diff":      {c.Diff(pSet, qSet), func(i int) bool { return p[i] && !q[i] }},
				"Xor":       {c.Xor(pSet, qSet), func(i int) bool { return p[i] != q[i] }},
				"Implies":   {c.Implies(pSet, qSet), func(i int) bool { return !p[i] || q[i] }},
				"Equiv":     {c.Equiv(pSet, qSet), func(i int) bool { return p[i] == q[i] }},
				"Not":       {c.Not(pSet), func(i int) bool { return !p[i] }},
				"Ite":       {c.Ite(pSet, qSet, rSet), func(i int) bool { return p[i] && q[i] || !p[i] && r[i] }},
				"Exists":    {overX.Exists(c, pSet), func(i int) bool { return slices.Contains(column(p, i), true) }},
				"Forall":    {overX.Forall(c, pSet), func(i int) bool { return !slices.Contains(column(p, i), false) }},
				"AndExists": {overX.AndExists(c, pSet, qSet), func(i int) bool { return slices.Contains(column(both, i), true) }},
				"the same":  {c.And(c.Or(pSet, pSet), c.Diff(pSet, c.Diff(pSet, pSet))), func(i int) bool { return p[i] }},
			} {
				for i := range p {
					code := func(v bdd.VarID, _ bdd.Copy) int { return []int{i / 8, i % 8}[v] }
					require.Equal(t, operation.want(i), m.Eval(operation.set, code), "%s in state %d", name, i)
				}
			}
			require.Equal(t, c.Diff(pSet, qSet) == bdd.False, must(c.Leq(pSet, qSet)))
			require.Equal(t, c.And(pSet, qSet) == bdd.False, must(c.Disjoint(pSet, qSet)))
			require.Equal(t, c.And(pSet, qSet), c.And(c.Restrict(pSet, qSet), qSet))
			require.NoError(t, c.Err())
			s.Reset()
		}
	})
}

// TestCalculatorSticks: after an error nothing is done any more, and nothing that leaves the
// calculator looks like an answer.
func TestCalculatorSticks(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		var l bdd.Layout
		x := l.Add("x", 6)
		m, s := open(t, &l, o)
		kept := s.Calculator().Eq(x, bdd.Current, 2)
		failure := errors.New("of the caller")
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		for name, spoil := range map[string]func() *bdd.Calculator{
			"an operation fails": func() *bdd.Calculator { c := s.Calculator(); c.Eq(9, bdd.Current, 1); return c },
			"the context ended":  func() *bdd.Calculator { c := m.Calculator(ended); c.Eq(x, bdd.Current, 1); return c },
			"the caller fails":   func() *bdd.Calculator { c := s.Calculator(); c.Fail(failure); return c },
			"Take of an error":   func() *bdd.Calculator { c := s.Calculator(); c.Take(kept, failure); return c },
			"closed before": func() *bdd.Calculator {
				c := s.NewScope().Calculator()
				c.Close()
				c.And(bdd.True, bdd.True)
				return c
			},
		} {
			c := spoil()
			first := c.Err()
			require.Error(t, first, name)
			for _, n := range []bdd.Node{
				c.And(bdd.True, bdd.True), c.Or(bdd.True, kept), c.Not(bdd.False), c.Implies(bdd.False, kept), c.AndAll(), c.Take(kept, nil),
				(*bdd.VarSet)(nil).Exists(c, bdd.True), (*bdd.Closure)(nil).Forward(c, bdd.True, bdd.True), bdd.VecConst(1).Eq(c, bdd.VecConst(1)), c.Keep(kept),
				c.Diff(kept, bdd.False), c.Eq(x, bdd.Current, 2), c.Ite(bdd.True, bdd.True, bdd.True), bdd.Same(c), c.Restrict(bdd.True, bdd.True),
			} {
				require.Equal(t, bdd.False, n, name)
			}
			c.Fail(errors.New("a later one"))
			_, err := c.Result(bdd.False)
			require.Equal(t, first, err, name)
			_, err = c.Return(bdd.True)
			require.Equal(t, first, err, name)
			for _, test := range []func(a, b bdd.Node) (bool, error){c.Leq, c.Disjoint} {
				yes, err := test(bdd.False, bdd.False)
				require.Equal(t, first, err, name)
				require.False(t, yes, name)
			}
			require.Equal(t, first, c.Err(), name)
		}
	})
}

// TestCalculatorNeedsScope: shortcuts for constants do not pass by a scope that is closed.
func TestCalculatorNeedsScope(t *testing.T) {
	var l bdd.Layout
	m, _ := open(t, &l, bdd.Options{})
	for _, operation := range []func(c *bdd.Calculator) bdd.Node{
		func(c *bdd.Calculator) bdd.Node { return c.And(bdd.False, bdd.True) },
		func(c *bdd.Calculator) bdd.Node { return c.Diff(bdd.False, bdd.True) },
		func(c *bdd.Calculator) bdd.Node { return c.Not(bdd.True) },
		func(c *bdd.Calculator) bdd.Node { return m.VarSet(bdd.Current).Exists(c, bdd.False) },
	} {
		c := m.Calculator(context.Background())
		c.Close()
		_, err := c.Leq(operation(c), bdd.False)
		require.ErrorContains(t, err, "the scope is closed")
		require.ErrorIs(t, err, bdd.ErrMisuse)
	}
}

// TestCalculatorHolds: what a shortcut returns is held by the calculator's scope like any other
// result.
func TestCalculatorHolds(t *testing.T) {
	var l bdd.Layout
	x := l.Add("x", 16)
	m, s := open(t, &l, native(bdd.Options{}))
	for _, same := range []func(c *bdd.Calculator, n bdd.Node) bdd.Node{
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.And(n, bdd.True) },
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.And(bdd.True, n) },
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.Or(n, bdd.False) },
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.Or(n, n) },
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.Diff(n, bdd.False) },
	} {
		c := s.NewScope().Calculator()
		n := same(c, s.Calculator().Eq(x, bdd.Current, 3))
		s.Reset()
		require.Equal(t, 4, nodesAfterCollect(t, m))
		require.Equal(t, n, must(c.Return(n)))
		c.Close()
		require.Equal(t, 4, nodesAfterCollect(t, m))
		s.Reset()
		require.Zero(t, nodesAfterCollect(t, m))
	}
}
