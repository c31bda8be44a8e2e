package conform

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// toggles are agents that switch on and off as they like.
func toggles(t testing.TB, agents int) *recipe.System {
	b := recipe.NewBuilder()
	for i := range agents {
		a := b.Agent(fmt.Sprint("toggle", i), "Toggle")
		on := a.Local("on", recipe.BoolType)
		a.Init(recipe.Not(on))
		a.Send(0, 0, b.Broadcast()).Set(on, recipe.Not(on))
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// What is remembered of a belief as diagrams is the same object again, and belongs to the caller,
// even if the memory forgets it meanwhile. Here the number of agents that are on is even, then odd,
// and so on.
func TestBeliefsComeAgain(t *testing.T) {
	m, err := New(t.Context(), toggles(t, 8), Options{Thresholds: Thresholds{Explicit: -1}})
	require.NoError(t, err)
	defer m.Close()
	c := m.enc.Manager.Calculator(t.Context())
	b, err := m.initial(c)
	require.NoError(t, err)
	list := []belief{b}
	for i := range 20 {
		next, err := m.observe(c, list[i], Observation{})
		require.NoError(t, err)
		if i > 10 {
			require.Same(t, list[i-1], next)
		}
		list = append(list, next)
	}
	require.Less(t, len(m.memory.large), 12)
	c.Close()

	c = m.enc.Manager.Calculator(t.Context())
	next, err := m.observe(c, list[20], Observation{})
	require.NoError(t, err)
	m.memory.forget()
	require.NoError(t, m.enc.Manager.Collect(t.Context()))
	require.Equal(t, big.NewInt(1<<7), m.enc.Count(next.(*diagrams).sets[0][0]))
	live := m.enc.Manager.Stats().Live
	c.Close()
	require.NoError(t, m.enc.Manager.Collect(t.Context()))
	require.Less(t, m.enc.Manager.Stats().Live, live)
}
