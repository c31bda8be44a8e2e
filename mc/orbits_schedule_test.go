package mc_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// orbitSchedules are schedules of orbits beside diagrams. Each is named by which of the two answers.
var orbitSchedules = map[string]settings.Thresholds{
	"orbits at once":   {Policy: schedule.Policy{OrbitsAfter: -1, OrbitsFirst: 1 << 40}},
	"both alternate":   {Policy: schedule.Policy{OrbitsAfter: -1, OrbitsFirst: 100, OrbitsShare: 1, OrbitsFrontier: 1 << 30}},
	"orbits while few": {Policy: schedule.Policy{OrbitsAfter: -1, OrbitsFirst: -1, OrbitsShare: -1, OrbitsNarrow: 1, OrbitsFrontier: -1, OrbitsEven: -1, OrbitsPromise: 1 << 20}},
	"orbits by little": {Policy: schedule.Policy{OrbitsAfter: -1, OrbitsFirst: 20_000, OrbitsShare: -1, OrbitsEven: 1 << 40, OrbitsPromise: 1 << 20}},
	"orbits for long":  {Policy: schedule.Policy{OrbitsAfter: -1, OrbitsFrontier: -1, OrbitsLong: -1, OrbitsPromise: 1 << 20}},
	"orbits not yet":   {Policy: schedule.Policy{OrbitsAfter: -1, OrbitsFrontier: -1, OrbitsLong: 1 << 40}},
	"diagrams":         {Policy: schedule.Policy{OrbitsAfter: 1 << 40}},
	"diagrams alone":   {Policy: schedule.Policy{OrbitsAfter: -1, OrbitsFirst: -1, OrbitsShare: -1, OrbitsNarrow: -1, OrbitsEven: -1, OrbitsPromise: -1}},
	"too many orbits":  {Policy: schedule.Policy{OrbitsAfter: -1, OrbitsFirst: 1 << 40}, MaxOrbits: 5},
	"some too large":   {Policy: schedule.Policy{OrbitsAfter: -1, OrbitsFirst: 1 << 40}, MaxOrbits: 60},
}

// outcome is what a report says: verdicts, traces, sizes and figures of the system.
func outcome(r *mc.Report) (out []string) {
	for _, result := range r.Results {
		text := fmt.Sprint(result.Verdict, " ", result.Stats, result.Certificate)
		if result.Trace != nil {
			text += result.Trace.String()
		}
		out = append(out, text)
	}
	return append(out, fmt.Sprint(r.Stats.States, r.Stats.Deadlocks, r.Stats.Orbits, r.Stats.ReachableNodes))
}

// Whichever of orbits and diagrams answers first, verdicts and figures of the system are those
// without the use of symmetry, with jobs as well, and the same in every run to the last detail.
func TestSchedulesOfOrbitsChangeNothing(t *testing.T) {
	ctx := context.Background()
	answered, shared := map[string]int{}, 0
	for model, set := range map[string]map[string]int{
		"allocation.rcp": {"N": 3, "M": 3}, "manufacturing.rcp": {"R": 2, "S": 2}, "ring.rcp": {"N": 2}, "counters": nil,
	} {
		// In the last one the second conjunct is violated, and what is fair matters.
		sys, spec := countingAgents(t, 3, "FAIRNESS k1-up\nSPEC (G (k1-n < 10)) & (F G lamp-on)\nSPEC F k1-n = 1\nSPEC F k2-n = 1\n")
		if set != nil {
			p, s := scaled(t, model, set)
			sys, spec = p.System, s
		}
		off, err := mc.Check(ctx, sys, spec, mc.WithSymmetry(mc.SymmetryOff))
		require.NoError(t, err)
		for name, thresholds := range orbitSchedules {
			options := []mc.Option{mc.WithSymmetry(mc.SymmetryAuto), settingstest.WithThresholds(thresholds), mc.WithVacuity()}
			if name == "orbits at once" {
				options = append(options, mc.WithCertificates(5))
			}
			r, err := mc.Check(ctx, sys, spec, options...)
			require.NoError(t, err)
			require.Equal(t, off.Stats.States.String(), r.Stats.States.String(), "%s, %s", model, name)
			require.Equal(t, off.Stats.Deadlocks.String(), r.Stats.Deadlocks.String(), "%s, %s", model, name)
			for i, result := range r.Results {
				require.NoError(t, result.Err)
				require.Equal(t, off.Results[i].Verdict, result.Verdict, "%s, %s: %s", model, name, result.Property.Name)
				if result.Trace != nil {
					requireViolation(t, sys, spec, result.Property, result.Trace)
				}
			}
			byOrbits := func(result mc.Result) bool { return result.Stats.Orbits > 0 }
			if r.Stats.Orbits > 0 {
				answered[name]++
			} else if name == "some too large" && slices.ContainsFunc(r.Results, byOrbits) {
				shared++
			}
			again, err := mc.Check(ctx, sys, spec, options...)
			require.NoError(t, err)
			require.Equal(t, outcome(r), outcome(again), "%s, %s", model, name)
			jobs, err := mc.Check(ctx, sys, spec, append(options, mc.WithJobs(2))...)
			require.NoError(t, err)
			for i, result := range jobs.Results {
				require.Equal(t, r.Results[i].Verdict, result.Verdict)
				require.Equal(t, r.Results[i].Stats.Orbits, result.Stats.Orbits, "%s, %s: who answers does not depend on jobs", model, name)
			}
		}
	}
	require.Equal(t, 3, answered["orbits at once"])
	require.Positive(t, answered["both alternate"])
	require.Positive(t, answered["orbits while few"])
	require.Positive(t, shared)
	require.Zero(t, answered["diagrams"]+answered["diagrams alone"]+answered["too many orbits"])
}

