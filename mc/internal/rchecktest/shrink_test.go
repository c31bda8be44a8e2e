package rchecktest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// faults stand for mistakes that a comparison could find: each is true of the models that would
// show one.
var faults = map[string]func(c *rchecktest.Comparison, p *rcheck.Program) bool{
	"exchanges are wrong":        func(c *rchecktest.Comparison, p *rcheck.Program) bool { return hasStep(c, "p2p") },
	"multicasts are wrong":       func(c *rchecktest.Comparison, p *rcheck.Program) bool { return hasStep(c, "multicast") },
	"second properties are read": func(c *rchecktest.Comparison, p *rcheck.Program) bool { return len(p.Specs) > 1 },
	"four states are too many":   func(c *rchecktest.Comparison, p *rcheck.Program) bool { return c.Direct.Len() >= 4 },
	"untils with exists(O) are wrong": func(c *rchecktest.Comparison, p *rcheck.Program) bool {
		for _, s := range p.Specs {
			if strings.Contains(s.Text, "exists(") && strings.Contains(s.Text, " U ") {
				return true
			}
		}
		return false
	},
}

func hasStep(c *rchecktest.Comparison, kind string) bool {
	for i := range c.Direct.Len() {
		for j := range c.Direct.Steps(i) {
			if c.StepKind(i, j) == kind {
				return true
			}
		}
	}
	return false
}

// longestShrunk is the length of the longest shrunk source, in bytes, that each fault may leave.
var longestShrunk = map[string]int{
	"exchanges are wrong": 240, "multicasts are wrong": 125, "second properties are read": 120, "four states are too many": 140,
	"untils with exists(O) are wrong": 150,
}

// A model that shows a fault is shrunk to a small one that shows it too, and written to a file from
// which both the model and what it is to be read with come back.
func TestFaultsAreShrunkAndKept(t *testing.T) {
	t.Setenv("RCHECK_KEEP", "")
	models := min(recipetest.Number(t, "RCHECK_MODELS", 1), 5)
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			shows := func(m rchecktest.Model) bool {
				p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
				if list.HasErrors() {
					return false
				}
				c, err := rchecktest.Compare(p, m.Options, stateLimit)
				return err == nil && fault(c, p)
			}
			before, after := 0, 0
			for seed, found := uint64(0), 0; found < models; seed++ {
				require.Less(t, seed, uint64(2000))
				m := rchecktest.New(recipetest.Seeded(seed))
				if !shows(m) {
					continue
				}
				found++
				path := filepath.Join(t.TempDir(), "found", "model.rcp")
				small, err := rchecktest.Found(path, m, 4000, shows)
				require.NoError(t, err)
				kept, err := rchecktest.Kept(path)
				require.NoError(t, err)
				require.Contains(t, kept, path)
				require.Equal(t, m.Options, kept[path].Options)
				require.True(t, shows(kept[path]), "%s", kept[path].Text)
				require.True(t, strings.HasSuffix(kept[path].Text, small), "%s\nbut kept\n%s", small, kept[path].Text)
				require.LessOrEqual(t, len(small), longestShrunk[name], "%s", small)
				again := rchecktest.Shrink(m.Text, 4000, func(src string) bool { return shows(rchecktest.Model{Text: src, Options: m.Options}) })
				require.Equal(t, small, again, "shrinking is deterministic")
				before, after = before+len(m.Text), after+len(small)
			}
			t.Logf("%d bytes to %d", before, after)
		})
	}
}

// What a source is to be read with is kept in its first line.
func TestOptionsAreKept(t *testing.T) {
	for _, o := range []rcheck.Options{
		{Set: map[string]int{}},
		{Set: map[string]int{"N": 2, "K": -1}, Reading: parser.ForceTight},
		{Set: map[string]int{}, Int: &rcheck.Interval{Lo: -1, Hi: 3}, Reading: parser.ForceWide},
	} {
		path := filepath.Join(t.TempDir(), "model.rcp")
		require.NoError(t, rchecktest.Keep(path, "channels: c\n\n", o))
		kept, err := rchecktest.Kept(path)
		require.NoError(t, err)
		require.Equal(t, o, kept[path].Options)
		require.True(t, strings.HasSuffix(kept[path].Text, "channels: c\n"))
	}
	path := filepath.Join(t.TempDir(), "model.rcp")
	require.NoError(t, os.WriteFile(path, []byte("// options: N=two\n"), 0o600))
	_, err := rchecktest.Kept(path)
	require.ErrorContains(t, err, "model.rcp")
}

// The number of tries is a limit, and a source that cannot be made smaller stays as it is.
func TestShrinkingEnds(t *testing.T) {
	m := rchecktest.New(recipetest.Seeded(7))
	asked := 0
	got := rchecktest.Shrink(m.Text, 10, func(string) bool { asked++; return false })
	require.Equal(t, m.Text, got)
	require.LessOrEqual(t, asked, 11)
	require.Empty(t, rchecktest.Shrink(m.Text, 10_000, func(string) bool { return true }))
	require.Equal(t, "nonsense (", rchecktest.Shrink("nonsense (", 100, func(src string) bool { return src == "nonsense (" }))
}

// Where mistakes are made on purpose nothing is kept.
func TestNothingIsKeptOfMutations(t *testing.T) {
	t.Setenv("RCHECK_KEEP", "off")
	path := filepath.Join(t.TempDir(), "model.rcp")
	m := rchecktest.New(recipetest.Seeded(7))
	small, err := rchecktest.Found(path, m, 1000, func(rchecktest.Model) bool { return true })
	require.NoError(t, err)
	require.Equal(t, m.Text, small)
	require.NoFileExists(t, path)
}
