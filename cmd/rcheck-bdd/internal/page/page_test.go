package page

import (
	"bufio"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// serve starts a server, and a browser that knows its address.
func serve(t *testing.T, limits Limits, model []byte) (*Server, *http.Client) {
	front := httptest.NewUnstartedServer(nil)
	s := New(front.Listener.Addr().String(), "test", "é model.rcp", model, limits)
	front.Config.Handler = s.HTTP().Handler
	front.Start()
	t.Cleanup(func() { front.CloseClientConnections(); front.Close() })
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return s, &http.Client{Jar: jar}
}

func get(t *testing.T, c *http.Client, url string, change func(*http.Request)) (status int, body string, header http.Header) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	if change != nil {
		change(r)
	}
	answer, err := c.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(text), answer.Header
}

// The page is there for those who come with the token, or with the cookie that it was exchanged for, from the page itself,
// by the name that the address has. All others are refused, whatever they ask for.
func TestWhoMayCome(t *testing.T) {
	s, browser := serve(t, DefaultLimits(), []byte("agent"))
	base := "http://" + s.host
	for _, path := range []string{"/", "/main.js", "/model", "/events?c=1", "/?token=wrong", "/main.js?token=" + s.token} {
		status, body, header := get(t, &http.Client{}, base+path, nil)
		require.Equal(t, http.StatusForbidden, status, path)
		require.Contains(t, body, "token")
		require.Equal(t, policy, header.Get("Content-Security-Policy"))
	}
	status, body, header := get(t, browser, s.Address(), nil)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, body, `<script src="main.js" defer></script>`)
	require.NotContains(t, body, s.token)
	require.Equal(t, policy, header.Get("Content-Security-Policy"))
	for _, file := range []string{"/main.js", "/main.css", "/worker.js"} {
		status, body, _ = get(t, browser, base+file, nil)
		require.Equal(t, http.StatusOK, status)
		require.NotEmpty(t, body)
	}
	status, body, header = get(t, browser, base+"/model", nil)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "agent", body)
	require.Equal(t, "%C3%A9%20model.rcp", header.Get("X-Name"))
	for what, change := range map[string]func(*http.Request){
		"another page":       func(r *http.Request) { r.Header.Set("Origin", "http://example.org") },
		"a name bound to it": func(r *http.Request) { r.Host = "example.org:80" },
	} {
		status, _, _ = get(t, browser, base+"/model", change)
		require.Equal(t, http.StatusForbidden, status, what)
	}
	status, _, _ = get(t, browser, base+"/model", func(r *http.Request) { r.Header.Set("Origin", base) })
	require.Equal(t, http.StatusOK, status)
	for _, path := range []string{"/../page.go", "/%2e%2e/page.go", "/..%2fpage.go", "//etc/passwd", "/%2fetc/passwd", "/model/../../page.go"} {
		status, _, _ = get(t, browser, base+path, nil)
		require.Equal(t, http.StatusNotFound, status, path)
	}
}

// Messages go by requests and come as events, to the connection that they belong to, while it is open.
func TestConnections(t *testing.T) {
	s, browser := serve(t, Limits{Connections: 1, Bytes: 500}, nil)
	base := "http://" + s.host
	get(t, browser, s.Address(), nil)
	status, _, _ := get(t, browser, base+"/model", nil)
	require.Equal(t, http.StatusNoContent, status)
	post := func(connection, body string) int {
		answer, err := browser.Post(base+"/rpc?c="+connection, "application/json", strings.NewReader(body))
		require.NoError(t, err)
		answer.Body.Close()
		return answer.StatusCode
	}
	require.Equal(t, http.StatusNotFound, post("a", "[]"))
	events, err := browser.Get(base + "/events?c=a")
	require.NoError(t, err)
	lines := bufio.NewScanner(events.Body)
	require.Equal(t, http.StatusNoContent, post("a", `[{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}},
		{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.rcp","text":"agnt","version":3}}}]`))
	var data []string
	for len(data) < 2 && lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			data = append(data, text)
		}
	}
	all := strings.Join(data, "\n")
	require.Contains(t, all, `"id":7`)
	require.Contains(t, all, `"version":3`)
	require.Equal(t, http.StatusBadRequest, post("a", "{"))
	require.Equal(t, http.StatusBadRequest, post("a", "["+strings.Repeat(" ", 600)+"]"))
	status, _, _ = get(t, browser, base+"/events?c=a", nil)
	require.Equal(t, http.StatusBadRequest, status)
	status, _, _ = get(t, browser, base+"/events?c=b", nil)
	require.Equal(t, http.StatusTooManyRequests, status)
	events.Body.Close()
	require.Eventually(t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.connections) == 0
	}, waitAtMost, waitAtMost/1000)
	require.Equal(t, http.StatusNotFound, post("a", "[]"))
}

// waitAtMost is when a connection that does not end is given up: a fault, however busy the machine is.
const waitAtMost = 60 * patience
