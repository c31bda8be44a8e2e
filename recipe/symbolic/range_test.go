package symbolic

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A term is in a range just in the states in which it has a value there: of
// quotients, in tables and in bit vectors, where the divisor is not zero.
func TestInRangeWhereThereIsAValue(t *testing.T) {
	digit := recipe.IntType(0, 7)
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x, y := a.Local("x", digit), a.Local("y", digit)
	change := a.Local("change", recipe.BoolType)
	a.Send(0, 0, b.Broadcast()).Set(change, recipe.Not(change))
	sys, err := b.System()
	require.NoError(t, err)
	for _, th := range []Thresholds{{TableValues: 1, TablePairs: 1}, {}} {
		m, err := Encode(context.Background(), sys, Options{Thresholds: th, NoTrials: true})
		require.NoError(t, err)
		sc := m.Manager.NewScope(context.Background())
		k := m.builder(sc)
		for _, op := range []recipe.Op{recipe.OpDiv, recipe.OpMod} {
			quotient := k.Term(recipe.Arithmetic(op, x, y), &setting{})
			_, bits := quotient.Value.(vector)
			require.Equal(t, th.TablePairs == 1, bits)
			for hi := range 8 {
				for lo := range hi + 1 {
					in, err := k.Result(k.Gives(quotient, recipe.IntType(lo, hi)))
					require.NoError(t, err)
					m.Each(m.Valid, func(s recipe.State) bool {
						v, ok := op.Apply(s.Locals[x.Index], s.Locals[y.Index])
						require.Equal(t, ok && int(v) >= lo && int(v) <= hi, m.Contains(in, s), "%d %s %d in %d..%d", s.Locals[x.Index], op, s.Locals[y.Index], lo, hi)
						return true
					})
				}
			}
		}
		sc.Close()
		m.Close()
	}
}

// A local that never changes is in no variable of the diagrams. Sets hold the states in which it has
// its value, and no others.
func TestStatesThatTheFlowExcludes(t *testing.T) {
	ctx := context.Background()
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x, y := a.Local("x", recipe.IntType(0, 2)), a.Local("y", recipe.BoolType)
	a.Init(recipe.Eq(x, recipe.IntExpr(1))).Send(0, 0, b.Broadcast()).Set(y, recipe.Not(y))
	sys, err := b.System()
	require.NoError(t, err)
	m, err := Encode(ctx, sys, Options{})
	require.NoError(t, err)
	defer m.Close()
	sc := m.Manager.NewScope(ctx)
	defer sc.Close()
	for value := range recipe.Value(3) {
		for _, other := range []recipe.Value{recipe.False, recipe.True} {
			s := recipe.State{Locals: []recipe.Value{value, other}, Control: []int{0}}
			set, err := m.StateSet(sc, s)
			require.NoError(t, err)
			require.Equal(t, value == 1, set != bdd.False, value)
			require.Equal(t, value == 1, m.Contains(m.Init, s), value)
		}
	}
}
