package bdd_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// onEngines runs a test on the native engine with default and with tiny tables, and on rudd.
func onEngines(t *testing.T, test func(t *testing.T, o bdd.Options)) {
	t.Run("native", func(t *testing.T) { test(t, native(bdd.Options{})) })
	t.Run("native-tiny", func(t *testing.T) { test(t, native(bdd.Options{InitialNodes: 1, CacheSize: 16})) })
	t.Run("rudd", func(t *testing.T) { test(t, bdd.Options{Engine: "rudd"}) })
}

// native is o for the native engine, whatever the default is: for tests of what only that engine
// can do.
func native(o bdd.Options) bdd.Options {
	o.Engine = "native"
	return o
}

// extremes are thresholds that are less than anything there is, a few, their defaults or more than
// anything; no cache is made larger than by default.
func extremes(random *rand.Rand) (t bdd.Thresholds) {
	for _, field := range []*int{&t.FirstReorder, &t.GrowthPercent, &t.MaxSwaps, &t.MinCache, &t.MaxCache, &t.RoomyBytes, &t.LeapValues, &t.LeapNodes, &t.Agendas, &t.MapBytes} {
		*field = []int{-1, 1, 2, 2 + random.IntN(500), 0, 1 << 30}[random.IntN(6)]
	}
	t.MinCache = min(t.MinCache, 1<<12)
	return t
}

// rounds is the number of rounds of a random test: few by default, many where BDD_LONG is set.
func rounds(few, many int) int {
	if os.Getenv("BDD_LONG") != "" {
		return many
	}
	return few
}

// open makes a manager and a scope which live as long as the test.
func open(t testing.TB, l *bdd.Layout, o bdd.Options) (*bdd.Manager, *bdd.Scope) {
	t.Helper()
	m, err := bdd.New(l, o)
	require.NoError(t, err)
	s := m.NewScope(context.Background())
	t.Cleanup(func() { s.Close(); m.Close() })
	return m, s
}

// must unwraps a result in a test which expects no error; a failure ends it by a panic with the
// error.
func must[T any](result T, err error) T {
	if err != nil {
		panic(err)
	}
	return result
}

// state is a valuation: the code of each variable's copies.
type state struct {
	current, next []int
}

func (s state) code(v bdd.VarID, c bdd.Copy) int {
	if c == bdd.Next {
		return s.next[v]
	}
	return s.current[v]
}

// valuations calls f with every list of codes below the sizes, in lexicographic order. The list is
// f's only until it returns.
func valuations(sizes []int, f func(codes []int)) {
	codes := make([]int, len(sizes))
	for {
		f(codes)
		i := len(codes) - 1
		for ; i >= 0; i-- {
			if codes[i]++; codes[i] < sizes[i] {
				break
			}
			codes[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// indexOf is the place of codes in the order of valuations.
func indexOf(sizes, codes []int) int {
	i := 0
	for v, size := range sizes {
		i = i*size + codes[v]
	}
	return i
}

// product is the number of valuations.
func product(sizes []int) int {
	p := 1
	for _, s := range sizes {
		p *= s
	}
	return p
}

// randomSet is a random set of valuations of the current copies of vars, as a list by index and as
// a node.
func randomSet(s *bdd.Scope, random *rand.Rand, vars []bdd.VarID, sizes []int, percent int) ([]bool, bdd.Node) {
	in := make([]bool, product(sizes))
	set := bdd.False
	valuations(sizes, func(codes []int) {
		if random.IntN(100) >= percent {
			return
		}
		in[indexOf(sizes, codes)] = true
		cube := bdd.True
		for i, v := range vars {
			cube = s.Calculator().And(cube, s.Calculator().Eq(v, bdd.Current, codes[i]))
		}
		set = s.Calculator().Or(set, cube)
	})
	return in, set
}
