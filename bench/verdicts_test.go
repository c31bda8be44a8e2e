package bench_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/models"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// constants reads a choice such as `N=3,M=4`.
func constants(t testing.TB, text string) map[string]int {
	set := map[string]int{}
	for _, assignment := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		name, value, found := strings.Cut(assignment, "=")
		require.True(t, found, text)
		n, err := strconv.Atoi(value)
		require.NoError(t, err, text)
		set[name] = n
	}
	return set
}

// expected are the verdicts of a finding by the names of properties.
func (f *finding) expected() map[string]string {
	out := map[string]string{}
	for name := range strings.FieldsSeq(f.holds) {
		out[name] = mc.Holds.String()
	}
	for name := range strings.FieldsSeq(f.violated) {
		out[name] = mc.Violated.String()
	}
	return out
}

// each runs a test for each model at each of its sizes.
func each(t *testing.T, test func(t *testing.T, f *finding, s size)) {
	for _, f := range slices.Concat(findings, publishedFindings, sizesFindings) {
		for _, s := range f.sizes {
			t.Run(f.model+"/"+s.set, func(t *testing.T) { test(t, &f, s) })
		}
	}
}

func TestEveryModelHasFindings(t *testing.T) {
	var known []string
	for _, f := range slices.Concat(findings, publishedFindings, sizesFindings) {
		known = append(known, f.model)
	}
	slices.Sort(known)
	var found []string
	require.NoError(t, fs.WalkDir(os.DirFS("models"), ".", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".rcp") {
			found = append(found, path)
		}
		return err
	}))
	require.Equal(t, found, slices.Compact(known))
}

func TestVerdicts(t *testing.T) {
	each(t, func(t *testing.T, f *finding, s size) {
		m, err := bench.Measure(context.Background(), bench.Case{Model: f.model, Set: constants(t, s.set)}, nil)
		require.NoError(t, err)
		require.True(t, m.Decided())
		require.Equal(t, []string{strconv.Itoa(s.states), strconv.Itoa(s.deadlocks)}, []string{m.States, m.Deadlocks})
		got := map[string]string{}
		for _, p := range m.Properties {
			got[p.Name] = p.Verdict
		}
		require.Len(t, got, len(m.Properties), "properties without a name of their own")
		require.Equal(t, f.expected(), got)
	})
}

// TestVerdictsAboutStates decides the families' properties about states. Package
// mc compares them with an explicit decision.
func TestVerdictsAboutStates(t *testing.T) {
	known := map[string]bool{}
	for i := range findingsAboutStates {
		f := &findingsAboutStates[i]
		known[f.model] = true
		for _, s := range f.sizes {
			t.Run(f.model+"/"+s.set, func(t *testing.T) {
				c := bench.Case{Model: f.model + ".rcp", Set: constants(t, s.set), Properties: "states/" + f.model + ".ltol"}
				m, err := bench.Measure(context.Background(), c, nil)
				require.NoError(t, err)
				got := map[string]string{}
				for _, p := range m.Properties {
					got[p.Name] = p.Verdict
				}
				require.Equal(t, f.expected(), got)
			})
		}
	}
	for _, f := range bench.Families() {
		require.True(t, known[f.Name], f.Name)
		for _, kind := range []string{"knows", "common", "recovers", "ability"} {
			c := bench.Case{Model: f.File(), Set: f.Set(f.Small[1]), Properties: f.AboutStates(), Only: kind}
			m, err := bench.Measure(context.Background(), c, nil)
			require.NoError(t, err)
			require.Len(t, m.Properties, 1, "%s: %s", f.Name, kind)
		}
	}
}

// TestExplicit finds the same numbers of states and the same verdicts with the
// explicit semantics: states one by one for the numbers, and orbits of states
// under exchanges of agents, with automata as they come from the translation
// where these are not too large, for the verdicts. EXPLICIT_STATES is up to how many
// states sizes are explored.
func TestExplicit(t *testing.T) {
	limit := recipetest.Number(t, "EXPLICIT_STATES", 700)
	each(t, func(t *testing.T, f *finding, s size) {
		if s.states > limit {
			return
		}
		program := read(t, f.model, s.set)
		in := recipe.NewInterpreter(program.System)
		graph, err := recipe.Explore(context.Background(), in, s.states+1)
		require.NoError(t, err)
		require.Equal(t, []int{s.states, s.deadlocks}, []int{graph.Len(), len(graph.Deadlocks)})
		want := f.expected()
		for _, p := range program.Specs {
			if p.State != nil { // see TestVerdictsAboutStates
				delete(want, p.Name)
			}
		}
		require.Equal(t, want, explicitVerdicts(t, in, program))
	})
}

