package recipetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Hub is a sender and two receivers on one of some channels. After each message, all of them change
// to the next channel, which a choice for each channel says.
func Hub(t testing.TB, channels int) *recipe.System {
	t.Helper()
	b := recipe.NewBuilder()
	var all []*recipe.Expr
	for i := range channels {
		all = append(all, b.Channel(fmt.Sprint("c", i)))
	}
	next := func(at *recipe.Expr) *recipe.Expr {
		out := all[0]
		for i := channels - 2; i >= 0; i-- {
			out = recipe.Ite(recipe.Eq(at, all[i]), all[i+1], out)
		}
		return out
	}
	for i, name := range []string{"hub", "one", "two"} {
		a := b.Agent(name, name)
		at := a.Local("at", all[0].Type)
		a.Init(recipe.Eq(at, all[0]))
		a.ReceiveGuard(recipe.And(recipe.Eq(b.MessageChannel(), at), recipe.BoolExpr(i > 0)))
		if i == 0 {
			a.Send(0, 0, at).Set(at, next(at))
		} else {
			a.Receive(0, 0, at).Set(at, next(at))
		}
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}
