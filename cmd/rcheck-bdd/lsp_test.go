package main

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
)

// The server's messages go out byte for byte: what is shown to people has its control characters
// escaped, and the ends of the protocol's headers must not be.
func TestLSPOnStandardStreams(t *testing.T) {
	in, write := io.Pipe()
	read, out := io.Pipe()
	status := make(chan int, 1)
	go func() {
		env := &cli.Env{Stdin: in, Stdout: out, Stderr: io.Discard, Getenv: func(string) string { return "" }}
		status <- program().Run(t.Context(), env, []string{"lsp"})
	}()
	stream := lsp.Stdio(read, write)
	for i, m := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.rcp","text":"é\u202e"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`,
	} {
		require.NoError(t, stream.WriteObject(rawMessage(m)))
		var answer map[string]any
		require.NoError(t, stream.ReadObject(&answer))
		require.NotEmpty(t, answer, i)
		require.NotContains(t, answer, "error")
	}
	require.NoError(t, stream.WriteObject(rawMessage(`{"jsonrpc":"2.0","method":"exit"}`)))
	require.Zero(t, <-status)
}

type rawMessage string

func (m rawMessage) MarshalJSON() ([]byte, error) { return []byte(strings.TrimSpace(string(m))), nil }
