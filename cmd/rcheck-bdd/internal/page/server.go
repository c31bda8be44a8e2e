package page

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Limits bound what clients can make the server keep.
type Limits struct {
	// Connections is how many sockets there can be at a time; a page has four. Bytes is how long a
	// message can be.
	Connections int
	Bytes       int64
	// Head is how long a client may take for a request, and to show that it knows the token. Idle is
	// after how long without an answer to a ping a socket is closed, and a connection without
	// requests.
	Head, Idle time.Duration
	// Watch is how often the server looks whether the given file has changed.
	Watch time.Duration
	// Memory and Check bound checks, as Memory and Limited of [lsp.Server] do.
	Memory int64
	Check  func(context.Context) (context.Context, context.CancelFunc)
	// Late begins to count when the server has ended, and closes its channel when the server may wait
	// no longer for what is still at work; nil waits for all of it.
	Late func() <-chan struct{}
}

// DefaultLimits are the limits of a server by default.
func DefaultLimits() Limits {
	return Limits{Connections: 128, Bytes: 16 << 20, Head: 10 * time.Second, Idle: 90 * time.Second, Watch: 500 * time.Millisecond}
}

// Server serves the page to those who know its token.
type Server struct {
	host, token, version string
	limits               Limits
	model                *Model
	history              *History
	mux                  *http.ServeMux

	mu   sync.Mutex
	open int // sockets
	work sync.WaitGroup
}
