package mc

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// On generated systems, which are too small to be given much work, a hunt that may work as long as
// it likes decides what diagrams decide: what it finds an invariant for holds, what it finds a run for
// does not, and without fairness nothing of the form of a safety property is left open.
func TestHuntsForInvariants(t *testing.T) {
	ctx := context.Background()
	count := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "RCHECK_TRIALS", 60)) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		draw := mctest.NewFormulas(source, sys)
		letter := func() *ltol.Formula { return ltol.Or(draw.Atom(), draw.Atom(), draw.Atom()) }
		var spec Specification
		for i, f := range []*ltol.Formula{
			ltol.And(ltol.Globally(letter()), ltol.Globally(ltol.Implies(draw.Atom(), ltol.Next(letter())))),
			ltol.WeakUntil(letter(), letter()), ltol.Release(draw.Atom(), letter()),
			ltol.Not(ltol.StrongRelease(letter(), draw.Atom())), draw.Property(), draw.Property(),
		} {
			spec.Properties = append(spec.Properties, Property{Index: i + 1, Formula: f})
		}
		if seed%3 == 0 {
			spec.Justice = append(spec.Justice, draw.Condition())
		}
		c, err := NewChecker(ctx, sys, spec)
		if err != nil {
			continue // no initial state
		}
		limits := Thresholds{CircuitFirst: -1, InductiveShare: 1}
		if seed%2 == 0 { // in small pieces, and with new solvers all the time
			limits.InductiveShare, limits.InductiveQueries = 1<<20, -1
		}
		limits.setDefaults()
		h := newHunt(sys, spec, &limits)
		values, err := symbolic.Analyse(ctx, sys, c.set.symbolic.Flow)
		require.NoError(t, err)
		h.know(values)
		for h.work = 1 << 30; h.easiest() != nil && !h.enough(nil) && h.fault == nil; h.work *= 2 {
			h.induce(ctx)
		}
		require.NoError(t, h.fault)
		for _, p := range spec.Properties {
			r := c.CheckProperty(ctx, p)
			require.NoError(t, r.Err)
			what := fmt.Sprintf("seed %d: %s, fairness %v", seed, p.Formula, spec.Justice)
			switch {
			case h.clauses(p.Formula) > 0:
				require.Equal(t, Holds, r.Verdict, what)
				count["holds"]++
			case h.trace(p.Formula) != nil:
				require.Equal(t, Violated, r.Verdict, what)
				count["violated"]++
			default:
				require.False(t, p.Formula.Safety() && len(spec.Justice) == 0, what)
			}
		}
		c.Close()
	}
	t.Log(count)
	require.Greater(t, min(count["holds"], count["violated"]), 30)
}
