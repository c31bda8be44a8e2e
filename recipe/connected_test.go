package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Who listens follows the receive guard in the state at hand; everybody listens to broadcasts.
func TestConnected(t *testing.T) {
	b := recipe.NewBuilder()
	c, d := b.Channel("c"), b.Channel("d")
	a := b.Agent("a", "A")
	own := a.Local("own", b.ChannelType())
	a.Init(recipe.Eq(own, c)).ReceiveGuard(recipe.Eq(b.MessageChannel(), own))
	a.Send(0, 0, b.Broadcast()).Set(own, d)
	sys, err := b.System()
	require.NoError(t, err)
	in := recipe.NewInterpreter(sys)
	listens := func(s recipe.State) (out []bool) {
		for _, v := range sys.Channel.Values {
			yes, err := in.Connected(s, 0, v)
			require.NoError(t, err)
			out = append(out, yes)
		}
		return out
	}
	require.NoError(t, in.InitialStates(func(s recipe.State) bool {
		require.Equal(t, []bool{true, true, false}, listens(s))
		next, err := in.Successors(s)
		require.NoError(t, err)
		require.Equal(t, []bool{true, false, true}, listens(next[0].Next))
		_, err = in.Connected(s, 1, recipe.Broadcast)
		require.ErrorIs(t, err, recipe.ErrState)
		_, err = in.Connected(s, 0, 77)
		require.ErrorIs(t, err, recipe.ErrState)
		return true
	}))
}
