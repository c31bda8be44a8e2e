package lsp_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

const small = `const N = 2; // how many

enum channel { c }
enum kinds { ask, grant }
message-structure: MSG : kinds
property-variables: idle : bool

// Somebody who asks.
agent Client
    local: served : bool
    init: !served
    relabel: idle <- !served
    receive-guard: chan = c
    repeat: (
        sAsk: {!served} c! (@idle)(MSG := ask)[]
        + rAsk: {MSG = ask} c? [served := true]
    )

system = Client(client[1..N], true)

SPEC NAME some := F client1-served;
SPEC G !client2-served
`

// lineOf is the first line with a text, and the column of the text.
func lineOf(text, part string) (line, column int) {
	before, _, _ := strings.Cut(text, part)
	return strings.Count(before, "\n"), len(before) - strings.LastIndex(before, "\n") - 1
}

// The client asks everything that the server offers, and gets what the model means.
func TestEveryRequest(t *testing.T) {
	const uri = "file:///small.rcp"
	c := connect(t)
	require.Empty(t, c.open(uri, small))

	line, column := lineOf(small, "served := true")
	where := at(uri, line, column+3)
	var hover workbench.Hover
	c.call("textDocument/hover", where, &hover)
	require.Equal(t, "```rcp\nserved : bool\n```\nlocal variable of agent type `Client`", hover.Contents.Value)
	require.Equal(t, workbench.Range{
		Start: workbench.Position{Line: line, Character: column}, End: workbench.Position{Line: line, Character: column + 6},
	}, hover.Range)
	typeLine, typeColumn := lineOf(small, "Client(")
	c.call("textDocument/hover", at(uri, typeLine, typeColumn), &hover)
	require.Equal(t, "```rcp\nagent Client\n```\nagent type: `client1`, `client2`\n\nSomebody who asks.", hover.Contents.Value)

	var found []workbench.Location
	c.call("textDocument/definition", where, &found)
	require.Len(t, found, 1)
	localLine, localColumn := lineOf(small, "served : bool")
	require.Equal(t, workbench.Position{Line: localLine, Character: localColumn}, found[0].Range.Start)
	ask := at(uri, line, column)
	ask["context"] = object{"includeDeclaration": true}
	c.call("textDocument/references", ask, &found)
	require.Len(t, found, 7)
	var marks []workbench.Highlight
	c.call("textDocument/documentHighlight", where, &marks)
	require.Len(t, marks, 7)

	var renaming workbench.Renaming
	c.call("textDocument/prepareRename", where, &renaming)
	require.Equal(t, "served", renaming.Placeholder)
	ask["newName"] = "done"
	var edit workbench.WorkspaceEdit
	c.call("textDocument/rename", ask, &edit)
	require.Len(t, edit.Changes[uri], 7)
	for taken, why := range map[string]string{"MSG": "is taken", "client7": "is taken", "sender": "is a word of the language", "a b": "is no name"} {
		ask["newName"] = taken
		require.ErrorContains(t, c.try("textDocument/rename", ask, nil), why)
	}

	specLine, specColumn := lineOf(small, "served;")
	var items []workbench.CompletionItem
	c.call("textDocument/completion", at(uri, specLine, specColumn), &items)
	require.Equal(t, []string{"served", "rAsk", "sAsk", "automaton-state"}, labels(items))

	var symbols []workbench.DocumentSymbol
	c.call("textDocument/documentSymbol", object{"textDocument": document(uri)}, &symbols)
	var names []string
	for _, s := range symbols {
		names = append(names, s.Name)
	}
	require.Equal(t, []string{"N", "c", "kinds", "MSG", "idle", "Client", "client", "some", "property 2"}, names)
	var folds []workbench.FoldingRange
	c.call("textDocument/foldingRange", object{"textDocument": document(uri)}, &folds)
	require.Contains(t, folds, workbench.FoldingRange{StartLine: 8, EndLine: 16})
	var tokens struct{ Data []int }
	c.call("textDocument/semanticTokens/full", object{"textDocument": document(uri)}, &tokens)
	require.Equal(t, []int{0, 0, 5, 0, 0, 0, 6, 1, 7, 3}, tokens.Data[:10]) // const, N
	var lenses []workbench.CodeLens
	c.call("textDocument/codeLens", object{"textDocument": document(uri)}, &lenses)
	require.Len(t, lenses, 6)
	var edits []workbench.TextEdit
	c.call("textDocument/formatting", object{"textDocument": document(uri), "options": object{}}, &edits)
	require.NotEmpty(t, edits)

	var verdicts []struct{ Verdict string }
	c.call("workspace/executeCommand", object{"command": workbench.CheckCommand, "arguments": []any{uri, 2}}, &verdicts)
	require.Len(t, verdicts, 1)
	require.Equal(t, "violated", verdicts[0].Verdict)
	require.Len(t, c.notified["window/showMessage"], 1)
	require.ErrorContains(t, c.try("workspace/executeCommand", object{"command": "rm", "arguments": []any{uri}}, nil), "no command")
}

