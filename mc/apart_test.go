package mc_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Whether steps are told apart by all conditions of fairness at once or by one at a time, there is
// a fair run that satisfies a formula exactly where the explicit product has one. The conditions
// ask for receives, of which one message may execute any combination.
func TestConditionsToldApart(t *testing.T) {
	some, none, refined := 0, 0, 0
	for seed := range uint64(recipetest.Number(t, "MC_SYSTEMS", 120)) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 2})
		draw := mctest.NewFormulas(source, sys)
		spec := mc.Specification{}
		for id, c := range sys.Commands {
			if c.Kind != recipe.Receive || len(spec.Justice) == 4 {
				continue
			}
			step := ltol.Prop(ltol.Atom{Kind: ltol.Step, ID: len(sys.Propositions)})
			x := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: []int{id}}
			sys.Propositions = append(sys.Propositions, recipe.Proposition{Kind: recipe.StepProposition, Name: fmt.Sprint("receive", id), Expr: x})
			if source.Intn(2) == 0 {
				step = ltol.Not(step)
			}
			spec.Justice = append(spec.Justice, step)
		}
		g, _, ok := exploreLetters(t, recipe.NewInterpreter(sys), explicitLimit)
		if !ok || len(spec.Justice) < 2 {
			continue
		}
		refined++
		fair := []*ltol.Formula{}
		for _, j := range spec.Justice {
			fair = append(fair, ltol.Globally(ltol.Finally(j)))
		}
		formulas, want := []*ltol.Formula{ltol.True(), draw.Property()}, map[*ltol.Formula]bool{}
		for _, f := range formulas {
			if want[f] = g.satisfiable(t, ltol.And(append(fair, f)...)); want[f] {
				some++
			} else {
				none++
			}
		}
		if seed%2 == 1 { // the second formula is asked when the states are known
			slices.Reverse(formulas)
		}
		for _, most := range []int{-1, 1, 100} {
			thresholds := search.Thresholds{MaxTogether: most}
			if most == 1 { // and loops are closed without rings
				thresholds.MaxRing, thresholds.MaxProbed = -1, -1
			}
			checker, err := mc.NewChecker(context.Background(), sys, spec, settingstest.WithThresholds(settings.Thresholds{Search: thresholds}))
			require.NoError(t, err)
			for _, f := range formulas {
				w, _, err := checker.Witness(context.Background(), f)
				require.NoError(t, err, "seed %d, %v", seed, f)
				require.Equal(t, want[f], w != nil, "seed %d, %v, up to %d together", seed, f, most)
				if w != nil {
					checkTrace(t, checker.Interpreter(), w, ltol.Not(f), fair)
				}
			}
			checker.Close()
		}
	}
	t.Log(refined, some, none)
	require.Greater(t, some, refined/5)
	require.Greater(t, none, refined/4)
}
