package output

import (
	"errors"
	"io"
	"sync/atomic"
)

// ErrStopped is wrapped by errors about files that are not written because of [Files.Stop].
var ErrStopped = errors.New("the command has ended")

// A text is what an output gathers. Its pieces are never copied when it grows, so that a large
// output takes its own size in memory.
type text struct {
	pieces [][]byte
	size   int64
	// stopped ends the writing of the text, if it is not nil: see [Files.Stop].
	stopped *atomic.Bool
}

// The first piece grows to the size of all later ones.
const pieceSize = 1 << 18

// Write appends to the text. It never fails.
func (t *text) Write(b []byte) (int, error) {
	appendTo(t, b)
	return len(b), nil
}

// WriteString appends to the text. It never fails.
func (t *text) WriteString(s string) (int, error) {
	appendTo(t, s)
	return len(s), nil
}

func appendTo[S ~string | ~[]byte](t *text, s S) {
	t.size += int64(len(s))
	for len(s) > 0 {
		last := len(t.pieces) - 1
		if last < 0 || len(t.pieces[last]) == pieceSize {
			t.pieces = append(t.pieces, nil)
			last++
			if last > 0 {
				t.pieces[last] = make([]byte, 0, pieceSize)
			}
		}
		n := min(len(s), pieceSize-len(t.pieces[last]))
		t.pieces[last] = append(t.pieces[last], s[:n]...)
		s = s[n:]
	}
}

// writeTo writes the whole text. A text without a byte is written as well, in one piece.
func (t *text) writeTo(w io.Writer) error {
	if t.stopped != nil && t.stopped.Load() {
		return ErrStopped
	}
	if t.size == 0 {
		_, err := w.Write(nil)
		return err
	}
	return t.writePart(w, 0, t.size)
}

// writePart writes the text from one position up to another.
func (t *text) writePart(w io.Writer, from, to int64) error {
	for _, piece := range t.pieces {
		if t.stopped != nil && t.stopped.Load() {
			return ErrStopped
		}
		size := int64(len(piece))
		if part := piece[min(max(from, 0), size):min(max(to, 0), size)]; len(part) > 0 {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		from, to = from-size, to-size
	}
	return nil
}
