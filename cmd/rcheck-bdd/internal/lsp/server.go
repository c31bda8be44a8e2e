// Package lsp offers the workbench over JSON-RPC: the requests of the Language Server Protocol
// 3.17, and those beyond it that begin with `rcheck/`. Editors talk to it on standard input and
// output, the page through a worker or HTTP; the server is the same.
//
// Messages are handled in their order: what changes documents is done at once, and what asks is
// answered from the documents as they were when the question came, in a goroutine of its own, so
// that later ones need not wait, and can cancel it.
//
// The transport is github.com/sourcegraph/jsonrpc2, whose streams are replaceable. The types of
// messages are those of package workbench: go.lsp.dev/protocol, the library with all of them, has
// seen no release since 2022 and brings a logger and a JSON of its own, megabytes in WebAssembly.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// The protocol's codes of errors, besides those of JSON-RPC.
const (
	codeNotInitialized = -32002
	codeCancelled      = -32800
	codeFailed         = -32803
)

// Server holds the documents and sessions of one client.
type Server struct {
	version    string
	thresholds workbench.Thresholds
	// WriteRuns writes the page that `rcheck/page` answers with; nil if the server has none.
	WriteRuns func(context.Context, io.Writer, *report.Document) error
	// Typing has properties checked while one types, unless the client chooses otherwise.
	Typing bool
	// Memory is how many bytes the tables of a check may take, 0 if there is no limit. Limited bounds
	// what else a check takes: its context ends, with an error that says why; nil bounds nothing.
	Memory  int64
	Limited func(context.Context) (context.Context, context.CancelFunc)
	// Late begins to count when the client has left, and closes its channel when the server may wait
	// no longer for what is still at work; nil waits for all of it.
	Late func() <-chan struct{}

	publishing sync.Mutex // one publication of diagnostics at a time; taken before mu

	mu        sync.Mutex
	phase     phase
	refresh   bool // the client asks for hints again on request
	telling   bool // the client gets verdicts
	lives     map[string]*workbench.Live
	documents map[string]*document
	running   map[jsonrpc2.ID]context.CancelFunc
	sessions  map[int]*session
	last      int // session
	exit      chan error

	background chan struct{}   // has an element while a check runs that nobody asked for
	standing   *workbench.Live // what it was last about; its goroutine's
	work       sync.WaitGroup
}

// phase is where the client is in the protocol's life cycle.
type phase uint8

const (
	starting phase = iota
	serving
	stopping
)

// document is the newest version of an open document.
type document struct {
	*workbench.Document
	cancel context.CancelFunc // what is being read for diagnostics
}

// session is a session with the end of the last request about it, which the next one waits for.
type session struct {
	workbench.Session
	idle chan struct{}
}

// New returns a server that tells the given version of the program.
func New(version string, t workbench.Thresholds) *Server {
	return &Server{
		version: version, thresholds: t, documents: map[string]*document{},
		lives: map[string]*workbench.Live{}, background: make(chan struct{}, 1), running: map[jsonrpc2.ID]context.CancelFunc{},
		sessions: map[int]*session{}, exit: make(chan error, 1),
	}
}

// ErrExit is the error of a server whose client left without a word.
var ErrExit = errors.New("the client ended the connection before it asked to shut down")

// Serve answers the messages of a stream until the client says exit, the stream ends, or ctx does.
func (s *Server) Serve(ctx context.Context, stream jsonrpc2.ObjectStream) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn := jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	defer Wait(func() { s.work.Wait(); s.rest() }, s.Late)
	defer cancel()
	defer conn.Close()
	select {
	case err := <-s.exit:
		return err
	case <-conn.DisconnectNotify():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase == stopping || ctx.Err() != nil {
		return nil
	}
	return ErrExit
}

// Wait returns when done does, or when the channel of late is closed: see [Server.Late].
func Wait(done func(), late func() <-chan struct{}) {
	ended := make(chan struct{})
	go func() { done(); close(ended) }()
	var end <-chan struct{}
	if late != nil {
		end = late()
	}
	select {
	case <-ended:
	case <-end:
	}
}

