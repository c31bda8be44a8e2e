package simulate

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A list of blocks is what a slice is, at the ends of blocks too.
func TestBlocksAreLikeASlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b blocks[int]
		var plain []int
		for range rapid.IntRange(1, 8).Draw(t, "changes") {
			if rapid.Bool().Draw(t, "cut") {
				n := min(rapid.SampledFrom([]int{0, 1, blockSize - 1, blockSize, blockSize + 1, 2 * blockSize}).Draw(t, "kept"), len(plain))
				b.cut(n)
				plain = plain[:n]
			}
			for range rapid.SampledFrom([]int{0, 1, blockSize - 1, blockSize, blockSize + 1}).Draw(t, "added") {
				b.add(len(plain) * 7)
				plain = append(plain, len(plain)*7)
			}
			require.Equal(t, len(plain), b.size())
			for i, x := range plain {
				if x != *b.at(i) {
					t.Fatalf("element %d is %d, not %d", i, *b.at(i), x)
				}
			}
			if len(plain) > 0 {
				require.Equal(t, plain[len(plain)-1], *b.last())
			}
		}
	})
}

// What a list has is not moved when it grows.
func TestBlocksStayWhereTheyAre(t *testing.T) {
	var b blocks[int]
	for range 2 * blockSize {
		b.add(0)
	}
	before := b.at(0)
	for range 3 * blockSize {
		b.add(0)
	}
	require.Same(t, before, b.at(0))
}
