package mc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// A result is handed out before the work on the next property begins.
func TestResultsComeBeforeTheNextProperty(t *testing.T) {
	sys, spec := countingAgents(t, 2, "SPEC G (k1-n < 10)\nSPEC G F lamp-on\nSPEC G (k2-n < 10)\n")
	decided, looked := 0, 0
	c, err := mc.NewChecker(context.Background(), sys, spec, mc.WithProgress(func(p mc.Progress) {
		if p.Property > 0 {
			require.Equal(t, decided+1, p.Property, "nobody works on a property before the result of the one before is out")
			looked++
		}
	}))
	require.NoError(t, err)
	defer c.Close()
	c.CheckProperties(context.Background(), spec.Properties, func(r mc.Result) {
		decided++
		require.Equal(t, decided, r.Property.Index)
	})
	require.Equal(t, len(spec.Properties), decided)
	require.GreaterOrEqual(t, looked, len(spec.Properties))
}
