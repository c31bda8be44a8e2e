package symbolic_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Of a set of receives interactions tell whether one of them is executed, not by whom: of each
// message there are two for forty agents. Told apart one by one they would be 2^40.
func TestSetsOfReceivesAreNotMultiplied(t *testing.T) {
	ctx := context.Background()
	b := recipe.NewBuilder()
	var hear []*recipe.CommandBuilder
	for i := range 40 {
		a := b.Agent(fmt.Sprint("a", i), "A")
		x := a.Local("x", recipe.BoolType)
		a.Send(0, 0, b.Broadcast()).Set(x, recipe.Not(x))
		hear = append(hear, a.Receive(0, 0, b.Broadcast()).When(x).Set(x, recipe.FalseExpr))
	}
	some, even := b.StepProposition("some", recipe.Executed(hear...)), []*recipe.CommandBuilder{}
	for i := 0; i < len(hear); i += 2 {
		even = append(even, hear[i])
	}
	evens := b.StepProposition("even", recipe.Executed(even...))
	sys, err := b.System()
	require.NoError(t, err)
	for _, kept := range []int{-1, 100, 1000} {
		m, err := symbolic.Encode(ctx, sys, symbolic.Options{NoTrials: true, Thresholds: symbolic.Thresholds{KeptVariants: kept}})
		require.NoError(t, err)
		for range 2 {
			for _, tt := range []struct {
				propositions []int
				each         int
			}{{[]int{some}, 2}, {[]int{evens}, 2}, {[]int{some, evens}, 3}} {
				its, err := m.Refine(ctx, m.Watched(tt.propositions))
				require.NoError(t, err)
				require.Len(t, its, 40*tt.each)
				said := map[string]bool{}
				for _, it := range its {
					var answers []bool
					for _, p := range tt.propositions {
						answers = append(answers, it.ExecutesOne(sys.Propositions[p].Expr.Commands))
					}
					said[fmt.Sprint(answers)] = true
				}
				require.Len(t, said, tt.each)
				require.NotContains(t, said, fmt.Sprint([]bool{false, true}))
				m.Discard(its)
			}
		}
		m.Close()
	}
}

// Nor are they under conditions: whether some agent receives where its own x is true, or where y is
// true of its two neighbours, is one question each.
func TestConditionsOfReceivesAreNotMultiplied(t *testing.T) {
	ctx := context.Background()
	b := recipe.NewBuilder()
	var x, y, one, two []*recipe.Expr
	var hear []*recipe.CommandBuilder
	for i := range 40 {
		a := b.Agent(fmt.Sprint("a", i), "A")
		x, y = append(x, a.Local("x", recipe.BoolType)), append(y, a.Local("y", recipe.BoolType))
		a.Send(0, 0, b.Broadcast()).Set(x[i], recipe.Not(x[i]))
		hear = append(hear, a.Receive(0, 0, b.Broadcast()).When(recipe.Or(x[i], y[i])).Set(y[i], recipe.Not(y[i])))
	}
	for i, h := range hear {
		one = append(one, recipe.And(x[i], recipe.Executed(h)))
		two = append(two, recipe.And(recipe.Executed(h), y[(i+1)%40], y[(i+39)%40]))
	}
	propositions := []int{b.StepProposition("one", recipe.Or(one...)), b.StepProposition("two", recipe.Or(two...))}
	sys, err := b.System()
	require.NoError(t, err)
	m, err := symbolic.Encode(ctx, sys, symbolic.Options{NoTrials: true})
	require.NoError(t, err)
	defer m.Close()
	its, err := m.Refine(ctx, m.Watched(propositions))
	require.NoError(t, err)
	defer m.Discard(its)
	require.Len(t, its, 40*4)
}
