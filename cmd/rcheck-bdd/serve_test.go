package main

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// served starts serve and returns where the page is, what opens a socket there as the page does,
// and what ends it.
func served(t *testing.T, getenv func(string) string, args ...string) (host string, dial func(path string) *websocket.Conn, end func()) {
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	status := make(chan int, 1)
	var errs strings.Builder
	go func() {
		env := &cli.Env{Stdin: strings.NewReader(""), Stdout: in, Stderr: &errs, Getenv: getenv}
		status <- program().Run(ctx, env, append([]string{"serve"}, args...))
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	host, token, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(address), "http://"), "/#token=")
	require.True(t, strings.HasPrefix(host, "127.0.0.1:"), address)
	proof := func(side, nonce string) string {
		h := hmac.New(sha256.New, []byte(token))
		h.Write([]byte(side + " " + nonce))
		return hex.EncodeToString(h.Sum(nil))
	}
	dial = func(path string) *websocket.Conn {
		conn, _, err := websocket.DefaultDialer.Dial("ws://"+host+path, nil)
		require.NoError(t, err)
		t.Cleanup(func() { conn.Close() })
		require.NoError(t, conn.WriteJSON(map[string]string{"nonce": "n"}))
		var hello struct{ Proof, Nonce string }
		require.NoError(t, conn.ReadJSON(&hello))
		require.Equal(t, proof("server", "n"), hello.Proof)
		require.NoError(t, conn.WriteJSON(map[string]string{"proof": proof("client", hello.Nonce)}))
		return conn
	}
	return host, dial, func() {
		cancel()
		require.Zero(t, <-status, errs.String())
	}
}

// noEnvironment is one without variables.
func noEnvironment(string) string { return "" }

// asked is the answer to a request of the page.
func asked(t *testing.T, conn *websocket.Conn, method string, params any) string {
	require.NoError(t, conn.WriteJSON(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
	var answer struct{ Result, Error json.RawMessage }
	require.NoError(t, conn.ReadJSON(&answer))
	require.Empty(t, answer.Error)
	return string(answer.Result)
}

// serve prints the address at which the page is, with the model that was given, until it is
// interrupted. It listens on the loopback.
func TestServe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.rcp")
	require.NoError(t, os.WriteFile(file, []byte("const N = 1;"), 0o600))
	host, dial, end := served(t, noEnvironment, file)
	require.Contains(t, asked(t, dial("/socket/page"), "page/model", nil), `"text":"const N = 1;"`)
	addresses, err := net.InterfaceAddrs()
	require.NoError(t, err)
	_, port, _ := strings.Cut(host, ":")
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLoopback() {
			_, err := net.Dial("tcp", net.JoinHostPort(ip.IP.String(), port))
			require.Error(t, err, "only the loopback is listened on")
		}
	}
	end()
}

// Two servers have ports of their own, and share what was typed. Without a folder for it, it is
// kept until serve ends.
func TestServeKeeps(t *testing.T) {
	state := t.TempDir()
	getenv := func(name string) string { return map[string]string{"XDG_STATE_HOME": state}[name] }
	host, dial, end := served(t, getenv)
	asked(t, dial("/socket/page"), "page/keep", map[string]any{"id": "aaaaaaaa", "name": "a.rcp", "text": "typed"})
	other, dialOther, endOther := served(t, getenv)
	require.NotEqual(t, host, other)
	require.Contains(t, asked(t, dialOther("/socket/page"), "page/history", nil), `"id":"aaaaaaaa"`)
	endOther()
	end()
	_, dial, end = served(t, getenv)
	require.Contains(t, asked(t, dial("/socket/page"), "page/version", map[string]any{"id": "aaaaaaaa"}), `"text":"typed"`)
	end()
	t.Setenv("TMPDIR", t.TempDir())
	_, dial, end = served(t, getenv, "--history=none")
	require.Equal(t, "[]", asked(t, dial("/socket/page"), "page/history", nil))
	end()
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	require.Empty(t, left)
	file := filepath.Join(state, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, _, end = served(t, func(name string) string { return map[string]string{"XDG_STATE_HOME": file}[name] })
	end() // with a warning
}

// The port is the same after a restart, unless somebody takes or leaves a smaller one meanwhile.
func TestServeComesBack(t *testing.T) {
	address := func() string {
		l, err := listen(t.Context(), 0)
		require.NoError(t, err)
		require.NoError(t, l.Close())
		return l.Addr().String()
	}
	require.Eventually(t, func() bool {
		before := address()
		return address() == before
	}, time.Minute, time.Millisecond)
}

// A check keeps to the limit on memory that serve was given, and says so; one that is left while it
// goes on ends, and the memory of both is given back.
func TestServeLimitsMemory(t *testing.T) {
	text, err := os.ReadFile("../../bench/models/stable.rcp")
	require.NoError(t, err)
	big := strings.Replace(string(text), "const N = 3;", "const N = 9;", 1) // which no engine decides soon
	before := bdd.ProcessBytes()
	for _, x := range []struct{ limit, until string }{{"24MB", "memory limit is reached"}, {"1GB", `"bytes":[1-9].*rcheck/progress|rcheck/progress.*"bytes":[1-9]`}} {
		_, dial, end := served(t, noEnvironment, "--max-mem", x.limit)
		conn := dial("/socket/service")
		for _, m := range []any{
			map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": map[string]any{}},
			map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": map[string]any{"textDocument": map[string]any{"uri": "file:///a.rcp", "text": big}}},
			map[string]any{"jsonrpc": "2.0", "id": 2, "method": "rcheck/check", "params": map[string]any{"textDocument": map[string]any{"uri": "file:///a.rcp"}}},
		} {
			require.NoError(t, conn.WriteJSON(m))
		}
		told := ""
		until := regexp.MustCompile(x.until)
		for !until.MatchString(told) {
			_, text, err := conn.ReadMessage()
			require.NoError(t, err)
			told = string(text)
			require.NotContains(t, told, `"id":2`, "the check has ended")
		}
		conn.Close() // as the page does on stop
		end()
	}
	require.Eventually(t, func() bool { return bdd.ProcessBytes() < before+64<<20 }, time.Minute, 10*time.Millisecond)
}
