package ruddengine_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/kernel"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/ruddengine"
)

// twins are both engines doing the same operations on the same functions. Each collects, and the
// native one reorders where it can, at random points of its own.
type twins struct {
	t       *testing.T
	random  *rand.Rand
	engines [2]engine.Engine // native, rudd
	vars    int
	pairs   []engine.Pair
	roots   [][2]engine.Ref
}

const (
	twinBits  = 9
	twinRoots = 20
	twinNodes = 1500 // functions with more are replaced
)

// Every operation of both engines on random functions over more variables than a truth table has
// room for. With BDD_LONG set there are many.
func TestEnginesOnLargerFunctions(t *testing.T) {
	systems := uint64(4)
	if os.Getenv("BDD_LONG") != "" {
		systems = 300
	}
	operations, nodes := 0, 0
	for seed := range systems {
		w := newTwins(t, seed)
		for range 60 {
			operations++
			nodes += w.step()
		}
		for _, e := range w.engines {
			e.Close()
		}
	}
	t.Logf("%d operations compared, %d nodes", operations, nodes)
	require.Greater(t, nodes, operations*20)
}

func newTwins(t *testing.T, seed uint64) *twins {
	w := &twins{t: t, random: rand.New(rand.NewPCG(seed, 1)), vars: 2*twinBits + 2}
	c := engine.Config{NumVars: w.vars, InitialNodes: 1, CacheSize: 1 << (4 + w.random.IntN(10))}
	for i := range twinBits {
		w.pairs = append(w.pairs, engine.Pair{Current: engine.Var(2 * i), Next: engine.Var(2*i + 1)})
	}
	c.Pairs = w.pairs
	for _, i := range w.random.Perm(twinBits + 1) {
		c.Order = append(c.Order, engine.Var(2*i), engine.Var(2*i+1)) // the last two are no pair
	}
	native, err := kernel.New(c)
	require.NoError(t, err)
	rudd, err := ruddengine.New(c)
	require.NoError(t, err)
	w.engines = [2]engine.Engine{native, rudd}
	for range twinRoots {
		w.roots = append(w.roots, w.function())
	}
	return w
}

// both does one operation on each engine.
func (w *twins) both(operation func(i int, e engine.Engine) (engine.Ref, error)) (r [2]engine.Ref) {
	for i, e := range w.engines {
		var err error
		r[i], err = operation(i, e)
		require.NoError(w.t, err)
	}
	return r
}

// function is the disjunction of random cubes.
func (w *twins) function() [2]engine.Ref {
	var cubes [][]engine.Literal
	for range 1 + w.random.IntN(25) {
		var c []engine.Literal
		for v := range engine.Var(w.vars) {
			if w.random.IntN(4) == 0 {
				c = append(c, engine.Literal{Var: v, Value: w.random.IntN(2) == 0})
			}
		}
		cubes = append(cubes, c)
	}
	return w.both(func(_ int, e engine.Engine) (engine.Ref, error) {
		f := engine.False
		for _, c := range cubes {
			f = apply(w.t, e, engine.Or, f, cube(w.t, e, c...))
		}
		return f, nil
	})
}

func (w *twins) root() [2]engine.Ref { return w.roots[w.random.IntN(len(w.roots))] }

// some are random variables out of vars.
func (w *twins) some(vars []engine.Var) []engine.Var {
	w.random.Shuffle(len(vars), func(i, j int) { vars[i], vars[j] = vars[j], vars[i] })
	return vars[:w.random.IntN(len(vars)+1)]
}

// step does an operation, and perhaps a collection, and compares the results; it returns the number
// of their nodes.
func (w *twins) step() int {
	n := w.operation()
	size := w.compare(n)
	if size > twinNodes || n[1] <= engine.True {
		n = w.function()
	}
	w.roots[w.random.IntN(len(w.roots))] = n
	for i, e := range w.engines {
		marker := func(visit func(engine.Ref)) {
			for _, r := range w.roots {
				visit(r[i])
			}
		}
		reorderer, ok := e.(engine.Reorderer)
		switch {
		case ok && w.random.IntN(20) == 0:
			require.NoError(w.t, reorderer.Reorder(ctx, marker))
		case w.random.IntN(10) == 0 || e.WantsCollect():
			require.NoError(w.t, e.Collect(ctx, marker))
		}
	}
	w.compare(w.root())
	return size
}

