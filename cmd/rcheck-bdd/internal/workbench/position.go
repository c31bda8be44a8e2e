package workbench

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// A Position is a place in a text as the protocol counts: lines from 0, and UTF-16 code units in
// the line from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A Range is half open.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Location is a range in a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// A TextEdit replaces a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// lines knows where the lines of a text begin. Lines end with `\n`, `\r\n` or `\r`.
type lines struct {
	text   string
	starts []int
}

func newLines(text string) lines {
	l := lines{text, []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// units is how many UTF-16 code units a character takes.
func units(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// position is the place of a byte, clipped to the text.
func (l *lines) position(offset int) Position {
	offset = max(0, min(offset, len(l.text)))
	line := sort.SearchInts(l.starts, offset+1) - 1
	column := 0
	for i := l.starts[line]; i < offset; {
		r, size := utf8.DecodeRuneInString(l.text[i:])
		column += units(r)
		i += size
	}
	return Position{line, column}
}

func (l *lines) span(start, end int) Range { return Range{l.position(start), l.position(end)} }

// offset is the byte at a place. Places behind the end of their line mean its end, those behind the
// last line the end of the text, and those inside a character its beginning.
func (l *lines) offset(p Position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(l.starts) {
		return len(l.text)
	}
	i, column := l.starts[p.Line], 0
	for i < len(l.text) && l.text[i] != '\n' && l.text[i] != '\r' {
		r, size := utf8.DecodeRuneInString(l.text[i:])
		column += units(r)
		if column > p.Character {
			break
		}
		i += size
	}
	return i
}

// line is the text of a line, counted from 0, without its end, and where it begins.
func (l *lines) line(n int) (start int, text string) {
	start, end := l.starts[n], len(l.text)
	if n+1 < len(l.starts) {
		end = l.starts[n+1]
	}
	return start, strings.TrimRight(l.text[start:end], "\r\n")
}

// wordAround is the word that holds a byte, or ends there.
func wordAround(text string, offset int) (start, end int) {
	start, end = offset, offset
	for start > 0 && isWordByte(text[start-1]) {
		start--
	}
	for end < len(text) && isWordByte(text[end]) {
		end++
	}
	return start, end
}

func isWordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}
