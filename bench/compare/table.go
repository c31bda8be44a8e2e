package compare

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
	fmt.Fprintln(out)
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

// factor writes a ratio with two digits that count.
func factor(r float64) string {
	switch {
	case r < 0.0095:
		return fmt.Sprintf("×%.1g", r)
	case r < 0.995:
		return fmt.Sprintf("×%.2f", r)
	case r < 9.95:
		return fmt.Sprintf("×%.1f", r)
	}
	return fmt.Sprintf("×%.0f", r)
}

// mebibytes writes a size of memory.
func mebibytes(bytes float64) string { return fmt.Sprintf("%.0f", bytes/(1<<20)) }

// count writes a number with its noun.
func count(n int, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return fmt.Sprint(n, " ", plural)
}

// summarised makes name=verdict pairs short: how many hold and are violated.
func summarised(answer string) string {
	holding, violations := strings.Count(answer+" ", "="+holds+" "), strings.Count(answer+" ", "="+violated+" ")
	switch {
	case holding+violations == 0:
		return answer
	case violations == 0:
		return fmt.Sprintf("%d hold", holding)
	case holding == 0:
		return fmt.Sprintf("%d violated", violations)
	}
	return fmt.Sprintf("%d hold, %d violated", holding, violations)
}

// grouped writes the decimal number of states in groups of three digits; a long
// one as a power of ten, rounded down.
func grouped(digits string) string {
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
