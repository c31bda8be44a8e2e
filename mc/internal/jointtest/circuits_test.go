package jointtest

import (
	"errors"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// safety draws a formula about all paths, some of which say more than their runs.
func safety(rng *rand.Rand, propositions int) *ltol.StateFormula {
	atom := func() *ltol.StateFormula {
		f := ltol.StateProp(rng.Intn(propositions))
		if rng.Intn(2) == 0 {
			f = ltol.NotState(f)
		}
		return f
	}
	some := ltol.OrState(atom(), atom(), atom())
	p, q := ltol.Prop(ltol.Atom{Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})
	always := ltol.AllPaths(ltol.Globally(p), some)
	switch rng.Intn(5) {
	case 0:
		return ltol.AllPaths(ltol.Globally(ltol.Implies(p, q)), atom(), ltol.AllPaths(ltol.Next(p), some))
	case 1:
		return ltol.OrState(always, ltol.AllPaths(ltol.Globally(p), atom()))
	case 2:
		return ltol.AllPaths(ltol.WeakUntil(p, q), some, atom())
	}
	return always
}

// Bounded checking and induction alone say of generated models what the explicit checker says,
// whatever the thresholds are. Without fairness, induction decides every safety property that is
// about all paths. Each run that shows a violation is one of the system.
func TestCircuitsAgainstExplicitChecker(t *testing.T) {
	thresholds := []settings.Thresholds{{CircuitFirst: -1}, {CircuitFirst: -1, BoundedStates: 1, BoundedSteps: 3}, {}}
	count := map[string]int{}
	for seed := range recipetest.Number(t, "JOINT_MODELS", 60) {
		rng := rand.New(rand.NewSource(int64(9000 + seed)))
		p := parse(t, string(ispl.PrintFile(ispltest.Generate(rng, ispltest.Options{Formulas: 10}))))
		if len(p.System.Propositions) > 0 {
			for range 6 {
				p.Formulas = append(p.Formulas, ispl.Property{Formula: safety(rng, len(p.System.Propositions))})
			}
		}
		r, err := ispltest.Check(p, 400, false)
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		spec := rcp.OfISPL(p)
		for _, by := range []string{"bounded", "induction"} {
			s := mc.Session{
				Model: mc.JointModelOf(p.System, spec, mc.WithEngines(by), mc.WithBudget(60_000),
					settingstest.WithThresholds(thresholds[seed%3])),
				Properties: spec.Properties,
			}
			report, err := s.Run(t.Context())
			require.NoError(t, err)
			in := interpreted.NewInterpreter(p.System)
			for i, result := range report.Results {
				what := by + " " + result.Verdict.String()
				count[what]++
				f := p.Formulas[i].Formula
				path := f.OnPaths()
				suits := f.Linear() && path.Safety() && len(path.Atoms()) > 0 && len(p.Fairness) == 0
				switch result.Verdict {
				case mc.Holds:
					require.True(t, r.Verdicts[i], "seed %d: %s", seed, p.Formulas[i].Text)
					require.Positive(t, result.Stats.Clauses)
					if len(p.Fairness) > 0 {
						count["holds under fairness"]++
					}
				case mc.Violated:
					require.False(t, r.Verdicts[i], "seed %d: %s", seed, p.Formulas[i].Text)
					replays(t, in, result.Witness.Run)
					if result.Witness.Run.Loop >= 0 {
						count[by+" lasso"]++
					}
				default:
					require.False(t, by == "induction" && suits && thresholds[seed%3].BoundedStates == 0,
						"seed %d: %s", seed, p.Formulas[i].Text)
				}
			}
		}
	}
	t.Log(count)
	for _, what := range []string{
		"bounded violated", "bounded lasso", "induction holds", "induction violated", "holds under fairness",
	} {
		require.Greater(t, count[what], 10, what)
	}
	require.Zero(t, count["bounded holds"])
}

// Induction alone decides what is about all paths, and leaves the rest to diagrams. Bounded
// checking shows nothing that holds.
func TestInductionLeavesTheRest(t *testing.T) {
	p := parse(t, `Agent P
  Vars: x : 0..30; y : 0..30; below : boolean; end Vars
  Actions = {a, b};
  Protocol: Other : {a, b}; end Protocol
  Evolution:
    x = x + 1 if Action = a and x < 30;
    y = y + 1 if Action = b and y < 30;
    x = x - 1 if Action = b and x > 5;
  end Evolution
end Agent
Evaluation low if P.below = true; end Evaluation
InitStates P.x = 0 and P.y = 0 and P.below = true; end InitStates
Formulae AG low; AG EF low; AF AG low; end Formulae
`)
	spec := rcp.OfISPL(p)
	for _, engines := range [][]string{nil, {"induction"}, {"bounded"}} {
		s := mc.Session{Model: mc.JointModelOf(p.System, spec, mc.WithEngines(engines...)), Properties: spec.Properties}
		report, err := s.Run(t.Context())
		require.NoError(t, err)
		var got []mc.Verdict
		for _, r := range report.Results {
			got = append(got, r.Verdict)
		}
		want := []mc.Verdict{mc.Holds, mc.Holds, mc.Holds}
		if engines != nil {
			want = []mc.Verdict{mc.Unknown, mc.Unknown, mc.Unknown}
		}
		if slices.Contains(engines, "induction") {
			want[0] = mc.Holds
			require.Positive(t, report.Results[0].Stats.Clauses)
		}
		require.Equal(t, want, got, "%v", engines)
	}
}
