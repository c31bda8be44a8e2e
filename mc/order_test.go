package mc_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A result is handed out before the work on the next property begins.
func TestResultsComeBeforeTheNextProperty(t *testing.T) {
	sys, spec := countingAgents(t, 2, "SPEC G (k1-n < 10)\nSPEC G F lamp-on\nSPEC G (k2-n < 10)\n")
	decided, looked := 0, 0
	c, err := mc.NewChecker(context.Background(), sys, spec, mc.WithProgress(func(p mc.Progress) {
		if p.Property > 0 {
			require.Equal(t, decided+1, p.Property, "nobody works on a property before the result of the one before is out")
			looked++
		}
	}))
	require.NoError(t, err)
	defer c.Close()
	c.CheckProperties(context.Background(), spec.Properties, func(r mc.Result) {
		decided++
		require.Equal(t, decided, r.Property.Index)
	})
	require.Equal(t, len(spec.Properties), decided)
	require.GreaterOrEqual(t, looked, len(spec.Properties))
}

// States that trials of orders have reached are those that a search would reach.
func TestReachedByTrials(t *testing.T) {
	b := recipe.NewBuilder()
	for i := range 12 {
		a := b.Agent(fmt.Sprint("a", i), "A")
		x := a.Local("x", recipe.IntType(0, 9))
		a.Init(recipe.Eq(x, recipe.IntExpr(0))).ReceiveGuard(recipe.FalseExpr)
		for n := range 9 {
			send := a.Send(0, 0, b.Channel(fmt.Sprint("link", i, n)))
			send.When(recipe.Eq(x, recipe.IntExpr(8-n))).Set(x, recipe.IntExpr(9-n))
		}
	}
	sys, err := b.System()
	require.NoError(t, err)
	for _, untried := range []bool{false, true} {
		c, err := mc.NewChecker(t.Context(), sys, mc.Specification{}, mc.WithEngines("diagrams"),
			mc.WithSymmetry(mc.SymmetryOff), mc.WithEncoding(symbolic.Options{NoTrials: untried}))
		require.NoError(t, err)
		stats, err := c.Reach(t.Context())
		require.NoError(t, err)
		require.Equal(t, "1000000000000", stats.States.String())
		require.Equal(t, "1", stats.Deadlocks.String())
		require.Equal(t, untried, stats.Images > 0)
		c.Close()
	}
}
