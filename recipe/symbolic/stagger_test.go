package symbolic

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// relay is a chain of agents, each of which takes a number from 0 to largest from the one before,
// adds one to it, modulo, and hands it on; the last one remembers the largest. A clock besides them
// has numbers as large which have to do with nothing.
func relay(t *testing.T, agents, largest int) *recipe.System {
	t.Helper()
	b := recipe.NewBuilder()
	numbers := recipe.IntType(0, largest)
	d := b.Data("D", numbers)
	plus := func(e *recipe.Expr, n int) *recipe.Expr {
		return recipe.Mod(recipe.Add(e, recipe.IntExpr(n)), recipe.IntExpr(largest+1))
	}
	clock := b.Agent("clock", "Clock")
	now := clock.Local("now", numbers)
	clock.Init(recipe.Eq(now, recipe.IntExpr(0))).ReceiveGuard(recipe.FalseExpr)
	clock.Send(0, 0, b.Broadcast()).When(recipe.Lt(now, recipe.IntExpr(largest))).Set(now, recipe.Add(now, recipe.IntExpr(1)))
	var links []*recipe.Expr
	for i := range agents {
		links = append(links, b.Channel(fmt.Sprint("link", i)))
	}
	for i := range agents {
		a := b.Agent(fmt.Sprint("a", i), "Stage")
		full, x := a.Local("full", recipe.BoolType), a.Local("x", numbers)
		init := []*recipe.Expr{recipe.Not(full), recipe.Eq(x, recipe.IntExpr(0))}
		a.ReceiveGuard(recipe.Eq(b.MessageChannel(), links[max(i-1, 0)]))
		switch i {
		case 0:
			a.ReceiveGuard(recipe.FalseExpr)
			a.Send(0, 0, b.Broadcast()).Set(x, plus(x, 1))
			a.Send(0, 0, links[0]).With(d, x)
		case agents - 1:
			most := a.Local("most", numbers)
			init = append(init, recipe.Eq(most, recipe.IntExpr(0)))
			a.Receive(0, 0, links[i-1]).Set(x, d).Set(most, recipe.Max(most, d))
		default:
			a.Receive(0, 0, links[i-1]).When(recipe.Not(full)).Set(full, recipe.TrueExpr).Set(x, plus(d, 1))
			a.Send(0, 0, links[i]).When(full).With(d, x).Set(full, recipe.FalseExpr).Set(x, recipe.IntExpr(0))
		}
		a.Init(recipe.And(init...))
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// TestWideIntegers checks which integers are found to have to do with each other, and where the
// orders put their bits.
func TestWideIntegers(t *testing.T) {
	sys := relay(t, 3, 255)
	values, err := Analyse(context.Background(), sys, nil)
	require.NoError(t, err)
	m := declared(sys, values, Options{})
	require.Equal(t, 8, m.wideBits)
	order := func(stagger int) string {
		m.stagger = stagger
		return strings.Join(m.names(m.vars), " ")
	}
	weights := func(of ...string) string { // all bits of the largest weight, then all of the next
		var out []string
		for i := 7; i >= 0; i-- {
			for _, name := range of {
				out = append(out, fmt.Sprintf("%s[%d]", name, i))
			}
		}
		return strings.Join(out, " ")
	}
	require.Equal(t, "clock-now a1-full "+weights("a0-x", "a1-x", "a2-x", "a2-most"), order(0))
	require.Equal(t, "clock-now a0-x a1-full a1-x a2-x a2-most", order(8))
	require.True(t, strings.HasPrefix(order(3), "clock-now a0-x[7] a0-x[6] a0-x[5] a1-full a0-x[4] a1-x[7] a0-x[3] a1-x[6]"), order(3))

	for at, th := range []Thresholds{{WideValues: 256}, {WideValues: 257}} {
		require.Equal(t, 8*(1-at), declared(sys, values, Options{Thresholds: th}).wideBits)
	}
	for agents, bits := range map[int]int{15: 4, 16: 0} { // and the last agent has two
		sys := relay(t, agents, 15)
		values, err := Analyse(context.Background(), sys, nil)
		require.NoError(t, err)
		require.Equal(t, bits, declared(sys, values, Options{}).wideBits, "%d agents", agents)
	}
	apart := relay(t, 2, 255)
	apart.Commands[2].Data[0].Expr = recipe.IntExpr(3)
	values, err = Analyse(context.Background(), apart, nil)
	require.NoError(t, err)
	require.Zero(t, declared(apart, values, Options{}).wideBits, "what is always 3 is no wide integer")
}

// TestWideOrders checks that sums and comparisons of wide integers are explored in no time, that
// this is so for the order, and that one is taken where none is found.
func TestWideOrders(t *testing.T) {
	ctx, native := context.Background(), bdd.Options{Engine: "native"} // whose steps are counted inside an image as well
	sys := relay(t, 3, 1<<11-1)
	m, err := Encode(ctx, sys, Options{BDD: native})
	require.NoError(t, err)
	defer m.Close()
	require.NoError(t, m.within(100_000, func() error { return (&trials{m}).saturate(ctx, nil) }))
	plain, err := Encode(ctx, sys, Options{BDD: native, NoTrials: true})
	require.NoError(t, err)
	defer plain.Close()
	require.ErrorIs(t, plain.within(1_000_000, func() error { return (&trials{plain}).saturate(ctx, nil) }), errTooMuchWork)

	seen := map[*bdd.Manager]bool{}
	parts := 0
	o := Options{BDD: native, Thresholds: Thresholds{WideWork: 1 << 18}, Poll: func(m *bdd.Manager) error {
		if !seen[m] {
			parts++
		}
		seen[m] = true
		return nil
	}}
	apart, err := Encode(ctx, relay(t, 3, 1<<11-1), o)
	require.NoError(t, err)
	defer apart.Close()
	require.Equal(t, m.Order(), apart.Order())
	require.Equal(t, 4, parts, "an order that pauses does not begin anew")

	for stagger, want := range map[int]bool{1: true, 14: false, -1: true} {
		o := Options{Thresholds: Thresholds{WideWork: -1, WideStagger: stagger, TrialImages: 10}}
		m, err := Encode(ctx, relay(t, 3, 100), o)
		require.NoError(t, err)
		require.Equal(t, want, slices.ContainsFunc(m.Order(), func(name string) bool { return strings.HasSuffix(name, "]") }), "stagger %d: %v", stagger, m.Order())
		m.Close()
	}
}
