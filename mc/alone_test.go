package mc_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest/direct"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// An explicitQuestion is a generated model whose properties were decided state by state. A verdict
// that this decision did not find is unknown.
type explicitQuestion struct {
	question
	// confirm fails unless the run violates the property. It is false if that is too large to decide.
	confirm func(property int, run *trace.Trace) bool
}

// Each engine is asked alone for the properties of generated models. Its verdicts are those of the
// explicit decision, or unknown because it has nothing left to do or its budget is used up.
// MC_ALONE=8000 compares more than 100 000 verdicts of single engines.
func TestEnginesAlone(t *testing.T) {
	n := map[string]int{}
	for seed := range recipetest.Number(t, "MC_ALONE", 8) {
		q, ok := explicitQuestionOf(t, uint64(seed))
		if !ok {
			n["models left out"]++
			continue
		}
		n["models"]++
		for i, engine := range mc.EngineNames() {
			source := recipetest.Seeded(uint64(seed*len(mc.EngineNames()) + i))
			w := way{name: "defaults"}
			if source.Intn(3) > 0 {
				w = drawnWay(source)
			}
			compareAlone(t, q, engine, w, fmt.Sprintf("seed %d, %s, %s", seed, engine, w.name), n)
		}
	}
	t.Log(n)
	for engine, gives := range map[string][]mc.Verdict{
		"walks": {mc.Violated}, "bounded": {mc.Violated}, "induction": {mc.Holds, mc.Violated},
		"orbits": {mc.Holds, mc.Violated}, "diagrams": {mc.Holds, mc.Violated},
		"localization": {mc.Holds}, // of properties without temporal operators under G, which are fewer
	} {
		for _, v := range gives {
			what, least := engine+" "+v.String(), n["models"]/8
			if engine == "localization" {
				least = n["models"]/20 - 1
			}
			require.Greater(t, n[what], least, "too few verdicts: %s", what)
		}
	}
	require.Greater(t, n["at extreme thresholds"], n["verdicts"]/3)
	require.Zero(t, n["walks holds"]+n["bounded holds"]+n["localization violated"]+n["views violated"])
	require.Greater(t, n["runs confirmed"], n["verdicts"]/5)
}

// compareAlone asks one engine, and counts its verdicts.
func compareAlone(
	t *testing.T, q explicitQuestion, engine string, w way, what string, n map[string]int,
) {
	symmetry := mc.SymmetryAuto // the engine of orbits is not there otherwise
	if engine == "orbits" {
		symmetry = mc.SymmetryOrbits
	}
	alone := []mc.Option{mc.WithSymmetry(symmetry), mc.WithEngines(engine), mc.WithBudget(50_000)}
	report, err := mc.Check(context.Background(), q.sys, q.spec, append(w.options, alone...)...)
	require.NoError(t, err, what)
	for i, r := range report.Results {
		text := fmt.Sprintf("%s: property %d, %s %s", what, i+1, r.Property.Text, r.Reason)
		if r.Verdict == mc.Unknown {
			given := errors.Is(r.Err, mc.ErrUndecided) || errors.Is(r.Err, mc.ErrShare)
			require.True(t, given, "%s: %v", text, r.Err)
			n["unknown"]++
			continue
		}
		if q.want[i] == mc.Unknown {
			continue
		}
		require.NoError(t, r.Err, text)
		require.Equal(t, q.want[i], r.Verdict, text)
		n["verdicts"]++
		n[engine+" "+r.Verdict.String()]++
		if w.options != nil {
			n["at extreme thresholds"]++
		}
		if r.Trace != nil && q.confirm(i, r.Trace) {
			n["runs confirmed"]++
		}
	}
}

// explicitQuestionOf generates a question: of a system, or of a text in the language. Some of both
// have interchangeable agents. It is false if the model has too many states, or is rejected.
func explicitQuestionOf(t *testing.T, seed uint64) (explicitQuestion, bool) {
	switch source := recipetest.Seeded(seed); seed % 4 {
	case 0, 1:
		shape := recipetest.Shape{Propositions: 3, Large: seed%8 == 0, Alike: seed%4 == 1}
		return questionOfSystem(t, source, shape)
	case 2:
		return questionOfText(t, rchecktest.New(source))
	default:
		size := map[string]int{"N": 2 + source.Intn(2)}
		return questionOfText(t, rchecktest.Model{
			Text: rchecktest.ForAllSizes(source), Options: rcheck.Options{Set: size},
		})
	}
}

// questionOfSystem draws a system with formulas and fairness. The explicit product decides them.
func questionOfSystem(
	t *testing.T, source recipetest.Source, shape recipetest.Shape,
) (q explicitQuestion, ok bool) {
	q.sys = recipetest.System(source, shape)
	in := recipe.NewInterpreter(q.sys)
	g, _, ok := exploreLetters(t, in, explicitLimit)
	if !ok {
		return q, false
	}
	draw := mctest.NewFormulas(source, q.sys)
	for range draw.Intn(2) {
		q.spec.Justice = append(q.spec.Justice, draw.Condition())
	}
	fair := fairnessFormulas(q.spec)
	for i := range 8 {
		f := draw.Property()
		p := mc.Property{Index: i + 1, Formula: f, Text: fmt.Sprint(f)}
		q.spec.Properties = append(q.spec.Properties, p)
		want := mc.Holds
		if g.satisfiable(t, ltol.And(append(fair[:len(fair):len(fair)], ltol.Not(f))...)) {
			want = mc.Violated
		}
		q.want = append(q.want, want)
	}
	q.confirm = func(i int, run *trace.Trace) bool {
		checkTrace(t, in, run, q.spec.Properties[i].Formula, fair)
		return true
	}
	return q, true
}

// questionOfText decides the properties of a text by the graph of its syntax tree.
func questionOfText(t *testing.T, m rchecktest.Model) (q explicitQuestion, ok bool) {
	p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
	if list.HasErrors() {
		return q, false
	}
	both, err := rchecktest.Compare(p, m.Options, explicitLimit)
	if errors.Is(err, recipe.ErrStateLimit) || errors.Is(err, direct.ErrTooLarge) {
		return q, false
	}
	require.NoError(t, err, m.Text)
	q.sys, q.spec = p.System, rcp.Specification(p)
	for _, s := range p.Specs {
		holds, err := both.Direct.Holds(s.Expr)
		switch {
		case errors.Is(err, direct.ErrTooLarge) || errors.Is(err, direct.ErrReadings):
			q.want = append(q.want, mc.Unknown)
		case holds:
			q.want = append(q.want, mc.Holds)
		default:
			q.want = append(q.want, mc.Violated)
		}
	}
	q.confirm = func(i int, run *trace.Trace) bool {
		err := violates(both, run, p.Specs[i])
		if errors.Is(err, direct.ErrTooLarge) {
			return false
		}
		require.NoError(t, err)
		return true
	}
	return q, true
}
