package smv_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// What the language writes twice is counted before it is written: a formula that would take 2^300
// operators is refused at once.
func TestFormulasThatAreTooLong(t *testing.T) {
	nested := func(open string, depth int) string {
		return strings.Repeat(open, depth) + "ann-done" + strings.Repeat(")", depth)
	}
	for _, c := range []struct {
		formula string
		most    int
		long    bool
	}{
		{nested("(boss-left = 2) W (", 300), 0, true},
		{nested("(boss-left = 2) W (", 10), 0, false},
		{nested("(boss-left = 2) W (", 10), 1000, true},
		{nested("(boss-left = 2) U (", 300), 0, false},
		{nested("(boss-left = 2) U (", 300), 300, true},
		{"AG " + nested("EF (", 900), 0, false},
		{"AG " + nested("EF (", 900), 900, true},
		{nested("E ((boss-left = 2) W ", 300), 0, false},
	} {
		program, problems := rcheck.Parse("relay.rcp", []byte(relay), rcheck.Options{})
		require.NotNil(t, program, "%v", problems)
		program, _, problems = program.WithProperty("p", c.formula)
		require.False(t, problems.HasErrors(), "%v", problems)
		options := smv.Options{Thresholds: smv.Thresholds{MaxWritten: c.most}}
		m, err := smv.Translate(context.Background(), program.System, rcp.Specification(program), options)
		if c.long {
			require.ErrorIs(t, err, smv.ErrTooLarge)
			require.ErrorContains(t, err, "the formula of p would have more than")
			continue
		}
		require.NoError(t, err)
		require.Less(t, len(m.String()), 100_000)
	}
}
