package conform_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// formulaOf says of a computation that the log, whose order is total and which has no open names,
// may be one of it: hidden steps until a step that the first entry explains, and then the rest.
func (l naiveLog) formulaOf(sys *recipe.System) *ltol.Formula {
	add := func(kind ltol.AtomKind, e *recipe.Expr) *ltol.Formula {
		of := recipe.StateProposition
		if kind == ltol.Step {
			of = recipe.StepProposition
		}
		id := len(sys.Propositions)
		sys.Propositions = append(sys.Propositions, recipe.Proposition{Kind: of, Name: fmt.Sprint("p", id), Expr: e})
		return ltol.Prop(ltol.Atom{Kind: kind, ID: id})
	}
	moves := add(ltol.Step, recipe.TrueExpr)
	hidden := ltol.False()
	if e := hiddenOf(l.hidden); e != nil {
		hidden = add(ltol.Step, e)
	}
	f := ltol.True()
	for i := len(l.entries) - 1; i >= 0; i-- {
		now := []*ltol.Formula{moves}
		for _, fact := range l.entries[i].facts {
			switch e := fact.expr(nil); fact.when {
			case conform.Before:
				now = append(now, add(ltol.State, e))
			case conform.During:
				now = append(now, add(ltol.Step, e))
			default:
				f = ltol.And(add(ltol.State, e), f)
			}
		}
		f = ltol.Until(hidden, ltol.And(append(now, ltol.Next(f))...))
	}
	return f
}

// TestVerdictsAgreeWithTheChecker compares verdicts along a log with answers of the checker about
// the formula that the log becomes.
func TestVerdictsAgreeWithTheChecker(t *testing.T) {
	counts := map[conform.Verdict]int{}
	unfair := 0
	for seed := range recipetest.Number(t, "CONFORM_VERDICTS", 150) {
		source := recipetest.Seeded(uint64(seed))
		sys := recipetest.System(source, recipetest.Shape{Agents: 3, Locals: 2, Commands: 3, States: 2, Total: true, Propositions: 2})
		in := recipe.NewInterpreter(sys)
		if g, err := recipe.Explore(t.Context(), in, 100); err != nil || !g.Complete {
			continue
		}
		g := &logger{rand.New(rand.NewSource(int64(seed))), sys, in}
		l := g.log(1 + g.r.Intn(3))
		if len(l.candidates) > 0 {
			continue
		}
		for i := 1; i < len(l.entries); i++ {
			l.entries[i].after = []int{i - 1}
		}
		property := mctest.NewFormulas(source, sys).Formula(2)
		var fair mc.Specification
		o := conform.Options{Hidden: hiddenOf(l.hidden), Properties: []*ltol.Formula{property}, Thresholds: thresholds(seed)}
		if g.chance(40) {
			o.Justice = []*ltol.Formula{ltol.Prop(ltol.Atom{Kind: ltol.State, ID: 0})}
			fair.Justice = o.Justice
		}
		m, err := conform.New(t.Context(), sys, o)
		require.NoError(t, err)
		tracker := start(t, m)
		for n := 0; ; n++ {
			verdicts, err := tracker.Verdicts(t.Context())
			require.NoError(t, err)
			isFair, err := tracker.Fair(t.Context())
			require.NoError(t, err)
			prefix := naiveLog{entries: l.entries[:n], hidden: l.hidden}
			require.Equal(t, naiveVerdict(t, sys, prefix, property, fair), verdicts[0], "seed %d, %d entries, %s", seed, n, property)
			require.Equal(t, verdicts[0] != conform.OutOfModel, isFair)
			counts[verdicts[0]]++
			if !isFair {
				unfair++
			}
			if n == len(l.entries) {
				break
			}
			if ok, err := tracker.Step(t.Context(), l.entries[n].entry(n)); err != nil || !ok {
				require.NoError(t, err)
				break
			}
		}
		m.Close()
	}
	t.Log(counts)
	require.Greater(t, min(counts[conform.Open], counts[conform.Satisfied], counts[conform.Violated], unfair), 5)
}

// naiveVerdict asks the checker whether no computation that the log allows satisfies, or violates,
// the property.
func naiveVerdict(t *testing.T, sys *recipe.System, l naiveLog, property *ltol.Formula, fair mc.Specification) conform.Verdict {
	own := *sys
	own.Propositions = append([]recipe.Proposition{}, sys.Propositions...)
	log := l.formulaOf(&own)
	some := func(f *ltol.Formula) bool {
		spec := fair
		spec.Properties = []mc.Property{{Formula: ltol.Not(ltol.And(log, f))}}
		report, err := mc.Check(t.Context(), &own, spec, mc.WithEngines("diagrams"))
		require.NoError(t, err)
		require.NotEqual(t, mc.Unknown, report.Results[0].Verdict)
		return report.Results[0].Verdict == mc.Violated
	}
	switch holds, fails := some(property), some(ltol.Not(property)); {
	case holds && fails:
		return conform.Open
	case holds:
		return conform.Satisfied
	case fails:
		return conform.Violated
	}
	return conform.OutOfModel
}
