// Package layout collects the lines of a formatted text and puts the comments of the source into
// them. A comment that follows other text on its line, or is inside of a construct, goes to the end
// of the line. Any other comment gets its own line, before the text that follows it. The formatters
// of both languages use this package.
package layout

import (
	"math"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Lines collects the output line by line.
type Lines struct {
	Source      *token.File   // may be nil if there are no comments
	Comments    []token.Token // not yet written
	Indentation string        // of one level
	// Apart reports whether the source has a blank line between two places. One blank line is kept.
	Apart func(from, to token.Pos) bool

	out    []string
	last   token.Pos // the end of what was last written
	closed bool      // the last line ends with a comment that reaches to the end of the line
	blank  bool      // the next line is set off by a blank one
}

// Emit writes a line for the source from start to end.
func (l *Lines) Emit(start, end token.Pos, indent int, text string) {
	l.Flush(start, indent)
	l.separate(start)
	l.out = append(l.out, strings.Repeat(l.Indentation, indent)+text)
	l.Reach(end)
	l.closed = false
}

// Continue writes one more line for the source of the last Emit.
func (l *Lines) Continue(indent int, text string) {
	l.out = append(l.out, strings.Repeat(l.Indentation, indent)+text)
}

// Reach says that the last line stands for the source up to end.
func (l *Lines) Reach(end token.Pos) { l.last = max(l.last, end) }

// SetOff puts a blank line before the next line.
func (l *Lines) SetOff() { l.blank = true }

// Close prevents comments from going to the end of the last line.
func (l *Lines) Close() { l.closed = true }

// separate adds a blank line if the source has one before start, or if the next line is to be set
// off.
func (l *Lines) separate(start token.Pos) {
	if len(l.out) > 0 && (l.blank || l.Apart(l.last, start)) {
		l.out = append(l.out, "")
	}
	l.blank = false
}

// Flush writes the comments that begin before pos.
func (l *Lines) Flush(pos token.Pos, indent int) {
	for len(l.Comments) > 0 && l.Comments[0].Pos < pos {
		c := l.Comments[0]
		l.Comments = l.Comments[1:]
		text := strings.Split(strings.ReplaceAll(c.Text, "\r\n", "\n"), "\n")
		for i := range text {
			text[i] = strings.TrimRight(text[i], " \t\r")
		}
		line := func(p token.Pos) int { return l.Source.Position(p).Line }
		behind := len(l.out) > 0 && !l.closed && (c.Pos < l.last || line(c.Pos) == line(l.last))
		if behind {
			l.out[len(l.out)-1] += "  " + text[0]
		} else {
			l.separate(c.Pos)
			l.Continue(indent, text[0])
		}
		l.out = append(l.out, text[1:]...)
		l.Reach(c.End())
		l.closed = !strings.HasPrefix(c.Text, "/*")
	}
}

// Bytes writes the remaining comments and returns the text.
func (l *Lines) Bytes() []byte {
	l.Flush(math.MaxInt, 0)
	if len(l.out) == 0 {
		return nil
	}
	return []byte(strings.Join(l.out, "\n") + "\n")
}