// Handle takes a message. It does not wait for answers that take work. A message that it cannot
// take costs nothing but its answer.
func (s *Server) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	if _, err := guarded(func() (any, error) { s.take(ctx, conn, r); return nil, nil }); err != nil {
		s.reply(ctx, conn, r, nil, err)
	}
}

func (s *Server) take(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	var p params
	if r.Params != nil {
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			s.reply(ctx, conn, r, nil, fault(jsonrpc2.CodeInvalidParams, err.Error()))
			return
		}
	}
	if r.Notif {
		s.notified(ctx, conn, r.Method, &p)
		return
	}
	answer, err := s.prepare(r.Method, &p, conn)
	if err != nil {
		s.reply(ctx, conn, r, nil, err)
		return
	}
	own, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	s.running[r.ID] = cancel
	s.mu.Unlock()
	s.work.Go(func() {
		defer cancel()
		result, err := guarded(func() (any, error) { return answer(own) })
		if own.Err() != nil {
			err = fault(codeCancelled, "cancelled")
		}
		s.mu.Lock()
		delete(s.running, r.ID)
		s.mu.Unlock()
		s.reply(ctx, conn, r, result, err)
	})
}

// guarded is what do returns; a panic, which is a fault of the program, is an error.
func guarded(do func() (any, error)) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fault(jsonrpc2.CodeInternalError, fmt.Sprintf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	return do()
}

func fault(code int64, message string) error { return &jsonrpc2.Error{Code: code, Message: message} }

// reply answers a request.
func (s *Server) reply(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request, result any, err error) {
	if r.Notif {
		return
	}
	answer := &jsonrpc2.Response{ID: r.ID}
	var known *jsonrpc2.Error
	switch {
	case err == nil:
		if fail := answer.SetResult(result); fail != nil {
			answer.Error = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fail.Error()}
		}
	case errors.As(err, &known):
		answer.Error = known
	default:
		answer.Error = &jsonrpc2.Error{Code: codeFailed, Message: err.Error()}
	}
	_ = conn.SendResponse(ctx, answer) // the client may be gone
}

// prepare finds the answer to a request; the documents it is about are those of now.
func (s *Server) prepare(method string, p *params, conn *jsonrpc2.Conn) (func(context.Context) (any, error), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case method == "initialize" && s.phase == starting:
		s.phase = serving
		s.refresh = p.Capabilities.Workspace.InlayHint.RefreshSupport
		s.choose(p.InitializationOptions)
		return func(context.Context) (any, error) { return s.capabilities(), nil }, nil
	case s.phase == starting:
		return nil, fault(codeNotInitialized, "the client has to send initialize first")
	case s.phase == stopping || method == "initialize":
		return nil, fault(jsonrpc2.CodeInvalidRequest, method+" is not expected now")
	case method == "shutdown":
		s.phase = stopping
		return func(context.Context) (any, error) { return nil, nil }, nil
	}
	if method == "workspace/symbol" {
		var open []*workbench.Document
		for _, uri := range slices.Sorted(maps.Keys(s.documents)) {
			open = append(open, s.documents[uri].Document)
		}
		return func(ctx context.Context) (any, error) {
			out := []workbench.WorkspaceSymbol{}
			for _, d := range open {
				if err := d.Parse(ctx); err != nil {
					return nil, err
				}
				out = append(out, workbench.Find(d, p.Query)...)
			}
			return out, nil
		}, nil
	}
	if ask, ok := aboutSessions[method]; ok {
		x := s.sessions[p.Session]
		if x == nil {
			return nil, fault(jsonrpc2.CodeInvalidParams, fmt.Sprintf("there is no session %d, or no longer: simulate again", p.Session))
		}
		before, done := x.idle, make(chan struct{})
		x.idle = done
		return func(ctx context.Context) (any, error) {
			select {
			case <-before:
			case <-ctx.Done(): // the next request still waits for the one before this
				s.work.Go(func() { <-before; close(done) })
				return nil, ctx.Err()
			}
			defer close(done)
			return ask(s, ctx, x.Session, p)
		}, nil
	}
	ask, ok := aboutDocuments[method]
	if !ok {
		return nil, fault(jsonrpc2.CodeMethodNotFound, "there is no method "+method)
	}
	uri := p.TextDocument.URI
	if method == "workspace/executeCommand" {
		uri = p.argument()
	}
	d := s.documents[uri]
	if d == nil {
		return nil, fault(jsonrpc2.CodeInvalidParams, fmt.Sprintf("the document %q is not open", uri))
	}
	return func(ctx context.Context) (any, error) {
		if err := d.Parse(ctx); err != nil {
			return nil, err
		}
		return ask(s, ctx, d.Document, p, conn)
	}, nil
}

