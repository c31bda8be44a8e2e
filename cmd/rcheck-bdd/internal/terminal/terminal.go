// Package terminal is what the command line does on a terminal only: colour, lines of progress that
// replace each other, and editing of typed lines.
package terminal

import (
	"io"

	"golang.org/x/term"
)

// Width is the number of columns of a terminal, or 0 if the stream is none.
func Width(w io.Writer) int {
	f := File(w)
	if f == nil {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// When says when to colour.
type When string

// The values of --color.
const (
	Auto   When = "auto"
	Always When = "always"
	Never  When = "never"
)

// A Style marks up text with colour, or leaves it as it is: its zero value does. Colour only
// repeats what the words say.
type Style struct {
	on     bool
	secret string // for a [Writer]
}

// NewStyle decides whether text on a stream is coloured: as a flag says, and by default on
// terminals that are not dumb, unless the environment has a NO_COLOR that is not empty
// (https://no-color.org).
func NewStyle(when When, w io.Writer, getenv func(string) string) Style {
	s := Style{on: IsTerminal(w) && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"}
	if when != Auto {
		s.on = when == Always
	}
	if _, ok := w.(*Writer); ok && s.on {
		s.secret = secret()
	}
	return s
}

// On reports whether the style colours at all.
func (s Style) On() bool { return s.on }

func (s Style) wrap(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	begin := "\x1b" + s.secret + "["
	return begin + code + "m" + text + begin + "0m"
}

// Good is for what was hoped for.
func (s Style) Good(text string) string { return s.wrap("32", text) }

// Bad is for errors and violations.
func (s Style) Bad(text string) string { return s.wrap("1;31", text) }

// Doubt is for warnings and what is not known.
func (s Style) Doubt(text string) string { return s.wrap("1;33", text) }

// Strong is for what a reader looks for first.
func (s Style) Strong(text string) string { return s.wrap("1", text) }

// Faint is for what a reader may skip.
func (s Style) Faint(text string) string { return s.wrap("2", text) }

// Accent is for names.
func (s Style) Accent(text string) string { return s.wrap("36", text) }
