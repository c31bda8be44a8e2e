package simulate_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// reachedBy are the goals that the steps of a graph, or of runs, reach, in words.
type reachedBy map[string]bool

func (r reachedBy) step(in *recipe.Interpreter, goal simulate.Goal, last int, t recipe.Transition) {
	switch goal {
	case simulate.States:
		r[in.Key(t.Next)] = true
	case simulate.Commands:
		r[fmt.Sprint(t.Step.Command)] = true
		for _, p := range t.Step.Participants {
			r[fmt.Sprint(p.Command)] = true
		}
	default:
		if last >= 0 {
			r[fmt.Sprint(last, t.Step.Command)] = true
		}
	}
}

// all are the goals that can be reached, found by going through all states and the commands before
// them.
func all(in *recipe.Interpreter, goal simulate.Goal) reachedBy {
	out := reachedBy{}
	type place struct {
		state recipe.State
		last  int
	}
	var list []place
	_ = in.InitialStates(func(s recipe.State) bool {
		list = append(list, place{s.Clone(), -1})
		if goal == simulate.States {
			out[in.Key(s)] = true
		}
		return true
	})
	met := map[string]bool{}
	for len(list) > 0 {
		p := list[0]
		list = list[1:]
		if k := fmt.Sprint(in.Key(p.state), p.last); met[k] {
			continue
		} else {
			met[k] = true
		}
		next, _ := in.Successors(p.state)
		for _, t := range next {
			if t.Step.Kind != recipe.Stutter {
				out.step(in, goal, p.last, t)
				list = append(list, place{t.Next, t.Step.Command})
			}
		}
	}
	return out
}

// by are the goals of runs, each of which is one of the system.
func by(t *testing.T, in *recipe.Interpreter, goal simulate.Goal, runs []*trace.Trace, length int) reachedBy {
	out := reachedBy{}
	for _, run := range runs {
		require.NoError(t, run.Replay(in))
		require.LessOrEqual(t, len(run.Steps), max(length, len(all(in, simulate.States)))+1)
		if goal == simulate.States {
			out[in.Key(run.Steps[0].State)] = true
		}
		last := -1
		for i := 0; i+1 < len(run.Steps); i++ {
			out.step(in, goal, last, recipe.Transition{Step: run.Steps[i].Message, Next: run.Steps[i+1].State})
			last = run.Steps[i].Message.Command
		}
	}
	return out
}

// TestRunsCover covers the goals of generated systems, with as many runs as it takes, and with few.
func TestRunsCover(t *testing.T) {
	whole, part, never := 0, 0, 0
	for seed := range 120 {
		in := recipe.NewInterpreter(recipetest.System(recipetest.Seeded(uint64(seed)), recipetest.Shape{Agents: 3, Locals: 2, Total: true}))
		if g, err := recipe.Explore(t.Context(), in, 150); err != nil || !g.Complete {
			continue
		}
		for goal := simulate.Commands; goal <= simulate.States; goal++ {
			want := all(in, goal)
			for _, o := range []simulate.CoverOptions{
				{Goal: goal, Runs: 10000, Length: 5, MaxStates: 150}, {Goal: goal, Runs: 1, Length: 4, MaxStates: 150}, {Goal: goal, Runs: 100, Length: 3, MaxStates: 2},
			} {
				c, err := simulate.CoverRuns(t.Context(), in, o)
				require.NoError(t, err)
				got := by(t, in, goal, c.Runs, o.Length)
				require.Equal(t, c.Goals, c.Covered+len(c.Missed))
				require.LessOrEqual(t, len(c.Runs), o.Runs)
				if !c.Complete {
					continue
				}
				require.Len(t, want, c.Goals)
				require.Len(t, got, c.Covered)
				if c.Covered == c.Goals {
					whole++
				} else {
					require.Equal(t, 1, o.Runs)
					part++
				}
				if goal == simulate.Commands {
					require.Equal(t, len(in.System().Commands), len(want)+len(c.Never))
					never += len(c.Never)
				}
			}
		}
	}
	require.Greater(t, min(whole, part, never), 20)
}

// TestCoversTell says why a command is never executed.
func TestCoversTell(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	n := a.Local("n", recipe.BoolType)
	a.Init(recipe.Not(n))
	a.Send(0, 0, b.Broadcast()).Label("go")
	a.Send(0, 0, b.Broadcast()).Label("no").When(n)
	a.Send(1, 0, b.Broadcast()).Label("late")
	sys, err := b.System()
	require.NoError(t, err)
	in := recipe.NewInterpreter(sys)
	o := simulate.CoverOptions{Runs: 3, Length: 9, MaxStates: 9}
	c, err := simulate.CoverRuns(t.Context(), in, o)
	require.NoError(t, err)
	require.Equal(t, []string{"a-no: its guard n is false", "a-late: a is never in control state 1"}, c.Never)
	require.Len(t, c.Runs, 1)
	require.True(t, c.Complete)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = simulate.CoverRuns(ended, in, o)
	require.ErrorIs(t, err, context.Canceled)
	_, err = simulate.CoverRuns(t.Context(), in, simulate.CoverOptions{})
	require.ErrorIs(t, err, recipe.ErrMisuse)
	_, err = simulate.CoverRuns(t.Context(), nil, o)
	require.ErrorIs(t, err, recipe.ErrMisuse)
}
