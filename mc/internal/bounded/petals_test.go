package bounded_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A lasso that comes by its first state more than once is read as a whole: to see each of some
// places again and again, a run goes out from the middle to each of them and back.
func TestLassosThroughTheMiddle(t *testing.T) {
	for places := 2; places <= 4; places++ {
		b := recipe.NewBuilder()
		a := b.Agent("walker", "Walker")
		x := a.Local("x", recipe.IntType(0, places))
		a.Init(recipe.Eq(x, recipe.IntExpr(0)))
		var again []*ltol.Formula
		for n := 1; n <= places; n++ {
			there := recipe.Eq(x, recipe.IntExpr(n))
			a.Send(0, 0, b.Broadcast()).When(recipe.Eq(x, recipe.IntExpr(0))).Set(x, recipe.IntExpr(n))
			a.Send(0, 0, b.Broadcast()).When(there).Set(x, recipe.IntExpr(0))
			id := b.StateProposition("is", there)
			again = append(again, ltol.Globally(ltol.Finally(ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))))
		}
		sys, err := b.System()
		require.NoError(t, err)
		model, err := circuit.Build(context.Background(), sys, circuit.Options{})
		require.NoError(t, err)
		in := recipe.NewInterpreter(sys)
		f := ltol.Not(ltol.And(again...))
		for _, piece := range []int{1, 1000, 1 << 40} {
			run, bad := search(t, model, in, fairness{}, f, 20, piece)
			require.NotNil(t, run)
			require.False(t, bad)
			require.NoError(t, run.Replay(in))
			require.Equal(t, 2*places, len(run.Steps)-run.Loop)
			seen := map[recipe.Value]bool{}
			for _, step := range run.Steps[run.Loop:] {
				seen[step.State.Locals[0]] = true
			}
			require.Len(t, seen, places+1)
		}
	}
}
