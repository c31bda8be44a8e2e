package mc_test

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// allPhases reads the phases from the source that declares them, but those of other systems, of
// chosen engines (see TestChosenEnginesAreInterrupted), and of short runs, whose limits leave
// verdict and run as they are (see TestShortRunsUnderLimits).
func allPhases(t *testing.T) (out []string) {
	f, err := parser.ParseFile(token.NewFileSet(), "internal/fault/limit.go", nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if ok && !slices.Contains([]string{"PhaseFairness", "PhaseWitness", "PhaseEngines", "PhaseShorten"}, spec.Names[0].Name) {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			out = append(out, string(text))
		}
		return true
	})
	require.Greater(t, len(out), 8)
	return out
}

// waysToStop are ways of checking that between them go through all phases.
var waysToStop = map[string][]mc.Option{
	"by default":   nil,
	"diagrams":     {mc.WithEngines("diagrams")},
	"certified":    {mc.WithEngines("diagrams"), mc.WithCertificates(3)},
	"warnings":     {mc.WithEngines("diagrams"), mc.WithVacuity()},
	"orbits":       {mc.WithEngines("diagrams", "orbits"), mc.WithSymmetry(mc.SymmetryOrbits)},
	"orbits early": {settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{OrbitsAfter: -1}, WalkFirst: -1})},
	"slices": {mc.WithEngines("diagrams"), settingstest.WithThresholds(settings.Thresholds{
		Search: search.Thresholds{RoundsBeforeSlicing: 1},
	})},
}

// sweep tries instants, or sizes: each is about one part-th greater than the one before.
func sweep(from, to, part int, try func(n int) (done bool)) {
	for n := from; n < to && !try(n); n += 1 + n/part {
	}
}

// Every phase there is can be interrupted, with either engine: the property is unknown for that
// reason, and the ones after it, and itself when it is asked again, get their verdicts from the
// same checker.
func TestEveryPhaseIsInterrupted(t *testing.T) {
	sys, spec, want := shiftWork(t, 3)
	knows := ltol.Knows(0, ltol.AllPaths(ltol.Next(ltol.True())))
	spec.Properties = append(spec.Properties, mc.Property{State: ltol.AndState(knows, allPaths(spec.Properties[0].Formula))})
	want = append(want, want[0])
	for _, engine := range []string{"native", "rudd"} {
		seen := map[string]int{}
		for name, options := range waysToStop {
			options = append(options[:len(options):len(options)], mc.WithEncoding(symbolic.Options{BDD: bdd.Options{Engine: engine}}))
			sweep(1, 1<<20, 3, func(n int) bool { // the encoding, with its trials of orders
				c, err := mc.NewChecker(expiringAfter(int64(n)), sys, spec, options...)
				if err == nil {
					c.Close()
					return true
				}
				note(t, seen, err)
				return false
			})
			// What follows is not about the trials of orders, which take longer than the rest of NewChecker.
			untried := symbolic.Options{BDD: bdd.Options{Engine: engine}, NoTrials: true}
			options = append(options, mc.WithEncoding(untried))
			sweep(1, 1<<20, 3, func(n int) bool { // each property, on a checker that has not explored anything yet
				c, err := mc.NewChecker(context.Background(), sys, spec, options...)
				require.NoError(t, err)
				defer c.Close()
				decided := 0
				for i, p := range spec.Properties {
					r := c.CheckProperty(expiringAfter(int64(n)), p)
					if r.Verdict == mc.Unknown {
						note(t, seen, r.Err)
						require.Equal(t, r.Err.Error(), r.Reason)
						r = c.CheckProperty(context.Background(), p)
						require.NoError(t, r.Err)
					} else {
						decided++
					}
					require.Equal(t, want[i], r.Verdict, "%s, %s, property %d, instant %d", engine, name, i+1, n)
				}
				return decided == len(want)
			})
			sweep(1, 1<<20, 3, func(n int) bool { // what is said about the system
				c, err := mc.NewChecker(context.Background(), sys, spec, options...)
				require.NoError(t, err)
				defer c.Close()
				_, err = c.Warnings(expiringAfter(int64(n)))
				if err != nil {
					note(t, seen, err)
				}
				return err == nil
			})
		}
		counting := []byte(strings.ReplaceAll(growing, "{true} *! (true)(V := n)", "{n * n < 200} *! (true)(V := n)"))
		p, list := rcheck.Parse("counting.rcp", counting, rcheck.Options{})
		require.NoError(t, list.Err())
		sweep(1, 1<<20, 3, func(n int) bool { // the ranges of integers without one
			c, err := mc.NewChecker(expiringAfter(int64(n)), p.System, rcp.Specification(p), mc.WithEncoding(symbolic.Options{BDD: bdd.Options{Engine: engine}}))
			if err == nil {
				c.Close()
				return true
			}
			note(t, seen, err)
			return false
		})
		t.Log(engine, seen)
		for _, phase := range allPhases(t) {
			require.Positive(t, seen[phase], "%s: nothing was interrupted while %s", engine, phase)
		}
	}
}

// note counts the phase of a limit, which must be the reason of an error.
func note(t *testing.T, seen map[string]int, err error) {
	t.Helper()
	var limit *mc.LimitError
	require.True(t, errors.As(err, &limit), "%v", err)
	require.True(t, errors.Is(err, context.Canceled) || errors.Is(err, bdd.ErrNodeLimit), "%v", err)
	require.Contains(t, err.Error(), string(limit.Phase))
	seen[limit.Phase]++
}

// Limits on nodes end the phases that make nodes, with either engine and in every way of checking;
// verdicts are right or unknown, and a specification is gone through to its end.
func TestNodesRunOutInEveryPhase(t *testing.T) {
	sys, spec, want := shiftWork(t, 4)
	for _, engine := range []string{"native", "rudd"} {
		seen := map[string]int{}
		for name, options := range waysToStop {
			sweep(60, 12_000, 5, func(size int) bool {
				o := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{Engine: engine, MaxNodes: size}, NoTrials: true})
				c, err := mc.NewChecker(context.Background(), sys, spec, append(options[:len(options):len(options)], o)...)
				if err != nil {
					note(t, seen, err)
					return false
				}
				defer c.Close()
				if _, err := c.Reach(context.Background()); err != nil {
					note(t, seen, err) // properties may be decided all the same
				} else if name == "slices" {
					if _, err := c.Layers(context.Background()); err != nil { // which stay, and leave less for the rest
						note(t, seen, err)
					}
				}
				report, err := c.Check(context.Background())
				require.NoError(t, err)
				require.Len(t, report.Results, len(want))
				decided := 0
				for i, r := range report.Results {
					if r.Verdict == mc.Unknown {
						note(t, seen, r.Err)
						continue
					}
					decided++
					require.Equal(t, want[i], r.Verdict, "%s, %d nodes, property %d", engine, size, i+1)
				}
				return decided == len(want)
			})
		}
		t.Log(engine, seen)
		for _, phase := range []string{fault.PhaseEncode, fault.PhaseReach, fault.PhaseProduct, fault.PhaseExplore, fault.PhaseHull, fault.PhaseTrace} {
			require.Positive(t, seen[phase], "%s: nodes never ran out while %s", engine, phase)
		}
	}
}
