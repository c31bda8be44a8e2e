package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// reorderings does random operations with reorderings at random points, if the engine can reorder.
// References, prepared objects and canonicity must survive, pairs and blocks stay together.
func reorderings(t *testing.T, fresh New, c engine.Config) {
	c.NumVars = 6
	c.Pairs = []engine.Pair{{Current: 2, Next: 3}, {Current: 4, Next: 5}}
	for i, blocks := range [][][]engine.Var{nil, {{1, 2, 3}}, {{0, 1}, {2, 3, 4, 5}}} {
		c.Blocks = blocks
		t.Run(fmt.Sprint("blocks", i), func(t *testing.T) {
			b := NewBench(t, fresh, c)
			if r, ok := b.E.(engine.Reorderer); ok {
				b.reorderRandomly(t, r, c, uint64(i))
			}
		})
	}
}

func (b *Bench) reorderRandomly(t *testing.T, e engine.Reorderer, c engine.Config, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 29))
	tables := make([]Table, 10)
	refs := make([]engine.Ref, len(tables))
	for i := range tables {
		tables[i] = sparse(random, 2)
		refs[i] = b.Build(tables[i])
	}
	mark := func(visit func(engine.Ref)) {
		for _, n := range refs {
			visit(n)
		}
	}
	vars := []engine.Var{1, 3, 5}
	set := b.E.NewVarSet(vars)
	toNext := b.E.NewRenaming([]engine.Var{2, 4}, []engine.Var{3, 5})
	frame := b.E.NewFrame(c.Pairs)
	for range 150 {
		i, x, y := random.IntN(len(refs)), random.IntN(len(refs)), random.IntN(len(refs))
		op := random.IntN(len(twins))
		n, err := b.E.Apply(b.ctx, engine.Op(op), refs[x], refs[y])
		want := twins[op](tables[x], tables[y]) & b.Mask()
		b.want(nil, want, n, err, "connective", op)

		n, err = b.E.AndExists(b.ctx, set, refs[x], refs[y])
		quantified := b.exists(tables[x]&tables[y], vars)
		b.want(nil, quantified, n, err, "andExists")
		n, err = b.E.Rename(b.ctx, toNext, n)
		b.want(nil, b.rename(quantified, []engine.Var{2, 4}, []engine.Var{3, 5}), n, err, "rename")

		states, err := b.E.Exists(b.ctx, b.E.NewVarSet([]engine.Var{3, 5}), refs[x])
		require.NoError(t, err)
		n, err = b.E.Image(b.ctx, frame, refs[y], states)
		post := b.rename(b.exists(tables[y]&b.exists(tables[x], []engine.Var{3, 5}), []engine.Var{2, 4}), []engine.Var{3, 5}, []engine.Var{2, 4})
		b.want(nil, b.exists(post, []engine.Var{3, 5}), n, err, "image")

		if random.IntN(2) == 0 {
			want = sparse(random, 2)
			n = b.Build(want)
		} else {
			want, n = tables[x], refs[x]
		}
		tables[i], refs[i] = want, n
		before := b.E.Stats().Reorderings
		require.NoError(t, e.Reorder(b.ctx, mark))
		require.Equal(t, before+1, b.E.Stats().Reorderings)
		for j := range refs {
			require.Equal(t, tables[j], b.Table(refs[j]))
			require.Equal(t, refs[j], b.Build(tables[j]), "canonical")
		}
		b.requireGroups(t, c)
	}
}

// requireGroups checks that the order is one, and that pairs and blocks are together in it.
func (b *Bench) requireGroups(t *testing.T, c engine.Config) {
	for level := range b.N {
		require.Equal(t, level, b.E.Level(b.E.VarAt(level)))
	}
	for _, p := range c.Pairs {
		require.Equal(t, b.E.Level(p.Current)+1, b.E.Level(p.Next))
	}
	for _, block := range c.Blocks {
		var levels []int
		for _, v := range block {
			levels = append(levels, b.E.Level(v))
		}
		require.Equal(t, len(block)-1, slices.Max(levels)-slices.Min(levels), "block %v", block)
	}
}

// sparse is a random table in which each entry is true with probability 2 to the power of -n.
func sparse(random *rand.Rand, n int) Table {
	out := ^Table(0)
	for range n {
		out &= Table(random.Uint64())
	}
	return out
}

