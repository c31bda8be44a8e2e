package broker

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
)

// TCP is a transport over the loopback interface.
type TCP struct {
	listener net.Listener
	messages chan Message
	done     chan struct{}
}

// NewTCP listens on a free port.
func NewTCP(ctx context.Context) (*TCP, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	t := &TCP{listener, make(chan Message), make(chan struct{})}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go t.read(conn)
		}
	}()
	return t, nil
}

// read gives the broker what a subscriber says, the name first.
func (t *TCP) read(conn net.Conn) {
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	if !lines.Scan() {
		return
	}
	m := Message{Name: lines.Text(), From: tcpLink{conn}}
	for m.Text = "."; m.Text != ""; {
		if m.Text = ""; lines.Scan() {
			m.Text = lines.Text()
		}
		select {
		case t.messages <- m:
		case <-t.done:
			return
		}
	}
}

type tcpLink struct{ conn net.Conn }

// Send does not report errors: the reader of the connection notices when it is lost.
func (l tcpLink) Send(text string) { fmt.Fprintln(l.conn, text) }
func (l tcpLink) Close()           { _ = l.conn.Close() }

// Messages are those of all subscribers.
func (t *TCP) Messages() <-chan Message { return t.messages }

// Close ends the transport.
func (t *TCP) Close() {
	_ = t.listener.Close()
	close(t.done)
}

// Connect connects a subscriber.
func (t *TCP) Connect(ctx context.Context, name string) (Connection, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", t.listener.Addr().String())
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	_, err = fmt.Fprintln(conn, name)
	return &tcpConnection{conn, bufio.NewReader(conn)}, err
}

type tcpConnection struct {
	conn  net.Conn
	lines *bufio.Reader
}

func (c *tcpConnection) Send(text string) error {
	_, err := fmt.Fprintln(c.conn, text)
	return err
}

func (c *tcpConnection) Receive() (string, error) {
	text, err := c.lines.ReadString('\n')
	return strings.TrimSpace(text), err
}

// Close waits until the broker has taken what was sent, and has closed its side. Otherwise the next
// session of this subscriber, on another connection, may reach the broker first.
func (c *tcpConnection) Close() {
	if conn, ok := c.conn.(*net.TCPConn); ok && conn.CloseWrite() == nil {
		_, _ = io.Copy(io.Discard, conn)
	}
	_ = c.conn.Close()
}
