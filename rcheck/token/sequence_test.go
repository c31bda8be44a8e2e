package token

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSequence(t *testing.T) {
	for _, n := range []int{0, 1, blockSize - 1, blockSize, blockSize + 1, 3*blockSize + 5} {
		var s Sequence
		for i := range n {
			require.Equal(t, i, s.Len())
			s.Add(Token{Kind: Int, Pos: Pos(i)})
		}
		require.Equal(t, n, s.Len())
		next := 0
		for i, tok := range s.All() {
			require.Equal(t, next, i)
			require.Equal(t, Pos(i), tok.Pos)
			require.Equal(t, tok, s.At(i))
			next++
		}
		require.Equal(t, n, next)
		for i := range s.All() {
			if i == 1 {
				break
			}
		}
		for _, block := range s.blocks {
			require.LessOrEqual(t, len(block), blockSize)
			require.NotEmpty(t, block)
		}
	}
}

func TestSequenceKinds(t *testing.T) {
	var s Sequence
	s.Add(Token{Kind: Word})
	s.Add(Token{Kind: Semi})
	isEnd := s.Is(Comma, Semi)
	require.False(t, isEnd(0))
	require.True(t, isEnd(1))
	require.False(t, s.Is()(1))
}
