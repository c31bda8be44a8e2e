package simulate

// blockSize is how many elements a block has. It must be a power of two.
const blockSize = 1 << 12

// blocks is a list that grows without moving what it has. A slice of 10^7 steps would be copied
// when it grows, and no interrupt is looked at meanwhile.
type blocks[T any] struct {
	full [][]T // all but the last one have blockSize elements
	n    int
}

// size is the number of elements.
func (b *blocks[T]) size() int { return b.n }

// at is element i, from 0 on.
func (b *blocks[T]) at(i int) *T { return &b.full[i/blockSize][i%blockSize] }

// last is the element that was added last.
func (b *blocks[T]) last() *T { return b.at(b.n - 1) }

// add adds an element.
func (b *blocks[T]) add(x T) {
	if b.n == len(b.full)*blockSize {
		b.full = append(b.full, nil)
	}
	last := &b.full[b.n/blockSize]
	*last = append(*last, x)
	b.n++
}

// cut keeps the first n elements.
func (b *blocks[T]) cut(n int) {
	blocks := (n + blockSize - 1) / blockSize
	clear(b.full[blocks:])
	b.full, b.n = b.full[:blocks], n
	if rest := n % blockSize; rest > 0 {
		last := &b.full[blocks-1]
		clear((*last)[rest:])
		*last = (*last)[:rest]
	}
}
