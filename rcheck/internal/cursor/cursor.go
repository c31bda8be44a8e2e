// Package cursor is what the scanners of both languages share: a place in a text that moves on.
package cursor

import (
	"bytes"
	"unicode"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// A Cursor is a place in the text of a file. Off is counted in bytes.
type Cursor struct {
	File *token.File
	Src  []byte
	Off  int
	Rep  *diag.Reporter // nil while tokens are only counted
}

// New is a cursor at the beginning of a file, behind the mark of UTF-8 if there is one.
func New(file *token.File, rep *diag.Reporter) Cursor {
	c := Cursor{File: file, Src: file.Source(), Rep: rep}
	c.Accept("\uFEFF")
	return c
}

// Done reports whether the text is at its end.
func (c *Cursor) Done() bool { return c.Off >= len(c.Src) }

// StartsWith reports whether a text stands next.
func (c *Cursor) StartsWith(text string) bool {
	return len(c.Src)-c.Off >= len(text) && string(c.Src[c.Off:c.Off+len(text)]) == text
}

// Accept consumes a text if it stands next.
func (c *Cursor) Accept(text string) bool {
	ok := c.StartsWith(text)
	if ok {
		c.Off += len(text)
	}
	return ok
}

// SkipBlanks consumes white space.
func (c *Cursor) SkipBlanks() {
	c.Off = len(c.Src) - len(bytes.TrimLeftFunc(c.Src[c.Off:], unicode.IsSpace))
}

// Skip consumes the bytes that belong, up to the first that does not.
func (c *Cursor) Skip(belongs func(byte) bool) {
	for !c.Done() && belongs(c.Src[c.Off]) {
		c.Off++
	}
}

// SkipLine consumes what is left of a line.
func (c *Cursor) SkipLine() { c.Skip(func(b byte) bool { return b != '\n' && b != '\r' }) }

// SkipTo consumes a text up to and with an end, or everything if there is none. It reports whether
// there is one.
func (c *Cursor) SkipTo(end string) bool {
	n := bytes.Index(c.Src[c.Off:], []byte(end))
	if c.Off += n + len(end); n < 0 {
		c.Off = len(c.Src)
	}
	return n >= 0
}

// Span is the stretch from a start to the cursor.
func (c *Cursor) Span(start int) token.Span {
	return token.Span{Start: c.File.Pos(start), End: c.File.Pos(c.Off)}
}
