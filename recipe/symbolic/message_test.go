package symbolic_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// counting is a system in which a counter below n sends its value, on one of two channels, to
// agents that copy it.
func counting(t *testing.T, n, copiers int) *recipe.System {
	b := recipe.NewBuilder()
	number := recipe.IntType(0, n-1)
	lines := []*recipe.Expr{b.Channel("odd"), b.Channel("even")}
	value := b.Data("V", number)
	counter := b.Agent("counter", "Counter")
	k := counter.Local("k", number)
	counter.Init(recipe.Eq(k, recipe.IntExpr(0)))
	odd := recipe.Eq(recipe.Arithmetic(recipe.OpMod, k, recipe.IntExpr(2)), recipe.IntExpr(1))
	next := recipe.Arithmetic(recipe.OpMod, recipe.Add(k, recipe.IntExpr(1)), recipe.IntExpr(n))
	counter.Send(0, 0, recipe.Ite(odd, lines[0], lines[1])).With(value, k).Set(k, next)
	for i := range copiers {
		copier := b.Agent(fmt.Sprint("copier", i), "Copier")
		x := copier.Local("x", number)
		copier.Init(recipe.Eq(x, recipe.IntExpr(0)))
		copier.ReceiveGuard(recipe.BoolExpr(true))
		for _, line := range lines {
			copier.Receive(0, 0, line).Set(x, value)
		}
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// A send becomes one interaction for each message while these are few for the number of receivers,
// else one for each channel, and the steps are the same.
func TestMessagesOfWideData(t *testing.T) {
	for _, c := range []struct{ values, copiers, split, interactions int }{
		{8, 1, 0, 8}, {8, 1, -1, 2}, {8, 1, 4, 8}, {8, 1, 3, 2},
		{32, 1, 0, 32}, {34, 1, 0, 2}, {300, 1, 0, 2}, {300, 1, 150, 300}, {300, 1, -1, 2},
		{34, 2, 0, 34}, {36, 2, 0, 2}, {36, 3, 0, 36}, {36, 3, -1, 2}, {8, 3, 2, 8}, {8, 3, 1, 2},
	} {
		t.Run(fmt.Sprintf("%d values for %d, at most %d", c.values, c.copiers, c.split), func(t *testing.T) {
			sys := counting(t, c.values, c.copiers)
			m, err := symbolic.Encode(context.Background(), sys, symbolic.Options{
				NoTrials: true, Thresholds: symbolic.Thresholds{SplitMessages: c.split},
			})
			require.NoError(t, err)
			defer m.Close()
			require.Len(t, m.Interactions, c.interactions)
			require.Equal(t, fmt.Sprint(c.values+1), m.Count(reach(t, m)).String())
		})
	}
}

// Messages of several commands and agents that differ in one respect alone are told apart by who
// receives them.
func TestMessagesThatDiffer(t *testing.T) {
	b := recipe.NewBuilder()
	wide := recipe.IntType(0, 300)
	d, e, w := b.Data("D", recipe.IntType(0, 1)), b.Data("E", recipe.IntType(0, 1)), b.Data("W", wide)
	p := b.Property("p", recipe.IntType(0, 1))
	one := recipe.IntExpr(1)
	first := b.Agent("first", "First")
	j := first.Local("j", wide)
	first.Init(recipe.Lt(j, recipe.IntExpr(3))).Relabel(p, one)
	first.Send(0, 0, b.Broadcast()).With(d, one)
	// Zero in both, but for the first j in the one and for any in the other.
	for _, x := range []*recipe.Expr{recipe.Div(j, j), recipe.Div(j, recipe.IntExpr(7))} {
		first.Send(0, 0, b.Broadcast()).With(w, recipe.Sub(x, x))
	}
	second := b.Agent("second", "Second").Relabel(p, one)
	second.Send(0, 0, b.Broadcast()).With(e, one)
	second.Send(0, 0, b.Broadcast()).With(d, one).To(recipe.Eq(p, recipe.IntExpr(0)))
	copier := b.Agent("copier", "Copier").Relabel(p, one)
	for i, x := range []*recipe.Expr{d, e, w} {
		seen := copier.Local(fmt.Sprint("seen", i), recipe.BoolType)
		copier.Receive(0, 0, b.Broadcast()).When(recipe.Le(x, one)).Set(seen, recipe.TrueExpr)
	}
	sys, err := b.System()
	require.NoError(t, err)
	for _, o := range []symbolic.Thresholds{{}, {SplitCombinations: -1}, {SplitCombinations: -1, TableValues: -1}} {
		var seen tally
		compareSemantics(t, sys, symbolic.Options{NoTrials: true, Thresholds: o}, &seen)
		require.Positive(t, seen.steps)
	}
}
