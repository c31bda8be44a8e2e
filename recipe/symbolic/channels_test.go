package symbolic

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// The work for a choice among all channels is done once for each agent, and not once for each
// message.
func TestChoicesAmongManyChannels(t *testing.T) {
	work := map[int]int{}
	for _, n := range []int{20, 40} {
		options := Options{BDD: bdd.Options{Engine: "native"}, NoTrials: true}
		m, err := Encode(context.Background(), recipetest.Hub(t, n), options)
		require.NoError(t, err)
		work[n] = workOf(m.Manager)
		require.Len(t, m.Interactions, n)
		m.Close()
	}
	require.Less(t, work[40], 6*work[20]) // eight times as many without
}
