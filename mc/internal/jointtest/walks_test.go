package jointtest

import (
	"errors"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Walks alone find only what the explicit checker knows to be violated, in both readings of states
// without a successor, and under fairness. Each path that shows it is one of the system.
func TestWalksAgainstExplicitChecker(t *testing.T) {
	found, missed, unknown := map[string]int{}, 0, 0
	for seed := range recipetest.Number(t, "JOINT_MODELS", 60) {
		rng := rand.New(rand.NewSource(int64(7000 + seed)))
		p := parse(t, string(ispl.PrintFile(ispltest.Generate(rng, ispltest.Options{Formulas: 10}))))
		pathsEnd := seed%3 == 0
		r, err := ispltest.Check(p, 400, pathsEnd)
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		spec := rcp.OfISPL(p)
		spec.PathsEnd = pathsEnd
		session := mc.Session{
			Model:      mc.JointModelOf(p.System, spec, mc.WithEngines("walks"), mc.WithBudget(40_000)),
			Properties: spec.Properties,
		}
		report, err := session.Run(t.Context())
		require.NoError(t, err)
		in := interpreted.NewInterpreter(p.System)
		for i, result := range report.Results {
			if result.Verdict != mc.Violated {
				require.Equal(t, mc.Unknown, result.Verdict)
				unknown++
				if !r.Verdicts[i] {
					missed++
				}
				continue
			}
			require.False(t, r.Verdicts[i], "seed %d: %s", seed, p.Formulas[i].Text)
			w := result.Witness
			require.False(t, w.Holds)
			require.Equal(t, w.State, w.Run.States[0])
			replays(t, in, w.Run)
			switch {
			case pathsEnd:
				found["paths end"]++
				require.GreaterOrEqual(t, w.Run.Loop, 0)
				require.NotContains(t, w.Run.Steps, interpreted.Joint(nil))
			case len(p.Fairness) > 0:
				found["fair"]++
				require.GreaterOrEqual(t, w.Run.Loop, 0)
			case w.Run.Loop >= 0:
				found["lasso"]++
			default:
				found["prefix"]++
			}
		}
	}
	t.Log(found, missed, unknown)
	for _, kind := range []string{"paths end", "fair", "lasso", "prefix"} {
		require.Greater(t, found[kind], 3, kind)
	}
}

// A state without a successor repeats for ever, unless paths end there.
func TestWalksWherePathsEnd(t *testing.T) {
	p := parse(t, `Agent P
  Vars: on : boolean; end Vars
  Actions = {go};
  Protocol: on = false : {go}; end Protocol
  Evolution: on = true if Action = go; end Evolution
end Agent
Evaluation on if P.on = true; end Evaluation
InitStates P.on = false; end InitStates
Formulae AG AF !on; end Formulae
`)
	for _, pathsEnd := range []bool{false, true} {
		spec := rcp.OfISPL(p)
		spec.PathsEnd = pathsEnd
		for _, engines := range [][]string{{"walks"}, {"diagrams"}} {
			s := mc.Session{
				Model:      mc.JointModelOf(p.System, spec, mc.WithEngines(engines...), mc.WithBudget(10_000)),
				Properties: spec.Properties,
			}
			report, err := s.Run(t.Context())
			require.NoError(t, err)
			require.Equal(t, !pathsEnd, report.Results[0].Verdict == mc.Violated, "%v %v", pathsEnd, engines)
		}
	}
}

// Besides diagrams, walks change no answer. A limit on diagrams leaves what walks have found.
func TestWalksBesideDiagrams(t *testing.T) {
	source := `Agent P
  Vars: x : 0..200; y : 0..200; end Vars
  Actions = {a, b};
  Protocol: Other : {a, b}; end Protocol
  Evolution:
    x = x + 1 if Action = a and x < 200;
    y = y + 1 if Action = b and y < 200;
  end Evolution
end Agent
Evaluation far if P.x = 200 and P.y = 200; low if P.x < 9 and P.y < 9; end Evaluation
InitStates P.x = 0 and P.y = 0; end InitStates
Formulae AG low; AG !far; end Formulae
`
	p := parse(t, source)
	spec := rcp.OfISPL(p)
	check := func(o ...mc.Option) []mc.Result {
		s := mc.Session{Model: mc.JointModelOf(p.System, spec, o...), Properties: spec.Properties}
		report, err := s.Run(t.Context())
		require.NoError(t, err)
		return report.Results
	}
	whole := check()
	require.Equal(t, mc.Violated, whole[0].Verdict)
	require.Equal(t, mc.Violated, whole[1].Verdict)
	limited := check(mc.WithBudget(100_000))
	require.Equal(t, mc.Violated, limited[0].Verdict)
	require.Nil(t, limited[0].States)
	require.Equal(t, mc.Unknown, limited[1].Verdict)
	require.ErrorIs(t, limited[1].Err, mc.ErrShare)
	alone := check(mc.WithBudget(100_000), mc.WithEngines("diagrams"))
	require.Equal(t, mc.Unknown, alone[0].Verdict)
	require.NotEqual(t, ltol.OpTrue, spec.Properties[0].State.OnPaths().Op())
}
