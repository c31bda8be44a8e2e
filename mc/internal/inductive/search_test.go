package inductive_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/inductive"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/searchtest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// On generated systems an invariant is found, and passes its check, where exploring all states says
// that a property holds, and a run to a bad step that the interpreter knows where it does not. It
// is the same for searches that are interrupted often.
func TestInvariantsAgreeWithVerdicts(t *testing.T) {
	trials := recipetest.Number(t, "RCHECK_TRIALS", 120)
	count := map[inductive.Outcome]int{}
	clauses, long := 0, 0
	ctx := context.Background()
	for seed := range uint64(trials) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		draw := mctest.NewFormulas(source, sys)
		properties := []*ltol.Formula{
			ltol.Globally(draw.Atom()), ltol.Globally(ltol.Or(draw.Atom(), draw.Atom(), draw.Atom())),
			ltol.And(ltol.Globally(ltol.Or(draw.Atom(), draw.Atom())), ltol.Globally(ltol.Implies(draw.Atom(), ltol.Next(draw.Atom())))),
			draw.Property(), draw.Property(),
		}
		checker := searchtest.New(t, sys, nil, nil)
		if checker == nil {
			continue
		}
		model, err := circuit.Build(ctx, sys, circuit.Options{})
		require.NoError(t, err)
		in := recipe.NewInterpreter(sys)
		for _, f := range properties {
			m := bounded.NewMachine(model, &ltol.Translator{})
			fair, err := m.Fair(nil, nil)
			require.NoError(t, err)
			goal, err := m.Goal(ctx, "", f.Conjuncts(), fair, ltol.Options{})
			require.NoError(t, err)
			if len(goal.Again) > 0 {
				continue
			}
			violated := checker.Violated(f)
			for _, often := range []bool{false, true} {
				piece := 1 << 40
				if often {
					piece = 100
				}
				s := inductive.NewSearch(m, goal.Bad)
				outcome := inductive.Open
				for ; outcome == inductive.Open; piece *= 2 {
					outcome = s.Next(ctx, s.Work()+piece)
				}
				count[outcome]++
				require.Equal(t, !violated, outcome == inductive.Safe, "seed %d, property %s", seed, f)
				if outcome == inductive.Safe {
					if len(s.Invariant()) > len(f.Conjuncts()) {
						clauses++
					}
					require.Equal(t, inductive.Safe, certify(m, goal.Bad, s.Invariant(), often), "seed %d, property %s", seed, f)
					continue
				}
				run, end, err := s.Run().Trace(model, in)
				require.NoError(t, err)
				if len(run.Steps) > 2 {
					long++
				}
				requireRun(t, in, run.Steps, end)
				b := bounded.NewSearch(m, goal)
				shortest, _, err := b.Next(ctx, len(run.Steps), 1<<40)
				require.NoError(t, err)
				require.NotNil(t, shortest)
			}
		}
	}
	t.Log(count, clauses, long)
	require.Greater(t, min(count[inductive.Safe], count[inductive.Unsafe]), trials/2)
	require.Greater(t, min(clauses, long), trials/8)
}
