package mc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A way up and, once a switch has been turned, down again, which never comes
// back to where it was: hulls take as many rounds as the way is long, and the
// switch divides them. On either side of it something can go on for ever.
func TestSlicesAreSearched(t *testing.T) {
	const top = 24
	b := recipe.NewBuilder()
	up, down := b.Channel("up"), b.Channel("down")
	s := b.Agent("switch", "Switch")
	turned := s.Local("turned", recipe.BoolType)
	s.Init(recipe.Not(turned))
	s.Send(0, 0, b.Channel("turn")).When(recipe.Not(turned)).Set(turned, recipe.TrueExpr)
	s.Receive(0, 0, up).When(recipe.Not(turned))
	s.Receive(0, 0, down).When(turned)
	w := b.Agent("walker", "Walker")
	at := w.Local("at", recipe.IntType(0, top))
	w.Init(recipe.Eq(at, recipe.IntExpr(0))).ReceiveGuard(recipe.FalseExpr)
	rise := w.Send(0, 0, up).When(recipe.Lt(at, recipe.IntExpr(top))).Set(at, recipe.Add(at, recipe.IntExpr(1)))
	fall := w.Send(0, 0, down).When(recipe.Gt(at, recipe.IntExpr(0))).Set(at, recipe.Sub(at, recipe.IntExpr(1)))
	before := w.Send(0, 0, up).When(recipe.Eq(at, recipe.IntExpr(top/2)))
	after := w.Send(0, 0, down).When(recipe.Eq(at, recipe.IntExpr(top/3)))
	step := func(commands ...*recipe.CommandBuilder) *ltol.Formula {
		return ltol.Prop(ltol.Atom{ID: b.StepProposition("p", recipe.Executed(commands...)), Kind: ltol.Step})
	}
	var spec mc.Specification
	for i, steps := range []*ltol.Formula{step(rise, fall), step(rise, fall, before), step(rise, fall, after)} {
		spec.Properties = append(spec.Properties, mc.Property{
			Index: i + 1, Formula: ltol.Not(ltol.Globally(ltol.Finally(steps))),
		})
	}
	sys, err := b.System()
	require.NoError(t, err)
	for name, thresholds := range map[string]settings.Thresholds{
		"by default": {}, "sliced": slicing,
		"few slices": {Search: search.Thresholds{MaxProbed: -1, RoundsBeforeProbe: 1, RoundsBeforeSlicing: 1, MaxSlices: 1}},
		"no slices":  {Search: search.Thresholds{MaxProbed: -1, RoundsBeforeProbe: 1, RoundsBeforeSlicing: 1, MaxComponents: 1}},
		"no rings":   {Search: search.Thresholds{MaxRings: -1}},
		"no rounds":  {Search: search.Thresholds{MaxProbed: -1, RoundsBeforeSlicing: -1}},
	} {
		t.Run(name, func(t *testing.T) {
			report, err := mc.Check(context.Background(), sys, spec, settingstest.WithThresholds(thresholds), mc.WithCertificates(5))
			require.NoError(t, err)
			for i, want := range []mc.Verdict{mc.Holds, mc.Violated, mc.Violated} {
				require.Equal(t, want, report.Results[i].Verdict, "property %d", i+1)
			}
			require.Greater(t, report.Results[0].Stats.Rounds, top, "the hull takes its time")
		})
	}
}

// Where rings are large at once and a walk turns in a circle that is not fair, a fair loop is
// probed for, and the run goes on from where it is.
func TestProbedLoopsAreApproached(t *testing.T) {
	const top = 6
	b := recipe.NewBuilder()
	w := b.Agent("walker", "Walker")
	at := w.Local("at", recipe.IntType(0, top))
	is := func(n int) *recipe.Expr { return recipe.Eq(at, recipe.IntExpr(n)) }
	w.Init(is(top)).ReceiveGuard(recipe.FalseExpr)
	w.Send(0, 0, b.Channel("wait")).When(is(top))
	w.Send(0, 0, b.Channel("fall")).When(recipe.Not(is(0))).Set(at, recipe.Sub(at, recipe.IntExpr(1)))
	back := w.Send(0, 0, b.Channel("back")).When(is(0)).Set(at, recipe.IntExpr(top))
	again := ltol.Prop(ltol.Atom{ID: b.StepProposition("p", recipe.Executed(back)), Kind: ltol.Step})
	sys, err := b.System()
	require.NoError(t, err)
	spec := mc.Specification{Properties: []mc.Property{{Index: 1, Formula: ltol.Not(ltol.Globally(ltol.Finally(again)))}}}
	report, err := mc.Check(context.Background(), sys, spec,
		settingstest.WithThresholds(settings.Thresholds{Search: search.Thresholds{MaxRings: -1, RoundsBeforeProbe: 1 << 20}}))
	require.NoError(t, err)
	r := report.Results[0]
	require.Equal(t, mc.Violated, r.Verdict, r.Reason)
	require.Len(t, r.Trace.Steps, top+1)
	require.Zero(t, r.Trace.Loop)
}

// Of several conditions that hold infinitely often each is decided with the help of one that was
// decided before: that changes no verdict.
func TestRecurrentLettersChangeNothing(t *testing.T) {
	helped, violated := 0, 0
	for seed := range recipetest.Number(t, "MC_SYSTEMS", 60) {
		source := recipetest.Seeded(uint64(seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
		draw := mctest.NewFormulas(source, sys)
		var spec mc.Specification
		if seed%2 == 0 {
			spec.Justice = append(spec.Justice, draw.Condition())
		}
		c, err := mc.NewChecker(context.Background(), sys, spec, drawnWay(source).options...)
		require.NoError(t, err)
		verdict := func(fs ...*ltol.Formula) mc.Verdict {
			r := c.CheckProperty(context.Background(), mc.Property{Index: 1, Formula: ltol.And(fs...)})
			require.NotEqual(t, mc.Unknown, r.Verdict, "seed %d: %s", seed, r.Reason)
			return r.Verdict
		}
		var holding []*ltol.Formula
		for range 8 {
			again := ltol.Globally(ltol.Finally(ltol.Or(draw.Condition(), draw.Condition())))
			alone := verdict(again)
			require.Equal(t, alone, verdict(append(holding, again)...), "seed %d: %v with %v", seed, again, holding)
			switch {
			case alone == mc.Holds:
				holding = append(holding, again)
			case len(holding) > 0:
				violated++
			}
		}
		helped += max(len(holding)-1, 0)
		c.Close()
	}
	require.Greater(t, helped, 60)
	require.Greater(t, violated, 30)
}
