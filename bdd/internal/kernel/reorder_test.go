package kernel_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/kernel"
)

// equalHalves says that variable i equals variable n+i for all i below n: exponential in the order
// of declaration, linear where the two are neighbours.
func equalHalves(t *testing.T, k *kernel.Kernel, n int) engine.Ref {
	steps := equalHalvesSteps(t, k, n)
	return steps[len(steps)-1]
}

// equalHalvesSteps lists that for the first variable, the first two, and so on.
func equalHalvesSteps(t *testing.T, k *kernel.Kernel, n int) []engine.Ref {
	ctx := context.Background()
	r := engine.True
	var steps []engine.Ref
	for i := range n {
		a, err := k.Cube(ctx, []engine.Literal{{Var: engine.Var(i), Value: true}})
		require.NoError(t, err)
		b, err := k.Cube(ctx, []engine.Literal{{Var: engine.Var(n + i), Value: true}})
		require.NoError(t, err)
		eq, err := k.Apply(ctx, engine.Equiv, a, b)
		require.NoError(t, err)
		r, err = k.Apply(ctx, engine.And, r, eq)
		require.NoError(t, err)
		steps = append(steps, r)
	}
	return steps
}

// holdsAt is the value of f where variable i has the value of bit i of row.
func holdsAt(k *kernel.Kernel, f engine.Ref, row int) bool {
	for f > engine.True {
		if row>>k.Top(f)&1 == 1 {
			f = k.High(f)
		} else {
			f = k.Low(f)
		}
	}
	return f == engine.True
}

func root(ns ...engine.Ref) engine.Marker {
	return func(visit func(engine.Ref)) {
		for _, n := range ns {
			visit(n)
		}
	}
}

// Sifting finds the linear order.
func TestReorderFindsNeighbours(t *testing.T) {
	k, err := kernel.New(engine.Config{NumVars: 24})
	require.NoError(t, err)
	n := equalHalves(t, k, 12)
	require.Equal(t, 3*(1<<12-1), k.Size(n))
	require.NoError(t, k.Reorder(context.Background(), root(n)))
	require.NoError(t, k.CheckInvariants())
	require.Equal(t, 3*12, k.Size(n))
	require.Equal(t, 3*12, k.Stats().Nodes)
	for i := range engine.Var(12) {
		d := k.Level(i) - k.Level(i+12)
		require.Contains(t, []int{1, -1}, d)
	}
	require.Equal(t, n, equalHalves(t, k, 12))
}