// operation does one of the contract's operations.
func (w *twins) operation() [2]engine.Ref {
	x, y, z := w.root(), w.root(), w.root()
	switch w.random.IntN(9) {
	case 0:
		return w.both(func(i int, e engine.Engine) (engine.Ref, error) { return e.Not(ctx, x[i]) })
	case 1:
		return w.both(func(i int, e engine.Engine) (engine.Ref, error) { return e.Ite(ctx, x[i], y[i], z[i]) })
	case 2:
		vars := w.some(span(0, w.vars, 1))
		return w.both(func(i int, e engine.Engine) (engine.Ref, error) { return e.Exists(ctx, e.NewVarSet(vars), x[i]) })
	case 3:
		vars := w.some(span(0, w.vars, 1))
		return w.both(func(i int, e engine.Engine) (engine.Ref, error) { return e.Forall(ctx, e.NewVarSet(vars), x[i]) })
	case 4:
		vars := w.some(span(0, w.vars, 1))
		return w.both(func(i int, e engine.Engine) (engine.Ref, error) {
			return e.AndExists(ctx, e.NewVarSet(vars), x[i], y[i])
		})
	case 5:
		return w.rename(x)
	case 6:
		return w.image(x, y)
	case 7:
		return w.restrict(x, y)
	}
	op := engine.Op(w.random.IntN(6))
	return w.both(func(i int, e engine.Engine) (engine.Ref, error) { return e.Apply(ctx, op, x[i], y[i]) })
}

// rename permutes some variables, or moves a bit to its other copy after freeing that one.
func (w *twins) rename(x [2]engine.Ref) [2]engine.Ref {
	if w.random.IntN(2) == 0 {
		from := w.some(span(0, w.vars, 1))
		to := append([]engine.Var(nil), from...)
		w.random.Shuffle(len(to), func(i, j int) { to[i], to[j] = to[j], to[i] })
		return w.both(func(i int, e engine.Engine) (engine.Ref, error) { return e.Rename(ctx, e.NewRenaming(from, to), x[i]) })
	}
	var from, to []engine.Var
	for _, p := range w.pairs[w.random.IntN(twinBits):] {
		from, to = append(from, p.Current), append(to, p.Next)
	}
	return w.both(func(i int, e engine.Engine) (engine.Ref, error) {
		free, err := e.Exists(ctx, e.NewVarSet(to), x[i])
		require.NoError(w.t, err)
		return e.Rename(ctx, e.NewRenaming(from, to), free)
	})
}

// image is an image or a preimage, after quantifying away what relations and sets must not depend
// on.
func (w *twins) image(rel, set [2]engine.Ref) [2]engine.Ref {
	first, forward := w.random.IntN(twinBits+1), w.random.IntN(2) == 0
	return w.both(func(i int, e engine.Engine) (engine.Ref, error) {
		r, err := e.Exists(ctx, e.NewVarSet(span(1, first, 2)), rel[i])
		require.NoError(w.t, err)
		s, err := e.Exists(ctx, e.NewVarSet(span(1, twinBits, 2)), set[i])
		require.NoError(w.t, err)
		frame := e.NewFrame(w.pairs[first:])
		if forward {
			return e.Image(ctx, frame, r, s)
		}
		return e.PreImage(ctx, frame, r, s)
	})
}

// restrict returns what the engines have to agree about, the restriction inside the care set.
func (w *twins) restrict(f, care [2]engine.Ref) [2]engine.Ref {
	if care[0] == engine.False {
		return care
	}
	return w.both(func(i int, e engine.Engine) (engine.Ref, error) {
		g, err := e.Restrict(ctx, f[i], care[i])
		require.NoError(w.t, err)
		inside := apply(w.t, e, engine.And, g, care[i])
		require.Equal(w.t, apply(w.t, e, engine.And, f[i], care[i]), inside)
		return inside, nil
	})
}

// compare builds the native engine's function anew in rudd, from the bottom up so that the native
// order does not matter, and wants the reference that is there already. It returns the number of
// nodes.
func (w *twins) compare(n [2]engine.Ref) int {
	native, rudd := w.engines[0], w.engines[1]
	built := map[engine.Ref]engine.Ref{engine.False: engine.False, engine.True: engine.True}
	var build func(n engine.Ref) engine.Ref
	build = func(n engine.Ref) engine.Ref {
		if r, ok := built[n]; ok {
			return r
		}
		high, low := build(native.High(n)), build(native.Low(n))
		r, err := rudd.Ite(ctx, cube(w.t, rudd, positive(native.Top(n))), high, low)
		require.NoError(w.t, err)
		built[n] = r
		return r
	}
	require.Equal(w.t, n[1], build(n[0]))
	require.Equal(w.t, native.Support(n[0]), rudd.Support(n[1]))
	return len(built) - 2
}
