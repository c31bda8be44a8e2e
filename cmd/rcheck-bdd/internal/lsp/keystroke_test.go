package lsp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// large is a model of at least so many lines: agent types, an instance of each, and properties
// about them.
func large(lines int) string {
	var b, system strings.Builder
	b.WriteString("enum channel { c, d }\nenum kinds { ask, grant }\nmessage-structure: MSG : kinds\nproperty-variables: idle : bool\n")
	const perType = 14
	for i := range lines/perType + 1 {
		fmt.Fprintf(&b, `
agent Client%[1]d
    local: served : bool, link : channel
    init: !served & link = c
    relabel: idle <- !served
    receive-guard: chan = link
    repeat: (
        sAsk: {!served} link! (@idle)(MSG := ask)[link := d]
        ;
        rAsk: {MSG = ask} link? [served := true]
    )
SPEC G (x%[1]d-sAsk -> F x%[1]d-served)

`, i)
		if i > 0 {
			system.WriteString(" || ")
		}
		fmt.Fprintf(&system, "Client%[1]d(x%[1]d, true)", i)
	}
	return b.String() + "system = " + system.String() + "\n"
}

// BenchmarkKeystroke is a key pressed in the middle of a model of 2000 lines: the change, the
// completion and the semantic tokens that editors ask for at once, and the diagnostics.
func BenchmarkKeystroke(b *testing.B) {
	d := workbench.NewDocument("file:///large.rcp", "", 1, large(2000))
	list, err := workbench.Diagnostics(b.Context(), d)
	require.NoError(b, err)
	for _, x := range list {
		require.Equal(b, 2, x.Severity)
	}
	line, column := lineOf(d.Text, "Client70")
	here := workbench.Position{Line: line + 2, Character: column + 3}
	at := workbench.Range{Start: here, End: here}
	step := func(b *testing.B, ask func(d *workbench.Document)) {
		for i := 0; b.Loop(); i++ {
			ask(d.Apply(i+2, []workbench.Change{{Range: &at, Text: "x"}}))
		}
	}
	b.Run("names", func(b *testing.B) {
		step(b, func(d *workbench.Document) {
			workbench.At(d, here).Complete()
			workbench.SemanticTokens(d)
		})
	})
	b.Run("diagnostics", func(b *testing.B) {
		step(b, func(d *workbench.Document) {
			_, err := workbench.Diagnostics(b.Context(), d)
			require.NoError(b, err)
		})
	})
}