// notified takes a notification.
func (s *Server) notified(ctx context.Context, conn *jsonrpc2.Conn, method string, p *params) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch method {
	case "exit":
		err := ErrExit
		if s.phase == stopping {
			err = nil
		}
		s.exit <- err
		return
	case "workspace/didChangeConfiguration":
		s.choose(p.Settings.Chosen)
		return
	case "$/cancelRequest":
		if cancel := s.running[p.ID]; cancel != nil {
			cancel()
		}
		return
	}
	if s.phase != serving {
		return
	}
	uri := p.TextDocument.URI
	switch d := s.documents[uri]; method {
	case "textDocument/didOpen":
		s.replace(ctx, conn, d, workbench.NewDocument(uri, p.TextDocument.LanguageID, p.TextDocument.Version, p.TextDocument.Text))
	case "textDocument/didChange":
		if d != nil {
			s.replace(ctx, conn, d, d.Apply(p.TextDocument.Version, p.ContentChanges))
		}
	case "textDocument/didClose":
		if d != nil {
			d.cancel()
			live := s.lives[uri]
			delete(s.documents, uri)
			delete(s.lives, uri)
			s.work.Go(live.Rest)
			s.work.Go(func() { s.publish(ctx, conn, d.Document, nil, []workbench.Diagnostic{}) })
		}
	case "rcheck/close":
		delete(s.sessions, p.Session)
	}
}

// replace makes a version of a document the newest one, and publishes its diagnostics once they are
// known, unless a newer one comes before.
func (s *Server) replace(ctx context.Context, conn *jsonrpc2.Conn, old *document, d *workbench.Document) {
	if old != nil {
		old.cancel()
	}
	ctx, cancel := context.WithCancel(ctx)
	if s.lives[d.URI] == nil {
		s.lives[d.URI] = workbench.NewLive(s.thresholds)
	}
	live, typing, refresh, telling := s.lives[d.URI], s.Typing, s.refresh, s.telling
	newest := &document{d, cancel}
	s.documents[d.URI] = newest
	s.work.Go(func() {
		defer cancel()
		_, err := guarded(func() (any, error) {
			list, err := workbench.Diagnostics(ctx, d)
			if err == nil {
				s.publish(ctx, conn, d, newest, list)
				if telling {
					s.tell(ctx, conn, d, live)
				}
				if !typing || !s.checkTyped(ctx, d, live) {
					return nil, nil
				}
				if telling {
					s.tell(ctx, conn, d, live)
				}
				if refresh {
					_ = conn.Call(ctx, "workspace/inlayHint/refresh", nil, nil) // the client may be gone
				}
			}
			return nil, err
		})
		var internal *jsonrpc2.Error
		if errors.As(err, &internal) {
			s.show(ctx, conn, 1, strings.SplitN(internal.Message, "\n", 2)[0])
		}
	})
}

// publish tells the diagnostics of a version of a document, if that is still the newest one; nil
// stands for a document that is closed. So no client gets an older version after a newer one.
func (s *Server) publish(ctx context.Context, conn *jsonrpc2.Conn, d *workbench.Document, newest *document, list []workbench.Diagnostic) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	overtaken := s.documents[d.URI] != newest
	s.mu.Unlock()
	if overtaken {
		return
	}
	_ = conn.Notify(ctx, "textDocument/publishDiagnostics", map[string]any{"uri": d.URI, "version": d.Version, "diagnostics": list})
}

// show has the client show a message: 1 is an error, 3 information.
func (s *Server) show(ctx context.Context, conn *jsonrpc2.Conn, kind int, text string) {
	_ = conn.Notify(ctx, "window/showMessage", map[string]any{"type": kind, "message": text})
}
