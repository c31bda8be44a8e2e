package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// served starts serve and returns the address of the page, without the token, a browser that has been there, and what ends it.
func served(t *testing.T, args ...string) (base string, browser *http.Client, end func()) {
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	status := make(chan int, 1)
	var errs strings.Builder
	go func() {
		env := &cli.Env{Stdin: strings.NewReader(""), Stdout: in, Stderr: &errs, Getenv: func(string) string { return "" }}
		status <- program().Run(ctx, env, append([]string{"serve"}, args...))
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	base, _, _ = strings.Cut(address, "/?token=")
	require.True(t, strings.HasPrefix(base, "http://127.0.0.1:"), address)
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser = &http.Client{Jar: jar}
	require.NotEmpty(t, fetched(t, browser, strings.TrimSpace(address)))
	return base, browser, func() {
		cancel()
		require.Zero(t, <-status, errs.String())
	}
}

func fetched(t *testing.T, browser *http.Client, url string) string {
	answer, err := browser.Get(url)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode)
	return string(text)
}

// serve prints the address at which the page is, with the model that was given, until it is interrupted. It listens on the loopback.
func TestServe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.rcp")
	require.NoError(t, os.WriteFile(file, []byte("const N = 1;"), 0o600))
	base, browser, end := served(t, file)
	require.Equal(t, "const N = 1;", fetched(t, browser, base+"/model"))
	addresses, err := net.InterfaceAddrs()
	require.NoError(t, err)
	_, port, _ := strings.Cut(strings.TrimPrefix(base, "http://"), ":")
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLoopback() {
			_, err := net.Dial("tcp", net.JoinHostPort(ip.IP.String(), port))
			require.Error(t, err, "only the loopback is listened on")
		}
	}
	end()
}

// A check keeps to the limit on memory that serve was given, and says so; one that is left while it goes on ends, and the memory of
// both is given back.
func TestServeLimitsMemory(t *testing.T) {
	text, err := os.ReadFile("../../bench/models/allocation.rcp")
	require.NoError(t, err)
	big := strings.NewReplacer("const N = 3;", "const N = 16;", "const M = 3;", "const M = 16;").Replace(string(text))
	before := bdd.ProcessBytes()
	for _, x := range []struct{ limit, until string }{{"24MB", "limit on memory"}, {"1GB", `"bytes":[1-9].*rcheck/progress|rcheck/progress.*"bytes":[1-9]`}} {
		base, browser, end := served(t, "--max-mem", x.limit)
		events, err := browser.Get(base + "/events?c=a")
		require.NoError(t, err)
		messages, err := json.Marshal([]any{
			map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": map[string]any{}},
			map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": map[string]any{"textDocument": map[string]any{"uri": "file:///a.rcp", "text": big}}},
			map[string]any{"jsonrpc": "2.0", "id": 2, "method": "rcheck/check", "params": map[string]any{"textDocument": map[string]any{"uri": "file:///a.rcp"}}},
		})
		require.NoError(t, err)
		answer, err := browser.Post(base+"/rpc?c=a", "application/json", bytes.NewReader(messages))
		require.NoError(t, err)
		answer.Body.Close()
		lines := bufio.NewScanner(events.Body)
		lines.Buffer(nil, 1<<24)
		told := ""
		until := regexp.MustCompile(x.until)
		for !until.MatchString(told) && lines.Scan() {
			told = lines.Text()
		}
		require.Regexp(t, until, told)
		events.Body.Close() // as the page does on stop
		end()
	}
	require.Eventually(t, func() bool { return bdd.ProcessBytes() < before+64<<20 }, time.Minute, 10*time.Millisecond)
}
