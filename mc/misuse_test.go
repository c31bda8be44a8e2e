package mc_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/misusetest"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// misused makes what calls can be made with: a checker, a closed one, and formulas and propositions
// that the system lacks.
func misused(t *testing.T) misusetest.Fixture {
	return func() []any {
		sys := recipetest.Blinking()
		holds := ltol.Prop(ltol.Atom{Kind: ltol.State})
		spec := mc.Specification{Properties: []mc.Property{{Index: 1, Formula: ltol.Globally(ltol.Finally(holds))}}}
		ctx := context.Background()
		c, err := mc.NewChecker(ctx, sys, spec)
		require.NoError(t, err)
		t.Cleanup(c.Close)
		run, err := c.Inspect().RunTo(ctx, 0)
		require.NoError(t, err)
		closed, err := mc.NewChecker(ctx, sys, spec)
		require.NoError(t, err)
		closed.Close()
		closed.Close()
		ended, cancel := context.WithCancel(ctx)
		cancel()
		return []any{
			ctx, c, sys, spec, spec.Properties[0], holds, c.Interpreter(), run, func(mc.Result) {}, func(int, *trace.Trace) {},
			ended, closed, &recipe.System{}, ltol.Prop(ltol.Atom{ID: 9}), ltol.Prop(ltol.Atom{Kind: ltol.Step}), &ltol.Formula{},
			mc.WithCertificates(math.MaxInt), mc.Property{}, mc.Symmetry(9), branch.Ability(9),
		}
	}
}

// TestMisuseIsRefused calls everything that the package exports with arguments that make no sense.
func TestMisuseIsRefused(t *testing.T) {
	receivers := map[string]any{
		"Checker": new(mc.Checker), "LimitError": new(mc.LimitError), "Verdict": mc.Verdict(0),
		"Result": mc.Result{}, "Report": new(mc.Report), "Session": new(mc.Session), "Specification": mc.Specification{}, "JointSpecification": mc.JointSpecification{}, "Inspection": (*mc.Checker)(nil).Inspect(),
		"JointInspection": (*mc.Checker)(nil).InspectJoint(), "Warning": mc.Warning{}, "SystemStats": mc.SystemStats{},
	}
	var types []any
	for _, name := range misusetest.Types(t, ".") {
		require.Contains(t, receivers, name)
		types = append(types, receivers[name])
	}
	misusetest.Methods(t, misused(t), types...)
	misusetest.Functions(t, ".", misused(t), map[string]any{
		"Check": mc.Check, "NewChecker": mc.NewChecker, "Bounded": mc.Bounded, "NewJointChecker": mc.NewJointChecker, "JointModelOf": mc.JointModelOf,
		"IsLimit": mc.IsLimit, "ModelOf": mc.ModelOf,
		"WithCertificates": mc.WithCertificates,
		"WithEncoding":     mc.WithEncoding, "WithJobs": mc.WithJobs, "WithProgress": mc.WithProgress,
		"WithReachable":       mc.WithReachable,
		"WithPropertyTimeout": mc.WithPropertyTimeout, "WithBudget": mc.WithBudget, "WithSymmetry": mc.WithSymmetry, "WithTranslation": mc.WithTranslation,
		"WithAbility": mc.WithAbility, "WithoutReasons": mc.WithoutReasons,
		"WithVacuity": mc.WithVacuity, "WithEngines": mc.WithEngines, "EngineNames": mc.EngineNames, "WithFound": mc.WithFound, "WithFigures": mc.WithFigures,
		"WithShortestRuns": mc.WithShortestRuns, "WithCounterexamples": mc.WithCounterexamples, "WithVerdictsAlone": mc.WithVerdictsAlone,
	})
}

// TestMisuseIsNamed: what is wrong stands in the error, and errors.Is finds ErrMisuse.
func TestMisuseIsNamed(t *testing.T) {
	ctx, sys := context.Background(), recipetest.Blinking()
	c, err := mc.NewChecker(ctx, sys, mc.Specification{})
	require.NoError(t, err)
	closed, err := mc.NewChecker(ctx, sys, mc.Specification{})
	require.NoError(t, err)
	closed.Close()
	defer c.Close()
	only := func(_ any, err error) error { return err }
	open := func(o mc.Option) error { return only(mc.NewChecker(ctx, sys, mc.Specification{}, o)) }
	for want, err := range map[string]error{
		"there is no system":                             only(mc.NewChecker(ctx, nil, mc.Specification{})),
		"there is no context":                            only(mc.Check(nil, sys, mc.Specification{})),
		"the checker is nil":                             only((*mc.Checker)(nil).Check(ctx)),
		"the checker is closed":                          only(closed.Reach(ctx)),
		"the property is not about states":               only(c.ExplainStates(ctx, mc.Property{Formula: ltol.True()})),
		"WithAbility: there is no ability number 9":      open(mc.WithAbility(9, 0)),
		"the formula refers to proposition 99 of":        only(c.Inspect().Where(ctx, 99)),
		"the formula uses toggles as a state atom":       only(c.Inspect().RunTo(ctx, 1)),
		"the formula has no formula":                     c.CheckProperty(ctx, mc.Property{}).Err,
		"refers to proposition 99 of":                    c.CheckProperty(ctx, mc.Property{Formula: ltol.Prop(ltol.Atom{ID: 99})}).Err,
		"an option is nil":                               open(nil),
		"WithJobs: -1 jobs":                              open(mc.WithJobs(-1)),
		"WithEngines: there is no engine \"bdd\"; there": open(mc.WithEngines("bdd")),
		"WithBudget: -1 steps are fewer than none":       open(mc.WithBudget(-1)),
		"WithPropertyTimeout: -1s is negative":           open(mc.WithPropertyTimeout(-time.Second)),
		"WithCertificates: the number of samples is -1":  open(mc.WithCertificates(-1)),
		"WithCertificates: the number of samples is 922": open(mc.WithCertificates(math.MaxInt)),
		"WithTranslation: ltol: misuse: MaxEdges is -1":  open(mc.WithTranslation(ltol.Options{MaxEdges: -1})),
		"WithSymmetry: there is no use number 9":         open(mc.WithSymmetry(9)),
		"Options.MaxNodes is -1":                         open(mc.WithEncoding(symbolicOptions(-1))),
	} {
		require.ErrorContains(t, err, want)
		if want != "Options.MaxNodes is -1" {
			require.ErrorIs(t, err, mc.ErrMisuse, want)
		}
		require.NotErrorIs(t, err, mc.ErrInternal, want)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err = c.Reach(ended)
	var limit *mc.LimitError
	require.ErrorAs(t, err, &limit)
	require.Equal(t, mc.Unknown, closed.CheckProperty(ctx, mc.Property{Formula: ltol.True()}).Verdict)
}

func symbolicOptions(nodes int) (o symbolic.Options) {
	o.BDD.MaxNodes = nodes
	return o
}
