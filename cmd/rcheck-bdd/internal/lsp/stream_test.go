package lsp_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// bytesClient talks to a server byte by byte.
type bytesClient struct {
	t       *testing.T
	out     io.WriteCloser
	answers chan map[string]any
	done    chan error
	last    int
}

func connectBytes(t *testing.T) *bytesClient {
	here, there := net.Pipe()
	c := &bytesClient{t: t, out: here, answers: make(chan map[string]any, 10_000), done: make(chan error, 1)}
	go func() {
		c.done <- lsp.New("test", workbench.DefaultThresholds()).Serve(context.Background(), lsp.Stdio(there, there))
	}()
	go func() {
		in := bufio.NewReader(here)
		for {
			var m map[string]any
			if (jsonrpc2.VSCodeObjectCodec{}).ReadObject(in, &m) != nil {
				close(c.answers)
				return
			}
			c.answers <- m
		}
	}()
	t.Cleanup(func() { here.Close() })
	c.ask("initialize", "{}")
	return c
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func (c *bytesClient) send(text string) {
	_, err := io.WriteString(c.out, text)
	require.NoError(c.t, err)
}

// ask sends a request and waits for its answer, passing over others.
func (c *bytesClient) ask(method, params string) (others []map[string]any, answer map[string]any) {
	c.last++
	c.send(frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":"q%d","method":%q,"params":%s}`, c.last, method, params)))
	for m := range c.answers {
		if m["id"] == fmt.Sprintf("q%d", c.last) {
			return others, m
		}
		others = append(others, m)
	}
	require.FailNow(c.t, "the server is gone")
	return nil, nil
}

// A malformed message costs that message: it is answered with an error where that is possible, and
// the next one with its answer.
func TestMalformedMessages(t *testing.T) {
	c := connectBytes(t)
	for text, code := range map[string]float64{
		frame(`{`): -32700, frame(``): -32700, frame("\xff"): -32700, frame(`{"jsonrpc":"2.0","id":7,"method":"x"}}`): -32700,
		frame(`[]`): -32600, frame(`7`): -32600, frame(`{}`): -32600, frame(`{"id":[],"method":"x"}`): -32600, frame(`{"id":7,"method":8}`): -32600,
		"Content-Length: 9\r\n\r\n" + `{"id":7,"method":"x"}`: -32700, "Content-Length: 40\r\n\r\n" + `{"id":7,"method":"x"}`: -32700,
		"Content-Length: -5\r\n\r\n": 0, "Content-Length: many\r\n\r\n": 0, "Content-Length: 99999999999999\r\n\r\n": 0, "\r\n\r\n": 0, "x": 0,
		"Content-Type: a\r\nX: y\r\n\r\n": 0, strings.Repeat("y", 1<<18) + "\n": 0,
		frame(`{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":[]}`):                                                -32602,
		frame(`{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":7}`):                                                 -32602,
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":"x"}`):                                                    0,
		frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"contentChanges":[{"range":{"start":{"line":-7}}}]}}`): 0,
	} {
		c.send(text)
		others, answer := c.ask("textDocument/fly", "{}")
		require.Contains(t, fmt.Sprint(answer["error"]), "no method", text)
		if code == 0 {
			require.Empty(t, others, text)
			continue
		}
		require.Len(t, others, 1, text)
		require.Equal(t, code, others[0]["error"].(map[string]any)["code"], text)
	}
}

// Whatever bytes come, the server answers the request after them.
func TestRandomBytes(t *testing.T) {
	c := connectBytes(t)
	r := rand.New(rand.NewPCG(3, 1))
	good := frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"a.rcp","text":"const N = 1;"}}}`)
	for range 300 {
		text := []byte(good)
		for range 1 + r.IntN(4) {
			text[r.IntN(len(text))] = byte(r.IntN(256))
		}
		c.send(string(text[:1+r.IntN(len(text))]))
		c.send("\r\n" + frame("{}") + "\r\n") // a length that is wrong may take this one
		c.send(strings.Repeat(" ", 1000) + "\r\n")
		c.ask("textDocument/fly", "{}")
	}
	c.send(frame(`{"jsonrpc":"2.0","method":"exit"}`))
	require.ErrorIs(t, <-c.done, lsp.ErrExit)
}

// While somebody types, the versions of published diagnostics only grow, and the last one is that
// of the text.
func TestVersionsOfDiagnosticsGrow(t *testing.T) {
	c := connect(t)
	for burst := range 20 {
		uri := fmt.Sprintf("file:///%d.rcp", burst)
		c.notify("textDocument/didOpen", object{"textDocument": object{"uri": uri, "version": 1, "text": small}})
		const versions = 40
		for version := 2; version <= versions; version++ {
			c.notify("textDocument/didChange", object{
				"textDocument": object{"uri": uri, "version": version}, "contentChanges": []object{{"text": small + strings.Repeat("\n", version)}},
			})
		}
		last := 0
		for p := range c.published {
			require.Greater(t, p.Version, last)
			if last = p.Version; last == versions {
				break
			}
		}
		c.notify("textDocument/didClose", object{"textDocument": document(uri)})
		p := <-c.published
		require.Equal(t, versions, p.Version)
		require.Empty(t, p.Diagnostics)
	}
}
