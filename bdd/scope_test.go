package bdd_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// nodesAfterCollect is the number of nodes that survive.
func nodesAfterCollect(t *testing.T, m *bdd.Manager) int {
	t.Helper()
	require.NoError(t, m.Collect(context.Background()))
	return m.Stats().Nodes
}

// What scopes hold survives a collection and nothing else does.
func TestScopesHold(t *testing.T) {
	var l bdd.Layout
	v := l.Add("v", 16)
	m, root := open(t, &l, native(bdd.Options{}))
	require.Zero(t, nodesAfterCollect(t, m))

	child := root.NewScope()
	x := child.Calculator().Eq(v, bdd.Current, 3)
	require.Equal(t, 4, nodesAfterCollect(t, m))
	require.Equal(t, x, child.Return(x))
	child.Close()
	child.Close()
	require.Equal(t, 4, nodesAfterCollect(t, m), "returned to the parent")

	y := root.Calculator().Eq(v, bdd.Current, 12)
	require.Equal(t, 8, nodesAfterCollect(t, m))
	root.Reset(y)
	require.Equal(t, 4, nodesAfterCollect(t, m), "the parent dropped x")
	require.Equal(t, 4, m.NodeCount(y))

	require.Equal(t, y, m.Keep(m.Keep(y)))
	root.Reset()
	require.Equal(t, 4, nodesAfterCollect(t, m), "kept twice")
	m.Release(y)
	require.Equal(t, 4, nodesAfterCollect(t, m), "kept once")
	m.Release(y)
	m.Release(y)
	require.Zero(t, nodesAfterCollect(t, m))
}

// Scopes may be closed in any order; what a scope returns goes to its closest open ancestor.
func TestScopesCloseInAnyOrder(t *testing.T) {
	var l bdd.Layout
	v := l.Add("v", 16)
	m, root := open(t, &l, native(bdd.Options{}))
	middle := root.NewScope()
	inner := middle.NewScope()
	sibling := root.NewScope()
	x := inner.Calculator().Eq(v, bdd.Current, 5)
	middle.Close()
	inner.Return(x)
	inner.Close()
	sibling.Calculator().Eq(v, bdd.Next, 5)
	require.Equal(t, 8, nodesAfterCollect(t, m))
	sibling.Close()
	require.Equal(t, 4, nodesAfterCollect(t, m))
}

// A relation holds its node until it is released.
func TestRelationsHold(t *testing.T) {
	var l bdd.Layout
	v := l.Add("v", 2)
	m, s := open(t, &l, native(bdd.Options{}))
	r := must(m.NewRelation(s.Calculator().Eq(v, bdd.Next, 1), []bdd.VarID{v}))
	s.Reset()
	require.Equal(t, 1, nodesAfterCollect(t, m))
	r.Release()
	require.Zero(t, nodesAfterCollect(t, m))
}

// Random formulas over three variables in nested scopes, with collections forced between any two
// operations, keep their meaning.
func TestCollectionsAtRandomPoints(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		random := rand.New(rand.NewPCG(8, 9))
		var l bdd.Layout
		sizes := []int{4, 3, 5}
		vars := []bdd.VarID{l.Add("x", 4), l.Add("y", 3), l.Add("z", 5)}
		m, root := open(t, &l, o)
		type held struct {
			set  []bool
			node bdd.Node
		}
		var pool []held
		for range 8 {
			set, node := randomSet(root, random, vars, sizes, 30)
			pool = append(pool, held{set, node})
		}
		keepPool := func() {
			var nodes []bdd.Node
			for _, h := range pool {
				nodes = append(nodes, h.node)
			}
			root.Reset(nodes...)
		}
		for range rounds(300, 5000) {
			s := root.NewScope()
			a, b := pool[random.IntN(len(pool))], pool[random.IntN(len(pool))]
			collect := func() {
				if random.IntN(3) == 0 {
					require.NoError(t, m.Collect(context.Background()))
				}
			}
			both := s.Calculator().And(a.node, b.node)
			collect()
			either := s.Calculator().Or(a.node, b.node)
			collect()
			n := s.Calculator().Diff(either, both) // exclusive or, by another way
			collect()
			require.Equal(t, s.Calculator().Xor(a.node, b.node), n)
			c := pool[random.IntN(len(pool))]
			chosen := s.Calculator().Ite(a.node, b.node, c.node)
			collect()
			require.Equal(t, s.Calculator().Or(both, s.Calculator().Diff(c.node, a.node)), chosen)
			leq := must(s.Calculator().Leq(a.node, b.node))
			require.Equal(t, s.Calculator().Diff(a.node, b.node) == bdd.False, leq)
			require.Equal(t, both == bdd.False, must(s.Calculator().Disjoint(a.node, b.node)))
			set := make([]bool, len(a.set))
			for i := range set {
				set[i] = a.set[i] != b.set[i]
			}
			got := make([]bool, len(set))
			m.Each(n, vars, func(codes []int) bool { got[indexOf(sizes, codes)] = true; return true })
			require.Equal(t, set, got)
			pool[random.IntN(len(pool))] = held{set, s.Return(n)}
			if random.IntN(3) == 0 {
				set, node := randomSet(root, random, vars, sizes, 30)
				pool[random.IntN(len(pool))] = held{set, node}
			}
			s.Close()
			keepPool()
		}
	})
}
