package subject

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// The work on each order is counted once, also if orders are tried in parts, in turn.
func TestWorkOfEncodingCountsOnce(t *testing.T) {
	var managers []*bdd.Manager
	for range 2 {
		layout := &bdd.Layout{}
		for _, name := range []string{"x", "y", "z"} {
			layout.Add(name, 2)
		}
		m, err := bdd.New(layout, bdd.Options{Engine: "native"})
		require.NoError(t, err)
		defer m.Close()
		managers = append(managers, m)
	}
	e, sum, looks := encoder{}, 0, 0
	for part := range 3 {
		for _, m := range managers {
			c := m.Calculator(t.Context())
			c.Xor(c.Eq(0, bdd.Current, 1), c.Eq(bdd.VarID(1+part%2), bdd.Current, 1))
			require.NoError(t, c.Err())
			c.Close()
			sum += e.since(m)
			looks++
		}
	}
	require.Positive(t, managers[0].Work())
	require.Equal(t, int(managers[0].Work()+managers[1].Work())+looks*stepsPerLook, sum)
}