func labels(items []workbench.CompletionItem) []string {
	var out []string
	for _, i := range items {
		out = append(out, i.Label)
	}
	return out
}

// told is a verdict as it comes, with the trace left as it is.
type told struct {
	Token   string
	Verdict struct {
		Index   int
		Name    string
		Verdict string
		Trace   json.RawMessage
	}
}

// A check tells its verdicts as they come; its traces can be shown, and walked on from.
func TestCheckShowAndSimulate(t *testing.T) {
	const uri = "file:///p000.rcp"
	text, err := os.ReadFile("../../../../bench/models/paper/p000.rcp")
	require.NoError(t, err)
	c := connect(t)
	c.open(uri, string(text))
	var summary workbench.Summary
	c.call("rcheck/check", object{"textDocument": document(uri), "token": "t"}, &summary)
	require.Equal(t, "306", summary.States)
	require.Equal(t, "1", summary.Deadlocks)
	require.Len(t, c.notified["rcheck/verdict"], 8)
	var last told
	for i, raw := range c.notified["rcheck/verdict"] {
		require.NoError(t, json.Unmarshal(raw, &last))
		require.Equal(t, "t", last.Token)
		require.Equal(t, i+1, last.Verdict.Index)
		require.Equal(t, map[bool]string{true: "violated", false: "holds"}[i == 7], last.Verdict.Verdict)
	}

	var shown workbench.Shown
	ask := object{"textDocument": document(uri), "trace": last.Verdict.Trace, "property": 8}
	c.call("rcheck/show", ask, &shown)
	require.Len(t, shown.System.Agents, 7)
	require.Equal(t, []string{"c", "empty", "g1", "g2", "t", "vmm1", "vmm2", "vmm3", "*"}, shown.System.Channels)
	require.Equal(t, "sReserve", shown.Run.Steps[0].Label)
	require.Equal(t, len(shown.Run.States), len(shown.Run.Steps))
	require.Positive(t, shown.Run.Lost)
	machine3 := shown.Run.States[0].Listens[6]
	require.Equal(t, []int{1, 3, 7}, machine3) // empty, g2, vmm3
	require.ErrorContains(t, c.try("rcheck/page", ask, nil), "this server writes no pages")
	ask["trace"] = json.RawMessage(`{"steps":[{"state":{}}]}`)
	require.ErrorContains(t, c.try("rcheck/show", ask, nil), "not a trace of this system")

	var w struct {
		Session int
		workbench.Walk
	}
	c.call("rcheck/start", object{"textDocument": document(uri)}, &w)
	require.Len(t, w.Run.States, 1)
	session := w.Session
	c.call("rcheck/take", object{"session": session, "count": 1}, &w)
	require.Equal(t, 1, w.Run.Steps[0].Initiator)
	c.call("rcheck/random", object{"session": session, "count": 9}, &w)
	require.Len(t, w.Run.Steps, 10)
	c.call("rcheck/back", object{"session": session, "count": 8}, &w)
	require.Len(t, w.Run.Steps, 2)
	c.call("rcheck/goto", object{"session": session, "condition": "machine1-asgn"}, &w)
	require.True(t, *w.Met)
	end := w.Run.States[len(w.Run.States)-1]
	require.Equal(t, "TRUE", strings.ToUpper(end.Values[4][3]))
	require.ErrorContains(t, c.try("rcheck/goto", object{"session": session, "condition": "machine9-asgn"}, nil), "machine9")
	require.ErrorContains(t, c.try("rcheck/take", object{"session": session, "count": 99}, nil), "choices")
	var run json.RawMessage
	c.call("rcheck/trace", object{"session": session}, &run)
	c.call("rcheck/start", object{"textDocument": document(uri), "trace": run, "at": 1}, &w)
	require.Len(t, w.Run.Steps, 1)
	require.NotEqual(t, session, w.Session)
	c.notify("rcheck/close", object{"session": session})
	require.ErrorContains(t, c.try("rcheck/back", object{"session": session, "count": 1}, nil), "no session")
}

