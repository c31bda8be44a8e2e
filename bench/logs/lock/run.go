package lock

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
)

// Clients is the number of clients of a run, and of the model.
const Clients = 3

// Run runs the service with clients that have faults, until its log has a number of entries, and
// writes the log. The clients' choices follow the seed.
func Run(ctx context.Context, version Version, entries int, seed uint64, log io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	w := &Ends{To: log, Left: int64(entries), Done: cancel}
	var clients sync.WaitGroup
	for i := range Clients {
		c := &client{name: fmt.Sprint("client", i+1), address: listener.Addr().String(), random: rand.New(rand.NewPCG(seed, uint64(i)))}
		clients.Go(func() { c.run(ctx) })
	}
	err = Serve(ctx, listener, version, slog.New(slog.NewJSONHandler(w, nil)))
	clients.Wait()
	return err
}

// Ends is a writer that calls Done after a number of writes, and drops what comes later.
type Ends struct {
	To   io.Writer
	Left int64
	Done func()
}

// Write writes an entry.
func (e *Ends) Write(p []byte) (int, error) {
	left := atomic.AddInt64(&e.Left, -1)
	if left == 0 {
		e.Done()
	}
	if left < 0 {
		return len(p), nil
	}
	return e.To.Write(p)
}

// A client asks for the lock again and again.
type client struct {
	name, address string
	random        *rand.Rand
	conn          net.Conn
	lines         *bufio.Reader
}

func (c *client) chance(percent int) bool { return c.random.IntN(100) < percent }

func (c *client) run(ctx context.Context) {
	defer func() { c.drop() }()
	for ctx.Err() == nil {
		if c.conn == nil && !c.connect(ctx) {
			return
		}
		if c.round() != nil {
			c.drop()
		}
	}
}

func (c *client) drop() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

func (c *client) connect(ctx context.Context) bool {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.address)
	if err != nil {
		return false
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	c.conn, c.lines = conn, bufio.NewReader(conn)
	_, err = fmt.Fprintln(conn, c.name)
	return err == nil
}

// round asks for the lock and gives it back, with faults on the way. An error ends the connection.
func (c *client) round() error {
	if _, err := fmt.Fprintln(c.conn, "acquire"); err != nil {
		return err
	}
	if c.chance(10) {
		return errFault // while it waits
	}
	if _, err := c.lines.ReadString('\n'); err != nil {
		return err
	}
	if c.chance(10) {
		return errFault // while it holds the lock
	}
	if _, err := fmt.Fprintln(c.conn, "release"); err != nil {
		return err
	}
	if c.chance(20) { // as if the answer had been late
		_, err := fmt.Fprintln(c.conn, "release")
		return err
	}
	return nil
}

var errFault = fmt.Errorf("lock: the client loses its connection")
