package main

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// Properties share the time that is left in fair parts. A property whose time was up is checked
// again with what the others have left over, and only if that is more.
func TestFairParts(t *testing.T) {
	properties := []mc.Property{{Index: 1}, {Index: 2}, {Index: 3}, {Index: 4}}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	type call struct {
		index   int
		minutes float64
	}
	run := func(ctx context.Context, hard ...int) (calls []call, late []int) {
		for _, p := range inParts(ctx, properties, func(part context.Context, p mc.Property) bool {
			one := call{index: p.Index}
			if end, ok := part.Deadline(); ok {
				one.minutes = time.Until(end).Minutes()
			}
			calls = append(calls, one)
			for _, h := range hard {
				if h == p.Index {
					return true
				}
			}
			return false
		}) {
			late = append(late, p.Index)
		}
		return calls, late
	}
	for _, c := range []struct {
		hard []int
		want []call
		late []int
	}{
		{nil, []call{{1, 15}, {2, 20}, {3, 30}, {4, 60}}, nil},
		{[]int{1}, []call{{1, 15}, {2, 20}, {3, 30}, {4, 60}, {1, 60}}, []int{1}},
		{[]int{1, 2}, []call{{1, 15}, {2, 20}, {3, 30}, {4, 60}, {1, 30}, {2, 60}}, []int{1, 2}},
		{[]int{3, 4}, []call{{1, 15}, {2, 20}, {3, 30}, {4, 60}}, []int{3, 4}},
	} {
		calls, late := run(ctx, c.hard...)
		require.Equal(t, c.late, late)
		require.Len(t, calls, len(c.want))
		for i := range calls {
			require.Equal(t, c.want[i].index, calls[i].index)
			require.InDelta(t, c.want[i].minutes, calls[i].minutes, 5)
		}
	}
	calls, late := run(t.Context(), 1, 3)
	require.Equal(t, []call{{1, 0}, {2, 0}, {3, 0}, {4, 0}}, calls)
	require.Equal(t, []int{1, 3}, late)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	calls, late = run(ended, 1, 2, 3, 4)
	require.Len(t, calls, 4)
	require.Len(t, late, 4)
}
