package symbolic

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTrials checks that trials choose the same order every time, one that is
// hardly worse than the order of composition, and that orders change nothing else.
func TestTrials(t *testing.T) {
	ctx := context.Background()
	sys := allocation(t, 6, 6)
	plain, err := Encode(ctx, sys, Options{NoTrials: true})
	require.NoError(t, err)
	defer plain.Close()
	tried, err := Encode(ctx, sys, Options{})
	require.NoError(t, err)
	defer tried.Close()
	again, err := Encode(ctx, sys, Options{})
	require.NoError(t, err)
	defer again.Close()
	require.Equal(t, tried.Order(), again.Order())
	sorted := func(names []string) []string { slices.Sort(names); return names }
	require.Equal(t, sorted(plain.Order()), sorted(tried.Order()))
	a, b := reachable(t, plain), reachable(t, tried)
	require.Equal(t, plain.Count(a).String(), tried.Count(b).String())
	require.Less(t, tried.Manager.NodeCount(b), plain.Manager.NodeCount(a)*11/10)

	given, err := Encode(ctx, sys, Options{Order: tried.Order()})
	require.NoError(t, err)
	defer given.Close()
	require.Equal(t, tried.Order(), given.Order())
	require.Equal(t, tried.Manager.NodeCount(b), given.Manager.NodeCount(reachable(t, given)))

	_, err = Encode(ctx, sys, Options{Order: []string{"client7"}})
	require.ErrorContains(t, err, `"client7"`)
}

// TestCandidates checks that every candidate is an order of all agents.
func TestCandidates(t *testing.T) {
	m, err := Encode(context.Background(), allocation(t, 3, 4), Options{NoTrials: true})
	require.NoError(t, err)
	defer m.Close()
	candidates := m.candidates()
	require.NotEmpty(t, candidates)
	for _, order := range candidates {
		require.Len(t, order, 8)
		slices.Sort(order)
		require.Len(t, slices.Compact(order), 8)
	}
	require.Equal(t, []int{10, 1, 11, 2, 12, 3, 13}, interleave([][]int{{1, 2, 3}, {10, 11, 12, 13}}))
}
