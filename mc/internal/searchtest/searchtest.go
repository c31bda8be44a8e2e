// Package searchtest decides formulas by diagrams alone, for tests of other engines. They would
// compare with themselves if they asked package mc, and be compiled twice with all that it imports.
package searchtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Checker knows the reachable states of a system.
type Checker struct {
	t      *testing.T
	system *search.System
}

// New explores a system until the test ends. It is nil if there is no initial state.
func New(t *testing.T, sys *recipe.System, justice []*ltol.Formula, compassion [][2]*ltol.Formula) *Checker {
	model, err := symbolic.Encode(t.Context(), sys, symbolic.Options{NoTrials: true})
	require.NoError(t, err)
	t.Cleanup(model.Close)
	if model.Init == bdd.False {
		return nil
	}
	sp := space.OfRecipe(model, recipe.NewInterpreter(sys))
	s := search.NewSystem(sp, search.NewFairness(justice, compassion), search.Options{})
	require.NoError(t, s.Explore(t.Context()))
	return &Checker{t, s}
}

// Violated reports whether some fair computation does not satisfy the formula.
func (c *Checker) Violated(f *ltol.Formula) bool {
	goals, err := c.system.Goals(c.t.Context(), ltol.Not(f), ltol.Options{})
	require.NoError(c.t, err)
	for _, goal := range goals {
		out, err := c.system.Find(c.t.Context(), goal, false, false)
		require.NoError(c.t, err)
		if out.Found {
			return true
		}
	}
	return false
}
