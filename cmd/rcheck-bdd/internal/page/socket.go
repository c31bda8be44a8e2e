package page

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// The codes with which sockets are closed; the page knows them.
const (
	closeStranger = 4403 // the client does not know the token
	closeFull     = 4429 // there are too many sockets
)

// socket opens a web socket for those who know the token, and serves it until one side leaves or
// the server ends.
func (s *Server) socket(serve func(context.Context, *stream)) http.HandlerFunc {
	upgrader := websocket.Upgrader{HandshakeTimeout: s.limits.Head}
	return func(w http.ResponseWriter, r *http.Request) {
		s.work.Add(1)
		defer s.work.Done()
		conn, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			return // the upgrader has said why
		}
		defer conn.Close()
		ctx, cancel := context.WithCancel(r.Context()) // ends with the server
		defer cancel()
		defer context.AfterFunc(ctx, func() { conn.Close() })()
		s.mu.Lock()
		s.open++
		full := s.open > s.limits.Connections
		s.mu.Unlock()
		defer func() {
			s.mu.Lock()
			s.open--
			s.mu.Unlock()
		}()
		c := &stream{conn: conn, idle: s.limits.Idle}
		conn.SetReadLimit(s.limits.Bytes)
		_ = conn.SetReadDeadline(time.Now().Add(s.limits.Head))
		switch {
		case full:
			c.leave(closeFull, "too many pages are open: close one of them")
		case !s.greeted(c):
			c.leave(closeStranger, "the token is wrong")
		default:
			c.keep(ctx)
			serve(ctx, c)
		}
	}
}

// greeted shows the client that the server knows the token, and reports whether the client does.
func (s *Server) greeted(c *stream) bool {
	var hello struct{ Nonce, Proof string }
	if c.ReadObject(&hello) != nil {
		return false
	}
	nonce := rand.Text()
	if c.WriteObject(map[string]string{"proof": s.proof("server", hello.Nonce), "nonce": nonce}) != nil {
		return false
	}
	return c.ReadObject(&hello) == nil && hmac.Equal([]byte(hello.Proof), []byte(s.proof("client", nonce)))
}

// proof shows that somebody knows the token: the side that sends it is part of it, so that the
// other side cannot send it back.
func (s *Server) proof(side, nonce string) string {
	h := hmac.New(sha256.New, []byte(s.token))
	_, _ = io.WriteString(h, side+" "+nonce) // never fails
	return hex.EncodeToString(h.Sum(nil))
}

// serveService serves the service of package lsp.
func (s *Server) serveService(ctx context.Context, c *stream) {
	service := lsp.New(s.version, workbench.DefaultThresholds())
	service.Memory, service.Limited = s.limits.Memory, s.limits.Check
	_ = service.Serve(ctx, c) // the client leaves without a word
}

// stream is the messages of a socket.
type stream struct {
	conn *websocket.Conn
	idle time.Duration
	mu   sync.Mutex // of what is written
}

// keep closes the socket when its client answers pings no more.
func (c *stream) keep(ctx context.Context) {
	alive := func(string) error { return c.conn.SetReadDeadline(time.Now().Add(c.idle)) }
	_ = alive("")
	c.conn.SetPongHandler(alive)
	ticker := time.NewTicker(c.idle / 3)
	context.AfterFunc(ctx, ticker.Stop)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				_ = c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(c.idle)) // reading fails as well
			}
		}
	}()
}

func (c *stream) ReadObject(v any) error {
	_, message, err := c.conn.ReadMessage()
	if err != nil {
		return io.EOF // however the client leaves
	}
	return json.Unmarshal(message, v)
}

func (c *stream) WriteObject(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.conn.SetWriteDeadline(time.Now().Add(c.idle)) // fails when writing does
	return c.conn.WriteMessage(websocket.TextMessage, text)
}

// leave closes the socket with a reason that the page shows.
func (c *stream) leave(code int, why string) {
	_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, why), time.Now().Add(c.idle)) // the client may be gone
}

func (c *stream) Close() error { return c.conn.Close() }
