package mc_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// chosenEngines are choices of engines, with the verdicts that some property must get from each.
var chosenEngines = []struct {
	names []string
	gives []mc.Verdict
}{
	{[]string{"walks"}, []mc.Verdict{mc.Violated, mc.Unknown}},
	{[]string{"bounded"}, []mc.Verdict{mc.Violated, mc.Unknown}},
	{[]string{"induction"}, []mc.Verdict{mc.Holds, mc.Violated, mc.Unknown}},
	{[]string{"walks", "induction"}, []mc.Verdict{mc.Holds, mc.Violated, mc.Unknown}},
	{[]string{"orbits"}, []mc.Verdict{mc.Holds, mc.Violated, mc.Unknown}},
	{[]string{"walks", "orbits"}, []mc.Verdict{mc.Violated, mc.Unknown}},
	{[]string{"diagrams"}, []mc.Verdict{mc.Holds, mc.Violated}},
	{[]string{"induction", "diagrams"}, []mc.Verdict{mc.Holds, mc.Violated}},
}

// The engines that are chosen give the verdicts that all together give, or none, and then for the
// reason that they have nothing left to do or used up their budget. Both runs of a check are equal.
func TestChosenEngines(t *testing.T) {
	list := questions(t, recipetest.Number(t, "MC_QUESTIONS", 2))
	for _, chosen := range chosenEngines {
		seen := map[mc.Verdict]int{}
		options := []mc.Option{
			mc.WithEngines(chosen.names...), mc.WithBudget(400_000),
			settingstest.WithThresholds(settings.Thresholds{WalkAlone: 50_000}),
		}
		for _, q := range list {
			r, err := mc.Check(context.Background(), q.sys, q.spec, options...)
			require.NoError(t, err)
			again, err := mc.Check(context.Background(), q.sys, q.spec, options...)
			require.NoError(t, err)
			for i, result := range r.Results {
				seen[result.Verdict]++
				what := fmt.Sprintf("%v: %s: %s", chosen.names, result.Property.Text, result.Reason)
				require.Equal(t, result.Verdict, again.Results[i].Verdict, what)
				require.Equal(t, fmt.Sprint(result.Trace), fmt.Sprint(again.Results[i].Trace), what)
				if result.Verdict == mc.Unknown {
					given := errors.Is(result.Err, mc.ErrUndecided) || errors.Is(result.Err, mc.ErrShare)
					require.True(t, given, what)
					continue
				}
				require.Equal(t, q.want[i], result.Verdict, what)
				if result.Trace != nil {
					requireViolation(t, q.sys, q.spec, result.Property, result.Trace)
				}
			}
		}
		t.Log(chosen.names, seen)
		for _, v := range chosen.gives {
			require.Positive(t, seen[v], "%v: nothing is %s", chosen.names, v)
		}
		for v := range seen {
			proves := v == mc.Holds && len(chosen.names) > 1 // where some agents are interchangeable
			require.True(t, proves || slices.Contains(chosen.gives, v), "%v: something is %s", chosen.names, v)
		}
	}
}

// Engines that work without diagrams end with their context, at whatever instant.
func TestChosenEnginesAreInterrupted(t *testing.T) {
	sys, spec, _ := shiftWork(t, 3)
	for _, names := range [][]string{{"walks"}, {"bounded"}, {"induction"}, {"walks", "orbits"}} {
		phases := map[string]int{}
		sweep(1, 2000, 5, func(n int) bool {
			_, err := mc.NewChecker(expiringAfter(int64(n)), sys, spec, mc.WithEngines(names...),
				settingstest.WithThresholds(settings.Thresholds{WalkAlone: 50_000}), mc.WithBudget(2_000_000))
			if err == nil || !errors.Is(err, context.Canceled) {
				return true
			}
			note(t, phases, err)
			return false
		})
		require.Positive(t, phases[fault.PhaseEngines], "%v: %v", names, phases)
	}
}

// Only diagrams decide properties about states, and those of interpreted systems.
func TestOnlyDiagramsDecideStates(t *testing.T) {
	sys, spec, _ := shiftWork(t, 3)
	spec.Properties = []mc.Property{
		{Index: 1, State: ltol.AllPaths(ltol.Globally(ltol.Not(ltol.Next(ltol.True()))))},
		spec.Properties[0],
	}
	program, problems := ispl.Parse("coin.ispl", []byte(coin), ispl.Options{})
	require.False(t, problems.HasErrors())
	joint := rcp.OfISPL(program)
	for _, name := range mc.EngineNames() {
		engine := []mc.Option{mc.WithEngines(name), mc.WithBudget(1_000_000)}
		r, err := mc.Check(context.Background(), sys, spec, engine...)
		require.NoError(t, err)
		want := mc.Unknown
		if name == "diagrams" {
			want = mc.Violated
		}
		require.Equal(t, want, r.Results[0].Verdict, name)
		s := mc.Session{Model: mc.JointModelOf(program.System, joint, engine...), Properties: joint.Properties}
		r, err = s.Run(context.Background())
		require.NoError(t, err)
		if name == "diagrams" {
			require.Equal(t, mc.Holds, r.Results[0].Verdict)
			continue
		}
		require.Equal(t, mc.Unknown, r.Results[0].Verdict, name)
		if name == "walks" { // there are always more of them
			require.ErrorIs(t, r.Results[0].Err, mc.ErrShare)
			continue
		}
		require.Equal(t, "the chosen engines do not decide it: "+name, r.Results[0].Reason)
		require.ErrorIs(t, r.Results[0].Err, mc.ErrUndecided)
	}
}
