package lsp_test

import (
	"context"
	"io"
	"net"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// A server whose client has left does not wait for a request that goes on for too long.
func TestServersDoNotWaitForEver(t *testing.T) {
	here, there := net.Pipe()
	server := lsp.New("test", workbench.DefaultThresholds())
	working, end := make(chan struct{}), make(chan struct{})
	defer close(end)
	server.WriteRuns = func(context.Context, io.Writer, *report.Document) error {
		close(working)
		<-end // whatever the context
		return nil
	}
	late := make(chan struct{})
	server.Late = func() <-chan struct{} { close(late); return late }
	served := make(chan error, 1)
	go func() { served <- server.Serve(context.Background(), lsp.Stdio(there, there)) }()
	conn := jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(here, jsonrpc2.VSCodeObjectCodec{}), &client{t: t})
	require.NoError(t, conn.Call(context.Background(), "initialize", map[string]any{}, nil))
	document := map[string]any{"uri": "file:///m", "languageId": "rcheck", "version": 1, "text": "agent A\nsystem = A(a, true)\n"}
	require.NoError(t, conn.Notify(context.Background(), "textDocument/didOpen", map[string]any{"textDocument": document}))
	_, err := conn.DispatchCall(context.Background(), "rcheck/page", map[string]any{"textDocument": document, "verdict": map[string]any{}})
	require.NoError(t, err)
	<-working
	require.NoError(t, conn.Close())
	require.ErrorIs(t, <-served, lsp.ErrExit)
	<-late
}
