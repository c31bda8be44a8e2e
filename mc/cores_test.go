package mc_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/cores"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Cores of generated systems are sufficient and minimal, by the explicit product with the automaton
// of the negation.
func TestCoresAreSufficientAndMinimal(t *testing.T) {
	ctx := context.Background()
	count := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "MC_CORES", 40)) {
		source := recipetest.Seeded(5000 + seed)
		sys := recipetest.System(source, recipetest.Shape{Agents: 2, Locals: 2, Commands: 3, States: 2, Propositions: 3})
		draw := mctest.NewFormulas(source, sys)
		var spec mc.Specification
		if seed%3 == 0 {
			spec.Justice = append(spec.Justice, draw.Condition())
		}
		p := mc.Property{Index: 1, Formula: draw.Property()}
		// holds reports whether the property holds, and ok whether the explicit search can tell.
		holds := func(elements ...cores.Element) (holds, ok bool) {
			in := recipe.NewInterpreter(cores.Free(sys, elements))
			g, _, ok := exploreLetters(t, in, 400)
			if !ok {
				return false, false
			}
			return !g.satisfiable(t, ltol.And(append([]*ltol.Formula{ltol.Not(p.Formula)}, spec.Conditions()...)...)), true
		}
		core, result, err := cores.Find(ctx, sys, spec, p)
		require.NoError(t, err)
		require.Equal(t, result.Verdict == mc.Holds, core != nil)
		if core == nil {
			count["violated"]++
			continue
		}
		at := fmt.Sprintf("seed %d: %s", seed, p.Formula)
		require.True(t, core.Minimal, at)
		require.Len(t, cores.Elements(sys), len(core.Elements)+len(core.Others))
		sufficient, ok := holds(core.Others...)
		if !ok {
			count["large"]++
			continue
		}
		require.True(t, sufficient, at)
		count["cores"]++
		for i, e := range core.Elements {
			less, ok := holds(append(core.Others[:len(core.Others):len(core.Others)], e)...)
			if !ok {
				count["large"]++
				continue
			}
			require.False(t, less, "%s: %d", at, i)
			count["needed "+e.Kind.String()]++
		}
	}
	t.Log(count)
	require.Positive(t, count["cores"])
}