// Once other orders of variables are tried, orbits may go on at once up to OrbitsPromise, whatever
// OrbitsEven says. Where the encoding tries none, OrbitsPromise does not matter below OrbitsEven.
func TestOrbitsGoOnInsteadOfTrials(t *testing.T) {
	p, spec := scaled(t, "stable.rcp", map[string]int{"N": 5})
	for _, trials := range []bool{true, false} {
		var steps []int
		for _, promise := range []int{-1, 1 << 20} {
			r, err := mc.Check(t.Context(), p.System, spec,
				mc.WithSymmetry(mc.SymmetryAuto), mc.WithVerdictsAlone(),
				mc.WithEncoding(symbolic.Options{NoTrials: !trials}),
				settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{OrbitsEven: 1 << 40, OrbitsPromise: promise}}))
			require.NoError(t, err)
			steps = append(steps, r.Stats.Steps)
		}
		require.Equal(t, trials, steps[1] < steps[0], steps)
		require.Equal(t, !trials, steps[1] == steps[0], steps)
	}
}

// What orbits have answered before diagrams are complete stays answered by them.
func TestAnswersOfOrbitsAreKept(t *testing.T) {
	p, spec := scaled(t, "commit.rcp", map[string]int{"N": 6}) // one of its properties tells all apart
	byOrbits, byDiagrams := 0, 0
	for first := 1 << 14; byOrbits == 0 || byDiagrams == 0; first += first / 8 {
		require.Less(t, first, 1<<24, "one of them always answers everything")
		r, err := mc.Check(context.Background(), p.System, spec, mc.WithSymmetry(mc.SymmetryAuto),
			mc.WithEncoding(symbolic.Options{NoTrials: true}),
			settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{
				OrbitsAfter: -1, OrbitsFirst: first, OrbitsShare: -1, OrbitsNarrow: -1, OrbitsEven: -1, OrbitsPromise: -1}}))
		require.NoError(t, err)
		byOrbits, byDiagrams = 0, 0
		for _, result := range r.Results {
			require.NoError(t, result.Err)
			if result.Stats.Orbits > 0 {
				byOrbits++
			} else {
				byDiagrams++
			}
		}
	}
}

// Where there is no room for the set of reachable states, orbits go on alone. An interrupt
// does not end the search: a second call of Reach gets the answers.
func TestOrbitsOutliveDiagrams(t *testing.T) {
	p, spec := scaled(t, "allocation.rcp", map[string]int{"N": 4, "M": 4})
	late := settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{OrbitsAfter: 1 << 40, WalkShare: -1, BoundedShare: -1}, WalkFirst: -1})
	outlived, interrupted := 0, 0
	for nodes := 500; ; nodes += nodes / 8 {
		few := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{MaxNodes: nodes}, NoTrials: true})
		c, err := mc.NewChecker(context.Background(), p.System, spec, few, late, mc.WithSymmetry(mc.SymmetryAuto))
		if err != nil {
			require.ErrorIs(t, err, bdd.ErrNodeLimit)
			continue
		}
		defer c.Close()
		var stats mc.SystemStats
		for n := int64(1); !stats.Reached; n = 2*n + 1 {
			if stats, err = c.Reach(expiringAfter(n)); err != nil {
				require.ErrorIs(t, err, context.Canceled)
				interrupted++
			}
		}
		if stats.Orbits == 0 {
			break
		}
		outlived++
		require.Positive(t, c.CheckProperty(context.Background(), spec.Properties[0]).Stats.Orbits)
	}
	require.Positive(t, outlived)
	require.Positive(t, interrupted)
}
