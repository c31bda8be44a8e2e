package mc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// What holds of a part in any environment holds of each system in which it is a part. A third of
// the systems have a part without gets and other agents that block nothing, so that they are
// receptive environments. MC_OPEN sets how many systems are compared.
func TestPartsHoldInEnvironments(t *testing.T) {
	ctx := context.Background()
	parts, holds, violated, both, receptive := 0, 0, 0, 0, 0
	for seed := range uint64(recipetest.Number(t, "MC_OPEN", 25)) {
		source := recipetest.Seeded(seed)
		whole := recipetest.System(source, recipetest.Shape{Agents: 4, Locals: 2, Commands: 4, States: 2, Propositions: 4})
		if len(whole.Agents) < 3 {
			continue
		}
		part := 1 + int(seed)%(len(whole.Agents)-2)
		open := seed%3 > 0 || !blocksNothing(whole, part)
		p := recipetest.Apart(whole, part, !open)
		if p == nil {
			continue
		}
		f := mctest.Formulas{Source: source}
		for _, id := range p.Asked {
			if whole.Propositions[id].Kind == recipe.StateProposition {
				f.States = append(f.States, id)
			} else {
				f.Steps = append(f.Steps, id)
			}
		}
		if len(f.States) == 0 || len(f.Steps) == 0 {
			continue
		}
		var spec mc.Specification
		for i := range 6 {
			spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Formula: f.Formula(2)})
		}
		if parts++; !open {
			receptive++
		}
		if parts%500 == 0 {
			t.Logf("%d parts, %d properties that hold", parts, holds)
		}
		apart, err := mc.Check(ctx, p.Closed, spec)
		require.NoError(t, err, "seed %d", seed)
		closed, err := mc.Check(ctx, whole, spec)
		require.NoError(t, err, "seed %d", seed)
		for i, r := range apart.Results {
			switch {
			case r.Verdict == mc.Holds:
				holds++
				require.Equal(t, mc.Holds, closed.Results[i].Verdict, "seed %d: %s\n%s\n%s", seed, r.Property.Formula, whole, p.Closed)
			case closed.Results[i].Verdict == mc.Violated:
				both++
				fallthrough
			default:
				violated++
			}
		}
	}
	t.Logf("%d parts, %d in receptive environments: %d properties hold; %d are violated, of which %d in the one system",
		parts, receptive, holds, violated, both)
	require.Greater(t, min(holds, both), parts/2)
}

// blocksNothing lets the agents after a part listen to no channel, unless the part gets something.
func blocksNothing(sys *recipe.System, part int) bool {
	for i := range sys.Commands {
		if k := &sys.Commands[i]; k.Kind == recipe.Get && k.Agent < part {
			return false
		}
	}
	for a := part; a < len(sys.Agents); a++ {
		sys.Agents[a].ReceiveGuard = recipe.FalseExpr
	}
	return true
}

// Of a large system, a session says how many reachable states are deadlocks. It does not of an open
// one, in which agents outside may always stop.
func TestDeadlocksOfLargeSystemsAreCounted(t *testing.T) {
	for composition, want := range map[string][]string{
		"A(a, true)":         {"1 of 2 reachable states are deadlocks (`rcheck-bdd reach` shows a shortest run to one)"},
		"A(a, true) || open": nil,
	} {
		text := "agent A\n local: x : bool\n init: !x\n repeat: s: {!x} *! (true)()[x := true]\nsystem = " + composition + "\n"
		p, list := rcheck.Parse("large.rcp", []byte(text), rcheck.Options{})
		require.NoError(t, list.Err())
		s := mc.Session{Model: mc.ModelOf(p.System, rcp.Fairness(p)), Warnings: mc.Little, Small: -1}
		r, err := s.Run(t.Context())
		require.NoError(t, err)
		require.Positive(t, r.Stats.Deadlocks.Sign(), composition)
		var got []string
		for _, w := range r.Warnings {
			got = append(got, w.Message)
		}
		require.Equal(t, want, got, composition)
	}
}
