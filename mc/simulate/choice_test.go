package simulate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// withFree are a state with all values of its free locals.
func withFree(sys *recipe.System, at recipe.State) []recipe.State {
	out := []recipe.State{at}
	for _, v := range sys.FreeVars() {
		var more []recipe.State
		for _, s := range out {
			for code := range sys.Vars[v].Type.Size() {
				s = s.Clone()
				s.Locals[v] = sys.Vars[v].Type.Value(code)
				more = append(more, s)
			}
		}
		out = more
	}
	return out
}

// shown is what a step shows, but for the values of free locals.
func shown(t *testing.T, sys *recipe.System, from recipe.State, step recipe.Step, next recipe.State) string {
	p, err := sys.Predicate(from, step)
	require.NoError(t, err)
	next = next.Clone()
	for _, v := range sys.FreeVars() {
		next.Locals[v] = 0
	}
	return fmt.Sprint(sys.StepString(step), sys.ExprString(p, -1), next)
}

// The choices of a session are the steps from the states with any values of the free locals, each
// once. Those that look alike follow each other. Runs of sessions are runs of the system.
func TestChoicesOfAgentsOutside(t *testing.T) {
	steps, alike, stops, free := 0, 0, 0, 0
	for seed := range uint64(recipetest.Number(t, "SIMULATE_OPEN", 60)) {
		var sys *recipe.System
		if seed%2 == 0 {
			shape := recipetest.Shape{Agents: 3, Locals: 2, Commands: 3, States: 2, Propositions: 1, Free: true}
			sys = recipetest.System(recipetest.Seeded(seed), shape)
		} else {
			shape := recipetest.Shape{Agents: 4, Locals: 2, Commands: 3, States: 2, Propositions: 1}
			whole := recipetest.System(recipetest.Seeded(seed), shape)
			if len(whole.Agents) < 3 {
				continue
			}
			p := recipetest.Apart(whole, len(whole.Agents)-2, seed%4 == 1)
			if p == nil {
				continue
			}
			sys = p.Closed
		}
		in := recipe.NewInterpreter(sys)
		var first recipe.State
		require.NoError(t, in.InitialStates(func(s recipe.State) bool {
			first = s.Clone()
			return false
		}))
		s, err := simulate.NewSession(in, first, seed)
		require.NoError(t, err)
		for range 6 {
			at := s.State()
			if len(withFree(sys, at)) > 64 {
				break
			}
			if last := s.Last(); last != nil && last.Message.Kind == recipe.Stutter {
				require.True(t, s.Deadlocked())
				break
			}
			want, got := map[string]bool{}, map[string]bool{}
			for _, from := range withFree(sys, at) {
				require.NoError(t, in.EachSuccessor(from, func(tr recipe.Transition) bool {
					want[shown(t, sys, from, tr.Step, tr.Next)] = true
					return true
				}))
			}
			list := s.Choices()
			for i, c := range list {
				got[shown(t, sys, c.From, c.Step, c.Next)] = true
				all, err := in.Successors(c.From)
				require.NoError(t, err)
				is := func(tr recipe.Transition) bool { return tr.Step.Equal(c.Step) && tr.Next.Equal(c.Next) }
				require.True(t, slices.ContainsFunc(all, is), "seed %d: %s", seed, sys.StepString(c.Step))
				if c.Step.Kind == recipe.Stutter {
					require.Equal(t, len(list)-1, i)
					stops++
				}
			}
			require.Equal(t, want, got, "seed %d\n%s", seed, sys)
			if len(sys.FreeVars()) > 0 {
				require.Len(t, list, len(got), "seed %d", seed)
				free++
			}
			for i := 0; i < len(list); i += s.Alike(i) {
				alike += s.Alike(i) - 1
				if !sys.IsOpen() {
					require.Equal(t, 1, s.Alike(i))
				}
			}
			steps += len(list)
			if seed%3 == 0 {
				require.NoError(t, s.Take(list[len(list)-1]))
			} else if _, _, err := s.Random(context.Background(), 1, nil); err != nil || s.Deadlocked() {
				require.NoError(t, err)
				break
			}
		}
		require.NoError(t, s.Trace().Replay(in), "seed %d", seed)
		again, err := simulate.Resume(context.Background(), in, s.Trace(), s.Taken(), 1)
		require.NoError(t, err, "seed %d", seed)
		require.Equal(t, s.Trace(), again.Trace())
	}
	t.Logf("%d steps, %d look like the one before, %d stops, %d states with free locals", steps, alike, stops, free)
	require.Greater(t, min(steps, alike, stops, free), 10)
}
