package trace_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A counter runs from 0 to 3. A formula is decided by the first state that shows it, the state in
// which the run ends included; a formula about the infinite stays open.
func TestStanding(t *testing.T) {
	b := recipe.NewBuilder()
	counter := b.Agent("counter", "Counter")
	n := counter.Local("n", recipe.IntType(0, 5))
	counter.Init(recipe.Eq(n, recipe.IntExpr(0)))
	counter.Send(0, 0, b.Broadcast()).Label("up").Set(n, recipe.Add(n, recipe.IntExpr(1)))
	is := func(k int) *ltol.Formula {
		return ltol.Prop(ltol.Atom{ID: b.StateProposition("is", recipe.Eq(n, recipe.IntExpr(k))), Kind: ltol.State})
	}
	formulas := []struct {
		f     *ltol.Formula
		v     ltol.Truth
		state int
	}{
		{is(0), ltol.Yes, 0},
		{is(1), ltol.No, 0},
		{ltol.Finally(is(3)), ltol.Yes, 3},
		{ltol.Globally(ltol.Not(is(2))), ltol.No, 2},
		{ltol.Next(ltol.Next(is(2))), ltol.Yes, 2},
		{ltol.Until(ltol.Not(is(4)), is(2)), ltol.Yes, 2},
		{ltol.Finally(is(4)), ltol.Unknown, 0},
		{ltol.Globally(ltol.Finally(is(0))), ltol.Unknown, 0},
	}
	system, err := b.System()
	require.NoError(t, err)
	in := recipe.NewInterpreter(system)
	states, _, err := simulate.NewInitial(in, nil).First(context.Background(), 1)
	require.NoError(t, err)
	session, err := simulate.NewSession(in, states[0], 1)
	require.NoError(t, err)
	_, _, err = session.Random(context.Background(), 3, nil)
	require.NoError(t, err)
	for _, c := range formulas {
		v, state, err := trace.Read(context.Background(), in, session.Trace()).Standing(c.f)
		require.NoError(t, err)
		require.Equal(t, c.v, v, "%s", c.f)
		require.Equal(t, c.state, state, "%s", c.f)
		decisive, err := trace.Read(context.Background(), in, session.Trace()).Decisive(c.f)
		require.NoError(t, err)
		if v == ltol.No { // the steps that refute include the one that leaves the last state
			require.Equal(t, state+1, decisive, "%s", c.f)
		} else {
			require.Zero(t, decisive, "%s", c.f)
		}
	}
}
