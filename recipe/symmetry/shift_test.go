package symmetry_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// A ring is a system of n nodes, each of which passes its number on to the next one on a link of
// its own, and of n lamps on the same links. First tells that node 0 begins with another number.
// Odd is the number of a node that passes on something else, negative if none does. A watch, if
// there is one, begins at link 0.
type ring struct {
	n          int
	first      bool
	odd        int
	watch      bool
	everywhere bool // node 0 sends to all
}

func (x ring) system(t testing.TB) *recipe.System {
	b := recipe.NewBuilder()
	var links []*recipe.Expr
	for i := range x.n {
		links = append(links, b.Channel(fmt.Sprint("link", i)))
	}
	number := b.Data("NUMBER", recipe.IntType(0, 2))
	for i := range x.n {
		a := b.Agent(fmt.Sprint("node", i), "Node")
		held := a.Local("held", recipe.IntType(0, 2))
		start, sent := recipe.IntExpr(0), held
		if x.first && i == 0 {
			start = recipe.IntExpr(1)
		}
		if i == x.odd {
			sent = recipe.IntExpr(2)
		}
		a.Init(recipe.Eq(held, start)).ReceiveGuard(recipe.Eq(b.MessageChannel(), links[i]))
		to := links[(i+1)%x.n]
		if x.everywhere && i == 0 {
			to = b.Broadcast()
		}
		a.Send(0, 1, to).With(number, sent).Set(held, recipe.IntExpr(0))
		a.Receive(1, 0, links[i]).Set(held, number)
		a.Receive(0, 0, links[i]).Set(held, recipe.IntExpr(2))
	}
	for i := range x.n {
		a := b.Agent(fmt.Sprint("lamp", i), "Lamp")
		on := a.Local("on", recipe.BoolType)
		a.Init(recipe.Not(on)).ReceiveGuard(recipe.Eq(b.MessageChannel(), links[i]))
		a.Receive(0, 0, links[i]).Set(on, recipe.Not(on))
	}
	if x.watch {
		a := b.Agent("watch", "Watch")
		at := a.Local("at", b.ChannelType())
		a.Init(recipe.Eq(at, links[0])).ReceiveGuard(recipe.Eq(b.MessageChannel(), at))
		a.Receive(0, 0, at)
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// The shift of a ring maps steps to steps, and initial states to initial states if it says so.
func TestShift(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for x, want := range map[ring]string{
		{n: 2, odd: -1}:                           "initial",
		{n: 4, odd: -1}:                           "initial",
		{n: 3, odd: -1, first: true}:              "shift",
		{n: 3, odd: -1, watch: true}:              "shift",
		{n: 3, odd: -1, watch: true, first: true}: "shift",
		{n: 3, odd: 1}:                            "none",
		{n: 3, odd: 0, watch: true}:               "none",
		{n: 3, odd: -1, everywhere: true}:         "none",
	} {
		sys := x.system(t)
		g, err := symmetry.Detect(context.Background(), sys, nil)
		require.NoError(t, err)
		s, err := g.Shift(context.Background(), nil)
		require.NoError(t, err)
		switch {
		case s == nil:
			require.Equal(t, want, "none", "%+v", x)
			continue
		case s.Initial:
			require.Equal(t, want, "initial", "%+v", x)
		default:
			require.Equal(t, want, "shift", "%+v", x)
		}
		require.Equal(t, x.n, order(s.By), "%+v", x)
		moved := 0
		for range 100 {
			state := randomState(sys, r)
			if !s.By.State(state).Equal(state) {
				moved++
			}
			requireSteps(t, recipe.NewInterpreter(sys), s.By, state, s.Initial)
		}
		require.Greater(t, moved, 50)
		s, err = g.Shift(context.Background(), func(p *symmetry.Permutation) bool { return p.Agents[0] != 1 })
		require.NoError(t, err)
		require.Nil(t, s, "what the caller does not keep")
	}
}

func order(p *symmetry.Permutation) int {
	n := 1
	for q := p; !q.Trivial(); q = q.Then(p) {
		n++
	}
	return n
}

// Agents that can be exchanged are not shifted, and looking for shifts ends with the context.
func TestShiftsThatAreNotLookedFor(t *testing.T) {
	g := detect(t, shop(t, 3, 3, -1), nil)
	s, err := g.Shift(context.Background(), nil)
	require.NoError(t, err)
	require.Nil(t, s)
	g = detect(t, ring{n: 3, odd: -1}.system(t), nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = g.Shift(ctx, nil)
	require.ErrorIs(t, err, context.Canceled)
}