// Limits and cancellations at every possible instant of a reordering leave the meaning, the groups
// and the tables in order.
func TestReorderWithinLimits(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	free, err := kernel.New(engine.Config{NumVars: 16})
	require.NoError(t, err)
	equalHalves(t, free, 8)
	used := free.Stats().Nodes
	roomy, err := kernel.New(engine.Config{NumVars: 16, InitialNodes: 100, CacheSize: 64})
	require.NoError(t, err)
	equalHalves(t, roomy, 8)
	bytes := roomy.Stats().PeakBytes // that the diagrams alone need
	outcomes := map[string]int{}
	for round := range 60 {
		c := engine.Config{NumVars: 16, InitialNodes: 100, CacheSize: 64}
		for v := engine.Var(0); v < 16; v += 2 {
			c.Pairs = append(c.Pairs, engine.Pair{Current: v, Next: v + 1})
		}
		if round%2 == 0 {
			c.Blocks = [][]engine.Var{{0, 1, 2, 3}, {6, 7, 8, 9, 10, 11}}
		}
		switch round % 3 {
		case 0:
			c.MaxNodes = used + random.IntN(200)
		case 1:
			c.MaxBytes = bytes*6/5 + int64(random.IntN(10_000))
		}
		k, err := kernel.New(c)
		require.NoError(t, err)
		steps := equalHalvesSteps(t, k, 8)
		roots := root(steps...)
		if round%4 < 2 { // all nodes there are, so that there is no room
			roots = func(visit func(engine.Ref)) {
				for n := range used {
					visit(engine.Ref(n + 2))
				}
			}
		}
		k.LookEvery(1)
		err = k.Reorder(newCountdown(random.IntN(5000)), roots)
		switch {
		case err == nil:
			outcomes["done"]++
		case errors.Is(err, engine.ErrMemoryLimit):
			require.Positive(t, c.MaxBytes)
			outcomes["out of bytes"]++
		default:
			require.ErrorIs(t, err, context.Canceled)
			outcomes["stopped"]++
		}
		for range random.IntN(4) { // what begins next finishes it, and may be stopped too
			if err := k.Collect(newCountdown(random.IntN(60)), roots); err != nil {
				require.ErrorIs(t, err, context.Canceled)
			}
		}
		k.LookEvery(1000)
		if round%5 == 0 {
			require.Equal(t, 0, k.Level(k.VarAt(0)))
		}
		require.NoError(t, k.Collect(context.Background(), root(steps...)))
		require.NoError(t, k.CheckInvariants())
		for range 200 {
			row := random.IntN(1 << 16)
			if random.IntN(2) == 0 {
				row = row&0xff | row<<8&0xff00 // equal halves
			}
			for i, n := range steps {
				mask := 1<<(i+1) - 1
				require.Equal(t, row&mask == row>>8&mask, holdsAt(k, n, row))
			}
		}
		if c.MaxNodes > 0 {
			require.LessOrEqual(t, k.Stats().Peak, c.MaxNodes)
		}
		if c.MaxBytes > 0 {
			require.LessOrEqual(t, k.Stats().PeakBytes, c.MaxBytes)
		}
		for _, p := range c.Pairs {
			require.Equal(t, k.Level(p.Current)+1, k.Level(p.Next))
		}
		for _, b := range c.Blocks {
			low, high := 16, 0
			for _, v := range b {
				low, high = min(low, k.Level(v)), max(high, k.Level(v))
			}
			require.Equal(t, len(b)-1, high-low)
		}
	}
	for _, outcome := range []string{"done", "out of bytes", "stopped"} {
		require.Positive(t, outcomes[outcome], "%v", outcomes)
	}
}

// With StopToReorder, an operation that explodes is stopped, and repeating it after each reordering
// ends.
func TestStopToReorder(t *testing.T) {
	k, err := kernel.New(engine.Config{NumVars: 60})
	require.NoError(t, err)
	k.StopToReorder(true)
	ctx := context.Background()
	r := engine.True
	stops := 0
	for i := range engine.Var(30) {
		a, err := k.Cube(ctx, []engine.Literal{{Var: i, Value: true}})
		require.NoError(t, err)
		b, err := k.Cube(ctx, []engine.Literal{{Var: i + 30, Value: true}})
		require.NoError(t, err)
		eq, err := k.Apply(ctx, engine.Equiv, a, b)
		require.NoError(t, err)
		for {
			next, err := k.Apply(ctx, engine.And, r, eq)
			if err == nil {
				r = next
				break
			}
			require.ErrorIs(t, err, engine.ErrReorder)
			stops++
			require.Less(t, stops, 20)
			require.NoError(t, k.Reorder(ctx, root(r, eq)))
		}
	}
	require.Positive(t, stops)
	require.LessOrEqual(t, k.Stats().Peak, 1<<20)
}

// A collection that is stopped while it sweeps leaves the nodes that are held: they exist before
// the next operation finishes the sweep.
func TestStoppedSweepHoldsNodes(t *testing.T) {
	collect := func(ctx context.Context) (k *kernel.Kernel, held engine.Ref, err error) {
		k, err = kernel.New(engine.Config{NumVars: 24, InitialNodes: 100})
		require.NoError(t, err)
		steps := equalHalvesSteps(t, k, 12)
		k.LookEvery(1)
		held = steps[0] // all others are garbage
		return k, held, k.Collect(ctx, root(held))
	}
	counting := newCountdown(1 << 30)
	_, _, err := collect(counting)
	require.NoError(t, err)
	looks, sweeping := 1<<30-counting.left, 0
	for before := range min(6, looks) {
		k, held, err := collect(newCountdown(looks - 1 - before))
		require.ErrorIs(t, err, context.Canceled)
		require.True(t, k.Holds(held), "stopped %d looks before the end", before)
		if k.Doing() == "sweeping" {
			sweeping++
		}
	}
	require.Positive(t, sweeping)
}
