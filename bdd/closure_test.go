package bdd_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/workload"
)

// closureOf is the explicit twin of Forward and Backward.
func closureOf(steps [][2]int, set, within []bool, backward bool) []bool {
	z := append([]bool(nil), set...)
	for changed := true; changed; {
		changed = false
		for _, st := range steps {
			from, to := st[0], st[1]
			if backward {
				from, to = to, from
			}
			if z[from] && !z[to] && within[to] {
				z[to], changed = true, true
			}
		}
	}
	return z
}

// Closures of random sets under random lists of relations against explicit steps, in both
// directions, with and without a constraint, and with reorderings in between.
func TestClosureAgainstExplicitSteps(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		for seed := range uint64(rounds(15, 300)) {
			random := rand.New(rand.NewPCG(seed, 37))
			o := o
			o.Thresholds.LeapValues = []int{0, -1, 3}[seed%3]
			var l bdd.Layout
			var sizes []int
			var vars []bdd.VarID
			for i := range 2 + random.IntN(3) {
				sizes = append(sizes, 1+random.IntN(5))
				vars = append(vars, l.Add(fmt.Sprint("v", i), sizes[i]))
			}
			m, s := open(t, &l, o)
			var relations []*bdd.Relation
			var steps [][2]int
			var c stepsCase
			for range random.IntN(5) {
				c = randomSteps(m, s, random, vars, sizes)
				relations = append(relations, c.r)
				steps = append(steps, c.steps...)
			}
			c.vars, c.sizes = vars, sizes
			closure := m.NewClosure(relations...)
			s.Reset()
			for range 4 {
				in, set := randomSet(s, random, vars, sizes, 5)
				within := bdd.True
				all := make([]bool, len(in))
				for i := range all {
					all[i] = true
				}
				if random.IntN(2) == 0 {
					all, within = randomSet(s, random, vars, sizes, 60)
				}
				s.Reset(set, within)
				if o.Engine != "rudd" && random.IntN(3) == 0 {
					require.NoError(t, m.Reorder(context.Background()))
				}
				c.requireSet(t, m, closureOf(steps, in, all, false), closure.Forward(s.Calculator(), set, within))
				// Going backward, steps start from codes which are not valid too, as the relations do not
				// forbid it.
				valid := within
				for _, v := range vars {
					valid = s.Calculator().And(valid, v.Valid(s.Calculator(), bdd.Current))
				}
				c.requireSet(t, m, closureOf(steps, in, all, true), closure.Backward(s.Calculator(), set, valid))

				post, pre := bdd.False, bdd.False
				for _, r := range relations {
					post = s.Calculator().Or(post, r.Image(s.Calculator(), set))
					pre = s.Calculator().Or(pre, r.PreImage(s.Calculator(), set))
				}
				require.Equal(t, post, closure.Image(s.Calculator(), set))
				require.Equal(t, pre, closure.PreImage(s.Calculator(), set))
			}
			for _, r := range relations {
				r.Release()
			}
			closure.Release()
			closure.Release()
			s.Reset()
			require.NoError(t, m.Collect(context.Background()))
			require.NoError(t, bdd.CheckInvariants(m))
		}
	})
}

// A counter that another variable stops or resets is counted up in a few leaps, from wherever it
// stands.
func TestCountingInLeaps(t *testing.T) {
	work := map[int]uint64{}
	for _, values := range []int{0, 1 << 30} {
		var l bdd.Layout
		kept, on, n := l.Add("kept", 200), l.Add("on", 2), l.Add("n", 200)
		m, s := open(t, &l, native(bdd.Options{Thresholds: bdd.Thresholds{LeapValues: values}}))
		k := s.Calculator()
		now, one := n.Number(k, bdd.Current, 0), bdd.VecConst(1)
		up := k.AndAll(k.Eq(on, bdd.Current, 1), now.Less(k, bdd.VecConst(150)), n.Store(k, bdd.Next, 0, now.Add(k, one)))
		keep := k.And(k.Eq(on, bdd.Current, 0), kept.Store(k, bdd.Next, 0, now))
		var relations []*bdd.Relation
		for i, trans := range []bdd.Node{up, keep} {
			relations = append(relations, must(m.NewRelation(must(k.Result(trans)), []bdd.VarID{n, kept}[i:i+1])))
		}
		flip := must(m.NewRelation(bdd.True, []bdd.VarID{on}))
		closure := m.NewClosure(append(relations, flip)...)
		start := must(k.Result(k.AndAll(k.Eq(n, bdd.Current, 30), k.Eq(kept, bdd.Current, 7), k.Eq(on, bdd.Current, 0))))
		before := m.Work()
		all := closure.Forward(s.Calculator(), start, bdd.True)
		work[values] = m.Work() - before
		old := kept.Number(k, bdd.Current, 0)
		want := k.And(now.InRange(k, 30, 150), k.Or(old.Eq(k, bdd.VecConst(7)), k.And(bdd.VecConst(30).AtMost(k, old), old.AtMost(k, now))))
		require.Equal(t, must(k.Result(want)), all)
	}
	require.Less(t, 3*work[0]/2, work[1<<30])
}

