package mc_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// scaled reads a model of bench/models with some of its constants set.
func scaled(t testing.TB, model string, set map[string]int) (*rcheck.Program, mc.Specification) {
	file := "../bench/models/" + model
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	p, problems := rcheck.Parse(file, src, rcheck.Options{Set: set})
	require.NotNil(t, p, "%v", problems)
	return p, rcp.Specification(p)
}

// TestSymmetryChangesNothing compares verdicts and counts with and without use
// of interchangeable agents.
func TestSymmetryChangesNothing(t *testing.T) {
	ctx := context.Background()
	for model, set := range map[string]map[string]int{
		"allocation.rcp":         {"N": 4, "M": 4},
		"allocation-release.rcp": {"N": 3, "M": 4},
		"manufacturing.rcp":      {"R": 3, "S": 2},
		"stable.rcp":             {"N": 3},
		"commit.rcp":             {"N": 3},
	} {
		t.Run(model, func(t *testing.T) {
			p, spec := scaled(t, model, set)
			var off *mc.Report
			for _, use := range []mc.Symmetry{mc.SymmetryOff, mc.SymmetryConjuncts, mc.SymmetryOrbits} {
				report, err := mc.Check(ctx, p.System, spec, mc.WithSymmetry(use))
				require.NoError(t, err)
				if off == nil {
					off = report
				}
				require.Equal(t, off.Stats.States.String(), report.Stats.States.String())
				require.Equal(t, off.Stats.Deadlocks.String(), report.Stats.Deadlocks.String())
				fewer := false
				for i, r := range report.Results {
					require.Equal(t, off.Results[i].Verdict, r.Verdict, "%s with symmetry %d: %s", r.Property.Name, use, r.Reason)
					require.NotEqual(t, mc.Unknown, r.Verdict)
					fewer = fewer || r.Stats.Conjuncts < off.Results[i].Stats.Conjuncts
				}
				require.Equal(t, use != mc.SymmetryOff, fewer)
				require.Equal(t, use == mc.SymmetryOrbits, report.Stats.Orbits > 0)
			}
		})
	}
}

// What follows for each of many agents from a condition on all of them is decided for one of them,
// by a smaller automaton, if they are alike, and for all of them at once if they are not.
func TestConsequencesThatAreAlike(t *testing.T) {
	states := func(model, property string, use mc.Symmetry) int {
		p, spec := scaled(t, model, map[string]int{"N": 4})
		spec.Properties = slices.DeleteFunc(spec.Properties, func(q mc.Property) bool { return q.Name != property })
		report, err := mc.Check(context.Background(), p.System, spec, mc.WithSymmetry(use))
		require.NoError(t, err)
		require.Equal(t, mc.Holds, report.Results[0].Verdict)
		require.Equal(t, 1, report.Results[0].Stats.Conjuncts)
		return report.Results[0].Stats.AutomatonStates
	}
	require.Less(t, states("commit.rcp", "decided_if_all_stable", mc.SymmetryConjuncts), states("commit.rcp", "decided_if_all_stable", mc.SymmetryOff))
	require.Equal(t, states("philosophers.rcp", "all_served", mc.SymmetryConjuncts), states("philosophers.rcp", "all_served", mc.SymmetryOff))
}

// Of consequences of which some are alike each of the others counts, and fairness towards one of
// the agents tells them apart.
func TestConsequencesThatAreUnlike(t *testing.T) {
	for specs, want := range map[string]mc.Verdict{
		"SPEC G F lamp-on -> G (k1-n < 10) & G (k2-n < 10) & F G lamp-on\n":        mc.Violated,
		"FAIRNESS k1-up\nSPEC G F lamp-on -> F k1-n = 1 & F k2-n = 1\n":            mc.Violated,
		"FAIRNESS k1-up\nSPEC G F k2-up -> F k1-n = 1 & F k2-n = 1 & F k1-n = 1\n": mc.Holds,
		"SPEC G F k1-up -> F k1-n = 1 & F k2-n = 1\n":                              mc.Violated,
	} {
		sys, spec := countingAgents(t, 2, specs)
		for _, use := range []mc.Symmetry{mc.SymmetryOff, mc.SymmetryConjuncts, mc.SymmetryOrbits, mc.SymmetryAuto} {
			c, err := mc.NewChecker(context.Background(), sys, spec, mc.WithSymmetry(use))
			require.NoError(t, err)
			r := c.CheckProperty(context.Background(), spec.Properties[0])
			require.NoError(t, r.Err)
			require.Equal(t, want, r.Verdict, "symmetry %d: %s", use, specs)
			c.Close()
		}
	}
}

// TestSymmetryScales decides all properties of the allocation family at a size
// with many states.
func TestSymmetryScales(t *testing.T) {
	const n = 8
	p, spec := scaled(t, "allocation.rcp", map[string]int{"N": n, "M": n})
	report, err := mc.Check(context.Background(), p.System, spec, mc.WithSymmetry(mc.SymmetryOrbits))
	require.NoError(t, err)
	require.Equal(t, "34376157", report.Stats.States.String())
	for _, r := range report.Results {
		want := mc.Holds
		if r.Property.Name == "all_machines_connect" {
			want = mc.Violated
		}
		require.Equal(t, want, r.Verdict, "%s: %s", r.Property.Name, r.Reason)
	}
}

// Orbits that take more than half of what diagrams may take give way to diagrams, which decide the
// same.
func TestOrbitsGiveWayToDiagrams(t *testing.T) {
	sys, spec, want := shiftWork(t, 4)
	byDiagrams, byOrbits := 0, 0
	for bytes := int64(20_000); byOrbits == 0; bytes += bytes / 4 {
		o := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{MaxBytes: bytes, InitialNodes: 16, CacheSize: 16}, NoTrials: true})
		r, err := mc.Check(context.Background(), sys, spec, o, mc.WithSymmetry(mc.SymmetryOrbits))
		require.NoError(t, err)
		for i, result := range r.Results {
			if result.Verdict == mc.Unknown {
				require.ErrorIs(t, result.Err, bdd.ErrMemoryLimit)
				continue
			}
			require.Equal(t, want[i], result.Verdict, "%d bytes, property %d", bytes, i+1)
			if result.Stats.Orbits > 0 && r.Stats.Orbits > 0 {
				byOrbits++
			} else {
				byDiagrams++
			}
		}
	}
	require.Positive(t, byDiagrams)
}