// Random runs are compared with the properties; one that violates a property can be shown.
func TestRandomRuns(t *testing.T) {
	const uri = "file:///small.rcp"
	c := connect(t)
	c.open(uri, small)
	var got struct {
		Runs       int
		Properties []struct {
			Verdict string
			Trace   json.RawMessage
			Runs    struct{ Violated, Satisfied, Open int }
		}
		Commands []workbench.Covered
	}
	ask := object{"textDocument": document(uri), "token": "t", "sampling": object{"runs": 20, "steps": 30, "seed": 3}}
	c.call("rcheck/sample", ask, &got)
	require.Equal(t, 20, got.Runs)
	require.Len(t, got.Commands, 2)
	second := got.Properties[1]
	require.Equal(t, "violated", second.Verdict)
	require.Equal(t, 20, second.Runs.Violated+second.Runs.Satisfied+second.Runs.Open)
	var shown workbench.Shown
	c.call("rcheck/show", object{"textDocument": document(uri), "trace": second.Trace, "property": 2}, &shown)
	require.Positive(t, shown.Run.Lost)
	ask["sampling"] = object{"runs": 1 << 40, "steps": 30}
	require.ErrorContains(t, c.try("rcheck/sample", ask, nil), "give fewer runs or steps")
}

// A client has a bounded number of sessions: the oldest one goes.
func TestSessionsAreBounded(t *testing.T) {
	const uri = "file:///a.rcp"
	c := connect(t)
	c.open(uri, "agent A\n local: x : bool\n repeat: ( {true} *! true [x := !x] )\nsystem = A(a, true)")
	var first, w struct{ Session int }
	c.call("rcheck/start", object{"textDocument": document(uri)}, &first)
	for range workbench.DefaultThresholds().Sessions - 1 {
		c.call("rcheck/start", object{"textDocument": document(uri)}, &w)
	}
	c.call("rcheck/take", object{"session": first.Session, "count": 0}, nil)
	c.call("rcheck/start", object{"textDocument": document(uri)}, &w)
	require.ErrorContains(t, c.try("rcheck/take", object{"session": first.Session, "count": 0}, nil), "simulate again")
	c.call("rcheck/take", object{"session": w.Session, "count": 0}, nil)
}

// A check that is cancelled ends, with an error that says so or a summary that tells how far it
// came.
func TestCancel(t *testing.T) {
	const uri = "file:///allocation.rcp"
	text, err := os.ReadFile("../../../../bench/models/allocation.rcp")
	require.NoError(t, err)
	c := connect(t)
	big := strings.NewReplacer("const N = 3;", "const N = 9;", "const M = 3;", "const M = 9;").Replace(string(text))
	c.open(uri, big)
	wait, err := c.conn.DispatchCall(t.Context(), "rcheck/check", object{"textDocument": document(uri), "token": "t"}, pick(77))
	require.NoError(t, err)
	c.notify("$/cancelRequest", object{"id": 77})
	require.ErrorContains(t, wait.Wait(t.Context(), nil), "cancelled")
	var hover *workbench.Hover
	c.call("textDocument/hover", at(uri, 0, 0), &hover)
	require.Nil(t, hover)
}

