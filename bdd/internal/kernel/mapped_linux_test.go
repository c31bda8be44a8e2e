package kernel

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// pairs is a kernel whose tables have grown a few times, with the set where variables v and v+9 are
// equal, which takes a path for each value of the upper half. It ends where the context does.
func pairs(t *testing.T, ctx context.Context) (k *Kernel, f Ref, err error) {
	t.Helper()
	k, err = New(engine.Config{NumVars: 18, InitialNodes: 4, Thresholds: engine.Thresholds{MapBytes: -1}})
	require.NoError(t, err)
	k.LookEvery(1)
	f = 1
	for v := range engine.Var(9) {
		var a, b Ref
		if a, err = k.Cube(ctx, []engine.Literal{{Var: v, Value: true}}); err != nil {
			return k, 0, err
		}
		if b, err = k.Cube(ctx, []engine.Literal{{Var: v + 9, Value: true}}); err != nil {
			return k, 0, err
		}
		if a, err = k.Apply(ctx, engine.Equiv, a, b); err != nil {
			return k, 0, err
		}
		if f, err = k.Apply(ctx, engine.And, f, a); err != nil {
			return k, 0, err
		}
	}
	return k, f, nil
}

// TestOutgrownTablesAreGivenBack compares what is mapped with the tables in use: after growing,
// after an operation that is stopped while they grow, after a change of order, and after all.
func TestOutgrownTablesAreGivenBack(t *testing.T) {
	before := MappedBytes()
	for stop, stopped := 0, true; stopped; stop++ {
		ctx := &stopsAt{Context: context.Background(), left: stop}
		k, f, err := pairs(t, ctx)
		inUse := func() int64 { return k.bytes() - int64(len(k.marks))*8 }
		if stopped = err != nil; stopped {
			require.ErrorIs(t, err, context.Canceled)
			require.Equal(t, inUse(), MappedBytes()-before)
			f, err = k.Apply(context.Background(), engine.Xor, k.top-1, k.top-2)
			require.NoError(t, err)
		} else {
			require.Greater(t, stop, 1000)
			require.Greater(t, len(k.nodes), 1000)
			require.Equal(t, inUse(), MappedBytes()-before)
			require.NoError(t, k.Reorder(context.Background(), func(visit func(Ref)) { visit(f) }))
			require.Equal(t, 3*9, k.Size(f))
		}
		require.NoError(t, k.CheckInvariants())
		require.Equal(t, inUse(), MappedBytes()-before)
		k.Close()
		require.Equal(t, before, MappedBytes())
	}
}

// TestTablesOfForgottenKernelsAreGivenBack drops kernels without closing them.
func TestTablesOfForgottenKernelsAreGivenBack(t *testing.T) {
	before := MappedBytes()
	for range 3 {
		k, _, err := pairs(t, context.Background())
		require.NoError(t, err)
		require.GreaterOrEqual(t, MappedBytes(), k.bytes()-int64(len(k.marks))*8)
		runtime.KeepAlive(k)
	}
	require.Eventually(t, func() bool { runtime.GC(); return MappedBytes() <= before }, time.Minute, time.Millisecond)
}

// stopsAt ends after a number of looks.
type stopsAt struct {
	context.Context
	left int
}

func (c *stopsAt) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}
