package ruddengine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/ruddengine"
)

// untilLimit conjoins equalities in an order which doubles the nodes with each, until an operation
// fails. It returns the last conjunction and the number of its equalities.
func untilLimit(t *testing.T, e engine.Engine) (conjunction engine.Ref, equalities int, err error) {
	n := engine.Var(e.NumVars() / 2)
	conjunction = engine.True
	for v := range n {
		next, err := conjoinEquality(e, conjunction, v, v+n)
		if err != nil {
			return conjunction, int(v), err
		}
		conjunction = next
		if e.WantsCollect() {
			require.NoError(t, e.Collect(ctx, func(visit func(engine.Ref)) { visit(conjunction) }))
		}
	}
	return conjunction, int(n), nil
}

// conjoinEquality is f ∧ (x ↔ y).
func conjoinEquality(e engine.Engine, f engine.Ref, x, y engine.Var) (engine.Ref, error) {
	a, err := e.Cube(ctx, []engine.Literal{positive(x)})
	if err != nil {
		return f, err
	}
	b, err := e.Cube(ctx, []engine.Literal{positive(y)})
	if err != nil {
		return f, err
	}
	if a, err = e.Apply(ctx, engine.Equiv, a, b); err != nil {
		return f, err
	}
	return e.Apply(ctx, engine.And, f, a)
}

// TestLimits: rudd ignores Maxnodesize and knows no limit in bytes. After the limit is hit,
// everything still works.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		config engine.Config
		err    error
	}{
		{engine.Config{MaxNodes: 3000}, engine.ErrNodeLimit},
		{engine.Config{MaxNodes: 100_000}, engine.ErrNodeLimit},
		{engine.Config{MaxBytes: 1 << 20}, engine.ErrMemoryLimit},
		{engine.Config{MaxBytes: 1 << 24}, engine.ErrMemoryLimit},
		{engine.Config{MaxBytes: 1 << 20, CacheSize: 500}, engine.ErrMemoryLimit},
	} {
		c.config.NumVars = 60
		e := newTest(t, c.config)
		last, equalities, err := untilLimit(t, e)
		require.ErrorIs(t, err, c.err)
		if c.config.MaxNodes > 0 {
			require.Less(t, 3<<equalities-3, c.config.MaxNodes)
			require.Greater(t, 3<<(equalities+3), c.config.MaxNodes, "the limit is used")
		}
		require.NoError(t, e.Collect(ctx, func(visit func(engine.Ref)) { visit(last) }))
		require.Equal(t, 2*equalities, len(e.Support(last)))
		require.Equal(t, 3<<equalities-3, e.Stats().Live)
		require.NoError(t, e.Collect(ctx, func(visit func(engine.Ref)) {}))
		again := equal(t, e, span(0, 5, 1), span(30, 5, 1))
		require.Len(t, e.Support(again), 10)
	}
}

// TestImpossibleLimits: limits that the empty engine already exceeds.
func TestImpossibleLimits(t *testing.T) {
	_, err := ruddengine.New(engine.Config{NumVars: 50, MaxNodes: 99})
	require.ErrorIs(t, err, engine.ErrNodeLimit)
	_, err = ruddengine.New(engine.Config{NumVars: 50, MaxBytes: 1000})
	require.ErrorIs(t, err, engine.ErrMemoryLimit)
	_, err = ruddengine.New(engine.Config{NumVars: 50, MaxBytes: 100_000, CacheSize: 1000})
	require.ErrorIs(t, err, engine.ErrMemoryLimit)
}

// TestForeseenLimit: where each operation makes few nodes, the table is not enlarged beyond the
// limit at all.
func TestForeseenLimit(t *testing.T) {
	e := newTest(t, engine.Config{NumVars: 40, MaxBytes: 2 << 20})
	random := rand.New(rand.NewPCG(8, 8))
	var kept []engine.Ref
	var err error
	for err == nil {
		var literals []engine.Literal
		for v := range engine.Var(40) {
			literals = append(literals, engine.Literal{Var: v, Value: random.IntN(2) == 0})
		}
		var n engine.Ref
		if n, err = e.Cube(ctx, literals); err == nil {
			kept = append(kept, n)
		}
		require.Less(t, len(kept), 1_000_000)
		require.LessOrEqual(t, e.Stats().PeakBytes, int64(2<<20))
	}
	require.ErrorIs(t, err, engine.ErrMemoryLimit)
	kept = kept[:10]
	require.NoError(t, e.Collect(ctx, func(visit func(engine.Ref)) {
		for _, n := range kept {
			visit(n)
		}
	}))
	for _, n := range kept {
		require.Len(t, e.Support(n), 40)
		require.Equal(t, n, apply(t, e, engine.And, n, n))
	}
}

// countdown is a context that ends after being looked at a number of times.
type countdown struct {
	context.Context
	looks int
}

func (c *countdown) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledBetween: compound operations look at the context between rudd's operations, and can
// be repeated.
func TestCancelledBetween(t *testing.T) {
	const n = 8
	pairs := make([]engine.Pair, 2*n)
	for i := range pairs {
		pairs[i] = engine.Pair{Current: engine.Var(2 * i), Next: engine.Var(2*i + 1)}
	}
	e := newTest(t, engine.Config{NumVars: 4 * n, Pairs: pairs})
	current := span(0, 2*n, 2)
	rel := equal(t, e, current[:n], current[n:])
	care := equal(t, e, current[1:n], current[n+1:])
	set := cube(t, e, positive(0))
	frame := e.NewFrame(pairs[:3])
	backwards := span(4*n-2, 2*n, -2)
	reverse, all := e.NewRenaming(current, backwards), e.NewVarSet(current[:2])
	for name, operation := range map[string]func(context.Context) (engine.Ref, error){
		"image":    func(ctx context.Context) (engine.Ref, error) { return e.Image(ctx, frame, rel, set) },
		"preimage": func(ctx context.Context) (engine.Ref, error) { return e.PreImage(ctx, frame, rel, set) },
		"forall":   func(ctx context.Context) (engine.Ref, error) { return e.Forall(ctx, all, rel) },
		"rename":   func(ctx context.Context) (engine.Ref, error) { return e.Rename(ctx, reverse, rel) },
		"restrict": func(ctx context.Context) (engine.Ref, error) { return e.Restrict(ctx, rel, care) },
	} {
		want, err := operation(ctx)
		require.NoError(t, err)
		looks := 0
		for ; ; looks++ {
			got, err := operation(&countdown{ctx, looks})
			if err == nil {
				require.Equal(t, want, got)
				break
			}
			require.ErrorIs(t, err, context.Canceled, name)
		}
		require.Greater(t, looks, 1, name)
	}
}
