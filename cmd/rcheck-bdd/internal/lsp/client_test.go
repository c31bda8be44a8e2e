package lsp_test

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// published is a notification about the diagnostics of a document.
type published struct {
	URI         string
	Version     int
	Diagnostics []workbench.Diagnostic
}

// client is the other side of a server, over the stream of editors.
type client struct {
	t         *testing.T
	conn      *jsonrpc2.Conn
	done      chan error
	published chan published

	mu       sync.Mutex
	notified map[string][]json.RawMessage
	heard    int // of the verdicts that were told
}

// connect starts a server and says hello to it.
func connect(t *testing.T) *client {
	c := raw(t)
	var hello struct {
		Capabilities map[string]any
		ServerInfo   struct{ Name, Version string }
	}
	c.call("initialize", map[string]any{"processId": nil, "capabilities": map[string]any{}}, &hello)
	require.Equal(t, "rcheck-bdd", hello.ServerInfo.Name)
	require.NotEmpty(t, hello.Capabilities)
	c.notify("initialized", map[string]any{})
	return c
}

// raw starts a server.
func raw(t *testing.T) *client {
	here, there := net.Pipe()
	c := &client{t: t, done: make(chan error, 1), published: make(chan published, 10_000), notified: map[string][]json.RawMessage{}}
	server := lsp.New("test", workbench.DefaultThresholds())
	server.Typing = true
	go func() { c.done <- server.Serve(context.Background(), lsp.Stdio(there, there)) }()
	c.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(here, jsonrpc2.VSCodeObjectCodec{}), c)
	t.Cleanup(func() { c.conn.Close() })
	return c
}

// Handle takes the server's notifications.
func (c *client) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	if !r.Notif {
		_ = conn.Reply(ctx, r.ID, nil) // the server may be gone
	}
	if r.Method == "textDocument/publishDiagnostics" {
		var p published
		if json.Unmarshal(*r.Params, &p) == nil {
			c.published <- p
		}
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	text := json.RawMessage("null")
	if r.Params != nil {
		text = *r.Params
	}
	c.notified[r.Method] = append(c.notified[r.Method], text)
}

func (c *client) try(method string, params, result any) error {
	return c.conn.Call(context.Background(), method, params, result)
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	require.NoError(c.t, c.try(method, params, result), method)
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	require.NoError(c.t, c.conn.Notify(context.Background(), method, params))
}

// diagnostics waits for those of a version of a document. The server leaves versions out, but tells
// the newest one.
func (c *client) diagnostics(uri string, version int) []workbench.Diagnostic {
	for p := range c.published {
		if p.URI == uri && p.Version == version {
			return p.Diagnostics
		}
	}
	return nil
}

// open opens a document and returns its diagnostics.
func (c *client) open(uri, text string) []workbench.Diagnostic {
	c.t.Helper()
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "rcheck", "version": 1, "text": text}})
	return c.diagnostics(uri, 1)
}

type object = map[string]any

func document(uri string) object { return object{"uri": uri} }

func at(uri string, line, character int) object {
	return object{"textDocument": document(uri), "position": object{"line": line, "character": character}}
}

// models are the models of the repository, by the path from its top.
func models(t *testing.T) map[string]string {
	out := map[string]string{}
	for _, pattern := range []string{"bench/models/*.rcp", "bench/models/*/*.rcp", "bench/models/ispl/*.ispl", "rcheck/parser/testdata/models/*",
		"rcheck/testdata/*.rcp", "rcheck/testdata/diagnostics/*", "cmd/rcheck-bdd/testdata/models/*"} {
		files, err := filepath.Glob("../../../../" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			if utf8.Valid(text) { // documents are, in JSON
				out[f] = string(text)
			}
		}
	}
	return out
}

func pick(id uint64) jsonrpc2.CallOption { return jsonrpc2.PickID(jsonrpc2.ID{Num: id}) }
