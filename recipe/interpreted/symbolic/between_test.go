package symbolic_test

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// TestBetween: between any two states of generated systems the relation has the first joint action
// that the interpreter lists, or none where it lists none.
func TestBetween(t *testing.T) {
	ctx := context.Background()
	steps := 0
	for seed := range 80 {
		f := ispltest.Generate(rand.New(rand.NewSource(int64(seed))), ispltest.Options{NoFairness: true})
		p, list := ispl.Parse("generated.ispl", ispl.PrintFile(f), ispl.Options{})
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: 40})
		if err != nil {
			continue
		}
		for _, deterministic := range []int{0, -1} {
			thresholds := symbolic.Thresholds{Deterministic: deterministic}
			m, err := symbolic.Encode(ctx, p.System, symbolic.Options{Thresholds: thresholds})
			require.NoError(t, err)
			sc := m.Manager().NewScope(ctx)
			for s, edges := range g.Moves {
				first := ispltest.FirstJoints(edges)
				for to := range g.States {
					j, ok, err := m.Between(sc, g.States[s], g.States[to])
					require.NoError(t, err)
					require.Equal(t, first[to] != nil, ok, "seed %d", seed)
					for agent := range j {
						if m.Actions[agent] < 0 {
							require.Equal(t, -1, j[agent])
							continue
						}
						require.Equal(t, first[to][agent], j[agent], "seed %d: %s", seed, in.FormatJoint(first[to]))
					}
					if ok {
						steps++
					}
				}
			}
			sc.Close()
			m.Close()
		}
	}
	require.Greater(t, steps, 1000)
}

// TestBetweenIsCutShort: an interrupt gives no joint action, and takes nothing from what the next
// question needs.
func TestBetweenIsCutShort(t *testing.T) {
	m, err := symbolic.Encode(context.Background(), member(t, "prisoners", 3), symbolic.Options{})
	require.NoError(t, err)
	defer m.Close()
	from, ok := m.Pick(m.Init)
	require.True(t, ok)
	sc := m.Manager().NewScope(context.Background())
	defer sc.Close()
	image, err := m.Image(sc, m.Init)
	require.NoError(t, err)
	require.NotEqual(t, bdd.False, image)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	to, ok := m.Pick(image)
	require.True(t, ok)
	_, ok, err = m.Between(m.Manager().NewScope(cancelled), from, to)
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, ok)
	_, ok, err = m.Between(sc, from, to)
	require.NoError(t, err)
	require.True(t, ok)
}
