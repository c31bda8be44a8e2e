package ruddengine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/dalzilio/rudd"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// tables are rudd's unexported fields, for reading.
func (e *Engine) tables() reflect.Value {
	return reflect.ValueOf(e.b).Elem().FieldByName("tables").Elem()
}

// ruddCollections is how often rudd collected garbage of its own accord.
func (e *Engine) ruddCollections() int {
	return e.tables().FieldByName("gcstat").FieldByName("history").Len()
}

// checkCounts compares rudd's count of every node with what the engine thinks it is.
func (e *Engine) checkCounts(t *testing.T) {
	t.Helper()
	const sticky = 1023
	inHeld := map[Ref]int{}
	for _, n := range e.held {
		inHeld[n]++
	}
	nodes := e.tables().FieldByName("nodes")
	for n := Ref(2); int(n) < e.table.size(); n++ {
		mark := uint32(uncounted)
		if int(n) < len(e.counted) {
			mark = e.counted[n]
		}
		wantCount, wantHeld := 1, 1
		switch mark {
		case uncounted:
			wantCount, wantHeld = 0, 0
		case literal:
			wantCount, wantHeld = sticky, 0
		case pinned:
			wantHeld = inHeld[n]
		}
		if got := int(nodes.Index(int(n)).FieldByName("refcou").Int()); got != wantCount {
			t.Fatalf("node %d, marked %x: rudd counts %d instead of %d", n, mark, got, wantCount)
		}
		if inHeld[n] != wantHeld || inHeld[n] > 1 {
			t.Fatalf("node %d, marked %x: %d times in held", n, mark, inHeld[n])
		}
	}
}

// collectGoGarbage runs Go's collector, so that finalizers would run if there were any, until told
// to stop.
func collectGoGarbage(t *testing.T) (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			default:
				runtime.GC()
				runtime.Gosched()
			}
		}
	}()
	return func() { close(end); <-ended }
}

// TestSaturation repeats conjunctions whose results exist already, many more times than rudd can
// count, among allocations which share memory blocks with its handles; then makes rudd collect.
// Done with rudd alone this loses the node.
func TestSaturation(t *testing.T) {
	e, err := New(engine.Config{NumVars: 24, InitialNodes: 1, CacheSize: 64})
	require.NoError(t, err)
	defer e.Close()
	ctx := context.Background()
	x, err := e.Cube(ctx, []engine.Literal{{Var: 0, Value: true}, {Var: 1, Value: true}})
	require.NoError(t, err)
	keep := func(visit func(engine.Ref)) { visit(x) }
	var neighbours []*int64
	for i := range 5000 {
		y, err := e.Apply(ctx, engine.And, x, x)
		require.NoError(t, err)
		require.Equal(t, x, y)
		y, err = e.Apply(ctx, engine.And, e.lits[1][0], e.lits[1][1])
		require.NoError(t, err)
		require.Equal(t, x, y)
		neighbours = append(neighbours, new(int64))
		if i%1500 == 0 {
			require.NoError(t, e.Collect(ctx, keep))
		}
	}
	e.checkCounts(t)
	clear(neighbours)
	runtime.GC()
	runtime.GC()
	e.checkCounts(t)
	random := rand.New(rand.NewPCG(1, 1))
	for before := e.ruddCollections(); e.ruddCollections() < before+5; {
		randomFunction(t, e, random)
		require.NoError(t, e.Collect(ctx, keep))
	}
	e.checkCounts(t)
	again, err := e.Cube(ctx, []engine.Literal{{Var: 0, Value: true}, {Var: 1, Value: true}})
	require.NoError(t, err)
	require.Equal(t, x, again)
	require.Equal(t, []engine.Var{0, 1}, e.Support(x))
	require.Equal(t, engine.False, e.Low(x))
	require.Equal(t, engine.False, e.Low(e.High(x)))
	require.Equal(t, engine.True, e.High(e.High(x)))
}

// TestPreparedSetSurvives: the cube of a prepared set may be a result as well, whose end must not
// be the set's.
func TestPreparedSetSurvives(t *testing.T) {
	e, err := New(engine.Config{NumVars: 24, InitialNodes: 1, CacheSize: 64})
	require.NoError(t, err)
	defer e.Close()
	ctx := context.Background()
	literals := []engine.Literal{{Var: 3, Value: true}, {Var: 5, Value: true}}
	_, err = e.Cube(ctx, literals)
	require.NoError(t, err)
	set := e.NewVarSet([]engine.Var{3, 5})
	random := rand.New(rand.NewPCG(4, 4))
	for before := e.ruddCollections(); e.ruddCollections() < before+5; {
		require.NoError(t, e.Collect(ctx, func(func(Ref)) {}))
		randomFunction(t, e, random)
	}
	e.checkCounts(t)
	x, err := e.Cube(ctx, append(literals, engine.Literal{Var: 7, Value: true}))
	require.NoError(t, err)
	x, err = e.Exists(ctx, set, x)
	require.NoError(t, err)
	require.Equal(t, e.lits[1][7], x)
}

