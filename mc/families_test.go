package mc_test

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// The properties about states of the model families, at a small size of each, and of the models
// that were made for them, hold in as many states as by the syntax tree, and have its verdict.
func TestFamiliesAboutStates(t *testing.T) {
	sets := map[string]map[string]int{"voting": {"CALLED": 0}, "jammer": {"MOBILE": 1}}
	at := recipetest.Number(t, "MC_FAMILIES", 0) // which of the small sizes
	for _, f := range bench.Families() {
		size := f.Small[min(at, max(len(f.Small)-2, 0))] // the largest is too large to visit its states one by one
		if f.Name == "manufacturing" {
			size = max(size, 2) // its properties name two robots of a type
		}
		sets[f.Name] = f.Set(size)
	}
	formulas, counted := 0, 0
	for name, set := range sets {
		p, err := bench.Read(name+".rcp", set)
		require.NoError(t, err)
		if name != "voting" && name != "jammer" {
			p, err = bench.ReadProperties(p, "states/"+name+".ltol")
			require.NoError(t, err)
		}
		both, err := rchecktest.Compare(p, rcheck.Options{Set: set}, 1200)
		require.NoError(t, err, name)
		report, err := mc.Check(context.Background(), p.System, rcp.Specification(p))
		require.NoError(t, err)
		for i, r := range report.Results {
			if r.Property.State == nil {
				continue
			}
			states, err := both.Direct.States(p.Specs[i].Expr)
			require.NoError(t, err)
			holds := !slices.Contains(states[:both.Direct.Initial()], false)
			require.Equal(t, holds, r.Verdict == mc.Holds, "%s: %s", name, r.Property.Name)
			states = slices.DeleteFunc(states, func(holds bool) bool { return !holds })
			if r.States != nil {
				require.Equal(t, strconv.Itoa(len(states)), r.States.String(), "%s: %s", name, r.Property.Name)
				counted++
			}
			formulas++
		}
	}
	require.Greater(t, formulas, 50)
	require.Greater(t, counted, 30)
}

// Walks alone find of the model families' properties only what is violated by exploring alone, and
// much of that.
func TestFamiliesOnWalks(t *testing.T) {
	exploring := settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{WalkShare: -1, BoundedAfter: 1 << 40}, WalkFirst: -1})
	walks := settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{BoundedAfter: 1 << 40}, WalkFirst: 1 << 16})
	tiny := mc.WithEncoding(symbolic.Options{NoTrials: true, BDD: bdd.Options{MaxNodes: 20}})
	found, violated := 0, 0
	for _, f := range bench.Families() {
		p, err := bench.Read(f.File(), f.Set(f.Small[1]))
		require.NoError(t, err)
		explored, err := mc.Check(context.Background(), p.System, rcp.Specification(p), exploring)
		require.NoError(t, err)
		walked, err := mc.Check(context.Background(), p.System, rcp.Specification(p), walks, tiny)
		require.NoError(t, err)
		require.False(t, walked.Stats.Reached, f.Name)
		for i, r := range walked.Results {
			want := explored.Results[i].Verdict
			require.NotEqual(t, mc.Unknown, want, "%s: %s", f.Name, r.Property.Name)
			if want == mc.Violated {
				violated++
			}
			if r.Verdict != mc.Unknown {
				require.Equal(t, mc.Violated, r.Verdict)
				require.Equal(t, want, r.Verdict, "%s: %s", f.Name, r.Property.Name)
				found++
			}
		}
	}
	t.Logf("%d of %d", found, violated)
	require.Greater(t, 2*found, violated)
}
