package quotient

import (
	"context"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

func gossip(t *testing.T, people int) *rcheck.Program {
	src, err := os.ReadFile("../../bench/models/gossip.rcp")
	require.NoError(t, err)
	p, problems := rcheck.Parse("gossip.rcp", src, rcheck.Options{Set: map[string]int{"N": people}})
	require.NotNil(t, p, "%v", problems)
	return p
}

// What is counted is about what is taken, for quotients of few orbits with many edges and of many
// with few.
func TestMemoryIsCounted(t *testing.T) {
	for _, people := range []int{4, 5} {
		p := gossip(t, people)
		in := recipe.NewInterpreter(p.System)
		for name, keep := range map[string]func(*symmetry.Permutation) bool{
			"orbits": nil, "states": func(*symmetry.Permutation) bool { return false },
		} {
			group, err := symmetry.Detect(context.Background(), p.System, keep)
			require.NoError(t, err)
			before := inUse()
			g, err := explore(context.Background(), in, group, 1<<20, 0, new(meter))
			require.NoError(t, err)
			taken := inUse() - before
			t.Logf("%d people, %s: %d states, %d bytes, %d counted", people, name, len(g.states), taken, g.memory.used)
			if taken > 1<<20 {
				require.InDelta(t, 1.2, float64(g.memory.used)/float64(taken), 0.6)
			}
			runtime.KeepAlive(g)
		}
	}
}

func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// With too little memory the answer is that the quotient is too large, at once when asked again,
// and nothing of it is kept; with enough it is the one without a bound.
func TestMemoryIsBounded(t *testing.T) {
	p := gossip(t, 4)
	in := recipe.NewInterpreter(p.System)
	ctx := context.Background()
	phi := ltol.Not(p.Specs[0].Formula)
	want, stats, err := NewFinder(in, Options{}).Find(ctx, phi)
	require.NoError(t, err)
	tooLarge, enough := 0, 0
	for bytes := int64(1); enough < 3; bytes += bytes/3 + 1 {
		f := NewFinder(in, Options{MaxBytes: bytes})
		got, s, err := f.Find(ctx, phi)
		if err == nil {
			enough++
			require.Equal(t, want == nil, got == nil)
			require.Equal(t, stats, s)
			continue
		}
		tooLarge++
		require.Zero(t, enough)
		require.ErrorIs(t, err, ErrTooLarge)
		for _, g := range f.graphs {
			require.Nil(t, g)
		}
		_, _, again := f.Find(ctx, phi)
		require.ErrorIs(t, again, ErrTooLarge)
	}
	require.Greater(t, tooLarge, 10)
}
