package open_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// An inclusion compares the steps of a part in a system with those of its closed system.
type inclusion struct{ *recipetest.Part }

// seen is what a step shows of the part: the propositions, the commands of the part that it
// executes, and the state of the part after it.
func (s inclusion) seen(t *testing.T, in *recipe.Interpreter, at recipe.State, tr recipe.Transition) string {
	text := fmt.Sprint(tr.Step.Kind == recipe.Stutter)
	for _, id := range s.Asked {
		var holds bool
		var err error
		if s.Whole.Propositions[id].Kind == recipe.StateProposition {
			holds, err = in.StateHolds(id, at)
		} else {
			holds, err = in.StepHolds(id, at, tr.Step)
		}
		require.NoError(t, err)
		text += fmt.Sprint(" ", holds)
	}
	for id := range s.Whole.Agents[s.Agents].Commands.Start {
		if tr.Step.Executes(id) {
			text += fmt.Sprint(" c", id)
		}
	}
	return text + " " + s.projected(tr.Next)
}

func (s inclusion) projected(at recipe.State) string {
	return fmt.Sprint(at.Locals[:s.Whole.Agents[s.Agents].Vars.Start], at.Control[:s.Agents])
}

// states are those of the closed system with a state of the part, one for each choice of the free
// locals.
func (s inclusion) states(at recipe.State) []recipe.State {
	vars := s.Whole.Agents[s.Agents].Vars.Start
	out := []recipe.State{{Locals: at.Locals[:vars:vars], Control: append(at.Control[:s.Agents:s.Agents], make([]int, len(s.Closed.Agents)-s.Agents)...)}}
	for _, v := range s.Closed.FreeVars() {
		var more []recipe.State
		for _, x := range out {
			for code := range s.Closed.Vars[v].Type.Size() {
				y := x.Clone()
				y.Locals = append(y.Locals, s.Closed.Vars[v].Type.Value(code))
				more = append(more, y)
			}
		}
		out = more
	}
	return out
}

// Whatever a part does in an environment, it does in the closed system: each step of a system is
// also one from some state of the part's closed system, with the same truth of all propositions.
// The values of free locals after a step are any, so that steps go on from there.
func TestPartsInEnvironments(t *testing.T) {
	tried, steps, deadlocks, kinds := 0, 0, 0, map[recipe.StepKind]int{}
	inside := 0
	for seed := range uint64(recipetest.Number(t, "OPEN_PARTS", 40)) {
		whole := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 4, Locals: 2, Commands: 4, States: 2, Propositions: 3})
		if len(whole.Agents) < 3 {
			continue
		}
		s := inclusion{recipetest.Apart(whole, 1+int(seed)%(len(whole.Agents)-2), false)}
		if s.Part == nil {
			continue
		}
		real, closed := recipe.NewInterpreter(whole), recipe.NewInterpreter(s.Closed)
		g, err := recipe.Explore(context.Background(), real, 40)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		tried++
		possible := map[string]map[string]bool{} // by state of the part
		for i := range g.Len() {
			at := g.State(i)
			key := s.projected(at)
			if possible[key] == nil {
				possible[key] = map[string]bool{}
				for _, from := range s.states(at) {
					require.NoError(t, closed.EachSuccessor(from, func(tr recipe.Transition) bool {
						possible[key][s.seen(t, closed, from, tr)] = true
						return true
					}))
				}
			}
			require.NoError(t, real.EachSuccessor(at, func(tr recipe.Transition) bool {
				require.True(t, possible[key][s.seen(t, real, at, tr)], "seed %d: %s from %s\n%s\n%s",
					seed, whole.StepString(tr.Step), whole.StateString(at), whole, s.Closed)
				steps++
				kinds[tr.Step.Kind]++
				if tr.Step.Kind == recipe.Stutter {
					deadlocks++
				} else if tr.Step.Initiator < s.Agents {
					inside++
				}
				return true
			}))
		}
	}
	t.Logf("%d parts, %d steps, %d initiated by the part, %d deadlocks, %v", tried, steps, inside, deadlocks, kinds)
	require.Greater(t, tried, 15)
	require.Greater(t, min(inside, steps-inside), steps/10)
	require.Greater(t, min(deadlocks, kinds[recipe.PointToPointStep], kinds[recipe.MulticastStep]), 5)
}
