package ispltest_test

import (
	"context"
	"errors"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// models is how many models a test generates; ISPL_MODELS sets another number.
func models(t testing.TB, count int) int {
	t.Helper()
	if text := os.Getenv("ISPL_MODELS"); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		return n
	}
	return count
}

func generate(t testing.TB, seed int, opts ispltest.Options) (*ispl.File, *ispl.Program) {
	t.Helper()
	f := ispltest.Generate(rand.New(rand.NewSource(int64(seed))), opts)
	text := ispl.PrintFile(f)
	p, list := ispl.Parse("generated.ispl", text, ispl.Options{})
	require.NoError(t, list.Err(), "seed %d:\n%s", seed, text)
	return f, p
}

// TestGeneratedModelsAreReadBack: what is printed is read as the same tree, and has a layout that
// stays.
func TestGeneratedModelsAreReadBack(t *testing.T) {
	for seed := range models(t, 400) {
		f, p := generate(t, seed, ispltest.Options{})
		require.True(t, f.Equal(p.File), "seed %d:\n%s", seed, ispl.PrintFile(f))
		require.NoError(t, p.System.Check())
		text := ispl.PrintFile(f)
		again, _, err := ispl.Format(context.Background(), "again.ispl", text)
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
	}
}

// TestGeneratedModelsAreDecided: the explicit checker comes to an end on generated models, and says
// of !f that it holds in the states where f does not. It counts what happens in them, so that the
// generator does not become dull.
func TestGeneratedModelsAreDecided(t *testing.T) {
	counts := map[string]int{}
	for seed := range models(t, 300) {
		_, p := generate(t, seed, ispltest.Options{})
		r, err := ispltest.Check(p, 400, seed%3 == 0)
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		counts["models"]++
		count := func(what string, happens bool) {
			if happens {
				counts[what]++
			}
		}
		count("deadlocks", len(ispltest.Deadlocks(r.Graph)) > 0)
		count("overflows", len(ispltest.Overflows(r.Graph)) > 0)
		count("fair", len(p.Fairness) > 0)
		count("single", p.System.Single)
		count("many", len(r.Graph.States) > 10)
		for _, v := range r.Verdicts {
			count("true", v)
			count("false", !v)
		}
	}
	t.Log(counts)
	for _, what := range []string{"deadlocks", "overflows", "fair", "single", "many", "true", "false"} {
		require.Greater(t, counts[what], counts["models"]/20, what)
	}
}

// TestOneVariablePerAgent: with one variable each, both semantics of assignment make the same
// steps.
func TestOneVariablePerAgent(t *testing.T) {
	for seed := range models(t, 150) {
		f, p := generate(t, seed, ispltest.Options{OneVariable: true})
		r, err := ispltest.Check(p, 400, false)
		require.NoError(t, err)
		f.Semantics = &ispl.Semantics{Single: !p.System.Single}
		other, list := ispl.Parse("other.ispl", ispl.PrintFile(f), ispl.Options{})
		require.NoError(t, list.Err())
		s, err := ispltest.Check(other, 400, false)
		require.NoError(t, err)
		require.Equal(t, r.Graph.States, s.Graph.States, "seed %d", seed)
		require.Equal(t, r.Graph.Moves, s.Graph.Moves, "seed %d", seed)
		require.Equal(t, r.Verdicts, s.Verdicts, "seed %d", seed)
	}
}

// TestThreeLogicsAgree: CTL formulas that LTL or CTL* can write as well have the same verdicts
// there, whatever decides them.
func TestThreeLogicsAgree(t *testing.T) {
	pairs := [][3]string{
		{"AG p1", "LTL G p1", "CTL* A G p1"},
		{"AF p1", "LTL F p1", "CTL* A F p1"},
		{"A (p1 U p2)", "LTL p1 U p2", "CTL* A (p1 U p2)"},
		{"AX (p1 or p3)", "LTL X (p1 or p3)", "CTL* A X (p1 or p3)"},
		{"AG (p1 -> AF p2)", "LTL G (p1 -> F p2)", "CTL* A G (p1 -> A F p2)"},
		{"AG K(P1, AF p1)", "LTL G K(P1, F p1)", "CTL* A G K(P1, A F p1)"},
		{"AG AF p1", "LTL G F p1", "CTL* ! E F E G ! p1"},
	}
	for seed := range models(t, 150) {
		f, _ := generate(t, seed, ispltest.Options{})
		text := string(ispl.PrintFile(f))
		text = text[:strings.Index(text, "Formulae")] + "Formulae\n"
		for _, pair := range pairs {
			text += pair[0] + ";" + pair[1] + ";" + pair[2] + ";\n"
		}
		p, list := ispl.Parse("generated.ispl", []byte(text+"end Formulae"), ispl.Options{})
		require.NoError(t, list.Err())
		r, err := ispltest.Check(p, 400, false)
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		for i := range pairs {
			require.Equal(t, r.Verdicts[3*i], r.Verdicts[3*i+1], "seed %d: %s", seed, pairs[i][1])
			require.Equal(t, r.Verdicts[3*i], r.Verdicts[3*i+2], "seed %d: %s", seed, pairs[i][2])
		}
	}
}

// TestOrderOfAgents: agents that stand in another order do the same.
func TestOrderOfAgents(t *testing.T) {
	for seed := range models(t, 150) {
		f, p := generate(t, seed, ispltest.Options{})
		n := len(f.Agents)
		if n < 2 || f.Agents[n-2].IsEnvironment() {
			continue
		}
		f.Agents[n-2], f.Agents[n-1] = f.Agents[n-1], f.Agents[n-2]
		swapped, list := ispl.Parse("swapped.ispl", ispl.PrintFile(f), ispl.Options{})
		require.NoError(t, list.Err())
		r, err := ispltest.Check(p, 400, false)
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		s, err := ispltest.Check(swapped, 400, false)
		require.NoError(t, err)
		require.Len(t, s.Graph.States, len(r.Graph.States))
		require.Equal(t, r.Verdicts, s.Verdicts, "seed %d", seed)
	}
}
