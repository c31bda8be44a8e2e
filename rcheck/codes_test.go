package rcheck

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
)

// TestCodeExamples checks that the example of every code gets that diagnostic and no other.
func TestCodeExamples(t *testing.T) {
	for _, prefix := range []string{"RC03", "RC04", "RC05"} {
		for _, info := range diag.Group(prefix) {
			t.Run(string(info.Code), func(t *testing.T) {
				require.NotEmpty(t, info.Summary)
				require.NotEmpty(t, info.Explanation)
				if info.Example == "" {
					require.Contains(t, codesWithoutExample, info.Code, "a code needs an example or a test of its own")
					return
				}
				p, list := Parse("example.rcp", []byte(info.Example), Options{})
				require.NotEmpty(t, list)
				for _, d := range list {
					require.Equal(t, info.Code, d.Code, "%s", d)
					require.Equal(t, info.Severity, d.Severity)
					require.True(t, d.Start.IsValid())
				}
				require.True(t, p != nil || info.Severity == diag.Error)
			})
		}
	}
}

// codesWithoutExample are those that no source alone can show; the named tests do.
var codesWithoutExample = map[diag.Code]string{
	types.UnknownConstant:  "TestSetUnknownConstant",
	types.AmbiguousReading: "TestAmbiguousReading",
	types.ExpansionLimit:   "TestExpansionLimit",
}
