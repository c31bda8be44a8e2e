// Package lock is a small lock service over TCP, to hold its log against a model: lock.rcp is the
// model, lock.map says what the log means.
package lock

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
)

// A Version is a version of the server: the correct one, or one with a mistake.
type Version int

const (
	Correct Version = iota
	// AnyRelease frees the lock on every release, also if the client does not hold the lock.
	AnyRelease
	// AnyLost frees the lock when any connection is lost, also that of a client that waits.
	AnyLost
	// SameToken gives the next client the token of a holder whose connection is lost.
	SameToken
)

// A server is run by one goroutine; connections send it what they read.
type server struct {
	version  Version
	log      *slog.Logger
	sessions map[string]*session
	queue    []*session
	holder   *session
	token    int
	lostHeld bool // the last holder was lost
}

// A session is a connection of a client.
type session struct {
	name string
	conn net.Conn
}

// A message is a line that a client has sent; the text is empty when the connection is lost.
type message struct {
	from *session
	text string
}

// Serve serves the clients that connect until the context ends, and logs what it does.
func Serve(ctx context.Context, listener net.Listener, version Version, log *slog.Logger) error {
	s := &server{version: version, log: log, sessions: map[string]*session{}}
	messages := make(chan message)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go read(ctx, conn, messages)
		}
	}()
	defer func() {
		_ = listener.Close()
		for _, c := range s.sessions {
			_ = c.conn.Close()
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-messages:
			s.take(m)
		}
	}
}

// read sends the server what a connection says. Its first line is the name of the client.
func read(ctx context.Context, conn net.Conn, to chan<- message) {
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	if !lines.Scan() {
		return
	}
	from := &session{strings.TrimSpace(lines.Text()), conn}
	for {
		m := message{from: from}
		if lines.Scan() {
			m.text = lines.Text()
		}
		select {
		case to <- m:
		case <-ctx.Done():
			return
		}
		if m.text == "" {
			return
		}
	}
}

func (s *server) take(m message) {
	if old := s.sessions[m.from.name]; old != m.from {
		if m.text == "" {
			return // a connection that another one has replaced
		}
		if old != nil {
			s.lost(old)
		}
		s.sessions[m.from.name] = m.from
	}
	switch m.text {
	case "acquire":
		s.log.Info("request", "client", m.from.name)
		s.queue = append(s.queue, m.from)
	case "release":
		s.release(m.from)
	default:
		s.lost(m.from)
	}
	s.grant()
}

func (s *server) release(from *session) {
	switch {
	case s.holder == from:
		s.log.Info("release", "client", from.name)
		s.holder, s.lostHeld = nil, false
	case s.version == AnyRelease:
		s.log.Info("release ignored", "client", from.name)
		s.holder = nil
	default:
		s.log.Info("release ignored", "client", from.name)
	}
}

func (s *server) lost(from *session) {
	s.log.Info("lost", "client", from.name)
	delete(s.sessions, from.name)
	s.queue = slices.DeleteFunc(s.queue, func(q *session) bool { return q == from })
	if s.holder == from {
		s.holder, s.lostHeld = nil, true
	}
	if s.version == AnyLost {
		s.holder = nil
	}
}

// grant gives the lock to the client that has waited longest.
func (s *server) grant() {
	if s.holder != nil || len(s.queue) == 0 {
		return
	}
	if s.version != SameToken || !s.lostHeld {
		s.token++
	}
	s.holder, s.queue, s.lostHeld = s.queue[0], s.queue[1:], false
	s.log.Info("grant", "client", s.holder.name, "token", s.token%8)
	fmt.Fprintln(s.holder.conn, "granted", s.token) // a client that is gone is noticed by its reader
}
