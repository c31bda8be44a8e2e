package sizes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// What cannot be decided is named, with the type and the place.
func TestReasonsOfProperties(t *testing.T) {
	const pair, later = "compares two agents of Worker", "some agent of Worker is about more than one state"
	for says, want := range map[string]string{
		"exists j : Worker . F G j-first":                                                     later + ", as `exists k : Worker . G …` is; the checker tried to prove it of all these agents: ",
		"F (exists j : Worker . G j-first)":                                                   later,
		"exists j : Worker . G F j-first":                                                     later,
		"F G !(forall j : Worker . j-late)":                                                   "they take part in one step",
		"F !(exists j : Worker . exists k : Worker . j != k & j-first & k-first)":             pair,
		"G (exists j : Worker . forall k : Worker . j != k -> !k-first)":                      pair,
		"F (forall j : Worker . exists k : Worker . (j-first & k-first) | (j-over & k-over))": pair,
		"(G F (exists j : Worker . j-lose)) -> (G !(exists k : Worker . k-first))":            "it asks whether some agent receives a message",
		"AG (forall j : Worker . EF j-over)":                                                  "this is a formula about states",
		"forall k : Worker . G (k-over -> enabled(k-late) | k-over)":                          "it asks whether a command is enabled",
	} {
		a := decide(t, "true", says)
		require.Equal(t, mc.Unknown, a.Verdict, says)
		require.Contains(t, a.Reason, want, says)
	}
}
