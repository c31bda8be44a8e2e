package rchecktest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest/direct"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Where the only errors are initial conditions that cannot be met, the tree has no initial state
// either.
func TestConditionsThatCannotBeMet(t *testing.T) {
	rejected := 0
	n := recipetest.Number(t, "RCHECK_MODELS", 120)
	for seed := range n {
		m := rchecktest.New(recipetest.Seeded(uint64(seed)))
		p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
		if p != nil || !onlyErrors(list, "RC0505") {
			continue
		}
		file, _ := parser.ParseFile(token.NewFileSet(), "model.rcp", []byte(m.Text), parser.Options{})
		tree, err := direct.New(file, direct.Options{Set: m.Options.Set, Int: (*direct.Interval)(m.Options.Int)})
		require.NoError(t, err, "seed %d\n%s", seed, m.Text)
		g, err := tree.Explore(stateLimit)
		require.NoError(t, err, "seed %d\n%s", seed, m.Text)
		require.Zero(t, g.Initial(), "seed %d\n%v\n%s", seed, list.Err(), m.Text)
		rejected++
	}
	t.Logf("%d models without initial state among %d", rejected, n)
	require.Greater(t, rejected, n/50)
}

func onlyErrors(list diag.List, code diag.Code) bool {
	for _, d := range list {
		if d.Severity == diag.Error && d.Code != code {
			return false
		}
	}
	return true
}