// randomFunction is the disjunction of some cubes.
func randomFunction(t testing.TB, e engine.Engine, random *rand.Rand) Ref {
	f := engine.False
	for range 12 {
		var literals []engine.Literal
		for v := range engine.Var(e.NumVars()) {
			if random.IntN(4) == 0 {
				literals = append(literals, engine.Literal{Var: v, Value: random.IntN(2) == 0})
			}
		}
		c, err := e.Cube(context.Background(), literals)
		require.NoError(t, err)
		f, err = e.Apply(context.Background(), engine.Or, f, c)
		require.NoError(t, err)
	}
	return f
}

// TestCounts does all kinds of operations, failing ones too, while Go's collector runs, and checks
// rudd's counts all along.
func TestCounts(t *testing.T) {
	defer collectGoGarbage(t)()
	pairs := []engine.Pair{{Current: 0, Next: 1}, {Current: 2, Next: 3}, {Current: 4, Next: 5}}
	e, err := New(engine.Config{NumVars: 10, Pairs: pairs, InitialNodes: 1, CacheSize: 64})
	require.NoError(t, err)
	defer e.Close()
	ctx := context.Background()
	ended, cancel := context.WithCancel(ctx)
	cancel()
	random := rand.New(rand.NewPCG(2, 2))
	roots := make([]Ref, 20)
	for i := range roots {
		roots[i] = randomFunction(t, e, random)
	}
	nextVars := e.NewVarSet([]engine.Var{1, 3, 5})
	for range 400 {
		x, y := roots[random.IntN(len(roots))], roots[random.IntN(len(roots))]
		n, err := step(e, ctx, random, x, y, pairs, nextVars)
		require.NoError(t, err)
		_, err = step(e, ended, random, x, y, pairs, nextVars)
		require.ErrorIs(t, err, context.Canceled)
		_, err = e.Rename(ctx, e.NewRenaming([]engine.Var{8}, []engine.Var{9}), x)
		if err != nil {
			require.ErrorIs(t, err, ErrArgument)
		}
		if n <= engine.True {
			n = randomFunction(t, e, random)
		}
		roots[random.IntN(len(roots))] = n
		if random.IntN(8) == 0 {
			require.NoError(t, e.Collect(ctx, func(visit func(Ref)) {
				for i, n := range roots {
					visit(n)
					if n > engine.True && i%3 == 0 {
						roots[i] = e.Low(n) // a root that no operation returned
						visit(roots[i])
					}
				}
			}))
			e.checkCounts(t)
		}
	}
	e.checkCounts(t)
	require.Positive(t, e.ruddCollections())
}

// step does one operation.
func step(e *Engine, ctx context.Context, random *rand.Rand, x, y Ref, pairs []engine.Pair, nextVars engine.VarSet) (Ref, error) {
	switch random.IntN(8) {
	case 0:
		return e.Apply(ctx, engine.Op(random.IntN(6)), x, y)
	case 1:
		return e.Ite(ctx, x, y, e.Low(max(x, 2)))
	case 2:
		return e.Forall(ctx, e.NewVarSet([]engine.Var{engine.Var(random.IntN(10))}), x)
	case 3:
		return e.Rename(ctx, e.NewRenaming([]engine.Var{6, 7, 8, 9}, []engine.Var{9, 8, 7, 6}), x)
	case 4:
		return e.Restrict(ctx, x, max(y, engine.True))
	case 5, 6:
		frame := e.NewFrame(pairs[:random.IntN(len(pairs)+1)])
		rel, err := e.Exists(ctx, nextVars, y)
		if err != nil {
			return rel, err
		}
		set, err := e.Exists(ctx, nextVars, x)
		if err != nil {
			return set, err
		}
		if random.IntN(2) == 0 {
			return e.Image(ctx, frame, rel, set)
		}
		return e.PreImage(ctx, frame, rel, set)
	}
	return e.Not(ctx, x)
}

// TestBroken makes rudd fail behind the engine's back: the engine must refuse all further work, as
// rudd's error state falsifies results.
func TestBroken(t *testing.T) {
	e, err := New(engine.Config{NumVars: 3})
	require.NoError(t, err)
	ctx := context.Background()
	require.Nil(t, e.b.Ithvar(99))
	_, err = e.Not(ctx, e.lits[0][0])
	require.ErrorIs(t, err, ErrBroken)
	_, err = e.Cube(ctx, nil)
	require.ErrorIs(t, err, ErrBroken)
	require.ErrorIs(t, e.Collect(ctx, func(func(Ref)) {}), ErrBroken)
	require.False(t, e.WantsCollect())
	require.Zero(t, e.NewVarSet([]engine.Var{1}))
	require.Zero(t, e.NewRenaming([]engine.Var{1}, []engine.Var{2}))
}

// TestPanicIsBroken checks that a panic inside rudd becomes an error as well.
func TestPanicIsBroken(t *testing.T) {
	e, err := New(engine.Config{NumVars: 3})
	require.NoError(t, err)
	_, err = e.operation(context.Background(), func() (Ref, error) { return e.take(e.b.Not(nil)) })
	require.ErrorIs(t, err, ErrBroken)
}

// TestIncompatible checks that missing fields are noticed when an engine is made.
func TestIncompatible(t *testing.T) {
	_, err := openTable(&rudd.BDD{})
	require.ErrorIs(t, err, ErrIncompatible)
}
