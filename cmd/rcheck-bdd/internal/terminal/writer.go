package terminal

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/term"
)

// A Writer is the way of all text to a stream that a person may look at. What is written to it is
// escaped (see [Escape]), but for what a [Style] made for the Writer puts around a text: that
// carries a secret which no file can know. So nothing from a model, a name or a path drives a
// terminal, however it is printed.
//
// A Writer remembers its first error, so that lost output is never taken for success. It is safe
// for concurrent use.
type Writer struct {
	cut  atomic.Bool
	mu   sync.Mutex
	to   io.Writer
	rest []byte // the beginning of a code point or of a mark
	err  error
}

// NewWriter returns a Writer to a stream, which is the stream itself if it is one.
func NewWriter(to io.Writer) *Writer {
	if w, ok := to.(*Writer); ok {
		return w
	}
	return &Writer{to: to}
}

// secret stands between the escape character and the rest of a control sequence of this process's
// own.
var secret = sync.OnceValue(rand.Text)

// longestStyle is the length of the longest sequence behind the secret, such as "[1;31m".
const longestStyle = 8

// ErrCut is the error of what is written after [Writer.Cut].
var ErrCut = errors.New("the output has ended")

// Cut ends the output: nothing more is written, also of a text that is just being written, but for its
// current piece. It does not wait for that. The Writer does not count it as an error.
func (w *Writer) Cut() { w.cut.Store(true) }

// pieceSize is how much of a text is escaped and written at once, in bytes.
const pieceSize = 1 << 16

// Write escapes and writes a text. A code point may be in two calls.
func (w *Writer) Write(p []byte) (int, error) {
	for written := 0; ; written += pieceSize {
		piece := p[written:min(written+pieceSize, len(p))]
		if err := w.writePiece(piece); err != nil {
			return written, err
		}
		if written+len(piece) == len(p) {
			return len(p), nil
		}
	}
}

func (w *Writer) writePiece(p []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := p
	if len(w.rest) > 0 {
		text = append(w.rest, p...)
	}
	whole := len(text) - incomplete(text)
	w.rest = nil
	if whole < len(text) {
		w.rest = bytes.Clone(text[whole:])
	}
	return w.send(text[:whole])
}

// incomplete is the number of bytes at the end of a text that may be the beginning of a code point
// or of a control sequence.
func incomplete(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if b := text[len(text)-n]; utf8.RuneStart(b) {
			if b >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-n:]) {
				return n
			}
			break
		}
	}
	i := bytes.LastIndexByte(text, '\x1b')
	if i < 0 {
		return 0
	}
	after, known := text[i+1:], []byte(secret())
	if bytes.HasPrefix(known, after) || bytes.HasPrefix(after, known) && !bytes.ContainsRune(after[len(known):], 'm') && len(after) < len(known)+longestStyle {
		return len(text) - i
	}
	return 0
}

// send writes a text with its own control sequences and everything else escaped.
func (w *Writer) send(text []byte) error {
	var out []byte
	mark := []byte("\x1b" + secret())
	for {
		before, after, found := bytes.Cut(text, mark)
		out = append(out, Escape(string(before))...)
		if !found {
			return w.raw(out)
		}
		end := bytes.IndexByte(after[:min(len(after), longestStyle)], 'm') + 1
		if end > 0 {
			out = append(append(out, '\x1b'), after[:end]...)
		}
		text = after[end:]
	}
}

// raw writes bytes as they are.
func (w *Writer) raw(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	if w.cut.Load() {
		return ErrCut
	}
	_, err := w.to.Write(p)
	if w.err == nil {
		w.err = err
	}
	return err
}

// Close writes what is left of a text that ended in the middle of a code point, and returns the
// first error. The stream stays open. After [Writer.Cut] it does nothing, since a write may be
// waiting for a reader of the stream.
func (w *Writer) Close() error {
	if w.cut.Load() {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	rest := w.rest
	w.rest = nil
	_ = w.send(rest) // which is the first error, if it is one
	return w.err
}

// Document returns where to write a text that other programs read, byte for byte: the stream,
// unless it is a terminal.
func (w *Writer) Document() io.Writer {
	if IsTerminal(w) {
		return w
	}
	return document{w}
}

// IsTerminal reports whether a stream given to a command is a terminal.
func IsTerminal(stream any) bool {
	f := File(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

type document struct{ w *Writer }

func (d document) Write(p []byte) (int, error) {
	d.w.mu.Lock()
	defer d.w.mu.Unlock()
	if err := d.w.raw(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// beginLine moves to the beginning of the line on a terminal.
func beginLine(w io.Writer) {
	if w, ok := w.(*Writer); ok {
		w.mu.Lock()
		defer w.mu.Unlock()
		_ = w.raw([]byte("\r")) // the Writer remembers
		return
	}
	_, _ = io.WriteString(w, "\r")
}

// File is the file behind a stream given to a command; nil if there is none.
func File(stream any) *os.File {
	if w, ok := stream.(*Writer); ok {
		stream = w.to
	}
	f, _ := stream.(*os.File)
	return f
}
