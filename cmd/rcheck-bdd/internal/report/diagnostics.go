package report

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Sources holds the texts that diagnostics speak about, by the name they were read under.
type Sources struct {
	lines map[string][]string
	// last is the line shown last, as it is printed: a line of a program's making can be long, and
	// wrong in many places.
	last struct {
		file string
		line int
		text []rune
	}
}

// Add adds a text. Of two texts with one name the first is kept.
func (s *Sources) Add(name string, text []byte) {
	if s.lines == nil {
		s.lines = map[string][]string{}
	}
	if _, ok := s.lines[name]; !ok {
		s.lines[name] = strings.Split(string(text), "\n")
	}
}

// Text is the text of a name; empty if there is none.
func (s *Sources) Text(name string) string { return strings.Join(s.lines[name], "\n") }

// line returns the printable code points of the line of a position.
func (s *Sources) line(p token.Position) ([]rune, bool) {
	lines := s.lines[p.Filename]
	if p.Line < 1 || p.Line > len(lines) {
		return nil, false
	}
	if s.last.file != p.Filename || s.last.line != p.Line {
		s.last.file, s.last.line = p.Filename, p.Line
		s.last.text = printable(strings.TrimSuffix(lines[p.Line-1], "\r"))
	}
	return s.last.text, true
}

// shownErrors is how many errors of a list are printed. The JSON has all.
const shownErrors = 20

// Diagnostics prints the diagnostics of a list, each with the lines of the sources it is about. Of
// many errors, the rest is counted.
//
//	FILE:LINE:COL: error[CODE]: what is wrong
//	   12 | the line
//	      |     ^~~~
//	FILE:LINE:COL: note: a related place
func Diagnostics(w io.Writer, list diag.List, sources *Sources, style terminal.Style) {
	errors := 0
	for _, d := range list {
		severity := style.Bad(fmt.Sprintf("%s[%s]", d.Severity, d.Code))
		if d.Severity == diag.Error {
			if errors++; errors > shownErrors {
				continue
			}
		} else {
			severity = style.Doubt(fmt.Sprintf("%s[%s]", d.Severity, d.Code))
		}
		fmt.Fprintf(w, "%s: %s: %s\n", style.Strong(d.Start.String()), severity, oneLine(d.Message()))
		excerpt(w, d.Start, d.End, sources, style)
		for _, r := range d.Related {
			fmt.Fprintf(w, "%s: %s: %s\n", style.Strong(r.Start.String()), style.Accent("note"), oneLine(r.Message))
			excerpt(w, r.Start, r.End, sources, style)
		}
	}
	if errors > shownErrors {
		fmt.Fprintf(w, "%d more errors are not shown; correct the first ones, or read all of them with `vet --json=FILE`\n", errors-shownErrors)
	}
}

// manyAlike is the number of warnings about what never happens from which on they share a line.
const manyAlike = 4

// Warnings prints what the checker warns about; warnings with denied codes are printed as errors.
// Of the things that never happen, if there are many, some are named in one line.
func Warnings(w io.Writer, list []mc.Warning, denied func(code string) bool, style terminal.Style) {
	count := map[string]int{}
	for i := range list {
		count[list[i].Code]++
	}
	gathered := map[string]bool{}
	for i := range list {
		x := &list[i]
		never := x.Code == mc.CodeIdleCommand || x.Code == mc.CodeIdleState
		switch {
		case !never || count[x.Code] < manyAlike:
			warning(w, x, denied(x.Code), style)
		case !gathered[x.Code]:
			gathered[x.Code] = true
			rest := *x
			rest.Message += fmt.Sprintf("; the same for %d more (`rcheck-bdd reach` lists them)", count[x.Code]-1)
			warning(w, &rest, denied(x.Code), style)
		}
	}
}

// warning prints one. What the agents wait for in a deadlock has a line for each command.
func warning(w io.Writer, x *mc.Warning, denied bool, style terminal.Style) {
	head, reasons := x.Message, []string(nil)
	if before, list, ok := strings.Cut(head, ": "); ok && x.Code == mc.CodeDeadlock {
		head, reasons = before+":", strings.Split(list, "; ")
	}
	severity := style.Doubt("warning[" + x.Code + "]")
	if denied {
		severity = style.Bad("error[" + x.Code + "]")
	}
	fmt.Fprintf(w, "%s: %s: %s\n", style.Strong(x.Pos.String()), severity, head)
	for _, r := range reasons {
		fmt.Fprintf(w, "    %s\n", r)
	}
}

func oneLine(s string) string { return terminal.Escape(strings.Join(strings.Fields(s), " ")) }

// excerptWidth is how much of a line an excerpt shows at most, in code points.
const excerptWidth = 100

// excerpt prints the line at start and marks the range up to end, or up to the end of the line if
// that comes first.
func excerpt(w io.Writer, start, end token.Position, sources *Sources, style terminal.Style) {
	runes, ok := sources.line(start)
	if !ok || start.Column < 1 {
		return
	}
	from := min(start.Column-1, len(runes))
	to := len(runes)
	if end.Line == start.Line {
		to = min(end.Column-1, len(runes))
	}
	left, right, before, after := 0, len(runes), "", ""
	if len(runes) > excerptWidth {
		left = max(0, min(from-excerptWidth/3, len(runes)-excerptWidth))
		right = left + excerptWidth
		if left > 0 {
			before = "…"
		}
		if right < len(runes) {
			after = "…"
		}
	}
	to = max(min(to, right), from+1)
	blank := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, before+string(runes[left:from]))
	gutter := fmt.Sprintf("%5d", start.Line)
	fmt.Fprintf(w, "%s %s%s%s\n", style.Faint(gutter+" |"), before, string(runes[left:right]), after)
	fmt.Fprintf(w, "%s %s%s\n", style.Faint("      |"), blank, style.Bad("^"+strings.Repeat("~", to-from-1)))
}

// printable returns the code points of a line, bytes that are not text and control characters
// replaced: a source may be anything, and what is printed must not drive the terminal.
func printable(line string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if r != '\t' && !unicode.IsPrint(r) {
			return utf8.RuneError
		}
		return r
	}, line))
}
