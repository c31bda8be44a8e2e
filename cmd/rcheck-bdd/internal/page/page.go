// Package page serves the workbench's page: an editor, properties with their verdicts, runs in
// linked views, and simulation. The page and its programs are embedded; web/ holds their sources,
// and web/build.mjs builds them.
//
// The page talks to the service of package lsp, in one of two ways. Here, in the program that
// serves it, by web sockets: each one is a connection of its own (socket.go). Or, as a static site,
// in a worker of the browser with the service in WebAssembly (wasm/); web/build.mjs writes such a
// site. The program serves no WebAssembly: native code is several times faster, and the file is
// large.
//
// Every program that can open a socket could read the open models. So a socket needs the token that
// the address holds. The token is never sent: it stands behind the # of the address, and both sides
// show that they know it by what they make of a number of the other. So no other server on this
// machine learns it, whatever port it has, and several pages of several servers stay apart. There
// is no cookie, since browsers send those to all ports. Requests have to name the server as the
// address does, which defeats names that are bound to this machine later, and to come from the
// page.
//
// The page's examples are those of the repository: GET /models/PATH is a file below bench/models.
//
// One file can be read and written: the model that was given (model.go). What is typed is kept in a
// folder of the program (history.go), since browsers keep it apart for each port.
package page

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"io/fs"
	"net"
	"net/http"

	"github.com/rcheck-bdd/rcheck-bdd/bench/models"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
)

//go:embed assets
var assets embed.FS

// The policy allows what the page needs: its own scripts, styles and connections. Pictures of the
// editor are part of its style sheet.
func policy(host string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws://" + host + "; img-src 'self' data:; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// New returns a server for the given host, `ADDRESS:PORT` as the page's address has it. The model
// may be nil.
func New(host, version string, model *Model, history *History, limits Limits) *Server {
	s := &Server{host: host, token: rand.Text(), version: version, limits: limits, model: model, history: history, mux: http.NewServeMux()}
	files, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the folder is embedded
	}
	s.mux.Handle("GET /", http.FileServerFS(files))
	s.mux.HandleFunc("GET /models/{path...}", func(w http.ResponseWriter, r *http.Request) {
		text, err := models.Source(r.PathValue("path"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write(text) // the client may be gone
	})
	s.mux.HandleFunc("GET /socket/service", s.socket(s.serveService))
	s.mux.HandleFunc("GET /socket/page", s.socket(s.servePage))
	return s
}

// Address is the address of the page, with the token.
func (s *Server) Address() string { return "http://" + s.host + "/#token=" + s.token }

// ServeHTTP answers requests that come from the page, and refuses all others.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy(s.host))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	origin := r.Header.Get("Origin")
	if r.Host != s.host || origin != "" && origin != "http://"+s.host {
		http.Error(w, "this page is at "+s.host+" only", http.StatusForbidden)
		return
	}
	s.mux.ServeHTTP(w, r)
}

// Serve answers requests until ctx ends, and leaves nothing behind that goes on, if there is time
// to wait for it.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer lsp.Wait(s.work.Wait, s.limits.Late)
	defer cancel()
	server := &http.Server{
		Handler: s, ReadTimeout: s.limits.Head, WriteTimeout: s.limits.Idle, IdleTimeout: s.limits.Idle,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
