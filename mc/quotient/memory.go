package quotient

import (
	"errors"
	"fmt"
	"unsafe"
)

// memory counts the bytes of what a search keeps. It is an account of the sizes that are asked for,
// on 64 bits, with what maps and growing slices take besides them; what has not been collected
// comes on top.
type memory struct{ used, most int64 }

// take counts n bytes; the error wraps [ErrTooLarge].
func (m *memory) take(n int) error {
	m.used += int64(n)
	if m.most > 0 && m.used > m.most {
		return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, m.most)
	}
	return nil
}

const (
	word = int(unsafe.Sizeof(int(0)))
	// entry is what a map takes for a key or a value of a word: three quarters of the slots of a
	// full map are in use, and half of those after it has grown, while its old half may still be
	// there.
	entry = 3 * word
	// spare is what a slice that grows by append takes for each byte in it: it doubles while it is
	// small.
	spare = 2
)

// ErrTooLarge is wrapped by errors that say that the quotient, or the product with it, has more
// states than the options allow.
var ErrTooLarge = errors.New("quotient: too many orbits")
