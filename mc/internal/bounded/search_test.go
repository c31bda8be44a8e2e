package bounded_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
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
		var spec mc.Specification
		for i := range 3 {
			spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Formula: draw.Property()})
		}
		spec.Properties = append(spec.Properties, mc.Property{Index: 4, Formula: ltol.Globally(draw.Atom())})
		switch seed % 4 {
		case 1:
			spec.Justice = []*ltol.Formula{draw.Condition()}
		case 2:
			spec.Compassion = [][2]*ltol.Formula{{draw.Condition(), draw.Condition()}}
		}
		report, err := mc.Check(context.Background(), sys, spec)
		if err != nil {
			continue // no initial state
		}
		model, err := circuit.Build(context.Background(), sys, circuit.Options{})
		require.NoError(t, err)
		in := recipe.NewInterpreter(sys)
		for i, p := range spec.Properties {
			verdict := report.Results[i].Verdict
			most := 6
			if verdict == mc.Violated {
				most = 60
			}
			run, bad := search(t, model, in, spec, p.Formula, most, 1<<40)
			require.Equal(t, verdict == mc.Violated, run != nil, "seed %d, property %s", seed, p.Formula)
			other, _ := searchBy((*bounded.Machine).Tableau, t, model, in, spec, p.Formula, most, 1<<40)
			require.Equal(t, verdict == mc.Violated, other != nil, "seed %d, property %s", seed, p.Formula)
			if other != nil {
				count["by obligations"]++
				requireViolation(t, in, other, spec, p.Formula)
			}
			count[verdict.String()]++
			if run == nil {
				continue
			}
			if count["runs"]++; bad {
				count["bad"]++
			}
			if !bad {
				require.LessOrEqual(t, 0, run.Loop)
				requireViolation(t, in, run, spec, p.Formula)
			}
			again, _ := search(t, model, in, spec, p.Formula, most, 500)
			require.Len(t, again.Steps, len(run.Steps))
		}
	}
	t.Log(count)
	require.Greater(t, min(count["violated"], count["holds"], count["bad"]), trials/4)
	require.Greater(t, count["runs"]-count["bad"], trials/4)
}

// Of the model families' properties what exploring alone says is violated is found, and what holds
// is not.
func TestFamiliesAgreeWithVerdicts(t *testing.T) {
	exploring := settings.WithThresholds(settings.Thresholds{WalkFirst: -1, WalkShare: -1, BoundedAfter: 1 << 40})
	count := map[string]int{}
	for _, f := range bench.Families() {
		p, err := bench.Read(f.File(), f.Set(f.Small[0]))
		require.NoError(t, err)
		spec := rcp.Specification(p)
		report, err := mc.Check(context.Background(), p.System, spec, exploring)
		require.NoError(t, err)
		model, err := circuit.Build(context.Background(), p.System, circuit.Options{})
		require.NoError(t, err)
		in := recipe.NewInterpreter(p.System)
		for _, r := range report.Results {
			most := 6
			if r.Verdict == mc.Violated {
				most = 60
			}
			run, _ := search(t, model, in, spec, r.Property.Formula, most, 1<<40)
			require.Equal(t, r.Verdict == mc.Violated, run != nil, "%s: %s", f.Name, r.Property.Name)
			count[r.Verdict.String()]++
		}
	}
	t.Log(count)
	require.Greater(t, min(count["violated"], count["holds"]), 25)
}

// search looks for a violation, a piece of work at a time; bad tells of one that any continuation
// is.
func search(t *testing.T, model *circuit.Model, in *recipe.Interpreter, spec mc.Specification, f *ltol.Formula, most, piece int) (run *trace.Trace, bad bool) {
	return searchBy((*bounded.Machine).Goal, t, model, in, spec, f, most, piece)
}

// requireViolation requires a fair run that violates a formula.
func requireViolation(t *testing.T, in *recipe.Interpreter, run *trace.Trace, spec mc.Specification, f *ltol.Formula) {
	t.Helper()
	require.NoError(t, run.Replay(in))
	holds, err := trace.Read(context.Background(), in, run).Satisfies(f)
	require.NoError(t, err)
	require.False(t, holds)
	fair, err := trace.Read(context.Background(), in, run).SatisfiesAll(spec.Conditions())
	require.NoError(t, err)
	require.True(t, fair)
}

// A refuter makes a goal of a property: by automata or by a tableau.
type refuter func(*bounded.Machine, context.Context, string, []*ltol.Formula, bounded.Fairness, ltol.Options) (bounded.Goal, error)

// searchBy is search with a goal that is made in the given way.
func searchBy(
	by refuter, t *testing.T, model *circuit.Model, in *recipe.Interpreter, spec mc.Specification,
	f *ltol.Formula, most, piece int,
) (run *trace.Trace, bad bool) {
	m := bounded.NewMachine(model, &ltol.Translator{})
	fair, err := m.Fair(spec.Justice, spec.Compassion)
	require.NoError(t, err)
	goal, err := by(m, context.Background(), "it", f.Conjuncts(), fair, ltol.Options{})
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
