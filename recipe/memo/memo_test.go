package memo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// TestKnown asks twice for an entry, and finds it once.
func TestKnown(t *testing.T) {
	for _, in := range []map[string]int{{}, nil} {
		found := 0
		find := func() int { found++; return 7 }
		require.Equal(t, 7, memo.Known(in, "a", find))
		require.Equal(t, 7, memo.Known(in, "a", find))
		require.Equal(t, map[bool]int{true: 2, false: 1}[in == nil], found)
	}
	require.Equal(t, 0, memo.Known(map[string]int{"a": 0}, "a", func() int { return 1 }), "an entry may be zero")
}

// TestNumber numbers keys in the order in which they come.
func TestNumber(t *testing.T) {
	places := map[string]int32{}
	for i, key := range []string{"b", "a", "b", "c", "a"} {
		n, met := memo.Number(places, key)
		require.Equal(t, []int32{0, 1, 0, 2, 1}[i], n)
		require.Equal(t, i == 2 || i == 4, met)
	}
	require.Len(t, places, 3)
}
