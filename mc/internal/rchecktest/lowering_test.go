package rchecktest_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest/direct"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

const (
	stateLimit = 400
	lassos     = 10 // for each formula
)

var errRejected = errors.New("rejected")

// compareModel compares the tree of a model with its lowering: the graphs, and the formulas on
// random computations.
func compareModel(m rchecktest.Model, count map[string]int) error {
	p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
	if list.HasErrors() {
		return fmt.Errorf("%w: %w", errRejected, list.Err())
	}
	c, err := rchecktest.Compare(p, m.Options, stateLimit)
	if err != nil {
		return err
	}
	count["states"] += c.Direct.Len()
	random := recipetest.Seeded(uint64(c.Direct.Len()))
	for range lassos {
		l := c.Lasso(random)
		for _, s := range p.Specs {
			if s.State != nil {
				continue
			}
			holds, err := c.Formula(s, l)
			if err != nil {
				return err
			}
			count["formulas "+strconv.FormatBool(holds)]++
		}
	}
	for _, s := range p.Specs {
		if s.State == nil {
			continue
		}
		compared, err := c.States(s)
		if err != nil {
			return err
		}
		if compared {
			count["formulas about states"]++
		}
	}
	count["steps that spawn"] += c.Spawning()
	for i := range c.Direct.Len() {
		for j := range c.Direct.Steps(i) {
			count[c.StepKind(i, j)]++
		}
	}
	return nil
}

// unimportant reports whether an error says that a model could not be compared.
func unimportant(err error) bool {
	return err == nil || errors.Is(err, errRejected) || errors.Is(err, recipe.ErrStateLimit) || errors.Is(err, direct.ErrTooLarge) ||
		errors.Is(err, direct.ErrReadings)
}

// The graph of states and steps of generated models, and the truth of their properties on
// computations, are the same by the syntax tree and lowered. What is not is shrunk and written to
// testdata/found.
func TestLoweringAgreesWithTree(t *testing.T) {
	count := map[string]int{}
	for seed := range recipetest.Number(t, "RCHECK_MODELS", 200) {
		m := rchecktest.New(recipetest.Seeded(uint64(seed)))
		if seed%8 == 0 {
			m = rchecktest.Growing(recipetest.Seeded(uint64(seed)))
		}
		err := compareModel(m, count)
		count["models"]++
		switch {
		case err == nil:
			count["compared"]++
		case errors.Is(err, errRejected):
			count["rejected"]++
		case unimportant(err):
			count["too large"]++
		default:
			file := filepath.Join("testdata", "found", fmt.Sprintf("lowering-%d.rcp", seed))
			small, fault := rchecktest.Found(file, m, 4000, func(m rchecktest.Model) bool { return !unimportant(compareModel(m, map[string]int{})) })
			require.NoError(t, fault)
			t.Fatalf("seed %d: %v\nshrunk to %s:\n%s", seed, err, file, small)
		}
	}
	t.Log(count)
	require.Greater(t, count["compared"], count["models"]*3/4, "too many models are rejected or too large")
	for _, what := range []string{"broadcast", "multicast", "p2p", "stutter"} {
		require.Greater(t, count[what], count["compared"]/20, "too few steps of a kind: %s", what)
	}
	require.Greater(t, count["steps that spawn"], count["compared"]/20, "too few steps that spawn")
	require.Greater(t, count["formulas about states"], count["compared"]/5)
	for _, what := range []string{"formulas true", "formulas false"} {
		require.Greater(t, count[what], count["compared"]*lassos/2, what)
	}
}

// What was once found stays right.
func TestKeptModels(t *testing.T) {
	kept, err := rchecktest.Kept(filepath.Join("testdata", "kept", "*.rcp"))
	require.NoError(t, err)
	require.NotEmpty(t, kept)
	for file, m := range kept {
		t.Run(filepath.Base(file), func(t *testing.T) {
			require.NoError(t, compareModel(m, map[string]int{}))
		})
	}
}
