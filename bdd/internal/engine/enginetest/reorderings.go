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
