package page

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/require"
)

// serve starts a server that ends with the test.
func serve(t *testing.T, limits Limits, model *Model) *Server {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	history, err := NewHistory(t.TempDir(), DefaultBounds())
	require.NoError(t, err)
	s := New(listener.Addr().String(), "test", model, history, limits)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		require.Zero(t, s.open)
	})
	return s
}

func get(t *testing.T, url string, change func(*http.Request)) (status int, body string, header http.Header) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(text), answer.Header
}

// dial opens a socket as the page does, which knows a token.
func dial(t *testing.T, s *Server, path, token string) *websocket.Conn {
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+s.host+path, http.Header{"Origin": {"http://" + s.host}})
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	knows := &Server{token: token}
	require.NoError(t, conn.WriteJSON(map[string]string{"nonce": "n"}))
	var hello struct{ Proof, Nonce string }
	if conn.ReadJSON(&hello) == nil {
		if token == s.token {
			require.Equal(t, knows.proof("server", "n"), hello.Proof)
		}
		_ = conn.WriteJSON(map[string]string{"proof": knows.proof("client", hello.Nonce)}) // it may be closed
	}
	return conn
}

// ask sends a request of the page and returns the answer. Notifications in between are left out.
func ask(t *testing.T, conn *websocket.Conn, method string, params any) (result json.RawMessage, fault *jsonrpc2.Error) {
	require.NoError(t, conn.WriteJSON(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
	for {
		var answer struct {
			ID     *int
			Result json.RawMessage
			Error  *jsonrpc2.Error
		}
		require.NoError(t, conn.ReadJSON(&answer))
		if answer.ID != nil {
			return answer.Result, answer.Error
		}
	}
}

// The page's own files are for everybody on this machine: they say nothing. Sockets are for those
// who know the token. Nobody is told it, and it is not sent. Requests from other pages and by other
// names are refused.
func TestWhoMayCome(t *testing.T) {
	s := serve(t, DefaultLimits(), &Model{Name: "é.rcp", Text: []byte("agent")})
	base := "http://" + s.host
	require.Equal(t, base+"/#token="+s.token, s.Address())
	for _, file := range []string{"/", "/main.js", "/main.css", "/worker.js", "/licences.txt", "/models/teaching/answers.rcp"} {
		status, body, header := get(t, base+file, nil)
		require.Equal(t, http.StatusOK, status)
		require.NotEmpty(t, body)
		require.NotContains(t, body, s.token)
		require.Equal(t, policy(s.host), header.Get("Content-Security-Policy"))
		require.Empty(t, header.Get("Set-Cookie"), "browsers send cookies to all ports")
	}
	for what, change := range map[string]func(*http.Request){
		"another page":       func(r *http.Request) { r.Header.Set("Origin", "http://example.org") },
		"another server":     func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") },
		"a name bound to it": func(r *http.Request) { r.Host = "example.org:80" },
	} {
		for _, path := range []string{"/", "/socket/page", "/socket/service"} {
			status, _, _ := get(t, base+path, change)
			require.Equal(t, http.StatusForbidden, status, what)
		}
	}
	for _, path := range []string{"/../page.go", "/%2e%2e/page.go", "/..%2fpage.go", "//etc/passwd", "/%2fetc/passwd", "/model/../../page.go", "/model",
		"/models/..%2fmodels.go", "/models/%2fetc/passwd", "/models/teaching", "/models/"} {
		status, _, _ := get(t, base+path, nil)
		require.Equal(t, http.StatusNotFound, status, path)
	}
	for _, path := range []string{"/socket/page", "/socket/service"} {
		_, _, err := dial(t, s, path, "wrong").ReadMessage()
		require.True(t, websocket.IsCloseError(err, closeStranger), "%v", err)
	}
	result, fault := ask(t, dial(t, s, "/socket/page", s.token), "page/model", nil)
	require.Nil(t, fault)
	require.JSONEq(t, `{"name":"é.rcp","text":"agent","hash":"d4f0bc5a29de06b5"}`, string(result))
}

// What one side shows does not show the other side's knowledge: it cannot be sent back.
func TestProofsAreOfOneSide(t *testing.T) {
	s := &Server{token: "t"}
	require.NotEqual(t, s.proof("server", "n"), s.proof("client", "n"))
	require.NotEqual(t, s.proof("server", "n"), s.proof("server", "m"))
	require.NotEqual(t, s.proof("server", "n"), (&Server{token: "u"}).proof("server", "n"))
}

// The service answers on its socket. Messages, sockets and the time to greet are bounded.
func TestSockets(t *testing.T) {
	limits := DefaultLimits()
	limits.Connections, limits.Bytes, limits.Head = 2, 500, time.Second
	s := serve(t, limits, nil)
	conn := dial(t, s, "/socket/service", s.token)
	result, _ := ask(t, conn, "initialize", struct{}{})
	require.Contains(t, string(result), `"version":"test"`)
	require.NoError(t, conn.WriteMessage(websocket.TextMessage, []byte(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.rcp","text":"agnt","version":3}}}`)))
	_, text, err := conn.ReadMessage()
	require.NoError(t, err)
	require.Contains(t, string(text), `"version":3`)

	second := dial(t, s, "/socket/page", s.token)
	_, _, err = dial(t, s, "/socket/page", s.token).ReadMessage()
	require.True(t, websocket.IsCloseError(err, closeFull), "%v", err)
	require.NoError(t, second.Close())
	requireOpen(t, s, 1)
	silent, _, err := websocket.DefaultDialer.Dial("ws://"+s.host+"/socket/page", nil)
	require.NoError(t, err)
	defer silent.Close()
	_, _, err = silent.ReadMessage()
	require.True(t, websocket.IsCloseError(err, closeStranger), "who says nothing is no client: %v", err)

	require.NoError(t, conn.WriteMessage(websocket.TextMessage, bytes.Repeat([]byte(" "), 600)))
	_, _, err = conn.ReadMessage()
	require.Error(t, err, "the message is too long")
	requireOpen(t, s, 0)
	dial(t, s, "/socket/page", s.token)
}

// requireOpen waits until so many sockets are open.
func requireOpen(t *testing.T, s *Server, sockets int) {
	t.Helper()
	require.Eventually(t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.open == sockets
	}, waitAtMost, time.Millisecond)
}

// A socket whose client answers no pings is closed; one that answers stays.
func TestIdle(t *testing.T) {
	limits := DefaultLimits()
	limits.Idle = 300 * time.Millisecond
	s := serve(t, limits, nil)
	dead := dial(t, s, "/socket/page", s.token) // nothing reads it, so that nothing answers
	live := dial(t, s, "/socket/page", s.token)
	go func() { _, _, _ = live.ReadMessage() }()
	requireOpen(t, s, 1)
	require.NoError(t, live.WriteJSON(struct{}{}))
	dead.Close()
}

// The given file is read anew, written only over what the page has seen, and its changes are told.
func TestModel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.rcp")
	require.NoError(t, os.WriteFile(path, []byte("one"), 0o640))
	limits := DefaultLimits()
	limits.Watch = time.Millisecond
	s := serve(t, limits, NewModel(path, []byte("one")))
	conn, watcher := dial(t, s, "/socket/page", s.token), dial(t, s, "/socket/page", s.token)
	var now content
	read := func(result json.RawMessage, fault *jsonrpc2.Error) {
		require.Nil(t, fault)
		now = content{}
		require.NoError(t, json.Unmarshal(result, &now))
	}
	read(ask(t, watcher, "page/model", nil)) // it watches from now on
	require.Equal(t, content{Name: "m.rcp", Text: "one", Hash: now.Hash, Path: path}, now)
	seen := now.Hash
	require.NoError(t, os.WriteFile(path, []byte("another"), 0o640))
	var told struct {
		Method string
		Params content
	}
	for told.Params.Text != "another" { // it may be read while it is being written
		require.NoError(t, watcher.ReadJSON(&told))
		require.Equal(t, "page/changed", told.Method)
	}

	_, fault := ask(t, conn, "page/write", map[string]string{"text": "mine", "hash": seen})
	require.NotNil(t, fault)
	require.Equal(t, int64(codeChanged), fault.Code)
	require.Contains(t, string(*fault.Data), `"text":"another"`)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "another", string(text))
	read(ask(t, conn, "page/write", map[string]string{"text": "mine", "hash": told.Params.Hash}))
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "mine", string(text))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode())
	require.Equal(t, "mine", now.Text)

	require.NoError(t, os.WriteFile(path, []byte("\xff"), 0o640))
	read(ask(t, conn, "page/model", nil))
	require.Empty(t, now.Path, "what is shown of it is not what it is")
	_, fault = ask(t, conn, "page/write", map[string]string{"text": "mine", "hash": now.Hash})
	require.ErrorContains(t, fault, "not written in UTF-8")
	require.NoError(t, os.Remove(path))
	read(ask(t, conn, "page/model", nil))
	require.Equal(t, "cannot read m.rcp: no such file or directory", now.Fault)
	_, fault = ask(t, conn, "page/write", map[string]string{"text": "mine", "hash": seen})
	require.Equal(t, int64(codeChanged), fault.Code)

	given := serve(t, limits, NewModel("-", []byte("from a pipe")))
	_, fault = ask(t, dial(t, given, "/socket/page", given.token), "page/write", map[string]string{"text": "mine"})
	require.ErrorContains(t, fault, "not a file that can be written")
	none := serve(t, limits, nil)
	conn = dial(t, none, "/socket/page", none.token)
	result, fault := ask(t, conn, "page/model", nil)
	require.Nil(t, fault)
	require.Equal(t, "null", string(result))
	_, fault = ask(t, conn, "page/write", map[string]string{"text": "mine"})
	require.ErrorContains(t, fault, "was given no file")
	_, fault = ask(t, conn, "page/nothing", nil)
	require.Equal(t, int64(jsonrpc2.CodeMethodNotFound), fault.Code)
	_, fault = ask(t, conn, "page/keep", 7)
	require.Equal(t, int64(jsonrpc2.CodeInvalidParams), fault.Code)
}

// waitAtMost is when a connection that does not end is given up: a fault, however busy the machine
// is.
const waitAtMost = 10 * time.Minute

// A server that has ended does not wait for work that goes on for too long.
func TestServersDoNotWaitForEver(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	late := make(chan struct{})
	limits := DefaultLimits()
	limits.Late = func() <-chan struct{} { close(late); return late }
	s := New(listener.Addr().String(), "test", nil, nil, limits)
	s.work.Add(1) // which never ends
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, s.Serve(ctx, listener))
	<-late
}
