package page

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// codeChanged is the error of a write that would replace what somebody else has written; its data
// is what that is.
const codeChanged = 4409

// servePage answers what the page asks about the given file and the history, and tells when the
// file changes.
func (s *Server) servePage(ctx context.Context, c *stream) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// From now on, the page gets the changes after its first answer, so the file is read before.
	seen := s.model.seen()
	conn := jsonrpc2.NewConn(ctx, c, jsonrpc2.HandlerWithError(s.answer), jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	defer conn.Close()
	if s.model != nil && s.model.Path != "" {
		s.work.Go(func() { s.watch(ctx, conn, seen) })
	}
	<-conn.DisconnectNotify()
}

// watch tells the page of each change of the file since it was seen.
func (s *Server) watch(ctx context.Context, conn *jsonrpc2.Conn, seen sight) {
	ticker := time.NewTicker(s.limits.Watch)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if s.model.stamp() == seen.stamp && !seen.fresh() {
				continue
			}
			next := s.model.seen()
			if next.content.Hash != seen.content.Hash && conn.Notify(ctx, "page/changed", next.content) != nil {
				continue // the next tick sends it
			}
			seen = next
		}
	}
}

// answer answers a request of the page.
func (s *Server) answer(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	var p struct {
		Version // to keep, or the name of one
		Hash    string
	}
	if r.Params != nil {
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
	}
	switch r.Method {
	case "page/model":
		if s.model == nil {
			return nil, nil
		}
		return s.model.now(), nil
	case "page/write":
		if s.model == nil {
			return nil, errors.New("the page was given no file")
		}
		now, err := s.model.write(p.Text, p.Hash)
		if errors.Is(err, errChanged) {
			fault := &jsonrpc2.Error{Code: codeChanged, Message: err.Error()}
			fault.SetError(now)
			return nil, fault
		}
		return now, err
	case "page/keep":
		return nil, s.history.Keep(p.Version)
	case "page/history":
		return s.history.List()
	case "page/version":
		return s.history.Version(p.ID)
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "there is no method " + r.Method}
}
