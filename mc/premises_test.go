package mc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Where a property has premises, a search with bits begins with the conclusion and what follows from
// the premises, and adds the premises that its run does not satisfy. The verdicts on generated
// systems are those of automata for the whole, which know nothing of parts, with fairness and
// without.
func TestPremisesPartByPart(t *testing.T) {
	count := map[mc.Verdict]int{}
	for seed := range recipetest.Number(t, "MC_PREMISES", 60) {
		source := recipetest.Seeded(uint64(seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
		draw := mctest.NewFormulas(source, sys)
		response := func() *ltol.Formula {
			return ltol.Globally(ltol.Implies(draw.Condition(), ltol.Finally(draw.Condition())))
		}
		var spec mc.Specification
		if seed%3 == 0 {
			spec.Justice = append(spec.Justice, draw.Condition())
		}
		for i := range 4 {
			premises := []*ltol.Formula{response(), response(), ltol.Finally(draw.Condition()), ltol.Globally(draw.Condition())}
			if i == 3 {
				premises = append(premises[:2], draw.Formula(2))
			}
			f := ltol.Implies(ltol.And(premises[i%2:]...), ltol.And(response(), response()))
			spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Formula: f})
		}
		var reports [2]*mc.Report
		for i, most := range []int{-1, math.MaxInt} {
			c, err := mc.NewChecker(t.Context(), sys, spec, mc.WithEngines("diagrams"), mc.WithCertificates(3),
				settingstest.WithThresholds(settings.Thresholds{Search: search.Thresholds{MaxAutomaton: most}}))
			require.NoError(t, err)
			reports[i], err = c.Check(t.Context())
			require.NoError(t, err)
			c.Close()
		}
		for i, r := range reports[0].Results {
			require.NoError(t, r.Err)
			require.Equal(t, reports[1].Results[i].Verdict, r.Verdict, "seed %d: %s", seed, r.Property.Formula)
			count[r.Verdict]++
		}
	}
	t.Log(count)
	require.Greater(t, count[mc.Holds], 20)
	require.Greater(t, count[mc.Violated], 10)
}
