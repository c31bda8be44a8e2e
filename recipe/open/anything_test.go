package open_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/open"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Each state of a system, with each step that leaves it, is one of the agents that do anything:
// with the same locals, and the same truth of the propositions that are not lost.
func TestAnythingIncludesAllSteps(t *testing.T) {
	kinds, lost, asked := map[recipe.StepKind]int{}, 0, 0
	for seed := range uint64(recipetest.Number(t, "OPEN_ANYTHING", 80)) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 3, Locals: 2, Commands: 4, States: 2, Propositions: 4})
		for _, a := range sys.Agents {
			named := recipe.Eq(&recipe.Expr{Op: recipe.OpLocality, Type: sys.Location}, recipe.Const(sys.Location, a.Location))
			sys.Propositions = append(sys.Propositions, recipe.Proposition{Kind: recipe.StepProposition, Name: a.Name, Expr: named})
		}
		// No value of data that a step does not carry makes all of these false.
		for d, data := range sys.Data {
			for code := range data.Type.Size() {
				value := data.Type.Value(code)
				own := &recipe.Expr{Op: recipe.OpData, Type: data.Type, Index: d}
				carried := recipe.Eq(own, recipe.Const(data.Type, value))
				sys.Propositions = append(sys.Propositions, recipe.Proposition{
					Kind: recipe.StepProposition, Name: fmt.Sprint(data.Name, "=", code), Expr: carried,
				})
			}
		}
		anything, err := open.Anything(sys, 0)
		require.NoError(t, err)
		require.NoError(t, anything.Check(), "seed %d", seed)
		// Only the steps count, so that no state needs to follow in which the locals have other values.
		fixed := *anything
		fixed.Vars = slices.Clone(anything.Vars)
		for i := range fixed.Vars {
			require.True(t, fixed.Vars[i].Free)
			fixed.Vars[i].Free = false
		}
		out := open.Lost(sys)
		lost, asked = lost+len(out), asked+len(sys.Propositions)-len(out)
		real, all := recipe.NewInterpreter(sys), recipe.NewInterpreter(&fixed)
		seen := func(in *recipe.Interpreter, at recipe.State, step recipe.Step) string {
			text := fmt.Sprint(step.Kind == recipe.Stutter)
			for id, p := range sys.Propositions {
				holds, err := false, error(nil)
				switch {
				case slices.Contains(out, id):
				case p.Kind == recipe.StateProposition:
					holds, err = in.StateHolds(id, at)
				default:
					holds, err = in.StepHolds(id, at, step)
				}
				require.NoError(t, err)
				text += fmt.Sprint(" ", holds)
			}
			return text
		}
		g, err := recipe.Explore(context.Background(), real, 12)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		for i := range min(g.Len(), 12) {
			possible := map[string]bool{}
			at := recipe.State{Locals: slices.Clone(g.State(i).Locals), Control: make([]int, len(anything.Agents))}
			// All agents choose the same values, as only one agent's data is that of a step.
			chosen := map[string]recipe.Value{}
			var choose func(left []recipe.Var)
			choose = func(left []recipe.Var) {
				if len(left) > 0 {
					for code := range left[0].Type.Size() {
						chosen[left[0].Name] = left[0].Type.Value(code)
						choose(left[1:])
					}
					return
				}
				at.Locals = at.Locals[:len(sys.Vars)]
				for _, v := range anything.Vars[len(sys.Vars):] {
					at.Locals = append(at.Locals, chosen[v.Name])
				}
				require.NoError(t, all.EachSuccessor(at, func(tr recipe.Transition) bool {
					possible[seen(all, at, tr.Step)] = true
					return true
				}))
			}
			choose(anything.Vars[len(sys.Vars) : len(sys.Vars)+(len(anything.Vars)-len(sys.Vars))/len(sys.Agents)])
			require.NoError(t, real.EachSuccessor(g.State(i), func(tr recipe.Transition) bool {
				kinds[tr.Step.Kind]++
				require.True(t, possible[seen(real, g.State(i), tr.Step)], "seed %d: %s from %s\n%s", seed, sys.StepString(tr.Step), sys.StateString(g.State(i)), sys)
				return true
			}))
		}
	}
	_, err := open.Anything(nil, 0)
	require.ErrorIs(t, err, recipe.ErrMisuse)
	_, err = open.Anything(recipetest.System(recipetest.Seeded(1), recipetest.Shape{Agents: 3, Commands: 4}), 1)
	require.ErrorAs(t, err, new(*open.TooManyError))
	t.Log(kinds, lost, asked)
	require.Greater(t, min(kinds[recipe.Stutter], kinds[recipe.PointToPointStep], kinds[recipe.MulticastStep], kinds[recipe.BroadcastStep], asked), 20)
}
