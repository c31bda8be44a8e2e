// Package markdown writes tables of measurements in Markdown.
// The commands under bench/cmd use it for the tables of their reports.
package markdown

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Table is printed with its columns padded. The first row is the heading.
type Table struct{ rows [][]string }

// Row adds a row.
func (t *Table) Row(cells ...string) { t.rows = append(t.rows, cells) }

// Len is the number of rows below the heading.
func (t *Table) Len() int { return max(len(t.rows)-1, 0) }

// Write prints the table, without a blank line after it.
func (t *Table) Write(out io.Writer) {
	var widths []int
	for _, row := range t.rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 3)
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

// Seconds writes a time with three digits that count.
func Seconds(s float64) string {
	switch {
	case s < 0.0995:
		return fmt.Sprintf("%.3f", s)
	case s < 9.95:
		return fmt.Sprintf("%.2f", s)
	}
	return fmt.Sprintf("%.1f", s)
}

// Mebibytes writes a size of memory, given in bytes, in whole units of 2^20 bytes.
func Mebibytes(bytes float64) string { return fmt.Sprintf("%.0f", bytes/(1<<20)) }

// Grouped writes a decimal number in groups of three digits, a number of more
// than fifteen as a power of ten, rounded down; other texts as they are.
func Grouped(digits string) string {
	if strings.Trim(digits, "0123456789") != "" {
		return digits
	}
	if len(digits) > 15 {
		return fmt.Sprintf("%s.%s·10^%d", digits[:1], digits[1:3], len(digits)-1)
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + " " + digits[i:]
	}
	return digits
}
