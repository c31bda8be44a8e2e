package mc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Where the reachable states are too many what follows from an inductive invariant holds all the
// same, without them, and nothing is known if no invariant is looked for.
func TestInductiveInvariants(t *testing.T) {
	p, err := bench.Read(stable().File(), stable().Set(8))
	require.NoError(t, err)
	spec := rcp.Specification(p)
	for _, property := range spec.Properties {
		if property.Name == "named_dissolves" {
			spec.Properties = []mc.Property{property}
		}
	}
	require.Len(t, spec.Properties, 1)
	check := func(limits settings.Thresholds, options ...mc.Option) mc.Result {
		options = append(options, settingstest.WithThresholds(limits), mc.WithSymmetry(mc.SymmetryOff),
			mc.WithEncoding(symbolic.Options{NoTrials: true, BDD: bdd.Options{MaxNodes: 30_000}}))
		r, err := mc.Check(context.Background(), p.System, spec, options...)
		require.NoError(t, err)
		require.False(t, r.Stats.Reached)
		return r.Results[0]
	}
	soon := settings.Thresholds{Policy: schedule.Policy{InductiveAfter: -1, InductiveShare: 1}}
	r := check(soon)
	require.Equal(t, mc.Holds, r.Verdict)
	require.Positive(t, r.Stats.Clauses)
	require.True(t, r.Certificate.Walks > 0 || r.Certificate.Reason != "", "it says why nothing was tested")
	certified := check(soon, mc.WithCertificates(3))
	require.Equal(t, mc.Holds, certified.Verdict)
	require.False(t, certified.Certificate.Repeated, "diagrams have not come to an answer")
	require.NotEmpty(t, certified.Certificate.Reason)
	for _, limits := range []settings.Thresholds{{Policy: schedule.Policy{InductiveAfter: 1 << 40, InductiveSoon: 1 << 40, InductiveShare: 1}}, {Policy: schedule.Policy{InductiveAfter: -1, InductiveShare: -1}}} {
		r = check(limits)
		require.Equal(t, mc.Unknown, r.Verdict)
		require.Zero(t, r.Stats.Clauses)
	}
}

// A system without an initial state is an error, whichever engine finds that out first: nothing
// holds of it.
func TestNoInitialState(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x, y := a.Local("x", recipe.IntType(0, 200)), a.Local("y", recipe.IntType(0, 200))
	a.Init(recipe.And(recipe.Lt(x, y), recipe.Lt(y, x)))
	a.Send(0, 0, b.Broadcast())
	p := b.StateProposition("p", recipe.Lt(x, y))
	sys, err := b.System()
	require.NoError(t, err)
	spec := mc.Specification{Properties: []mc.Property{{Index: 1, Formula: ltol.Globally(ltol.Prop(ltol.Atom{ID: p, Kind: ltol.State}))}}}
	still := settings.Thresholds{Policy: schedule.Policy{WalkShare: -1, BoundedShare: -1, BoundedRest: -1}, WalkFirst: -1}
	soon := still
	soon.CircuitFirst, soon.InductiveAfter, soon.InductiveShare, soon.ExtraMost = -1, -1, 1, -1
	for _, limits := range []settings.Thresholds{{}, still, soon} {
		r, err := mc.Check(context.Background(), sys, spec, settingstest.WithThresholds(limits))
		require.Nil(t, r)
		var none *recipe.NoInitialStateError
		require.ErrorAs(t, err, &none)
		require.NotErrorIs(t, err, mc.ErrInternal)
	}
}

func stable() *bench.Family {
	for _, f := range bench.Families() {
		if f.Name == "stable" {
			return f
		}
	}
	panic("there is no such family")
}
