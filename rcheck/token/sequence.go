package token

import (
	"iter"
	"slices"
)

// blockSize is the number of tokens in a block of a [Sequence].
const blockSize = 1 << 12

// Sequence is the tokens of a file. It grows in blocks, so that a limit on memory is noticed in
// time: one slice for all tokens of a large file is an allocation of more than a hundred megabytes.
// The zero value is empty.
type Sequence struct {
	blocks [][]Token
	n      int
}

// Add appends a token.
func (s *Sequence) Add(t Token) {
	if s.n%blockSize == 0 {
		s.blocks = append(s.blocks, nil)
	}
	last := &s.blocks[s.n/blockSize]
	*last = append(*last, t)
	s.n++
}

// Len returns the number of tokens.
func (s *Sequence) Len() int { return s.n }

// At returns token i, counted from 0.
func (s *Sequence) At(i int) Token { return s.blocks[i/blockSize][i%blockSize] }

// All iterates over the tokens with their indices.
func (s *Sequence) All() iter.Seq2[int, Token] {
	return func(yield func(int, Token) bool) {
		for i := 0; i < s.n && yield(i, s.At(i)); i++ {
		}
	}
}

// Is returns the condition that the token with an index is of one of some kinds.
func (s *Sequence) Is(kinds ...Kind) func(i int) bool {
	return func(i int) bool { return slices.Contains(kinds, s.At(i).Kind) }
}
