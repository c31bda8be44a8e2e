package rcheck

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// TestCodeExamples checks that the example of every code gets that diagnostic and no other.
func TestCodeExamples(t *testing.T) {
	infos := slices.DeleteFunc(diag.All(), func(i diag.Info) bool { return i.Code < "RC0300" || i.Code >= "RC0600" })
	for _, info := range infos {
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

// codesWithoutExample are those that no source alone can show; the named tests do.
var codesWithoutExample = map[diag.Code]string{
	"RC0308": "TestSetUnknownConstant",
	"RC0313": "TestAmbiguousReading",
	"RC0560": "TestExpansionLimit",
}
