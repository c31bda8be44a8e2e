package symbolic

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// TestTrials checks that trials choose the same order every time, one that is
// hardly worse than the order of composition, and that orders change nothing else.
func TestTrials(t *testing.T) {
	ctx := context.Background()
	sys := allocation(t, 6, 6)
	plain, err := Encode(ctx, sys, Options{NoTrials: true})
	require.NoError(t, err)
	defer plain.Close()
	tried, err := Encode(ctx, sys, Options{})
	require.NoError(t, err)
	defer tried.Close()
	again, err := Encode(ctx, sys, Options{})
	require.NoError(t, err)
	defer again.Close()
	require.Equal(t, tried.Order(), again.Order())
	sorted := func(names []string) []string { slices.Sort(names); return names }
	require.Equal(t, sorted(plain.Order()), sorted(tried.Order()))
	a, b := reachable(t, plain), reachable(t, tried)
	require.Equal(t, plain.Count(a).String(), tried.Count(b).String())
	require.Less(t, tried.Manager.NodeCount(b), plain.Manager.NodeCount(a)*11/10)

	given, err := Encode(ctx, sys, Options{Order: tried.Order()})
	require.NoError(t, err)
	defer given.Close()
	require.Equal(t, tried.Order(), given.Order())
	require.Equal(t, tried.Manager.NodeCount(b), given.Manager.NodeCount(reachable(t, given)))

	_, err = Encode(ctx, sys, Options{Order: []string{"client7"}})
	require.ErrorContains(t, err, `"client7"`)
}

// TestCandidates checks that every candidate is an order of all variables.
func TestCandidates(t *testing.T) {
	m, err := Encode(context.Background(), allocation(t, 3, 4), Options{NoTrials: true})
	require.NoError(t, err)
	defer m.Close()
	candidates := (&trials{m}).candidates(false)
	require.NotEmpty(t, candidates)
	for _, order := range candidates {
		require.Len(t, order, len(m.vars))
		slices.Sort(order)
		require.Len(t, slices.Compact(order), len(m.vars))
	}
	require.Equal(t, []int{10, 1, 11, 2, 12, 3, 13}, interleave([][]int{{1, 2, 3}, {10, 11, 12, 13}}))
}

// TestSettledOrders checks that another order is looked for where all states were reached in the
// trial, but with pairs of agents far from each other, and not if the set is small enough.
func TestSettledOrders(t *testing.T) {
	ctx := context.Background()
	b := recipe.NewBuilder()
	bit := b.Data("BIT", recipe.BoolType)
	for i := range 9 {
		a := b.Agent(fmt.Sprint("a", i), "A")
		x := a.Local("x", recipe.BoolType)
		a.Init(recipe.Not(x)).ReceiveGuard(recipe.FalseExpr)
		a.Send(0, 0, b.Channel(fmt.Sprint("link", i))).With(bit, recipe.Not(x)).Set(x, recipe.Not(x))
	}
	for i := range 9 {
		a := b.Agent(fmt.Sprint("b", i), "B")
		y, link := a.Local("y", recipe.BoolType), b.Channel(fmt.Sprint("link", i))
		a.Init(recipe.Not(y)).ReceiveGuard(recipe.Eq(b.MessageChannel(), link))
		a.Receive(0, 0, link).Set(y, bit)
	}
	sys, err := b.System()
	require.NoError(t, err)
	for settled, want := range map[int]int{1000: 3 * 9, 1600: 3*(1<<9) - 3} {
		m, err := Encode(ctx, sys, Options{BDD: bdd.Options{Engine: "native"}, Thresholds: Thresholds{SettledNodes: settled}})
		require.NoError(t, err)
		require.Equal(t, want, m.Manager.NodeCount(reachable(t, m)))
		m.Close()
	}
}

// TestSettledBySaturation checks that saturation ends the trial of an order where sets no longer grow,
// that it keeps the reachable states, and that a sample of agents keeps none.
func TestSettledBySaturation(t *testing.T) {
	ctx := context.Background()
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
	native := Options{BDD: bdd.Options{Engine: "native"}}
	m, err := Encode(ctx, sys, native)
	require.NoError(t, err)
	defer m.Close()
	work := workOf(m.Manager)
	require.NotEqual(t, bdd.False, m.Reached)
	require.Equal(t, "1000000000000", m.Count(m.Reached).String())
	require.Equal(t, reachable(t, m), m.Reached)
	native.NoTrials = true
	plain, err := Encode(ctx, sys, native)
	require.NoError(t, err)
	defer plain.Close()
	require.Equal(t, plain.Order(), m.Order())
	_, ok := (&trials{plain}).trySample(ctx, 1<<40)
	require.True(t, ok)
	require.Equal(t, bdd.False, plain.Reached)
	_, complete, err := (&trials{plain}).trial(ctx, 4000, func([]int) int { return 1000 })
	require.NoError(t, err)
	require.True(t, complete)
	require.Less(t, 2*work, workOf(plain.Manager))
}

// Where no other order is tried, no sample of agents is explored either: agents that have nothing to
// do with each other cannot come closer.
func TestSampleWithoutCandidates(t *testing.T) {
	b := recipe.NewBuilder()
	for i := range 9 {
		a := b.Agent(fmt.Sprint("a", i), "A")
		x := a.Local("x", recipe.BoolType)
		a.Init(recipe.Not(x)).ReceiveGuard(recipe.FalseExpr)
		a.Send(0, 0, b.Channel(fmt.Sprint("link", i))).Set(x, recipe.Not(x))
	}
	sys, err := b.System()
	require.NoError(t, err)
	var work []int
	for _, sampled := range []int{6, -1} {
		limits := Thresholds{SettledNodes: -1, SampleAgents: sampled}
		m, err := Encode(context.Background(), sys, Options{BDD: bdd.Options{Engine: "native"}, Thresholds: limits})
		require.NoError(t, err)
		require.Empty(t, (&trials{m}).candidates(true))
		work = append(work, workOf(m.Manager))
		m.Close()
	}
	require.Equal(t, work[1], work[0])
}

// TestSample: of many agents a sample is tried, of few none, and no longer than the limit allows.
func TestSample(t *testing.T) {
	ctx := context.Background()
	few, err := Encode(ctx, allocation(t, 3, 3), Options{NoTrials: true})
	require.NoError(t, err)
	defer few.Close()
	_, ok := (&trials{few}).trySample(ctx, 1<<40)
	require.False(t, ok)
	few.thresholds.SampleAgents = 2
	work, ok := (&trials{few}).trySample(ctx, 1<<40)
	require.True(t, ok)
	require.Positive(t, work)

	many, err := Encode(ctx, allocation(t, 8, 8), Options{NoTrials: true})
	require.NoError(t, err)
	defer many.Close()
	work, ok = (&trials{many}).trySample(ctx, 10_000)
	require.False(t, ok)
	require.Less(t, work, 1_000_000)
}
