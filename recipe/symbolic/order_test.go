package symbolic

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// TestReorderedOrder gives an order that reordering has found back to another
// encoding of the same system, in which variables are torn apart.
func TestReorderedOrder(t *testing.T) {
	ctx := context.Background()
	sys := allocation(t, 5, 5)
	native := Options{BDD: bdd.Options{Engine: "native"}, NoTrials: true}
	m, err := Encode(ctx, sys, native)
	require.NoError(t, err)
	defer m.Close()
	declared := m.Order()
	set := m.Manager.Keep(reachable(t, m))
	require.NoError(t, m.Manager.Reorder(ctx))
	found := m.Order()
	require.NotEqual(t, declared, found)
	require.True(t, slices.ContainsFunc(found, func(name string) bool { return strings.HasSuffix(name, "[0]") }), "a variable is torn apart: %v", found)

	given := native
	given.Order = found
	again, err := Encode(ctx, sys, given)
	require.NoError(t, err)
	defer again.Close()
	require.Equal(t, found, again.Order())
	repeated := reachable(t, again)
	require.Equal(t, m.Manager.NodeCount(set), again.Manager.NodeCount(repeated))
	require.Equal(t, m.Count(set).String(), again.Count(repeated).String())

	given.Order = []string{"client1-mLink[1]", "client2-cLink", "client1", "client1-cLink"}
	mixed, err := Encode(ctx, sys, given)
	require.NoError(t, err)
	defer mixed.Close()
	require.Equal(t, []string{
		"client1-mLink[1]", "client2-cLink", "client1-mLink[2]", "client1-mLink[0]", "client1-automaton-state", "client1-cLink",
	}, mixed.Order()[:6])

	for order, want := range map[string]string{
		"client1-cLink[9]": "no [9]", "client9-cLink[0]": "client9-cLink[0]", "client1-cLink[": "client1-cLink[",
	} {
		given.Order = []string{order}
		_, err := Encode(ctx, sys, given)
		require.ErrorContains(t, err, want)
	}
}
