package smv

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// The value of an update by a choice among all channels is not compared with each channel, for each
// message.
func TestUpdatesAmongManyChannels(t *testing.T) {
	nodes := map[int]int{}
	for _, n := range []int{20, 40} {
		m, err := Translate(t.Context(), recipetest.Hub(t, n), mc.Specification{}, Options{})
		require.NoError(t, err)
		nodes[n] = len(m.t.nodes)
	}
	require.Less(t, nodes[40], 3*nodes[20], nodes)
}

// A value is within a type where it is one of the type's values.
func TestWithinEnumeration(t *testing.T) {
	all := []recipe.Value{1, 2, 3, 4, 5}
	for n := range 1 << len(all) {
		typ := &recipe.Type{Kind: recipe.Enum}
		for i, v := range all {
			if n>>i&1 == 1 {
				typ.Values = append(typ.Values, v)
			}
		}
		f := newFactory(t.Context(), Thresholds{MaxListed: 8})
		x := &variable{name: "x", kind: recipe.Enum, values: all}
		within := f.within(f.read(x), typ)
		for _, v := range all {
			require.Equal(t, typ.Contains(v), valuation{x: v}.of(within) == recipe.True, "%d in %v", v, typ.Values)
		}
	}
}
