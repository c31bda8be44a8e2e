package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// hints are the labels that the server shows within a document.
func (c *client) hints(uri string) []string {
	var list []workbench.InlayHint
	c.call("textDocument/inlayHint", object{"textDocument": document(uri), "range": object{"start": object{}, "end": object{"line": 999}}}, &list)
	var out []string
	for _, h := range list {
		out = append(out, h.Label)
	}
	return out
}

// until waits for hints, however long that takes.
func (c *client) until(uri string, met func(hints []string) bool) []string {
	for {
		if h := c.hints(uri); met(h) {
			return h
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// told waits for verdicts that the server tells, after those that it has waited for before.
func (c *client) told(met func([]workbench.LiveVerdict) bool) []workbench.LiveVerdict {
	for {
		c.mu.Lock()
		list := c.notified["rcheck/verdicts"]
		for ; c.heard < len(list); c.heard++ {
			var p struct{ Verdicts []workbench.LiveVerdict }
			require.NoError(c.t, json.Unmarshal(list[c.heard], &p))
			if met(p.Verdicts) {
				c.heard++
				c.mu.Unlock()
				return p.Verdicts
			}
		}
		c.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
}

// Verdicts come by themselves once nobody types, and are marked while they are those of an older
// text. They can be switched off.
func TestVerdictsWhileTyping(t *testing.T) {
	const uri = "file:///small.rcp"
	c := raw(t)
	c.call("initialize", object{"capabilities": object{"workspace": object{"inlayHint": object{"refreshSupport": true}}}}, nil)
	c.open(uri, small)
	fresh := func(hints []string) bool {
		return len(hints) > 1 && strings.HasPrefix(hints[1], "✗") && !strings.Contains(strings.Join(hints, ""), "before")
	}
	first := c.until(uri, fresh)
	require.Contains(t, []string{"✓ holds", "✗ violated"}, first[0])
	c.notify("textDocument/didChange", object{
		"textDocument": object{"uri": uri, "version": 2}, "contentChanges": []object{{"text": strings.Replace(small, "F client1-served", "G !client1-served", 1)}},
	})
	require.Contains(t, c.hints(uri)[0], "(before the last change)")
	require.Equal(t, first[1], c.hints(uri)[1], "the other property is as it was")
	c.until(uri, fresh)
	c.mu.Lock()
	require.NotEmpty(t, c.notified["workspace/inlayHint/refresh"])
	c.mu.Unlock()

	c.notify("workspace/didChangeConfiguration", object{"settings": object{"rcheck-bdd": object{"verdicts": false}}})
	require.Equal(t, []string{"= 2"}, c.hints(uri))
	c = raw(t)
	c.call("initialize", object{"initializationOptions": object{"verdicts": false}}, nil)
	c.open(uri, small)
	require.Equal(t, []string{"= 2"}, c.hints(uri))

	c = raw(t)
	c.call("initialize", object{"initializationOptions": object{"verdicts": true, "told": true}}, nil)
	c.open(uri, small)
	told := c.told(func(v []workbench.LiveVerdict) bool { return v[0].Verdict != "" && v[1].Verdict == "violated" })
	require.False(t, told[0].Stale)
	require.Equal(t, strings.Count(small, "\n")-1, told[1].Position.Line)
	c.notify("textDocument/didChange", object{
		"textDocument": object{"uri": uri, "version": 2}, "contentChanges": []object{{"text": strings.Replace(small, "F client1-served", "G !client1-served", 1)}},
	})
	c.told(func(v []workbench.LiveVerdict) bool { return v[0].Stale && !v[1].Stale })
	c.told(func(v []workbench.LiveVerdict) bool { return !v[0].Stale && v[0].Verdict == "violated" })

	var found []workbench.WorkspaceSymbol
	c.call("workspace/symbol", object{"query": "clnt"}, &found)
	require.Len(t, found, 2)
	var help workbench.SignatureHelp
	line := strings.Count(small, "\n")
	c.notify("textDocument/didChange", object{
		"textDocument": object{"uri": uri, "version": 2}, "contentChanges": []object{{"text": small + "SPEC K("}},
	})
	c.call("textDocument/signatureHelp", at(uri, line, 7), &help)
	require.Equal(t, "K(agent, formula)", help.Signatures[0].Label)
}
