package symbolic_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// TestFlowLeavesTheSystemAlone encodes a send whose channel and data are read from a channel
// variable and a wide range: more combinations than the flow enumerates, so that any channel may
// carry the message. The channels are not declared in the order of their spellings' numbers, and
// keep their order.
func TestFlowLeavesTheSystemAlone(t *testing.T) {
	b := recipe.NewBuilder()
	b.Enum("name", "third", "second", "first")
	first, second, _ := b.Channel("first"), b.Channel("second"), b.Channel("third")
	wide := recipe.IntType(0, 9999)
	level := b.Data("LEVEL", wide)
	meter := b.Agent("meter", "Meter")
	n, to := meter.Local("n", wide), meter.Local("to", b.ChannelType())
	meter.Init(recipe.Or(recipe.Eq(to, first), recipe.Eq(to, second)))
	meter.Send(0, 0, to).With(level, n).When(recipe.Lt(n, recipe.IntExpr(9)))
	sys, err := b.System()
	require.NoError(t, err)
	before := slices.Clone(sys.Channel.Values)
	require.False(t, slices.IsSorted(before))
	m, err := symbolic.Encode(context.Background(), sys, symbolic.Options{NoTrials: true})
	require.NoError(t, err)
	defer m.Close()
	require.Equal(t, before, sys.Channel.Values)
}