func read(t testing.TB, model, set string) *rcheck.Program {
	program, err := bench.Read(model, constants(t, set))
	require.NoError(t, err)
	return program
}

func explicitVerdicts(t *testing.T, in *recipe.Interpreter, program *rcheck.Program) map[string]string {
	plain := quotient.NewFinder(in, quotient.Options{Translation: ltol.Options{Plain: true}})
	usual := quotient.NewFinder(in, quotient.Options{})
	fair := slices.Clone(program.Justice)
	for i, f := range fair {
		fair[i] = ltol.Globally(ltol.Finally(f))
	}
	for _, c := range program.Compassion {
		fair = append(fair, ltol.Implies(ltol.Globally(ltol.Finally(c[0])), ltol.Globally(ltol.Finally(c[1]))))
	}
	out := map[string]string{}
	for _, p := range program.Specs {
		if p.State != nil {
			continue
		}
		violation := ltol.And(append([]*ltol.Formula{ltol.Not(p.Formula)}, fair...)...)
		run, _, err := plain.Find(context.Background(), violation)
		if errors.Is(err, ltol.ErrTooLarge) { // many conditions of fairness, which only the usual translation keeps apart
			run, _, err = usual.Find(context.Background(), violation)
		}
		require.NoError(t, err, p.Name)
		verdict := mc.Holds
		if run != nil {
			verdict = mc.Violated
			require.NoError(t, run.Replay(in), p.Name)
			satisfied, err := trace.Read(context.Background(), in, run).Satisfies(p.Formula)
			require.NoError(t, err, p.Name)
			require.False(t, satisfied, p.Name)
		}
		out[p.Name] = verdict.String()
	}
	return out
}

// TestModelsReadWithoutSurprise asserts what is warned about in reading.
func TestModelsReadWithoutSurprise(t *testing.T) {
	each(t, func(t *testing.T, f *finding, s size) {
		text, err := models.Source(f.model)
		require.NoError(t, err)
		_, list := rcheck.Parse(f.model, text, rcheck.Options{Set: constants(t, s.set)})
		var codes []string
		for _, d := range list {
			codes = append(codes, string(d.Code))
		}
		require.Equal(t, f.warnings, strings.Join(codes, " "), "%v", list)
	})
}

func TestReadErrors(t *testing.T) {
	_, err := bench.Read("none.rcp", nil)
	require.Error(t, err)
	_, err = bench.Read("ring.rcp", map[string]int{"K": 3})
	require.ErrorContains(t, err, "K")
	p, err := bench.Read("ring.rcp", nil)
	require.NoError(t, err)
	_, err = bench.ReadProperties(p, "states/none.ltol")
	require.Error(t, err)
	_, err = bench.ReadProperties(p, "states/commit.ltol")
	require.ErrorContains(t, err, "part")
}

// TestKnownNumbersOfStates compares numbers of states with what counting by
// hand gives, also where there are very many.
func TestKnownNumbersOfStates(t *testing.T) {
	for _, f := range bench.Families() {
		if f.States == nil {
			continue
		}
		for _, size := range append(slices.Clone(f.Small), f.Sizes[0], f.Sizes[1]) {
			t.Run(fmt.Sprint(f.Name, "/", size), func(t *testing.T) {
				m, err := bench.Measure(context.Background(), bench.Case{Model: f.File(), Set: f.Set(size), ReachOnly: true}, nil)
				require.NoError(t, err)
				require.Equal(t, f.States(size).String(), m.States)
				require.Empty(t, m.Properties)
			})
		}
	}
}

// TestInterrupt asserts that the end of the context leaves a measurement of
// what was done, and no error.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m, err := bench.Measure(ctx, bench.Case{Model: "ring.rcp"}, func(m *bench.Measurement) {
		if len(m.Properties) == 2 {
			cancel()
		}
	})
	require.NoError(t, err)
	require.True(t, m.Reached)
	require.False(t, m.Decided())
	require.Equal(t, "holds", m.Properties[1].Verdict)
	require.Equal(t, "unknown", m.Properties[2].Verdict)
}