// extensions adds variables at random places to an engine that holds functions, if it takes any.
// References, prepared objects and canonicity survive; a new variable stands where it was asked
// for; reordering afterwards keeps pairs and blocks together.
func extensions(t *testing.T, fresh New, c engine.Config) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 31))
		c := c
		c.NumVars, c.Pairs, c.Blocks = 2, nil, nil
		if random.IntN(2) == 0 {
			c.Pairs = []engine.Pair{{Current: 0, Next: 1}}
		}
		if random.IntN(2) == 0 {
			c.Blocks = [][]engine.Var{{0, 1}}
		}
		b := NewBench(t, fresh, c)
		e, ok := b.E.(engine.Extender)
		if !ok {
			return
		}
		b.extendRandomly(t, e, c, random)
	}
}

func (b *Bench) extendRandomly(t *testing.T, e engine.Extender, c engine.Config, random *rand.Rand) {
	var tables []Table
	var refs []engine.Ref
	set := b.E.NewVarSet([]engine.Var{1})
	frame := b.E.NewFrame(c.Pairs)
	pairs := slices.Clone(c.Pairs)
	for b.N < 6 {
		for range 8 {
			tables = append(tables, Table(random.Uint64())&b.Mask())
			refs = append(refs, b.Build(tables[len(tables)-1]))
		}
		var below [][]engine.Var
		for range 1 + random.IntN((6-b.N)/2) {
			var vars []engine.Var
			for v := range b.N {
				if random.IntN(3) == 0 {
					vars = append(vars, engine.Var(v))
				}
			}
			below = append(below, vars)
		}
		added := e.Extend(below)
		for i, p := range added {
			require.Equal(t, engine.Pair{Current: engine.Var(b.N + 2*i), Next: engine.Var(b.N + 2*i + 1)}, p)
			require.Equal(t, b.E.Level(p.Current)+1, b.E.Level(p.Next))
			for _, v := range below[i] {
				require.Less(t, b.E.Level(v), b.E.Level(p.Current))
			}
			if len(below[i]) == 0 {
				require.Less(t, b.E.Level(p.Next), 2*len(added))
			}
		}
		pairs = append(pairs, added...)
		for range 2 * len(added) { // functions do not depend on the new variables
			for i := range tables {
				tables[i] |= tables[i] << b.rows()
			}
			b.N++
		}
		require.Equal(t, b.N, b.E.NumVars())
		for i, n := range refs {
			b.want(nil, tables[i], n, nil, "extended")
			require.Equal(t, n, b.Build(tables[i]), "canonical")
		}
	}
	x, y := random.IntN(len(refs)), random.IntN(len(refs))
	n, err := b.E.AndExists(b.ctx, set, refs[x], refs[y])
	b.want(nil, b.exists(tables[x]&tables[y], []engine.Var{1}), n, err, "andExists")
	all := b.E.NewFrame(pairs)
	var current, next []engine.Var
	for _, p := range pairs {
		current, next = append(current, p.Current), append(next, p.Next)
	}
	rel := Table(random.Uint64())
	states := b.exists(Table(random.Uint64()), next)
	n, err = b.E.Image(b.ctx, all, b.Build(rel), b.Build(states))
	b.want(nil, b.exists(b.rename(b.exists(rel&states, current), next, current), next), n, err, "image")
	if len(c.Pairs) > 0 {
		rel = b.exists(rel, next[1:])
		n, err = b.E.Image(b.ctx, frame, b.Build(rel), b.Build(states))
		want := b.exists(b.rename(b.exists(rel&states, current[:1]), next[:1], current[:1]), next[:1])
		b.want(nil, want, n, err, "image of an earlier frame")
	}
	if r, ok := b.E.(engine.Reorderer); ok {
		require.NoError(t, r.Reorder(b.ctx, func(visit func(engine.Ref)) {
			for _, n := range refs {
				visit(n)
			}
		}))
		for _, p := range pairs {
			require.Equal(t, b.E.Level(p.Current)+1, b.E.Level(p.Next))
		}
		for i, n := range refs {
			b.want(nil, tables[i], n, nil, "reordered")
		}
	}
}
