package quotient_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Of generated systems with agents that are alike, orbits find runs where three searches with
// diagrams do: one with default thresholds, one with extreme ones, and one more that does not know
// the reachable states. Searches that end in the midst say so, and change nothing. Runs replay, are
// fair, and satisfy what they are to satisfy.
func TestOrbitsAndDiagramsAgree(t *testing.T) {
	ctx := t.Context()
	found, none, quotients, ended := 0, 0, 0, 0
	for seed := range recipetest.Number(t, "MC_SYSTEMS", 120) {
		source := recipetest.Seeded(uint64(seed))
		shape := recipetest.Shape{Alike: source.Intn(4) > 0, Propositions: 4, Free: source.Intn(4) == 0}
		sys := recipetest.System(source, shape)
		in := recipe.NewInterpreter(sys)
		if g, err := recipe.Explore(ctx, in, 400); err != nil || g.Len() == 0 {
			continue
		}
		model, err := symbolic.Encode(ctx, sys, symbolic.Options{NoTrials: true})
		require.NoError(t, err)
		formulas, again := mctest.NewFormulas(source, sys), ltol.True()
		var justice []*ltol.Formula
		if source.Intn(3) == 0 {
			justice = append(justice, formulas.Atom())
			again = ltol.Globally(ltol.Finally(justice[0]))
		}
		var systems []*search.System
		for way := range 3 {
			var limits search.Thresholds
			if way > 0 {
				recipetest.Extremes(source, &limits)
			}
			fair := search.NewFairness(justice, nil)
			s := search.NewSystem(space.OfRecipe(model, in), fair, search.Options{Thresholds: limits})
			if way < 2 {
				require.NoError(t, s.Explore(ctx))
			}
			systems = append(systems, s)
		}
		limits := quotient.Thresholds{MaxUnfolded: -source.Intn(2)}
		finder := quotient.NewFinder(in, quotient.Options{Repeat: true, Thresholds: limits})
		for range 6 {
			f := formulas.Formula(1 + source.Intn(3))
			if source.Intn(2) == 0 {
				f = ltol.Until(formulas.Atom(), ltol.And(formulas.Atom(), formulas.Formula(1)))
			}
			fair := ltol.And(f, again)
			requireRun := func(tr *trace.Trace) {
				require.NoError(t, tr.Replay(in), "seed %d, %s", seed, fair)
				ok, err := trace.Read(ctx, in, tr).Satisfies(fair)
				require.NoError(t, err)
				require.True(t, ok, "seed %d, %s", seed, fair)
			}
			if _, _, err := finder.Find(mctest.NewInterrupt(1+source.Intn(60)), fair); err != nil {
				require.ErrorIs(t, err, context.Canceled, "seed %d, %s", seed, fair)
				ended++
			}
			run, stats, err := finder.Find(ctx, fair)
			require.NoError(t, err, "seed %d, %s", seed, fair)
			if len(stats.Classes) > 0 {
				quotients++
			}
			if run != nil {
				requireRun(run)
				found++
			} else {
				none++
			}
			for way, s := range systems {
				goals, err := s.Goals(ctx, f, ltol.Options{})
				require.NoError(t, err)
				occurs := false
				for _, goal := range goals {
					if _, err := s.Find(mctest.NewLimit(1+source.Intn(200), 2), goal, true, true); err != nil {
						require.ErrorIs(t, err, bdd.ErrNodeLimit, "seed %d, %s, way %d", seed, fair, way)
						ended++
					}
					out, err := s.Find(ctx, goal, true, true)
					require.NoError(t, err, "seed %d, %s, way %d", seed, fair, way)
					if occurs = occurs || out.Found; out.Run == nil {
						continue
					}
					tr := &trace.Trace{System: sys, Loop: out.Run.Loop}
					for i, step := range out.Run.Steps {
						at := out.Run.States[i].(recipe.State)
						tr.Steps = append(tr.Steps, trace.Step{State: at, Message: step.(recipe.Step)})
					}
					requireRun(tr)
				}
				require.Equal(t, run != nil, occurs, "seed %d, %s, way %d", seed, fair, way)
			}
		}
		model.Close()
	}
	t.Logf("%d formulas satisfied, %d not, %d on a proper quotient, %d searches ended", found, none, quotients, ended)
	require.Greater(t, min(found, none, ended), 100)
	require.Greater(t, quotients, 20)
}
