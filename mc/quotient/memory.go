package quotient

import (
	"fmt"
	"unsafe"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// memory counts the bytes of what a search keeps. It is an account of the sizes that are asked for,
// on 64 bits, with what maps and growing slices take beside them; what has not been collected comes
// on top.
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

// orbitBytes is what a representative takes, with its key in the index.
func orbitBytes(s recipe.State, key string) int {
	return len(s.Locals)*int(unsafe.Sizeof(recipe.Value(0))) + len(s.Control)*word +
		spare*int(unsafe.Sizeof(s)+unsafe.Sizeof([]edge(nil))) + len(key) + 3*entry
}

// edgeBytes is what an edge takes.
func edgeBytes(e *edge) int {
	n := spare * int(unsafe.Sizeof(*e))
	n += len(e.step.Data) * int(unsafe.Sizeof(recipe.Datum{}))
	for i := range e.step.Participants {
		p := &e.step.Participants[i]
		n += int(unsafe.Sizeof(*p)) + len(p.Data)*int(unsafe.Sizeof(recipe.Datum{}))
	}
	return n
}

// moveBytes is what the moves of a representative take, and arcBytes the arcs of a node.
func moveBytes(list []move) int { return cap(list) * int(unsafe.Sizeof(move{})) }
func arcBytes(list []arc) int   { return cap(list) * int(unsafe.Sizeof(arc{})) }

// nodeBytes is what a node of the product takes while components are searched for: its order, its
// lowest link, its places on the stacks, and its component. The search for a lasso takes less, and
// comes after it.
const nodeBytes = 4*entry + spare*(2*word+int(unsafe.Sizeof(frame{})))
