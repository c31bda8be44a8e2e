package quotient_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Estimates are near what the searches then do, and searches do the same in every run.
func TestEstimatesAreNear(t *testing.T) {
	ctx := context.Background()
	for name, set := range map[string]map[string]int{"allocation.rcp": {"N": 4, "M": 4}, "stable.rcp": {"N": 3}, "commit.rcp": {"N": 4}} {
		var efforts [2]quotient.Effort
		for run := range efforts {
			p := family(t, name, set)
			f := quotient.NewFinder(recipe.NewInterpreter(p.System), quotient.Options{})
			var questions []*ltol.Formula
			for _, s := range p.Specs {
				questions = append(questions, ltol.Not(s.Formula.Conjuncts()[0]))
			}
			estimates, orbits, err := f.Estimate(ctx, questions)
			require.NoError(t, err)
			for i, q := range questions {
				before := f.Effort()
				_, stats, err := f.Find(ctx, q)
				require.NoError(t, err)
				require.InEpsilon(t, stats.Orbits, orbits[i], 0.5, "%s: %s", name, p.Specs[i].Name)
				after := f.Effort()
				require.InDelta(t, after.States-before.States, estimates[i].States, 0.5*float64(stats.Orbits))
			}
			efforts[run] = f.Effort()
		}
		require.Equal(t, efforts[0], efforts[1])
		require.Positive(t, efforts[0].Arcs)
	}
	require.Zero(t, (*quotient.Finder)(nil).Effort())
}

// Conjuncts for each of several agents that are alike become the same when their agents are put in
// order, in text and as formulas of the system.
func TestFormulasInOrder(t *testing.T) {
	ctx := context.Background()
	p := allocation(t, 3)
	r, err := quotient.NewRenaming(ctx, p.System, nil)
	require.NoError(t, err)
	require.NotEmpty(t, r.Classes())
	for _, s := range p.Specs {
		texts := map[string]*ltol.Formula{}
		for _, part := range s.Formula.Conjuncts() {
			image, text, err := r.InOrder(ctx, part)
			require.NoError(t, err)
			if first := texts[text]; first != nil {
				require.True(t, first.Equal(image), "%s: %s, %s", s.Name, first, image)
			}
			texts[text] = image
		}
		require.Less(t, len(texts), 3, s.Name)
	}
}