// A question about a session that waits for the one before it can be cancelled. Later ones still
// wait for the one before.
func TestCancelOfAQuestionThatWaits(t *testing.T) {
	const uri = "file:///a.rcp"
	c := connect(t)
	c.open(uri, "agent A\n local: x : bool\n repeat: ( {true} *! true [x := !x] )\nsystem = A(a, true)")
	var w struct{ Session int }
	c.call("rcheck/start", object{"textDocument": document(uri)}, &w)
	walks, err := c.conn.DispatchCall(t.Context(), "rcheck/random", object{"session": w.Session, "count": 100_000_000}, pick(81))
	require.NoError(t, err)
	waits, err := c.conn.DispatchCall(t.Context(), "rcheck/back", object{"session": w.Session, "count": 1}, pick(82))
	require.NoError(t, err)
	last, err := c.conn.DispatchCall(t.Context(), "rcheck/trace", object{"session": w.Session}, pick(83))
	require.NoError(t, err)
	c.notify("$/cancelRequest", object{"id": 82})
	require.ErrorContains(t, waits.Wait(t.Context(), nil), "cancelled")
	c.notify("$/cancelRequest", object{"id": 81})
	require.ErrorContains(t, walks.Wait(t.Context(), nil), "cancelled")
	var run json.RawMessage
	require.NoError(t, last.Wait(t.Context(), &run))
}

// Messages that come out of turn, or ask for what is not there, get the errors of the protocol.
func TestLifeCycle(t *testing.T) {
	c := raw(t)
	require.ErrorContains(t, c.try("textDocument/hover", at("file:///a.rcp", 0, 0), nil), "-32002")
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": "file:///a.rcp", "text": "x"}}) // too early
	c.call("initialize", object{}, nil)
	require.ErrorContains(t, c.try("initialize", object{}, nil), "-32600")
	require.ErrorContains(t, c.try("textDocument/hover", at("file:///a.rcp", 0, 0), nil), "is not open")
	require.ErrorContains(t, c.try("textDocument/fly", object{}, nil), "-32601")
	require.ErrorContains(t, c.try("textDocument/hover", object{"position": "here"}, nil), "-32602")
	c.notify("textDocument/didChange", object{"textDocument": object{"uri": "file:///a.rcp", "version": 2}})
	c.notify("$/setTrace", object{"value": "off"})
	c.call("shutdown", nil, nil)
	require.ErrorContains(t, c.try("textDocument/hover", at("file:///a.rcp", 0, 0), nil), "-32600")
	c.notify("exit", nil)
	require.NoError(t, <-c.done)

	c = raw(t)
	c.notify("exit", nil)
	require.ErrorIs(t, <-c.done, lsp.ErrExit)
	c = connect(t)
	require.NoError(t, c.conn.Close())
	require.ErrorIs(t, <-c.done, lsp.ErrExit)
}

// A model in ISPL has diagnostics, a layout, an outline and verdicts.
func TestISPL(t *testing.T) {
	const uri = "file:///bits.ispl"
	text, err := os.ReadFile("../../../../bench/models/ispl/bits.ispl")
	require.NoError(t, err)
	c := connect(t)
	require.Empty(t, c.open(uri, string(text)))
	var symbols []workbench.DocumentSymbol
	c.call("textDocument/documentSymbol", object{"textDocument": document(uri)}, &symbols)
	require.NotEmpty(t, symbols)
	var edits []workbench.TextEdit
	c.call("textDocument/formatting", object{"textDocument": document(uri)}, &edits)
	require.Empty(t, edits)
	var summary workbench.Summary
	c.call("rcheck/check", object{"textDocument": document(uri)}, &summary)
	require.NotEmpty(t, summary.States)
	require.NotEmpty(t, c.notified["rcheck/verdict"])
	require.ErrorContains(t, c.try("rcheck/show", object{"textDocument": document(uri), "property": 1}, nil), "ISPL")
	var walk struct {
		Session int
		workbench.Walk
	}
	c.call("rcheck/start", object{"textDocument": document(uri)}, &walk)
	require.NotEmpty(t, walk.Choices)
	c.call("rcheck/take", object{"session": walk.Session, "count": 0}, &walk)
	require.Len(t, walk.Run.Steps, 1)
	for _, question := range questions { // about what the first proposition is called
		line := strings.Count(string(text[:strings.Index(string(text), "Evaluation")]), "\n") + 1
		ask := at(uri, line, 3)
		ask["newName"], ask["range"], ask["context"] = "fresh", workbench.Range{}, object{"includeDeclaration": true}
		var answer any
		c.call("textDocument/"+question, ask, &answer)
		require.NotNil(t, answer, question)
	}
}
