package lsp

import (
	"context"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// choose takes over what the user has chosen.
func (s *Server) choose(c chosen) {
	if c.Verdicts != nil {
		s.Typing = *c.Verdicts
	}
	s.telling = s.telling || c.Told
}

// liveOf is what is known of the properties of a document while it is typed; nil if nobody wants to
// know.
func (s *Server) liveOf(uri string) *workbench.Live {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.Typing {
		return nil
	}
	return s.lives[uri]
}

// checkTyped checks a version of a document once nobody has typed for a while, and reports whether
// that came to an end. The context ends with the next key. One such check runs at a time, and one
// document at a time keeps its model.
func (s *Server) checkTyped(ctx context.Context, d *workbench.Document, live *workbench.Live) bool {
	pause := time.NewTimer(s.thresholds.Pause)
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-ctx.Done():
		return false
	}
	select {
	case s.background <- struct{}{}:
		defer func() { <-s.background }()
	case <-ctx.Done():
		return false
	}
	q := workbench.Question{Seconds: s.thresholds.Typing, Megabytes: s.thresholds.Room}
	own, end := s.bounded(ctx, &q)
	defer end()
	if s.standing != live && s.standing != nil {
		s.standing.Rest()
	}
	s.standing = live
	_ = live.Check(own, d, q) // diagnostics tell what is wrong with a text
	return ctx.Err() == nil
}

// tell tells what is known of the properties of a version of a document.
func (s *Server) tell(ctx context.Context, conn *jsonrpc2.Conn, d *workbench.Document, live *workbench.Live) {
	if d.Parse(ctx) != nil {
		return
	}
	_ = conn.Notify(ctx, "rcheck/verdicts", map[string]any{ // the client may be gone
		"uri": d.URI, "version": d.Version, "verdicts": live.Verdicts(d),
	})
}

// rest gives back what is kept of documents that are still open.
func (s *Server) rest() {
	for _, live := range s.lives {
		live.Rest()
	}
}
