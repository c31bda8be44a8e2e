package ruddengine_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/ruddengine"
)

var ctx = context.Background()

func newTest(t testing.TB, c engine.Config) *ruddengine.Engine {
	e, err := ruddengine.New(c)
	require.NoError(t, err)
	t.Cleanup(e.Close)
	return e
}

func cube(t testing.TB, e engine.Engine, literals ...engine.Literal) engine.Ref {
	n, err := e.Cube(ctx, literals)
	require.NoError(t, err)
	return n
}

func apply(t testing.TB, e engine.Engine, op engine.Op, a, b engine.Ref) engine.Ref {
	n, err := e.Apply(ctx, op, a, b)
	require.NoError(t, err)
	return n
}

func positive(v engine.Var) engine.Literal { return engine.Literal{Var: v, Value: true} }

// equal is ⋀ a[i] ↔ b[i].
func equal(t testing.TB, e engine.Engine, a, b []engine.Var) engine.Ref {
	n := engine.True
	for i := range a {
		n = apply(t, e, engine.And, n, apply(t, e, engine.Equiv, cube(t, e, positive(a[i])), cube(t, e, positive(b[i]))))
	}
	return n
}

// span lists n variables from first on, each step after the one before.
func span(first, n, step int) []engine.Var {
	vars := make([]engine.Var, n)
	for i := range vars {
		vars[i] = engine.Var(first + i*step)
	}
	return vars
}

// TestDifferenceOfNothing: rudd's OPdiff of False and x is x.
func TestDifferenceOfNothing(t *testing.T) {
	e := newTest(t, engine.Config{NumVars: 2})
	x := cube(t, e, positive(0), positive(1))
	require.Equal(t, engine.False, apply(t, e, engine.Diff, engine.False, x))
	require.Equal(t, x, apply(t, e, engine.Diff, x, engine.False))
}

// TestEmptySet: quantifying over no variables is an error in rudd which never goes away.
func TestEmptySet(t *testing.T) {
	e := newTest(t, engine.Config{NumVars: 2})
	x := cube(t, e, positive(0), positive(1))
	none := e.NewVarSet(nil)
	for _, quantify := range []func(context.Context, engine.VarSet, engine.Ref) (engine.Ref, error){e.Exists, e.Forall} {
		n, err := quantify(ctx, none, x)
		require.NoError(t, err)
		require.Equal(t, x, n)
	}
	n, err := e.AndExists(ctx, none, x, cube(t, e, positive(1)))
	require.NoError(t, err)
	require.Equal(t, x, n)
	n, err = e.Image(ctx, e.NewFrame(nil), x, cube(t, e, positive(1)))
	require.NoError(t, err)
	require.Equal(t, x, n)
}

// TestArguments: what makes rudd panic, or puts it into its error state for good, is refused, and
// leaves no trace.
func TestArguments(t *testing.T) {
	e := newTest(t, engine.Config{NumVars: 6, Pairs: []engine.Pair{{Current: 0, Next: 1}}})
	x := cube(t, e, positive(0), positive(1))
	far := engine.Ref(1 << 30)
	unused := engine.Ref(16_000) // within the table
	set, frame := e.NewVarSet([]engine.Var{1}), e.NewFrame([]engine.Pair{{Current: 0, Next: 1}})
	onto := e.NewRenaming([]engine.Var{0}, []engine.Var{1})
	ontoBackwards := e.NewRenaming([]engine.Var{0, 1}, []engine.Var{5, 4})
	y := cube(t, e, positive(0), positive(4))
	one := func(_ engine.Ref, err error) error { return err }
	for name, err := range map[string]error{
		"reference":                        one(e.Not(ctx, far)),
		"unused reference":                 one(e.Not(ctx, unused)),
		"second reference":                 one(e.Apply(ctx, engine.And, x, far)),
		"third reference":                  one(e.Ite(ctx, x, x, far)),
		"connective":                       one(e.Apply(ctx, 77, x, x)),
		"cube variable":                    one(e.Cube(ctx, []engine.Literal{{Var: 6}})),
		"negative variable":                one(e.Cube(ctx, []engine.Literal{{Var: -1}})),
		"contradictory cube":               one(e.Cube(ctx, []engine.Literal{{Var: 2}, {Var: 3}, positive(2)})),
		"zero set":                         one(e.Exists(ctx, 0, x)),
		"zero set for all":                 one(e.Forall(ctx, 0, x)),
		"zero set, conjunction":            one(e.AndExists(ctx, 0, x, x)),
		"foreign set":                      one(e.Exists(ctx, set+100, x)),
		"zero renaming":                    one(e.Rename(ctx, 0, x)),
		"foreign renaming":                 one(e.Rename(ctx, onto+100, x)),
		"renaming onto used":               one(e.Rename(ctx, onto, x)),
		"renaming onto used, out of order": one(e.Rename(ctx, ontoBackwards, y)),
		"zero frame":                       one(e.Image(ctx, 0, x, x)),
		"foreign frame":                    one(e.PreImage(ctx, frame+100, x, x)),
		"set holding next":                 one(e.PreImage(ctx, frame, x, x)),
		"root":                             e.Collect(ctx, func(visit func(engine.Ref)) { visit(x); visit(y); visit(far) }),
	} {
		require.ErrorIs(t, err, ruddengine.ErrArgument, name)
	}
	require.Zero(t, e.NewVarSet([]engine.Var{6}))
	require.Zero(t, e.NewRenaming([]engine.Var{0}, nil))
	require.Zero(t, e.NewRenaming([]engine.Var{0}, []engine.Var{-1}))
	require.Zero(t, e.NewRenaming([]engine.Var{0, 0}, []engine.Var{1, 2}))
	require.Zero(t, e.NewRenaming([]engine.Var{0, 1}, []engine.Var{2, 2}))
	require.Zero(t, e.NewFrame([]engine.Pair{{Current: 1, Next: 2}}))
	require.Equal(t, engine.False, apply(t, e, engine.And, x, cube(t, e, engine.Literal{Var: 1})))
	n, err := e.Rename(ctx, e.NewRenaming([]engine.Var{1}, []engine.Var{2}), x)
	require.NoError(t, err)
	require.Equal(t, cube(t, e, positive(0), positive(2)), n)
}

