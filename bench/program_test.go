package bench_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
)

func TestMeasureProgram(t *testing.T) {
	c := bench.ProgramCase("cells", 5)
	c.Reorder = true
	m, err := bench.Measure(context.Background(), c, nil)
	require.NoError(t, err)
	require.True(t, m.Decided())
	require.Equal(t, "243", m.States)
	require.Len(t, m.Order, 10)
	require.Positive(t, m.PeakBytes)

	c.MaxBytes = 300_000
	c.Set["N"] = 12
	m, err = bench.Measure(context.Background(), c, nil)
	require.NoError(t, err, "a limit is none")
	require.False(t, m.Reached)

	_, err = bench.Measure(context.Background(), bench.ProgramCase("knights", 3), nil)
	require.ErrorContains(t, err, "knights")
}

// A mixed order is another one, with the same states; the order that reordering leaves can be given
// back.
func TestMeasureOrders(t *testing.T) {
	ctx := context.Background()
	c := bench.Case{Model: "commit.rcp", Set: map[string]int{"N": 5}, Engine: "native", ReachOnly: true}
	plain, err := bench.Measure(ctx, c, nil)
	require.NoError(t, err)
	c.Mixed, c.Reorder = true, true
	mixed, err := bench.Measure(ctx, c, nil)
	require.NoError(t, err)
	require.Equal(t, plain.States, mixed.States)
	require.Greater(t, mixed.Nodes, plain.Nodes)
	c.Mixed, c.Reorder, c.Order = false, false, mixed.Order
	again, err := bench.Measure(ctx, c, nil)
	require.NoError(t, err)
	require.Equal(t, mixed.States, again.States)
	require.Equal(t, mixed.Nodes, again.Nodes)
}