// A closure that is stopped at any instant, and collects meanwhile, leaves everything in order.
func TestClosureIsStoppedAnywhere(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 15))
	i := must(workload.Cells(6).Open(context.Background(), native(bdd.Options{InitialNodes: 64, CacheSize: 1 << 12})))
	m := i.Manager
	t.Cleanup(m.Close)
	bdd.LookEvery(m, 16)
	want := m.Keep(must(i.Explore(workload.Closed)))
	i.Scope.Reset()
	require.Positive(t, m.Stats().Collections)
	stopped := 0
	for range 150 {
		c := m.NewClosure(i.Relations...) // a fresh one, of which no results are known
		child := m.Calculator(newCountdown(random.IntN(400)))
		got, err := child.Result(c.Forward(child, i.Initial, bdd.True))
		if err != nil {
			stopped++
			require.ErrorIs(t, err, context.Canceled)
		} else {
			require.Equal(t, want, got)
		}
		child.Close()
		c.Release()
		require.NoError(t, bdd.CheckInvariants(m))
	}
	t.Logf("%d of 150 closures stopped", stopped)
	require.Greater(t, stopped, 20)
	require.Less(t, stopped, 130)
	require.Equal(t, want, must(i.Explore(workload.Chained)))
}

// What can be reached does not depend on any threshold, however it is computed, with and without
// reordering by itself.
func TestThresholdsChangeNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 0))
	reorderings, collections := 0, 0
	for round := range rounds(150, 1000) {
		system := []*workload.System{workload.Cells(5), workload.Milner(5), workload.Tokens(7)}[round%3]
		plain := must(system.Open(context.Background(), native(bdd.Options{})))
		want := plain.Manager.Count(must(plain.Explore(workload.Chained)), system.Vars)
		plain.Manager.Close()
		o := native(bdd.Options{InitialNodes: 1 + random.IntN(100), AutoReorder: random.IntN(2) == 0, Thresholds: extremes(random)})
		i := must(system.Open(context.Background(), o))
		got := must(i.Explore([]workload.Strategy{workload.Chained, workload.Closed}[random.IntN(2)]))
		require.Equal(t, want.String(), i.Manager.Count(got, system.Vars).String(), "%+v", o)
		require.NoError(t, bdd.CheckInvariants(i.Manager))
		reorderings += i.Manager.Stats().Reorderings
		collections += i.Manager.Stats().Collections
		i.Manager.Close()
	}
	t.Logf("%d reorderings, %d collections", reorderings, collections)
	require.Greater(t, reorderings, 50)
	require.Greater(t, collections, 200)
}

// A closure that hardly fits into its limit collects inside, and gives what it gives without a
// limit.
func TestClosureCollectsInside(t *testing.T) {
	sizes := []*workload.System{workload.Cells(6), workload.Milner(7), workload.Tokens(9)}
	collections, completed, failed := 0, 0, 0
	for _, system := range sizes {
		roomy := must(system.Open(context.Background(), native(bdd.Options{})))
		want := roomy.Manager.Count(must(roomy.Explore(workload.Closed)), system.Vars)
		roomy.Manager.Close()
		for limit := 200; limit < 20_000; limit += limit / 8 {
			i, err := system.Open(context.Background(), native(bdd.Options{InitialNodes: 1, CacheSize: 16, MaxNodes: limit}))
			if err != nil {
				require.ErrorIs(t, err, bdd.ErrNodeLimit)
				continue
			}
			before := i.Manager.Stats().Collections
			got, err := i.Explore(workload.Closed)
			if err != nil {
				require.ErrorIs(t, err, bdd.ErrNodeLimit)
				failed++
			} else {
				completed++
				collections += i.Manager.Stats().Collections - before
				require.Equal(t, want.String(), i.Manager.Count(got, system.Vars).String(), "limit %d", limit)
			}
			require.NoError(t, bdd.CheckInvariants(i.Manager))
			i.Manager.Close()
		}
	}
	t.Logf("%d closures completed with %d collections, %d did not fit", completed, collections, failed)
	require.Greater(t, collections, 20)
	require.Greater(t, failed, 3)
}