// TestConfig: contradictory configurations are errors.
func TestConfig(t *testing.T) {
	for name, c := range map[string]engine.Config{
		"negative":       {NumVars: -1},
		"too many":       {NumVars: 1 << 21},
		"short order":    {NumVars: 2, Order: []engine.Var{0}},
		"repeated":       {NumVars: 2, Order: []engine.Var{0, 0}},
		"unknown":        {NumVars: 2, Order: []engine.Var{0, 2}},
		"not adjacent":   {NumVars: 3, Pairs: []engine.Pair{{Current: 0, Next: 2}}},
		"next above":     {NumVars: 3, Pairs: []engine.Pair{{Current: 1, Next: 0}}},
		"no such copies": {NumVars: 3, Pairs: []engine.Pair{{Current: 2, Next: 3}}},
	} {
		_, err := ruddengine.New(c)
		require.ErrorIs(t, err, ruddengine.ErrArgument, name)
	}
	e := newTest(t, engine.Config{})
	require.Equal(t, engine.False, apply(t, e, engine.Diff, engine.True, engine.True))
}

// TestRenamingOutOfOrder: rudd's Replace takes time exponential in the number of variables here.
func TestRenamingOutOfOrder(t *testing.T) {
	const n = 60
	e := newTest(t, engine.Config{NumVars: 4 * n})
	backwards := func(vars []engine.Var) []engine.Var {
		r := make([]engine.Var, n)
		for i := range vars {
			r[n-1-i] = vars[i]
		}
		return r
	}
	a, b, c, d := span(0, n, 2), span(1, n, 2), span(2*n, n, 2), span(2*n+1, n, 2)
	limited, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	r := e.NewRenaming(append(a, b...), append(backwards(c), backwards(d)...))
	got, err := e.Rename(limited, r, equal(t, e, a, b))
	require.NoError(t, err)
	require.Equal(t, equal(t, e, c, d), got)
}

// TestCacheOnlyGrows: rudd's Cacheratio replaces the size given, possibly by a smaller one, when
// the table first grows.
func TestCacheOnlyGrows(t *testing.T) {
	for _, c := range []engine.Config{{NumVars: 30}, {NumVars: 30, InitialNodes: 100}, {NumVars: 30, CacheSize: 5000}} {
		e := newTest(t, c)
		size := e.Stats().CacheSize
		for n := 1; n <= 15; n++ {
			equal(t, e, span(0, n, 1), span(15, n, 1))
			now := e.Stats().CacheSize
			require.GreaterOrEqual(t, now, size)
			size = now
		}
		if c.CacheSize > 0 {
			require.Equal(t, c.CacheSize, size)
		}
	}
}

// TestClosed: a closed engine refuses work.
func TestClosed(t *testing.T) {
	e := newTest(t, engine.Config{NumVars: 2})
	e.Close()
	e.Close()
	_, err := e.Not(ctx, engine.True)
	require.ErrorIs(t, err, ruddengine.ErrClosed)
	require.ErrorIs(t, e.Collect(ctx, func(func(engine.Ref)) {}), ruddengine.ErrClosed)
	require.Zero(t, e.Stats())
}

// TestSeveralEngines runs one engine in each of several goroutines while Go's collector runs; with
// the race detector this shows that rudd's instances share nothing that is written, and that no
// finalizer interferes.
func TestSeveralEngines(t *testing.T) {
	var group sync.WaitGroup
	figures := make([]engine.Stats, 4)
	for i := range figures {
		group.Go(func() {
			e := newTest(t, engine.Config{NumVars: 12, InitialNodes: 1, CacheSize: 100})
			random := rand.New(rand.NewPCG(3, 3))
			reverse := e.NewRenaming(span(0, 12, 1), span(11, 12, -1))
			kept := engine.False
			for range 150 {
				var literals []engine.Literal
				for v := range engine.Var(12) {
					literals = append(literals, engine.Literal{Var: v, Value: random.IntN(2) == 0})
				}
				kept = apply(t, e, engine.Xor, kept, cube(t, e, literals...))
				turned, err := e.Rename(ctx, reverse, kept)
				require.NoError(t, err)
				turned, err = e.Rename(ctx, reverse, turned)
				require.NoError(t, err)
				require.Equal(t, kept, turned)
				if random.IntN(5) == 0 {
					require.NoError(t, e.Collect(ctx, func(visit func(engine.Ref)) { visit(kept) }))
					runtime.GC()
				}
			}
			figures[i] = e.Stats()
		})
	}
	group.Wait()
	for _, f := range figures {
		require.Equal(t, figures[0], f, "the same program leads to the same figures, whenever Go collects")
	}
}
