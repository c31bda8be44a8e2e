// Package page serves the workbench's page: an editor, properties with their verdicts, runs in linked views, and
// simulation. The page and its programs are embedded; web/ holds their sources, and web/build.mjs builds them.
//
// The page talks to the service of package lsp, in one of two ways. Here, in the program that serves it: a
// connection is a stream of server-sent events for what the service says, and requests with what the page says.
// Or, as a static site, in a worker of the browser with the service in WebAssembly (wasm/); web/build.mjs writes
// such a site. The program serves no WebAssembly: native code is several times faster, and the file is large.
//
// Whoever can send requests to the port could read the models that are open, so that all requests need the token
// that the address holds: the first one exchanges it for a cookie. Requests have to name the server as the
// address does, which defeats names that are bound to this machine later, and to come from the page. No file is
// read but the model that was given.
package page

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

//go:embed assets
var assets embed.FS

// The policy allows what the page needs: its own scripts, styles and connections. Pictures of the editor are part of
// its style sheet.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// cookie is the name of the cookie that holds the token.
const cookie = "rcheck-bdd"

// Limits bound what clients can make the server keep.
type Limits struct {
	// Connections is how many there can be at a time; a page has two. Bytes is how long a request can be.
	Connections int
	Bytes       int64
	// Memory and Check bound checks, as Memory and Limited of [lsp.Server] do.
	Memory int64
	Check  func(context.Context) (context.Context, context.CancelFunc)
}

// DefaultLimits are the limits of servers that are not told otherwise.
func DefaultLimits() Limits { return Limits{Connections: 64, Bytes: 16 << 20} }

// Server serves the page to those who know its token.
type Server struct {
	host, token, version string
	limits               Limits
	name                 string // of the model that was given
	model                []byte
	mux                  *http.ServeMux

	mu          sync.Mutex
	connections map[string]*stream
}

// New returns a server for the given host, `ADDRESS:PORT` as the page's address has it. The model may be nil.
func New(host, version, name string, model []byte, limits Limits) *Server {
	s := &Server{
		host: host, token: rand.Text(), version: version, limits: limits, name: name, model: model,
		mux: http.NewServeMux(), connections: map[string]*stream{},
	}
	files, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the folder is embedded
	}
	s.mux.Handle("GET /", http.FileServerFS(files))
	s.mux.HandleFunc("GET /model", s.serveModel)
	s.mux.HandleFunc("GET /events", s.events)
	s.mux.HandleFunc("POST /rpc", s.rpc)
	return s
}

// Address is the address of the page, with the token.
func (s *Server) Address() string { return "http://" + s.host + "/?token=" + s.token }

func (s *Server) known(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) == 1
}

// ServeHTTP answers requests that come from the page, and refuses all others.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	origin := r.Header.Get("Origin")
	if r.Host != s.host || origin != "" && origin != "http://"+s.host {
		http.Error(w, "this page is at "+s.host+" only", http.StatusForbidden)
		return
	}
	if token := r.URL.Query().Get("token"); token != "" && r.URL.Path == "/" && s.known(token) {
		http.SetCookie(w, &http.Cookie{Name: cookie, Value: token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	if c, err := r.Cookie(cookie); err != nil || !s.known(c.Value) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, refused) // the client may be gone
		return
	}
	s.mux.ServeHTTP(w, r)
}

// refused is what those see who come without the token. It says nothing of what they sent.
const refused = `<!doctype html><html lang="en"><meta charset="utf-8"><title>rcheck-bdd: the token is missing</title>
<h1>The token is missing</h1>
<p>Only the whole address opens this page, <code>http://…/?token=…</code>, as <code>rcheck-bdd serve</code> prints it in the terminal where it
was started. Each start makes a new token: after one, open the address that is printed then. Cookies have to be allowed for this address.</p>
`

// serveModel serves the model that was given.
func (s *Server) serveModel(w http.ResponseWriter, _ *http.Request) {
	if s.model == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Name", url.PathEscape(s.name))
	_, _ = w.Write(s.model) // the client may be gone
}

// events opens a connection and tells what the service says on it, until the client leaves.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("c")
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	c := &stream{ctx: ctx, in: make(chan []byte, 256), out: make(chan []byte)}
	s.mu.Lock()
	taken := id == "" || s.connections[id] != nil
	full := len(s.connections) >= s.limits.Connections
	if !taken && !full {
		s.connections[id] = c
	}
	s.mu.Unlock()
	switch {
	case taken:
		http.Error(w, "a connection needs a name of its own", http.StatusBadRequest)
		return
	case full:
		http.Error(w, "too many pages are open", http.StatusTooManyRequests)
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		service := lsp.New(s.version, workbench.DefaultThresholds())
		service.Memory, service.Limited = s.limits.Memory, s.limits.Check
		_ = service.Serve(ctx, c) // the client leaves without a word
	}()
	defer func() {
		s.mu.Lock()
		delete(s.connections, id)
		s.mu.Unlock()
		cancel()
		<-done
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	flush := http.NewResponseController(w)
	if _, err := io.WriteString(w, ": open\n\n"); err != nil || flush.Flush() != nil {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case message := <-c.out:
			if _, err := fmt.Fprintf(w, "data: %s\n\n", message); err != nil || flush.Flush() != nil {
				return
			}
		}
	}
}

// rpc takes an array of messages to the service.
func (s *Server) rpc(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	c := s.connections[r.URL.Query().Get("c")]
	s.mu.Unlock()
	if c == nil {
		http.Error(w, "there is no such connection", http.StatusNotFound)
		return
	}
	var messages []json.RawMessage
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, s.limits.Bytes)).Decode(&messages); err != nil {
		http.Error(w, "no messages: "+err.Error(), http.StatusBadRequest)
		return
	}
	for _, m := range messages {
		select {
		case c.in <- m:
		case <-c.ctx.Done():
		case <-r.Context().Done():
			return
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

// stream is the messages of a connection.
type stream struct {
	ctx     context.Context
	in, out chan []byte
}

func (c *stream) ReadObject(v any) error {
	select {
	case m := <-c.in:
		return json.Unmarshal(m, v)
	case <-c.ctx.Done():
		return io.EOF
	}
}

func (c *stream) WriteObject(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	select {
	case c.out <- text:
		return nil
	case <-c.ctx.Done():
		return io.ErrClosedPipe
	}
}

func (c *stream) Close() error { return nil }

// patience is how long a client may take for the head of a request, and connections may idle.
const patience = 10 * time.Second

// HTTP is the server with the time-outs that it needs; streams of events have none.
func (s *Server) HTTP() *http.Server {
	return &http.Server{Handler: s, ReadHeaderTimeout: patience}
}
