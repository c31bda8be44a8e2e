package symbolic_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// growing draws a system of a boss, who sends, two helpers, and two workers that may be absent. All
// but the boss may receive. Commands may spawn workers, several of them the same one.
func growing(t *testing.T, source recipetest.Source) *recipe.System {
	b := recipe.NewBuilder()
	literal := func(x *recipe.Expr) *recipe.Expr {
		return []*recipe.Expr{x, recipe.Not(x), recipe.TrueExpr, recipe.FalseExpr}[source.Intn(4)]
	}
	boss := b.Agent("boss", "Boss")
	for range 2 {
		boss.Send(0, 0, b.Broadcast())
	}
	var workers []int
	for i := range 4 {
		a := b.Agent(fmt.Sprint("a", i), "A")
		n, there := a.Local("n", recipe.BoolType), recipe.TrueExpr
		if i >= 2 {
			workers, there = append(workers, a.Index()), a.Local("there", recipe.BoolType)
			a.Init(recipe.Or(there, recipe.Not(n))).ReceiveGuard(there)
		}
		if source.Intn(2) == 0 {
			a.Init(recipe.Or(recipe.Not(there), n))
		}
		for range 2 {
			c := a.Receive(0, 0, b.Broadcast()).When(recipe.And(there, literal(n)))
			if source.Intn(2) == 0 {
				c.Set(n, literal(n))
			}
		}
	}
	sys, err := b.System()
	require.NoError(t, err)
	for _, w := range workers {
		a := &sys.Agents[w]
		a.Present = &recipe.Expr{Op: recipe.OpLocal, Type: recipe.BoolType, Index: a.Vars.Start + 1}
		a.Rest = []recipe.Value{recipe.False, recipe.False}
	}
	for id := range sys.Commands {
		for _, w := range workers {
			if c := &sys.Commands[id]; w != c.Agent && source.Intn(2) == 0 {
				n := sys.Agents[w].Vars.Start
				c.Spawns = append(c.Spawns, w)
				c.Updates = append(c.Updates, recipe.Assignment{Var: n, Expr: literal(recipe.TrueExpr)},
					recipe.Assignment{Var: n + 1, Expr: recipe.TrueExpr})
			}
		}
	}
	require.NoError(t, sys.Check())
	return sys
}

// The model has the steps of the interpreter where agents spawn others: of two that would spawn the
// same agent, one at most takes part in a step.
func TestSpawningAgainstInterpreter(t *testing.T) {
	var seen tally
	for seed := range recipetest.Number(t, "RCHECK_TRIALS", 100) {
		sys := growing(t, recipetest.Seeded(uint64(seed)))
		compareSemantics(t, sys, encodings(sys)[seed%4], &seen)
	}
	require.Greater(t, seen.steps, 300)
}
