package recipe_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// The transitions that the ready commands initiate are all, in the same order; those of one command
// are its own; and commands that only others keep from happening are ready as well.
func TestReadyCommandsInitiateAllTransitions(t *testing.T) {
	idle, skipped, deadlocks := 0, 0, 0
	for seed := range uint64(60) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 3})
		in := recipe.NewInterpreter(sys)
		graph, err := recipe.Explore(t.Context(), in, 200)
		if err != nil {
			continue
		}
		for i := range graph.Len() {
			s := graph.State(i)
			want, err := in.Successors(s)
			require.NoError(t, err)
			var ready []int
			for a := range sys.Agents {
				mine := in.Ready(s, a)
				for _, id := range mine {
					require.Equal(t, a, sys.Commands[id].Agent)
				}
				ready = append(ready, mine...)
			}
			require.Equal(t, want, some(t, in, s, ready...))
			for id := range sys.Commands {
				own := slices.DeleteFunc(slices.Clone(want), func(tr recipe.Transition) bool { return tr.Step.Command != id })
				got := some(t, in, s, id)
				if len(own) == 0 {
					require.Len(t, got, 1)
					require.Equal(t, recipe.Stutter, got[0].Step.Kind)
					skipped++
				} else {
					require.Equal(t, own, got)
				}
				if len(own) == 0 && slices.Contains(ready, id) {
					idle++
				}
			}
			if want[0].Step.Kind == recipe.Stutter {
				deadlocks++
			}
			require.Empty(t, in.Ready(s, -1))
			require.Empty(t, in.Ready(s, len(sys.Agents)))
			require.Equal(t, recipe.Stutter, some(t, in, s, -1, len(sys.Commands))[0].Step.Kind)
		}
		require.Empty(t, in.Ready(recipe.State{}, 0))
		require.ErrorIs(t, in.EachSuccessorOf(slices.Values([]int{0}), recipe.State{}, nil), recipe.ErrState)
	}
	require.Positive(t, min(idle, skipped, deadlocks))
}

// some are the transitions that commands initiate in a state.
func some(t *testing.T, in *recipe.Interpreter, s recipe.State, commands ...int) (out []recipe.Transition) {
	t.Helper()
	require.NoError(t, in.EachSuccessorOf(slices.Values(commands), s, func(tr recipe.Transition) bool {
		out = append(out, tr.Clone())
		return true
	}))
	return out
}
