package kernel

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Two relations of one frame, one after the other, relate what the explicit ones do: bits that the
// frame does not change stay as they are, and both relations may read them.
func TestComposeAgainstExplicitSteps(t *testing.T) {
	const bits = 4
	ctx := context.Background()
	related := 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 17))
		k, err := New(engine.Config{NumVars: 2 * bits, InitialNodes: 1 << 10})
		require.NoError(t, err)
		changes := 1 + random.IntN(1<<bits-1)
		var pairs []engine.Pair
		for i := range bits {
			if changes>>i&1 == 1 {
				pairs = append(pairs, engine.Pair{Current: engine.Var(2 * i), Next: engine.Var(2*i + 1)})
			}
		}
		frame := k.NewFrame(pairs)
		diagram := func(leads *[1 << bits][1 << bits]bool) Ref {
			return build(t, k, func(row int) bool {
				from, to := 0, 0
				for i := range bits {
					from |= row >> (2 * i) & 1 << i
					to |= row >> (2*i + 1) & 1 << i
				}
				return leads[from][from&^changes|to&changes]
			})
		}
		var one, other, both [1 << bits][1 << bits]bool
		for from := range one {
			for to := range one {
				one[from][to] = from&^changes == to&^changes && random.IntN(3) == 0
				other[from][to] = from&^changes == to&^changes && random.IntN(3) == 0
			}
		}
		for from := range one {
			for through := range one {
				for to := range one {
					both[from][to] = both[from][to] || one[from][through] && other[through][to]
				}
			}
		}
		got, err := k.Compose(ctx, frame, diagram(&one), diagram(&other))
		require.NoError(t, err)
		require.Equal(t, diagram(&both), got, "seed %d", seed)
		if got > 1 {
			related++
		}
		k.Close()
	}
	require.Greater(t, related, 40)
}

// A cached if-then-else is forgotten with any of its operands, and with its result: where another
// function takes the place of one that is collected, the answer is that of the new function. If the
// result is collected, it is made anew.
func TestCollectionForgetsIfThenElse(t *testing.T) {
	const vars = 6
	ctx := context.Background()
	replaced := [4]int{}
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 19))
		k, err := New(engine.Config{NumVars: vars, InitialNodes: 1 << 10})
		require.NoError(t, err)
		draw := func() (f [1 << vars]bool) {
			for row := range f {
				f[row] = random.IntN(2) == 0
			}
			return f
		}
		diagram := func(f [1 << vars]bool) Ref { return build(t, k, func(row int) bool { return f[row] }) }
		var tables [4][1 << vars]bool
		var refs [4]Ref
		for i := range 3 {
			tables[i] = draw()
			refs[i] = diagram(tables[i])
		}
		chosen := func() (f [1 << vars]bool) {
			for row := range f {
				if f[row] = tables[2][row]; tables[0][row] {
					f[row] = tables[1][row]
				}
			}
			return f
		}
		tables[3] = chosen()
		refs[3], err = k.Ite(ctx, refs[0], refs[1], refs[2])
		require.NoError(t, err)
		dead := random.IntN(len(refs))
		require.NoError(t, k.Collect(ctx, func(visit func(Ref)) {
			for i, n := range refs {
				if i != dead {
					visit(n)
				}
			}
		}))
		// The root of a new function takes the place of the dead one if its other nodes are there
		// already: of the functions that differ from it in the values of the last variables.
		for range 200 {
			f := tables[dead]
			for range 1 + random.IntN(3) {
				row := random.IntN(len(f))
				f[row] = !f[row]
			}
			if n := diagram(f); n == refs[dead] {
				tables[dead] = f
				replaced[dead]++
				break
			}
		}
		if n := diagram(tables[dead]); n == refs[dead] {
			got, err := k.Ite(ctx, refs[0], refs[1], refs[2])
			require.NoError(t, err)
			require.Equal(t, diagram(chosen()), got, "seed %d, operand or result %d", seed, dead)
		}
		k.Close()
	}
	t.Log(replaced)
	for _, n := range replaced {
		require.Greater(t, n, 5)
	}
}

// A set of variables, a renaming and a frame are different things, even of the same variables.
func TestPreparedObjectsAreToldApart(t *testing.T) {
	ctx := context.Background()
	k, err := New(engine.Config{NumVars: 4})
	require.NoError(t, err)
	defer k.Close()
	set := k.NewVarSet([]engine.Var{0, 2})
	frame := k.NewFrame([]engine.Pair{{Current: 0, Next: 1}, {Current: 2, Next: 3}})
	renaming := k.NewRenaming([]engine.Var{0}, []engine.Var{2})
	both := build(t, k, func(row int) bool { return row&5 == 5 })
	kept := build(t, k, func(row int) bool { return row&1 == row>>1&1 && row>>2&1 == row>>3&1 })
	some, err := k.Exists(ctx, set, both)
	require.NoError(t, err)
	require.Equal(t, engine.True, some)
	after, err := k.Image(ctx, frame, kept, both)
	require.NoError(t, err)
	require.Equal(t, both, after)
	moved, err := k.Rename(ctx, renaming, build(t, k, func(row int) bool { return row&1 == 1 }))
	require.NoError(t, err)
	require.Equal(t, build(t, k, func(row int) bool { return row&4 == 4 }), moved)
}
