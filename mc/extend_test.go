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
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A checker that gets propositions while it works answers as one that has had them from the
// beginning.
func TestExtendedCheckersAnswerAsFreshOnes(t *testing.T) {
	answers := 0
	for seed := range recipetest.Number(t, "MC_EXTENDED", 36) {
		source := recipetest.Seeded(uint64(91_000 + seed))
		sys := recipetest.System(source, recipetest.Shape{
			Propositions: 4, Agents: 2, Commands: 4 + seed%4, States: 1 + seed%3,
		})
		options := drawnOptions(seed)
		spec := mc.Specification{}
		if seed%3 == 1 {
			spec.Justice = []*ltol.Formula{ltol.Not(ltol.Prop(ltol.Atom{Kind: ltol.State}))}
		}
		own := *sys
		own.Propositions = sys.Propositions[:1]
		c, err := mc.NewChecker(context.Background(), &own, spec, options...)
		require.NoError(t, err)
		for known := 1; known <= len(sys.Propositions); known++ {
			more := *sys
			more.Propositions = sys.Propositions[:known]
			require.NoError(t, c.Extend(&more))
			formulas := mctest.NewFormulas(source, &more)
			var list []mc.Property
			if len(formulas.Steps) > 0 {
				list = append(list, mc.Property{Index: 1, Formula: formulas.Property()})
			}
			if len(formulas.States) > 1 {
				list = append(list, mc.Property{Index: 2, State: drawnStates(formulas, 2)})
			}
			fresh, err := mc.NewChecker(context.Background(), sys, spec, options...)
			require.NoError(t, err)
			for _, p := range list {
				want := fresh.CheckProperty(context.Background(), p)
				got := c.CheckProperty(context.Background(), p)
				require.False(t, errors.Is(got.Err, mc.ErrInternal), "seed %d: %v", seed, got.Err)
				if errors.Is(want.Err, branch.ErrStrategy) {
					continue
				}
				require.Equal(t, fmt.Sprint(want.Verdict, want.States),
					fmt.Sprint(got.Verdict, got.States), "seed %d, %v %v", seed, p.Formula, p.State)
				answers++
			}
			fresh.Close()
		}
		c.Close()
	}
	t.Logf("%d answers", answers)
	require.Positive(t, answers)
}

// Only further propositions of the same system are taken.
func TestExtendRefusesOtherSystems(t *testing.T) {
	sys, other := recipetest.Blinking(), recipetest.Blinking()
	c, err := mc.NewChecker(context.Background(), sys, mc.Specification{})
	require.NoError(t, err)
	defer c.Close()
	fewer, wrong := *sys, *sys
	fewer.Propositions = nil
	wrong.Propositions = append(slices.Clone(sys.Propositions), recipe.Proposition{Name: "none"})
	for _, s := range []*recipe.System{nil, other, &fewer} {
		require.ErrorIs(t, c.Extend(s), mc.ErrMisuse)
	}
	require.Error(t, c.Extend(&wrong))
	require.NoError(t, c.Extend(sys))
	require.ErrorIs(t, (*mc.Checker)(nil).Extend(sys), mc.ErrMisuse)
}
