package bounded_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	diagrams "github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/searchtest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// On generated systems, with and without fairness, what is found replays and violates the property,
// what is violated is found, and what holds is not. Searches that stop often find the same.
func TestSearchesAgreeWithVerdicts(t *testing.T) {
	trials := recipetest.Number(t, "RCHECK_TRIALS", 60)
	count := map[string]int{}
	for seed := range uint64(trials) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		draw := mctest.NewFormulas(source, sys)
		var fair fairness
		properties := []*ltol.Formula{draw.Property(), draw.Property(), draw.Property(), ltol.Globally(draw.Atom())}
		switch seed % 4 {
		case 1:
			fair.justice = []*ltol.Formula{draw.Condition()}
		case 2:
			fair.compassion = [][2]*ltol.Formula{{draw.Condition(), draw.Condition()}}
		}
		checker := searchtest.New(t, sys, fair.justice, fair.compassion)
		if checker == nil {
			continue // no initial state
		}
		model, err := circuit.Build(context.Background(), sys, circuit.Options{})
		require.NoError(t, err)
		in := recipe.NewInterpreter(sys)
		for _, f := range properties {
			violated, most := checker.Violated(f), 6
			if violated {
				count["violated"]++
				most = 60
			} else {
				count["holds"]++
			}
			run, bad := search(t, model, in, fair, f, most, 1<<40)
			require.Equal(t, violated, run != nil, "seed %d, property %s", seed, f)
			other, _ := searchBy((*bounded.Machine).Tableau, t, model, in, fair, f, most, 1<<40)
			require.Equal(t, violated, other != nil, "seed %d, property %s", seed, f)
			if other != nil {
				count["by obligations"]++
				requireViolation(t, in, other, fair, f)
			}
			if run == nil {
				continue
			}
			if count["runs"]++; bad {
				count["bad"]++
			}
			if !bad {
				require.LessOrEqual(t, 0, run.Loop)
				requireViolation(t, in, run, fair, f)
			}
			again, _ := search(t, model, in, fair, f, most, 500)
			require.Len(t, again.Steps, len(run.Steps))
		}
	}
	t.Log(count)
	require.Greater(t, min(count["violated"], count["holds"], count["bad"]), trials/4)
	require.Greater(t, count["runs"]-count["bad"], trials/4)
}

// fairness is what makes the runs of a system fair.
type fairness struct {
	justice    []*ltol.Formula
	compassion [][2]*ltol.Formula
}

// search looks for a violation, a piece of work at a time; bad tells of one that any continuation
// is.
func search(t *testing.T, model *circuit.Model, in *recipe.Interpreter, fair fairness, f *ltol.Formula, most, piece int) (run *trace.Trace, bad bool) {
	return searchBy((*bounded.Machine).Goal, t, model, in, fair, f, most, piece)
}

// requireViolation requires a fair run that violates a formula.
func requireViolation(t *testing.T, in *recipe.Interpreter, run *trace.Trace, fair fairness, f *ltol.Formula) {
	t.Helper()
	require.NoError(t, run.Replay(in))
	holds, err := trace.Read(context.Background(), in, run).Satisfies(f)
	require.NoError(t, err)
	require.False(t, holds)
	conditions := diagrams.FairnessFormulas(fair.justice, fair.compassion)
	isFair, err := trace.Read(context.Background(), in, run).SatisfiesAll(conditions)
	require.NoError(t, err)
	require.True(t, isFair)
}

// A refuter makes a goal of a property: by automata or by a tableau.
type refuter func(*bounded.Machine, context.Context, string, []*ltol.Formula, bounded.Fairness, ltol.Options) (bounded.Goal, error)

// searchBy is search with a goal that is made in the given way.
func searchBy(
	by refuter, t *testing.T, model *circuit.Model, in *recipe.Interpreter, fair fairness,
	f *ltol.Formula, most, piece int,
) (run *trace.Trace, bad bool) {
	m := bounded.NewMachine(model, &ltol.Translator{})
	fairly, err := m.Fair(fair.justice, fair.compassion)
	require.NoError(t, err)
	goal, err := by(m, context.Background(), "it", f.Conjuncts(), fairly, ltol.Options{})
	require.NoError(t, err)
	s := bounded.NewSearch(m, goal)
	for done := false; !done; piece *= 2 {
		var found *bounded.Run
		found, done, err = s.Next(context.Background(), most, s.Work()+piece)
		require.NoError(t, err)
		if found == nil {
			continue
		}
		var end recipe.State
		run, end, err = found.Trace(model, in)
		require.NoError(t, err)
		if bad = run.Loop < 0; bad {
			requireLost(t, in, run, end, f)
		}
	}
	return run, bad
}

// requireLost goes on from a run to a bad step until a state comes back, which has to violate.
func requireLost(t *testing.T, in *recipe.Interpreter, run *trace.Trace, end recipe.State, f *ltol.Formula) {
	steps, at := append([]trace.Step(nil), run.Steps...), map[string]int{}
	for {
		if loop, met := at[in.Key(end)]; met {
			lasso := &trace.Trace{System: run.System, Steps: steps, Loop: loop}
			require.NoError(t, lasso.Replay(in))
			holds, err := trace.Read(context.Background(), in, lasso).Satisfies(f)
			require.NoError(t, err)
			require.False(t, holds)
			return
		}
		at[in.Key(end)] = len(steps)
		next, err := in.Successors(end)
		require.NoError(t, err)
		steps = append(steps, trace.Step{State: end, Message: next[0].Step})
		end = next[0].Next
	}
}
