package format

import (
	"strings"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/internal/layout"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// width is the number of code points after which lists and conditions are broken into several
// lines, where they can be.
const width = 120

// lines lays out lists and conditions.
type lines struct {
	layout.Lines
	flat bool // no line is broken, however long it gets
}

const indentation = "    "

// hasBlank reports whether there is a blank line between two places of the source.
func (l *lines) hasBlank(from, to token.Pos) bool {
	if to <= from {
		return false
	}
	text := string(l.Source.Source()[l.Source.Offset(from):l.Source.Offset(to)])
	parts := strings.Split(text, "\n")
	for i := 1; i+1 < len(parts); i++ {
		if strings.TrimSpace(parts[i]) == "" {
			return true
		}
	}
	return false
}

// commentWithin reports whether a comment that is not yet written begins between two places.
func (l *lines) commentWithin(start, end token.Pos) bool {
	for _, c := range l.Comments {
		if l.flat || c.Pos >= end {
			return false
		}
		if c.Pos > start {
			return true
		}
	}
	return false
}

// fits reports whether a text fits into a line.
func (l *lines) fits(indent int, text string) bool {
	return l.flat || indent*len(indentation)+utf8.RuneCountInString(text) <= width
}

// element is a part of a list with its place in the source.
type element struct {
	text       string
	start, end token.Pos
}

// elements are the nodes of a list with their texts.
func elements[N ast.Node](list []N, text func(N) string) []element {
	out := make([]element, len(list))
	for i, n := range list {
		out[i] = element{text(n), n.Pos(), n.End()}
	}
	return out
}

// joined is a list on one line.
func joined(list []element) string {
	texts := make([]string, len(list))
	for i, e := range list {
		texts[i] = e.text
	}
	return strings.Join(texts, ", ")
}

// list writes `prefix a, b, … suffix` for the source from start to end: in one line if it fits and
// has no comments inside, else with each element on a line of its own.
func (l *lines) list(start, end token.Pos, indent int, prefix string, elements []element, suffix string) {
	whole := strings.TrimRight(prefix+joined(elements)+suffix, " ")
	inside := end
	if suffix == "" && len(elements) > 0 {
		inside = elements[len(elements)-1].start // what follows would follow the whole list the next time
	}
	if len(elements) == 0 || l.fits(indent, whole) && !l.commentWithin(start, inside) {
		l.Emit(start, end, indent, whole)
		return
	}
	l.Emit(start, start, indent, strings.TrimRight(prefix, " "))
	for i, e := range elements {
		if i+1 < len(elements) {
			e.text += ","
		}
		l.Emit(e.start, e.end, indent+1, e.text)
	}
	if suffix = strings.TrimLeft(suffix, " "); suffix != "" {
		l.Emit(end-1, end, indent, suffix)
	}
	l.Reach(end)
}

// condition writes a line that ends with an expression. If it is too long, it is broken before its
// outermost operators.
func (l *lines) condition(start, end token.Pos, indent int, text string) {
	for i, part := range l.broken(indent, text) {
		if i == 0 {
			l.Emit(start, end, indent, part)
		} else {
			l.Continue(indent+1, part)
		}
	}
}

// broken breaks a text that is too long for a line before the loosest of the operators outside of
// all brackets, and each part that still is too long in turn.
func (l *lines) broken(indent int, text string) []string {
	if l.fits(indent, text) {
		return []string{text}
	}
	for _, op := range []string{"<-> ", "-> ", "| ", "& "} {
		parts := breakBefore(op, text)
		if len(parts) == 1 {
			continue
		}
		out := l.broken(indent, parts[0])
		for _, part := range parts[1:] {
			out = append(out, l.broken(indent+1, part)...)
		}
		return out
	}
	return []string{text}
}

// breakBefore breaks a text before an operator, where that stands outside of all brackets and not
// at the beginning.
func breakBefore(op, text string) []string {
	var parts []string
	depth, begin := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ' ':
			if depth == 0 && i > begin && strings.HasPrefix(text[i+1:], op) {
				parts = append(parts, text[begin:i])
				begin = i + 1
			}
		}
	}
	return append(parts, text[begin:])
}
