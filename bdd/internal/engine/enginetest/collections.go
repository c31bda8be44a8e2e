package enginetest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// collections does random operations over six variables on a changing set of roots, with
// collections at random points. Every root must keep its meaning and every result be right.
func collections(t *testing.T, fresh New, c engine.Config) {
	c.NumVars = 6
	b := NewBench(t, fresh, c)
	random := rand.New(rand.NewPCG(6, 7))
	type root struct {
		table Table
		ref   engine.Ref
	}
	roots := []root{{0, engine.False}, {b.Mask(), engine.True}}
	for len(roots) < 12 {
		table := Table(random.Uint64())
		roots = append(roots, root{table, b.Build(table)})
	}
	mark := func(visit func(engine.Ref)) {
		for _, r := range roots {
			visit(r.ref)
		}
	}
	before := b.E.Stats().Collections
	for range 3000 {
		x, y := roots[random.IntN(len(roots))], roots[random.IntN(len(roots))]
		op := random.IntN(len(twins))
		n, err := b.E.Apply(b.ctx, engine.Op(op), x.ref, y.ref)
		want := twins[op](x.table, y.table) & b.Mask()
		b.want(nil, want, n, err, "connective", op, x.table, y.table)
		if random.IntN(4) == 0 {
			want = Table(random.Uint64()) // so that the functions do not die out
			n = b.Build(want)
		}
		roots[2+random.IntN(len(roots)-2)] = root{want, n}
		if random.IntN(10) == 0 || b.E.WantsCollect() {
			require.NoError(t, b.E.Collect(b.ctx, mark))
			for _, r := range roots {
				require.Equal(t, r.table, b.Table(r.ref))
			}
		}
	}
	require.Greater(t, b.E.Stats().Collections, before+100)
	for _, r := range roots {
		require.Equal(t, r.ref, b.Build(r.table), "references are canonical")
	}
}
