package mc_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest/direct"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

var (
	errRejected = errors.New("rejected")
	// errPipeline marks what must not be.
	errPipeline = errors.New("the pipeline disagrees")
)

// ways are the ways to check, each of which must give the same verdicts, besides those that are
// drawn.
var ways = []way{
	{"certified", []mc.Option{mc.WithCertificates(3)}},
	{"rudd", []mc.Option{mc.WithEncoding(symbolic.Options{BDD: bdd.Options{Engine: "rudd"}, NoTrials: true})}},
	{"orbits", []mc.Option{mc.WithSymmetry(mc.SymmetryOrbits), mc.WithCertificates(3)}},
	{"reordering", []mc.Option{mc.WithEncoding(symbolic.Options{BDD: bdd.Options{AutoReorder: true}}), settingstest.WithThresholds(settings.Thresholds{Search: search.Thresholds{RoundsBeforeSlicing: 1}})}},
	{"warnings", []mc.Option{mc.WithVacuity()}},
	{"jobs", []mc.Option{mc.WithJobs(2)}},
}

// compareSource checks all properties of a source from its text to their verdicts in one of the
// ways, and compares them with the tableau over the graph of the syntax tree, which shares only the
// parser. A counterexample is evaluated there as well.
func compareSource(m rchecktest.Model, w way, n map[string]int) error {
	p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
	if list.HasErrors() {
		return fmt.Errorf("%w: %w", errRejected, list.Err())
	}
	both, err := rchecktest.Compare(p, m.Options, 200)
	var uninitialised *recipe.NoInitialStateError
	if errors.As(err, &uninitialised) { // which the parser is to find if it may search for it
		return fmt.Errorf("%w: %w", errRejected, err)
	}
	if err != nil {
		return err
	}
	spec := rcp.Specification(p)
	report, err := mc.Check(context.Background(), p.System, spec, w.options...)
	if err != nil {
		return fmt.Errorf("%w: %w", errPipeline, err)
	}
	settled := func(r mc.Result) bool { return r.Verdict == mc.Violated || r.Stats.Clauses+r.Stats.InvariantNodes > 0 }
	if len(spec.Properties) > 0 && !report.Stats.Reached && !slices.ContainsFunc(report.Results, func(r mc.Result) bool { return !settled(r) }) {
		n["given up"]++ // every property is violated, or holds by an inductive invariant
	} else if got := report.Stats.States.String(); got != strconv.Itoa(both.Direct.Len()) {
		return fmt.Errorf("%w: %s states, by the tree %d", errPipeline, got, both.Direct.Len())
	}
	n["states"] += both.Direct.Len()
	n["states with held names"] += both.Held()
	n["steps that spawn"] += both.Spawning()
	for i, r := range report.Results {
		want, err := both.Direct.Holds(p.Specs[i].Expr)
		if errors.Is(err, direct.ErrTooLarge) || errors.Is(err, direct.ErrReadings) {
			n["undecided by the tree"]++
			continue
		}
		if err != nil || r.Err != nil || (r.Verdict == mc.Holds) != want {
			return fmt.Errorf("%w: %s %s, by the tree %t, %w", errPipeline, r.Property.Text, r.Verdict, want, errors.Join(r.Err, err))
		}
		kind := r.Verdict.String()
		if len(spec.Justice)+len(spec.Compassion) > 0 {
			kind = "fair " + kind
		}
		n[kind]++
		if r.States != nil {
			n["about states: "+kind]++
			states, err := both.Direct.States(p.Specs[i].Expr)
			if err != nil {
				return fmt.Errorf("%w: %s, %w", errPipeline, r.Property.Text, err)
			}
			states = slices.DeleteFunc(states, func(holds bool) bool { return !holds })
			if got := r.States.String(); got != strconv.Itoa(len(states)) && len(spec.Justice)+len(spec.Compassion) == 0 {
				return fmt.Errorf("%w: %s in %s states, by the tree %d", errPipeline, r.Property.Text, got, len(states))
			}
		}
		kind, _, _ = strings.Cut(w.name, ":")
		n[kind]++
		if r.Trace != nil {
			if err := violates(both, r.Trace, p.Specs[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// violates evaluates a property on a counterexample by the syntax tree.
func violates(both *rchecktest.Comparison, tr *trace.Trace, s *rcheck.Spec) error {
	l := direct.Lasso{Loop: tr.Loop}
	for _, st := range tr.Steps {
		at := both.Direct.Index(rchecktest.StateText(both.Program.System, st.State))
		if at < 0 {
			return fmt.Errorf("%w: a trace through a state that is not reachable", errPipeline)
		}
		step := -1
		for j := range both.Direct.Steps(at) {
			if both.Direct.StepText(at, j) == rchecktest.StepText(both.Program.System, st.Message) {
				step = j
			}
		}
		if step < 0 {
			return fmt.Errorf("%w: a trace with a step that is not possible", errPipeline)
		}
		l.States, l.Steps = append(l.States, at), append(l.Steps, step)
	}
	ok, err := both.Direct.Satisfies(s.Expr, l)
	if err != nil || ok {
		return fmt.Errorf("%w: %s is true of its counterexample %s, %w", errPipeline, s.Text, both.LassoText(l), err)
	}
	return nil
}

// different reports whether an error is about a difference, or a mistake, and not about a source
// that cannot be compared.
func different(err error) bool {
	return err != nil && !errors.Is(err, errRejected) && !errors.Is(err, recipe.ErrStateLimit) && !errors.Is(err, direct.ErrTooLarge)
}

// requireSource compares a source. If it finds a difference, it shrinks the source and writes it to
// testdata/found.
func requireSource(t *testing.T, name string, m rchecktest.Model, w way, n map[string]int) {
	err := compareSource(m, w, n)
	n["sources"]++
	if err == nil {
		n["compared"]++
	}
	if !different(err) {
		return
	}
	file := filepath.Join("testdata", "found", name+".rcp")
	small, fault := rchecktest.Found(file, m, 3000, func(m rchecktest.Model) bool {
		return different(compareSource(m, w, map[string]int{}))
	})
	require.NoError(t, fault)
	t.Fatalf("%s, %s: %v\nshrunk to %s:\n%s", name, w.name, err, file, small)
}

// From the text of generated models in both dialects to verdicts: they are those of an explicit
// decision by the syntax tree, with and without fairness, in all ways of checking.
func TestSourcesEndToEnd(t *testing.T) {
	n := map[string]int{}
	for seed := range recipetest.Number(t, "MC_SOURCES", 60) {
		m := rchecktest.New(recipetest.Seeded(uint64(seed) + 1_000_000))
		w := drawnWay(recipetest.Seeded(uint64(seed)))
		if i := seed % (2 * len(ways)); i < len(ways) {
			w = ways[i]
		} else if seed%3 == 0 { // what is not found out must be assumed
			m.Options.Limits = rcheck.Limits{Flow: 1 + seed%50, Search: 1 + seed%7, Walk: seed%3 - 1}
		}
		m.Options.Limits.Apart = []int{-1, 0, 1, 1 << 20}[seed/2%4]
		requireSource(t, fmt.Sprintf("source-%d", seed), m, w, n)
	}
	t.Log(n)
	require.Greater(t, n["compared"], n["sources"]*2/3)
	require.Greater(t, n["drawn"], n["compared"]/3)
	decided := n["holds"] + n["violated"]
	require.Greater(t, decided, n["compared"])
	require.Greater(t, n["holds"], decided/5, "too few properties hold")
	require.Greater(t, n["violated"], decided/5, "too few properties are violated")
	about := n["about states: holds"] + n["about states: violated"]
	require.Greater(t, about, n["compared"]/3)
	require.Greater(t, min(n["about states: holds"], n["about states: violated"]), about/5, "too few properties about states with a verdict")
	fair := n["fair holds"] + n["fair violated"]
	require.Greater(t, n["fair holds"], fair/6, "too few properties hold under fairness")
	require.Greater(t, n["fair violated"], fair/6, "too few properties are violated under fairness")
	for _, way := range ways {
		require.Greater(t, n[way.name], n["compared"]/(3*len(ways)), way.name)
	}
}

// What was once found stays right, in every way of checking.
func TestKeptSources(t *testing.T) {
	kept, err := rchecktest.Kept(filepath.Join("testdata", "kept", "*.rcp"))
	require.NoError(t, err)
	require.NotEmpty(t, kept)
	for file, m := range kept {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, w := range ways {
				require.NoError(t, compareSource(m, w, map[string]int{}), w.name)
			}
			for seed := range uint64(2) {
				w := drawnWay(recipetest.Seeded(seed))
				require.NoError(t, compareSource(m, w, map[string]int{}), w.name)
			}
		})
	}
}
