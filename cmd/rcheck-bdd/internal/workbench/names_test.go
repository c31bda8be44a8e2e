package workbench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What stands above a constant that only counts agents says so.
func TestHoverOverACountingConstant(t *testing.T) {
	const text = "const N = 2; const K = 3;\nmessage-structure: D : bool\nproperty-variables:\nagent A local: x : 0..K init: x = 0 receive-guard: false " +
		"repeat: ( s: {true} *! (true)(D := true)[x := x] )\nsystem = A(a[1..N], true)\nSPEC forall k : A . G k-x < K;\n"
	d := NewDocument("m.rcp", "rcheck", 0, text)
	for at, counts := range map[string]bool{"N = 2": true, "N], true": true, "K = 3": false} {
		h, err := At(d, Position{Line: strings.Count(text[:strings.Index(text, at)], "\n"),
			Character: strings.Index(text, at) - strings.LastIndex(text[:strings.Index(text, at)], "\n") - 1}).Hover(t.Context())
		require.NoError(t, err)
		require.NotNil(t, h, at)
		require.Equal(t, counts, strings.Contains(h.Contents.Value, "only counts agents: `check --all N` decides"), "%s: %s", at, h.Contents.Value)
	}
}
