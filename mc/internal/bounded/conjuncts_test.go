package bounded_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A property is violated where one of its conjuncts is, whichever that is: the only run goes to 1
// and back to 0 forever, so that of four values it never has two. Violations are found as bad
// steps and, under a condition of fairness, as lassos.
func TestAnyConjunctIsViolated(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("wheel", "Wheel")
	x := a.Local("x", recipe.IntType(0, 3))
	a.Init(recipe.Eq(x, recipe.IntExpr(0)))
	a.Send(0, 0, b.Broadcast()).Set(x, recipe.Sub(recipe.IntExpr(1), x))
	var is, never []*ltol.Formula
	for n := range 4 {
		id := b.StateProposition("is", recipe.Eq(x, recipe.IntExpr(n)))
		is = append(is, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
		never = append(never, ltol.Globally(ltol.Not(is[n])))
	}
	sys, err := b.System()
	require.NoError(t, err)
	model, err := circuit.Build(context.Background(), sys, circuit.Options{})
	require.NoError(t, err)
	in := recipe.NewInterpreter(sys)
	properties := []struct {
		conjuncts []*ltol.Formula
		violated  bool
	}{
		{[]*ltol.Formula{never[1], never[2], never[3]}, true},
		{[]*ltol.Formula{never[2], never[1], never[3]}, true},
		{[]*ltol.Formula{never[2], never[3], never[1]}, true},
		{[]*ltol.Formula{never[2], never[3]}, false},
	}
	for _, fair := range []fairness{{}, {justice: []*ltol.Formula{is[1]}}} {
		for _, p := range properties {
			f := ltol.And(p.conjuncts...)
			require.Len(t, f.Conjuncts(), len(p.conjuncts))
			run, bad := search(t, model, in, fair, f, 6, 1<<40)
			require.Equal(t, p.violated, run != nil, "%s", f)
			require.Equal(t, p.violated && len(fair.justice) == 0, bad, "%s", f)
			if run == nil || bad {
				continue
			}
			require.NoError(t, run.Replay(in))
			holds, err := trace.Read(context.Background(), in, run).Satisfies(f)
			require.NoError(t, err)
			require.False(t, holds, "%s", f)
		}
	}
}
