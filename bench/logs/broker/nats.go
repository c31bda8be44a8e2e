package broker

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// NATS is a transport over a NATS server within the process. Each session of a subscriber has a
// subject of its own, on which the broker sends; subscribers send on the subject "broker".
type NATS struct {
	server   *server.Server
	conn     *nats.Conn // of the broker
	messages chan Message
	done     chan struct{}
	sessions atomic.Int64
}

// NewNATS starts a server on a free port of the loopback interface.
func NewNATS() (*NATS, error) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true})
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return nil, errors.New("broker: the NATS server does not start")
	}
	t := &NATS{server: s, messages: make(chan Message), done: make(chan struct{})}
	if t.conn, err = nats.Connect(s.ClientURL()); err != nil {
		return nil, err
	}
	_, err = t.conn.Subscribe("broker", func(m *nats.Msg) {
		words := strings.SplitN(string(m.Data), " ", 3) // name, subject, text
		out := Message{Name: words[0], Text: words[2], From: natsLink{t.conn, words[1]}}
		select {
		case t.messages <- out:
		case <-t.done:
		}
	})
	if err == nil {
		err = t.conn.Flush()
	}
	return t, err
}

type natsLink struct {
	conn    *nats.Conn
	subject string
}

// Send does not report errors: a subscriber that does not hear joins again.
func (l natsLink) Send(text string) { _ = l.conn.Publish(l.subject, []byte(text)) }
func (l natsLink) Close()           {}

// Messages are those of all subscribers.
func (t *NATS) Messages() <-chan Message { return t.messages }

// Close ends the transport.
func (t *NATS) Close() {
	close(t.done)
	t.conn.Close()
	t.server.Shutdown()
	t.server.WaitForShutdown()
}

// Connect connects a subscriber.
func (t *NATS) Connect(ctx context.Context, name string) (Connection, error) {
	conn, err := nats.Connect(t.server.ClientURL(), nats.NoReconnect())
	if err != nil {
		return nil, err
	}
	c := &natsConnection{ctx: ctx, conn: conn, name: name, subject: fmt.Sprint("session.", t.sessions.Add(1))}
	if c.items, err = conn.SubscribeSync(c.subject); err == nil {
		err = conn.Flush()
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return c, nil
}

// longest is how long a subscriber waits for the server or for an item.
const longest = 5 * time.Second

type natsConnection struct {
	ctx           context.Context
	conn          *nats.Conn
	items         *nats.Subscription
	name, subject string
}

func (c *natsConnection) Send(text string) error {
	return c.conn.Publish("broker", []byte(c.name+" "+c.subject+" "+text))
}

// Receive waits for a message for at most [longest]: after that, the broker may have lost the
// session.
func (c *natsConnection) Receive() (string, error) {
	ctx, cancel := context.WithTimeout(c.ctx, longest)
	defer cancel()
	m, err := c.items.NextMsgWithContext(ctx)
	if err != nil {
		return "", err
	}
	return string(m.Data), nil
}

// Close waits until the server has what was sent. Otherwise the next session of this subscriber, on
// another connection, may reach the broker first, and the broker would send to a session that has
// ended.
func (c *natsConnection) Close() {
	_ = c.conn.FlushTimeout(longest) // it fails at once if the server has ended
	c.conn.Close()
}
