package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A table is printed in Markdown, its columns padded. The first row is the
// heading.
type table struct{ rows [][]string }

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(out io.Writer) {
	var widths []int
	for _, row := range t.rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for i, row := range t.rows {
		line := "|"
		for j, c := range row {
			line += " " + c + strings.Repeat(" ", widths[j]-utf8.RuneCountInString(c)) + " |"
		}
		fmt.Fprintln(out, line)
		if i == 0 {
			fmt.Fprintln(out, "|"+strings.Repeat("---|", len(widths)))
		}
	}
}

// seconds writes a time with three digits that count.
func seconds(s float64) string {
	switch {
	case s < 0.0995:
		return fmt.Sprintf("%.3f", s)
	case s < 9.95:
		return fmt.Sprintf("%.2f", s)
	}
	return fmt.Sprintf("%.1f", s)
}

// grouped writes a decimal number in groups of three digits; one of more than
// fifteen as a power of ten, rounded down.
func grouped(digits string) string {
	if len(digits) > 15 {
		return fmt.Sprintf("%s.%s·10^%d", digits[:1], digits[1:3], len(digits)-1)
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + " " + digits[i:]
	}
	return digits
}
