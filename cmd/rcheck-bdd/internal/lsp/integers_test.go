package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// Integers without a range, as editors and the page ask about them: a range that closes, one that does not,
// a walk beyond all ranges that a check tries, and a number for which there is no range.
func TestIntegersWithoutARange(t *testing.T) {
	const uri = "file:///accounts.rcp"
	const text = `message-structure: PAID : int
agent Account
    local: balance : int, tally : int
    init: balance = 3 & tally = 4000
    repeat: (
        pay: {balance > 0} *! (true)(PAID := 1)[balance := balance - 1]
        + count: {STEP > 0} *! (true)(PAID := STEP)[tally := tally + STEP]
    )
system = Account(ann, true)
SPEC NAME never_in_debt := G ann-balance >= 0;
SPEC NAME few := G ann-tally < 4002;
SPEC NAME even := G ann-tally != 1001;
`
	c := connect(t)
	asked := func(step string) map[string]string {
		c.open(uri, strings.ReplaceAll(text, "STEP", step))
		c.notified["rcheck/verdict"] = nil
		var summary workbench.Summary
		c.call("rcheck/check", object{"textDocument": document(uri), "token": step}, &summary)
		out := map[string]string{}
		for _, raw := range c.notified["rcheck/verdict"] {
			var of struct {
				Verdict struct{ Name, Verdict, Reason string }
			}
			require.NoError(t, json.Unmarshal(raw, &of))
			out[of.Verdict.Name] = strings.TrimSpace(of.Verdict.Verdict + " " + of.Verdict.Reason)
		}
		return out
	}
	require.Equal(t, map[string]string{"never_in_debt": "holds", "few": "holds", "even": "holds"}, asked("0"))
	grows := asked("1")
	require.Equal(t, "violated", grows["few"])
	for _, name := range []string{"never_in_debt", "even"} {
		require.Contains(t, grows[name], "unknown integers grow without a bound: `ann-tally` grows beyond 4095 (`ann-count`, 96 steps)")
		require.Contains(t, grows[name], "the property holds on all runs in which")
	}

	line := strings.Split(text, "\n")[2]
	at := object{"line": 2, "character": strings.Index(line, "balance") + 1}
	var hover struct{ Contents struct{ Value string } }
	c.call("textDocument/hover", object{"textDocument": document(uri), "position": at}, &hover)
	require.Contains(t, hover.Contents.Value, "balance : int")

	var walk struct {
		Session int
		workbench.Walk
	}
	c.call("rcheck/start", object{"textDocument": document(uri)}, &walk)
	c.call("rcheck/goto", object{"session": walk.Session, "condition": "ann-tally = 4100"}, &walk)
	require.True(t, *walk.Met)
	require.Equal(t, "4100", walk.Run.States[len(walk.Run.States)-1].Values[0][1])
}
