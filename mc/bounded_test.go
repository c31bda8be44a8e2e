package mc_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Of the model families' properties what exploring alone says is violated is found by bounded model
// checking, and what holds is not.
func TestBoundedSearchesOfFamilies(t *testing.T) {
	exploring := settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{WalkShare: -1, BoundedAfter: 1 << 40}, WalkFirst: -1})
	count := map[mc.Verdict]int{}
	for _, f := range bench.Families() {
		p, err := bench.Read(f.File(), f.Set(f.Small[0]))
		require.NoError(t, err)
		report, err := mc.Check(t.Context(), p.System, rcp.Specification(p), exploring, mc.WithVerdictsAlone())
		require.NoError(t, err)
		model, err := circuit.Build(t.Context(), p.System, circuit.Options{})
		require.NoError(t, err)
		for _, r := range report.Results {
			most := 6
			if r.Verdict == mc.Violated {
				most = 60
			}
			m := bounded.NewMachine(model, &ltol.Translator{})
			fair, err := m.Fair(p.Justice, p.Compassion)
			require.NoError(t, err)
			goal, err := m.Goal(t.Context(), "it", r.Property.Formula.Conjuncts(), fair, ltol.Options{})
			require.NoError(t, err)
			run, _, err := bounded.NewSearch(m, goal).Next(t.Context(), most, 1<<40)
			require.NoError(t, err)
			require.Equal(t, r.Verdict == mc.Violated, run != nil, "%s: %s", f.Name, r.Property.Name)
			count[r.Verdict]++
		}
	}
	t.Log(count)
	require.Greater(t, min(count[mc.Violated], count[mc.Holds]), 25)
}
