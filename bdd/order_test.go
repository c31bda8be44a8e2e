package bdd_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/workload"
)

func TestOrderIsGivenAndTold(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		declare := func() *bdd.Layout {
			var l bdd.Layout
			l.Add("x", 4)
			l.AddSingle("y", 3)
			l.Add("z", 2)
			l.Add("none", 1)
			return &l
		}
		for _, c := range []struct{ given, told []string }{
			{nil, []string{"x", "y", "z"}},
			{[]string{"z"}, []string{"z", "x", "y"}},
			{[]string{"y", "none", "z", "x"}, []string{"y", "z", "x"}},
			{[]string{"x[0]", "y[1]", "x[1]", "y[0]", "z[0]"}, []string{"x[0]", "y[1]", "x[1]", "y[0]", "z"}},
			{[]string{"y[1]", "y[0]"}, []string{"y", "x", "z"}},
			{[]string{"y[0]", "y[1]"}, []string{"y[0]", "y[1]", "x", "z"}},
		} {
			o.Order = c.given
			m, _ := open(t, declare(), o)
			require.Equal(t, c.told, m.Order())
			o.Order = m.Order()
			again, _ := open(t, declare(), o)
			require.Equal(t, c.told, again.Order())
		}
		for _, c := range []struct {
			given []string
			want  string
		}{
			{[]string{"q"}, `no variable "q"`},
			{[]string{"q[0]"}, `no variable "q"`},
			{[]string{"x[2]"}, `variable "x" has 2 bits, no [2]`},
			{[]string{"x[-1]"}, "no [-1]"},
			{[]string{"x[one]"}, "no [one]"},
			{[]string{"x", "x[0]"}, `"x[0]" is listed twice`},
		} {
			o.Order = c.given
			_, err := bdd.New(declare(), o)
			require.ErrorContains(t, err, c.want)
		}
	})
}

// TestOrderOfGroups names variables by what is before the dot.
func TestOrderOfGroups(t *testing.T) {
	var l bdd.Layout
	for _, name := range []string{"a.x", "b.x", "a.y", "ab.x", "b"} {
		l.Add(name, 2)
	}
	l.Add("c.one", 1)
	m, _ := open(t, &l, bdd.Options{Order: []string{"ab", "c", "a", "b"}})
	require.Equal(t, []string{"ab.x", "a.x", "a.y", "b", "b.x"}, m.Order(), "b is a variable")
}

func TestBlockErrors(t *testing.T) {
	var l bdd.Layout
	x, y, z := l.Add("x", 2), l.Add("y", 2), l.Add("z", 2)
	for want, blocks := range map[string][][]bdd.VarID{
		"spread over":  {{x, z}},
		"listed twice": {{x, y}, {y}},
		"no variable":  {{7}},
	} {
		_, err := bdd.New(&l, native(bdd.Options{Blocks: blocks}))
		require.ErrorContains(t, err, want)
	}
	_, err := bdd.New(&l, bdd.Options{Blocks: [][]bdd.VarID{{x, z}}, Order: []string{"y", "z", "x"}})
	require.NoError(t, err)
}

// farPairs explores cells.
func farPairs(t testing.TB, n int, o bdd.Options) (*bdd.Manager, *bdd.Scope, bdd.Node) {
	i := must(workload.Cells(n).Open(context.Background(), o))
	t.Cleanup(i.Manager.Close)
	return i.Manager, i.Scope, must(i.Explore(workload.Chained))
}

// Automatic reordering makes a linear diagram of an exponential one, gives the same set, and the
// order found can be given back.
func TestReorderingFarPairs(t *testing.T) {
	const n = 8
	plain, _, set := farPairs(t, n, native(bdd.Options{}))
	var all []bdd.VarID
	for v := range plain.Layout().Len() {
		all = append(all, bdd.VarID(v))
	}
	want := plain.Count(set, all)
	exponential := plain.NodeCount(set)
	require.Greater(t, exponential, 2500)

	auto, s, reordered := farPairs(t, n, native(bdd.Options{AutoReorder: true}))
	require.NoError(t, auto.Reorder(context.Background()))
	require.Equal(t, want, auto.Count(reordered, all))
	linear := auto.NodeCount(reordered)
	require.Less(t, linear, 200)
	require.NoError(t, bdd.CheckInvariants(auto))

	again, s2, repeated := farPairs(t, n, native(bdd.Options{Order: auto.Order()}))
	require.Equal(t, auto.Order(), again.Order())
	require.Equal(t, linear, again.NodeCount(repeated))

	var text bytes.Buffer // also through a dump from one order to the other
	require.NoError(t, plain.Dump(&text, set))
	require.Equal(t, []bdd.Node{reordered}, must(s.Load(bytes.NewReader(text.Bytes()))))
	require.Equal(t, []bdd.Node{repeated}, must(s2.Load(bytes.NewReader(text.Bytes()))))
}

// The same work gives the same order.
func TestReorderingIsDeterministic(t *testing.T) {
	a, _, x := farPairs(t, 8, native(bdd.Options{AutoReorder: true}))
	b, _, y := farPairs(t, 8, native(bdd.Options{AutoReorder: true}))
	require.Equal(t, a.Order(), b.Order())
	require.Equal(t, a.NodeCount(x), b.NodeCount(y))
	require.Equal(t, a.Stats(), b.Stats())
}

func TestReorderNeedsTheNativeEngine(t *testing.T) {
	var l bdd.Layout
	l.Add("x", 2)
	m, _ := open(t, &l, bdd.Options{Engine: "rudd", AutoReorder: true})
	require.ErrorIs(t, m.Reorder(context.Background()), bdd.ErrCannotReorder)
}

// Images under random relations, with reorderings forced at random points, against explicit steps.
func TestImagesWhileReordering(t *testing.T) {
	for seed := range uint64(rounds(20, 300)) {
		random := rand.New(rand.NewPCG(seed, 31))
		var l bdd.Layout
		sizes := []int{3, 4, 2, 5}
		var vars []bdd.VarID
		for i, size := range sizes {
			vars = append(vars, l.Add(fmt.Sprint("v", i), size))
		}
		o := native(bdd.Options{InitialNodes: 1, CacheSize: 64, Thresholds: extremes(random), AutoReorder: random.IntN(2) == 0})
		if seed%2 == 0 {
			o.Blocks = [][]bdd.VarID{{vars[0], vars[1]}, {vars[2], vars[3]}}
		}
		m, s := open(t, &l, o)
		for range 4 {
			c := randomSteps(m, s, random, vars, sizes)
			in, set := randomSet(s, random, vars, sizes, 20)
			for range 3 {
				if random.IntN(2) == 0 {
					require.NoError(t, m.Reorder(context.Background()))
					require.NoError(t, bdd.CheckInvariants(m))
				}
				post := make([]bool, len(in))
				for _, step := range c.steps {
					post[step[1]] = post[step[1]] || in[step[0]]
				}
				set = c.r.Image(s.Calculator(), set)
				c.requireSet(t, m, post, set)
				in = post
			}
			s.Reset()
			c.r.Release()
		}
	}
}
