package compare

import (
	"fmt"
	"io"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

// write prints a table and a blank line.
func write(t *markdown.Table, out io.Writer) {
	t.Write(out)
	fmt.Fprintln(out)
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
