package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The formula is cut to the width of a terminal, however narrow; what prevented an answer is not.
func TestLinesFitTheTerminal(t *testing.T) {
	holds := Result{Index: 1, Formula: "G (a -> F b) & G (b -> F c)", Verdict: "holds", Stats: &PropertyStats{ProductNodes: 7}}
	unknown := Result{Index: 2, Formula: "G a", Verdict: "unknown", Reason: "time is up while computing the reachable states"}
	for columns, want := range map[int]string{
		0:   "G (a -> F b) & G (b -> F c)",
		120: "G (a -> F b) & G (b -> F c)",
		50:  "G (a -> F b) & …",
		10:  "…",
	} {
		var b strings.Builder
		text := Text{W: &b, Columns: columns}
		text.Begin("", []string{"1", "2"})
		text.Line(&holds)
		text.Line(&unknown)
		require.Equal(t, "holds     1     0.000s   7 nodes  "+want+"\n"+
			"unknown   2     0.000s   0 nodes  time is up while computing the reachable states\n", b.String(), columns)
	}
}
