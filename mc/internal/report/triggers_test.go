package report_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/vacuity"
)

// TestVacuous: what must come true for a formula to say anything are the left sides of implications
// and the observations of necessities, by their polarity.
func TestVacuous(t *testing.T) {
	atom := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}) }
	p, q, r, never := atom(0), atom(1), atom(2), atom(9)
	step := ltol.Atom{ID: 9, Kind: ltol.Step}
	occurs := func(_ context.Context, f *ltol.Formula) (bool, error) { return !f.Equal(ltol.Finally(never)), nil }
	not, g, implies := ltol.Not, ltol.Globally, ltol.Implies
	antecedent := []vacuity.Trigger{{Formula: never}}
	for name, test := range map[string]struct {
		formula *ltol.Formula
		valid   bool
		parts   []vacuity.Trigger
	}{
		"valid":                      {ltol.And(g(implies(never, never)), ltol.Or(p, not(p))), true, nil},
		"an antecedent that comes":   {g(implies(p, q)), false, nil},
		"one that does not":          {g(implies(never, q)), false, antecedent},
		"under two negations":        {not(ltol.Finally(not(implies(never, q)))), false, antecedent},
		"under one":                  {not(g(implies(never, q))), false, nil},
		"on the left of another":     {g(implies(not(implies(never, p)), q)), false, antecedent},
		"in an equivalence":          {ltol.Iff(r, implies(never, q)), false, nil},
		"in one of several formulas": {ltol.And(p, g(implies(q, implies(never, r)))), false, antecedent},
		"a possibility":              {ltol.Possible(step.ID, p), false, nil},
	} {
		valid, parts, err := vacuity.Vacuous(t.Context(), test.formula, ltol.Options{}, occurs)
		require.NoError(t, err, name)
		require.Equal(t, test.valid, valid, name)
		require.Equal(t, test.parts, parts, name)
	}
	nothing := func(context.Context, *ltol.Formula) (bool, error) { return false, nil }
	_, parts, err := vacuity.Vacuous(t.Context(), g(ltol.Necessary(step.ID, implies(p, q))), ltol.Options{}, nothing)
	require.NoError(t, err)
	require.Equal(t, []vacuity.Trigger{{Formula: ltol.Prop(step), Observation: true}, {Formula: p}}, parts)
}

// TestVacuousUnderLimits: what was found before an error is told with it.
func TestVacuousUnderLimits(t *testing.T) {
	p := ltol.Prop(ltol.Atom{ID: 0, Kind: ltol.State})
	q := ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})
	stop := errors.New("stop")
	asked := 0
	_, parts, err := vacuity.Vacuous(t.Context(), ltol.Globally(ltol.Implies(p, ltol.Implies(q, ltol.Next(p)))), ltol.Options{},
		func(context.Context, *ltol.Formula) (bool, error) {
			if asked++; asked == 2 {
				return false, stop
			}
			return false, nil
		})
	require.ErrorIs(t, err, stop)
	require.Equal(t, []vacuity.Trigger{{Formula: p}}, parts)
	_, parts, err = vacuity.Vacuous(t.Context(), ltol.Globally(ltol.Implies(p, ltol.Finally(q))), ltol.Options{MaxStates: 1},
		func(context.Context, *ltol.Formula) (bool, error) { return false, nil })
	require.ErrorIs(t, err, ltol.ErrTooLarge, "whether it is valid is not known")
	require.Equal(t, []vacuity.Trigger{{Formula: p}}, parts)
}
